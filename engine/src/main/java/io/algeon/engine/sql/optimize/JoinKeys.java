package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The equalities between one relation and another, for the estimate of their join. */
final class JoinKeys {
    /**
     * One side of a key.
     *
     * @param domain distinct values after the predicates of its relation
     * @param distinct distinct values in its table
     * @param origin rows of its table
     */
    record Side(double domain, double distinct, double origin) {}

    private record Key(Side left, Side right) {}

    private final List<Key> keys = new ArrayList<>();

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
        double domain = stripped instanceof Expr.InputRef reference
                ? estimator.domain(reference.column(), estimate)
                : facts.distinct();
        return new Side(domain, facts.distinct(), facts.originRows());
    }

    /**
     * Share of the pairs of rows that agree in all keys. Several keys are not taken for independent: where their combined
     * distinct values reach the rows of a table, they are a key of it, and the other side refers to it.
     */
    double selectivity() {
        if (keys.isEmpty()) {
            return 1;
        }
        double left = 1;
        double right = 1;
        double leftOrigin = 1;
        double rightOrigin = 1;
        double kept = 1;
        double most = 1;
        for (Key key : keys) {
            left *= key.left.distinct;
            right *= key.right.distinct;
            leftOrigin = Math.max(leftOrigin, key.left.origin);
            rightOrigin = Math.max(rightOrigin, key.right.origin);
            kept *= Math.min(1, Math.max(key.left.domain / key.left.distinct, key.right.domain / key.right.distinct));
            most = Math.max(most, Math.max(key.left.domain, key.right.domain));
        }
        if (keys.size() == 1) {
            return 1 / most;
        }
        boolean leftIsKey = left >= leftOrigin;
        boolean rightIsKey = right >= rightOrigin;
        double combinations;
        if (leftIsKey && rightIsKey) {
            combinations = Math.min(leftOrigin, rightOrigin);
        } else if (leftIsKey) {
            combinations = leftOrigin;
        } else if (rightIsKey) {
            combinations = rightOrigin;
        } else {
            combinations = Math.max(left, right);
        }
        return 1 / Math.max(combinations * kept, most);
    }

    /** Share of the left side's keys that have a partner on the right. */
    double matchShare(Estimator.Estimate right) {
        double share = 1;
        for (Key key : keys) {
            double available = Estimator.drawn(key.right.domain, right.rows());
            share = Math.min(share, available / Math.max(key.left.domain, key.right.domain));
        }
        return share;
    }
}
