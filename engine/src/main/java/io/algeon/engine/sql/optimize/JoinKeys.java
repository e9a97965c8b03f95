package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;

/** The equalities between one relation and another, for the estimate of their join. */
final class JoinKeys {
    /**
     * One side of a key.
     *
     * @param column its number; negative if it is computed
     * @param domain distinct values after the predicates of its relation
     * @param distinct distinct values in its table
     * @param origin rows of its table
     */
    record Side(int column, double domain, double distinct, double origin) {}

    private record Key(Side left, Side right) {}

    private final DistinctCounts combinations;
    private final List<Key> keys = new ArrayList<>();

    JoinKeys(DistinctCounts combinations) {
        this.combinations = combinations;
    }

    /** Takes an equality of an expression of each side; false if the conjunct is none. */
    boolean add(
            Expr conjunct, BitSet leftColumns, Estimator estimator, Estimator.Estimate left, Estimator.Estimate right) {
        if (!ExprTrees.isCall(conjunct, "equal") && !ExprTrees.isCall(conjunct, "is_not_distinct_from")) {
            return false;
        }
        Expr first = ExprTrees.operands(conjunct).get(0);
        Expr second = ExprTrees.operands(conjunct).get(1);
        BitSet firstColumns = ExprTrees.columns(first);
        BitSet secondColumns = ExprTrees.columns(second);
        if (firstColumns.isEmpty() || secondColumns.isEmpty()) {
            return false;
        }
        boolean straight = ExprTrees.within(firstColumns, leftColumns) && !secondColumns.intersects(leftColumns);
        boolean crossed = ExprTrees.within(secondColumns, leftColumns) && !firstColumns.intersects(leftColumns);
        if (!straight && !crossed) {
            return false;
        }
        add(side(straight ? first : second, estimator, left), side(straight ? second : first, estimator, right));
        return true;
    }

    void add(Side left, Side right) {
        keys.add(new Key(left, right));
    }

    private static Side side(Expr key, Estimator estimator, Estimator.Estimate estimate) {
        Expr stripped = key instanceof Expr.Cast cast ? cast.operand() : key;
        ColumnFacts facts = estimator.columns().derive(stripped);
        int column = stripped instanceof Expr.InputRef reference ? reference.column() : -1;
        double domain = column >= 0 ? estimator.domain(column, estimate) : facts.distinct();
        return new Side(column, domain, facts.distinct(), facts.originRows());
    }

    /** Share of the pairs of rows that agree in all keys. */
    double selectivity() {
        if (keys.isEmpty()) {
            return 1;
        }
        double kept = 1;
        double most = 1;
        for (Key key : keys) {
            kept *= Math.min(1, Math.max(key.left.domain / key.left.distinct, key.right.domain / key.right.distinct));
            most = Math.max(most, Math.max(key.left.domain, key.right.domain));
        }
        return 1 / (keys.size() == 1 ? most : Math.max(combinations() * kept, most));
    }

    /**
     * Combinations of the keys of the side that has more of them. Where nothing is known of a side but its keys by
     * themselves, these are not taken for independent: if their product reaches the rows of their table, they are a key of
     * it, and the other side refers to it.
     */
    private double combinations() {
        double leftProduct = 1;
        double rightProduct = 1;
        double leftOrigin = 1;
        double rightOrigin = 1;
        List<Integer> leftColumns = new ArrayList<>();
        List<Integer> rightColumns = new ArrayList<>();
        for (Key key : keys) {
            leftProduct *= key.left.distinct;
            rightProduct *= key.right.distinct;
            leftOrigin = Math.max(leftOrigin, key.left.origin);
            rightOrigin = Math.max(rightOrigin, key.right.origin);
            leftColumns.add(key.left.column);
            rightColumns.add(key.right.column);
        }
        OptionalDouble left = known(leftColumns);
        OptionalDouble right = known(rightColumns);
        if (left.isPresent() && right.isPresent()) {
            return Math.max(left.getAsDouble(), right.getAsDouble());
        }
        boolean leftIsKey = left.isEmpty() && leftProduct >= leftOrigin;
        boolean rightIsKey = right.isEmpty() && rightProduct >= rightOrigin;
        if (leftIsKey && rightIsKey) {
            return Math.min(leftOrigin, rightOrigin);
        } else if (leftIsKey) {
            return right.orElse(leftOrigin);
        } else if (rightIsKey) {
            return left.orElse(rightOrigin);
        }
        return Math.max(left.orElse(leftProduct), right.orElse(rightProduct));
    }

    private OptionalDouble known(List<Integer> columns) {
        return columns.stream().allMatch(column -> column >= 0)
                ? combinations.ofOneScan(columns)
                : OptionalDouble.empty();
    }

    /** Share of the left side's keys that have a partner on the right. */
    double matchShare(Estimator.Estimate right) {
        double share = 1;
        for (Key key : keys) {
            double available = Estimator.present(key.right.domain, right.rows(), key.right.origin);
            share = Math.min(share, available / Math.max(key.left.domain, key.right.domain));
        }
        return share;
    }
}
