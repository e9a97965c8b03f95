package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The equalities of a join, for its estimate. */
final class JoinKeys {
    /** Distinct values of one key on each side, and the rows of the tables that they come from. */
    private record Key(double leftDomain, double rightDomain, double leftOrigin, double rightOrigin) {}

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
        Expr leftKey = straight ? first : second;
        Expr rightKey = straight ? second : first;
        add(
                domain(leftKey, estimator, left),
                domain(rightKey, estimator, right),
                estimator.columns().derive(leftKey).originRows(),
                estimator.columns().derive(rightKey).originRows());
        return true;
    }

    /** Takes a key whose distinct values on each side, and the rows of the tables that they come from, are known. */
    void add(double leftDomain, double rightDomain, double leftOrigin, double rightOrigin) {
        keys.add(new Key(leftDomain, rightDomain, leftOrigin, rightOrigin));
    }

    private static double domain(Expr key, Estimator estimator, Estimator.Estimate estimate) {
        Expr stripped = key instanceof Expr.Cast cast ? cast.operand() : key;
        return stripped instanceof Expr.InputRef reference
                ? estimator.domain(reference.column(), estimate)
                : estimator.columns().derive(stripped).distinct();
    }

    /** Share of the pairs of rows that agree in all keys. */
    double selectivity() {
        if (keys.isEmpty()) {
            return 1;
        }
        if (keys.size() == 1) {
            Key key = keys.get(0);
            return 1 / Math.max(key.leftDomain, key.rightDomain);
        }
        double left = 1;
        double right = 1;
        double leftOrigin = 1;
        double rightOrigin = 1;
        for (Key key : keys) {
            left *= key.leftDomain;
            right *= key.rightDomain;
            leftOrigin = Math.max(leftOrigin, key.leftOrigin);
            rightOrigin = Math.max(rightOrigin, key.rightOrigin);
        }
        boolean leftIsKey = left >= leftOrigin;
        boolean rightIsKey = right >= rightOrigin;
        if (leftIsKey && rightIsKey) {
            return 1 / Math.min(leftOrigin, rightOrigin);
        } else if (leftIsKey) {
            return 1 / leftOrigin;
        } else if (rightIsKey) {
            return 1 / rightOrigin;
        }
        return 1 / Math.max(left, right);
    }

    /** Share of the left side's keys that have a partner on the right. */
    double matchShare(Estimator estimator, Estimator.Estimate left, Estimator.Estimate right) {
        double share = 1;
        for (Key key : keys) {
            double available = Estimator.drawn(key.rightDomain, right.rows());
            double domain = Math.max(key.leftDomain, key.rightDomain);
            share = Math.min(share, available / domain);
        }
        return Math.min(1, share);
    }
}
