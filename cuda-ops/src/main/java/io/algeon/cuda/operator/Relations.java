package io.algeon.cuda.operator;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** Small relations, and relations put together. */
public final class Relations {
    private Relations() {}

    /** All rows of several relations of the same kinds, one after the other; those stay the caller's. */
    public static DeviceRelation concat(List<DeviceRelation> relations, Operators operators) {
        if (relations.size() == 1) {
            return relations.get(0).retain();
        }
        List<Long> counts = relations.stream().map(DeviceRelation::rows).toList();
        long rows = counts.stream().mapToLong(Long::longValue).sum();
        List<DeviceColumn> columns = new ArrayList<>();
        for (int i = 0; i < relations.get(0).columns().size(); i++) {
            int number = i;
            List<DeviceColumn> parts =
                    relations.stream().map(r -> r.columns().get(number)).toList();
            columns.add(operators.maps().concat(parts, counts, parts.get(0).kind()));
        }
        return new DeviceRelation(columns, rows);
    }

    /** No rows. */
    public static DeviceRelation empty(List<ValueKind> kinds, Workspace workspace) {
        List<DeviceColumn> columns = kinds.stream()
                .map(kind -> DeviceColumn.dense(kind, 0, workspace.allocate(0), null))
                .toList();
        return new DeviceRelation(columns, 0);
    }

    /** NULL in every row. */
    static DeviceColumn nulls(ValueKind kind, long rows, Workspace workspace) {
        Block map = workspace.allocate(4 * rows);
        workspace.stream().fill(map.address(), (byte) -1, Math.max(1, 4 * rows));
        return new DeviceColumn(kind, 0, workspace.allocate(0), null, map, List.of());
    }

    /** The same BIGINT in every row. */
    static DeviceColumn constant(long value, long rows, Workspace workspace) {
        Block one = workspace.allocate(8);
        long passed = workspace.pass(8, (target, address) -> target.putLong(value));
        workspace.stream().copy(passed, one.address(), 8);
        Block map = workspace.allocate(4 * rows);
        workspace.stream().fill(map.address(), (byte) 0, Math.max(1, 4 * rows));
        return new DeviceColumn(ValueKind.I64, 1, one, null, map, List.of());
    }

    /** Flags that are 1 where both are. */
    static Block both(Block left, Block right, long rows, Operators operators) {
        DeviceRelation flags = new DeviceRelation(
                List.of(
                        DeviceColumn.dense(ValueKind.BOOL, rows, left, null),
                        DeviceColumn.dense(ValueKind.BOOL, rows, right, null)),
                rows);
        return operators
                .programs()
                .flags(
                        operators
                                .programs()
                                .condition(List.of(
                                        new Expr.InputRef(0, SqlTypes.BOOLEAN),
                                        new Expr.InputRef(1, SqlTypes.BOOLEAN))),
                        flags);
    }

    /** Rows {@code offset} to {@code offset + limit} of a relation, as far as there are; the relation stays the caller's. */
    public static DeviceRelation slice(DeviceRelation relation, long offset, long limit, Operators operators) {
        long first = Math.min(offset, relation.rows());
        long count = Math.min(limit, relation.rows() - first);
        if (count == relation.rows()) {
            return relation.retain();
        }
        Block rows = operators.maps().identity(count, Math.toIntExact(first));
        DeviceRelation slice = new DeviceRelation(operators.maps().pick(relation.columns(), rows, count), count);
        rows.release();
        return slice;
    }

    /** Flags with the other value. */
    static void invert(Block flags, long rows, Workspace workspace) {
        workspace.launch(KernelName.FLAGS_INVERT, rows, a -> a.int64(rows).address(flags.address()));
    }

    /** The rows with flag 1; the relation stays the caller's. */
    static DeviceRelation select(DeviceRelation relation, Block flags, Operators operators) {
        RowMaps.Selection selection = operators.maps().select(flags, relation.rows(), null);
        DeviceRelation selected = new DeviceRelation(
                operators.maps().pick(relation.columns(), selection.rows(), selection.count()), selection.count());
        selection.rows().release();
        return selected;
    }
}
