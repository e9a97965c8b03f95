package io.algeon.engine.sql.optimize;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The range of values that equated columns have in common. A calendar of two hundred years joined with five years of sales:
 * a filter on its years keeps a two-hundredth of the calendar, but a fifth of the sales, because years and keys of days go
 * together. Where a small filtered table reaches far beyond the common range, its rows within are counted.
 */
final class KeyOverlap {
    /** Of the range of a key, the common range must be less than this for rows to be counted. */
    private static final double SMALL_SHARE = 0.5;

    private final QueryColumns columns;
    private final Estimator estimator;
    private final double low;
    private final double high;

    private KeyOverlap(QueryColumns columns, Estimator estimator, double low, double high) {
        this.columns = columns;
        this.estimator = estimator;
        this.low = low;
        this.high = high;
    }

    static KeyOverlap of(BitSet members, QueryColumns columns, Estimator estimator) {
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        for (int column = members.nextSetBit(0); column >= 0; column = members.nextSetBit(column + 1)) {
            ColumnFacts facts = columns.facts(column);
            if (facts.observed() && facts.hasRange()) {
                low = Math.max(low, facts.low());
                high = Math.min(high, facts.high());
            }
        }
        return new KeyOverlap(columns, estimator, low, high);
    }

    /**
     * By how much the distinct values of a relation's key have to be multiplied for the estimate of a join, which takes its
     * filter and its key for independent; 1 where that is not known to be wrong.
     */
    double correction(LogicalNode relation, int column) {
        ColumnFacts facts = columns.facts(column);
        double share = (high - low + 1) / (facts.high() - facts.low() + 1);
        if (!(relation instanceof LogicalNode.Filter filter)
                || !(filter.input() instanceof LogicalNode.Scan scan)
                || !facts.observed()
                || !(share > 0 && share < SMALL_SHARE)) {
            return 1;
        }
        OptionalLong inside = countInside(scan, filter.conjuncts(), column);
        if (inside.isEmpty()) {
            return 1;
        }
        return share * estimator.rows(filter) / Math.max(0.5, inside.getAsLong());
    }

    private OptionalLong countInside(LogicalNode.Scan scan, List<Expr> conjuncts, int column) {
        SqlType type = columns.column(column).type();
        boolean whole = type.kind().isInteger() || type.kind() == TypeKind.DATE;
        Map<Integer, Integer> positions = new HashMap<>();
        for (int i = 0; i < scan.columns().size(); i++) {
            positions.put(scan.columns().get(i).id(), i);
        }
        if (!whole || !positions.containsKey(column) || !conjuncts.stream().allMatch(this::isCountable)) {
            return OptionalLong.empty();
        }
        List<Expr> predicates = new ArrayList<>(conjuncts);
        predicates.add(ExprTrees.call("greater_or_equal", columns.column(column).reference(), literal(low, type)));
        predicates.add(ExprTrees.call("less_or_equal", columns.column(column).reference(), literal(high, type)));
        return scan.table()
                .count(ExprTrees.replaceReferences(
                        predicates,
                        reference -> new Expr.InputRef(
                                positions.getOrDefault(((Expr.InputRef) reference).column(), -1), reference.type())));
    }

    private boolean isCountable(Expr predicate) {
        return Fallibility.isSafe(predicate, columns)
                && ExprProperties.isDeterministic(predicate)
                && dependsOnRowOnly(predicate);
    }

    private static boolean dependsOnRowOnly(Expr expr) {
        return !(expr instanceof Expr.Parameter)
                && !(expr instanceof Expr.ExecutionConstant)
                && ExprProperties.operands(expr).stream().allMatch(KeyOverlap::dependsOnRowOnly);
    }

    private static Expr literal(double value, SqlType type) {
        Object stored = switch (type.physicalKind()) {
            case INT64 -> (long) value;
            default -> (int) value;
        };
        return new Expr.Literal(stored, type.withNullable(false));
    }
}
