package io.algeon.engine;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.table.MemoryTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query for the row of a table of one's own that has a key, and for columns of it only: {@code SELECT a, b FROM t WHERE key =
 * ?}. It needs no pipelines: the index leads to the row.
 *
 * @param key constants or parameters, in the order of the index's columns
 * @param columns of the table, in the order of the result
 */
record PointQuery(MemoryTable table, int index, List<Expr> key, int[] columns) {
    /** The plan as such a query; null if it is another one. */
    static @Nullable PointQuery of(PlanNode plan) {
        PlanNode below = plan instanceof PlanNode.Project project ? project.input() : plan;
        if (!(below instanceof PlanNode.Scan scan)
                || !(scan.table() instanceof MemoryTable table)
                || scan.request().limit() == 0) {
            return null;
        }
        int[] columns = columns(plan, scan);
        List<Expr> predicates = scan.request().predicates();
        for (int index = 0; columns != null && index < table.keyCount(); index++) {
            int[] keyColumns = table.keyColumns(index);
            List<Expr> key = key(keyColumns, predicates);
            if (key != null) {
                return new PointQuery(table, index, key, columns);
            }
        }
        return null;
    }

    /** Columns of the table that the plan gives; null if it computes something. */
    private static int @Nullable [] columns(PlanNode plan, PlanNode.Scan scan) {
        List<Integer> read = scan.request().columns();
        int width = scan.table().definition().columns().size();
        int[] columns = new int[plan.output().size()];
        for (int i = 0; i < columns.length; i++) {
            int position = i;
            if (plan instanceof PlanNode.Project project) {
                if (!(project.expressions().get(i) instanceof Expr.InputRef ref)) {
                    return null;
                }
                position = ref.column();
            }
            columns[i] = read.get(position);
            if (columns[i] >= width) {
                return null;
            }
        }
        return columns;
    }

    /** What each column of a key must be; null if the predicates say more, or not that much. */
    private static @Nullable List<Expr> key(int[] keyColumns, List<Expr> predicates) {
        if (keyColumns.length == 0 || predicates.size() != keyColumns.length) {
            return null;
        }
        List<Expr> key = new ArrayList<>();
        for (int column : keyColumns) {
            Expr wanted = null;
            for (Expr predicate : predicates) {
                wanted = wanted == null ? constant(predicate, column) : wanted;
            }
            if (wanted == null) {
                return null;
            }
            key.add(wanted);
        }
        return key;
    }

    private static @Nullable Expr constant(Expr predicate, int column) {
        if (!(predicate instanceof Expr.Call call) || !call.function().equals("equal")) {
            return null;
        }
        Expr left = call.operands().get(0);
        Expr right = call.operands().get(1);
        Expr constant = isColumn(left, column) ? right : isColumn(right, column) ? left : null;
        boolean known = constant instanceof Expr.Literal || constant instanceof Expr.Parameter;
        return constant != null && known && ExprProperties.isConstant(constant) ? constant : null;
    }

    private static boolean isColumn(Expr expr, int column) {
        return expr instanceof Expr.InputRef ref && ref.column() == column;
    }

    /** The key's values, given those of the parameters. */
    List<@Nullable Object> values(List<@Nullable Object> parameters) {
        List<@Nullable Object> values = new ArrayList<>(key.size());
        for (Expr part : key) {
            values.add(
                    part instanceof Expr.Parameter parameter
                            ? parameters.get(parameter.index())
                            : ((Expr.Literal) part).value());
        }
        return values;
    }
}
