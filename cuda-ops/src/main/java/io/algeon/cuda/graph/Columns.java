package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.InputFailures;
import java.util.List;

/** Columns of relation arguments: checked, and as plain arrays. */
final class Columns {
    private Columns() {}

    /**
     * Checks that no value is NULL, and no number NaN or infinite.
     *
     * @throws io.algeon.metadata.error.EngineException {@code graph_input_invalid}
     */
    static void check(FunctionCall call, String argument, DeviceRelation relation, Operators operators) {
        List<String> fields = call.relations().get(call.relation(argument)).fields();
        Workspace workspace = operators.workspace();
        for (int i = 0; i < fields.size() && relation.rows() > 0; i++) {
            DeviceColumn column = relation.columns().get(i);
            if (!column.mayHaveNulls() && !column.kind().isFloating()) {
                continue;
            }
            Block counters = workspace.allocate(16, 0);
            long address = workspace.columns(List.of(column));
            workspace.launch(
                    KernelName.GRAPH_CHECK,
                    relation.rows(),
                    a -> a.address(address).int64(relation.rows()).address(counters.address()));
            long[] counted = workspace.read(counters, 2);
            counters.release();
            if (counted[0] > 0 || counted[1] > 0) {
                throw InputFailures.unfit(call.function().name(), argument, fields.get(i), counted[0], counted[1]);
            }
        }
    }

    /** The values of a column without NULLs, one after the other. */
    static Block values(DeviceColumn column, long rows, ValueKind kind, Operators operators) {
        DeviceColumn dense = withoutNulls(operators.maps().dense(column, rows, kind));
        Block values = dense.data().retain();
        dense.release();
        return values;
    }

    /** A column of which it is known that it has no NULLs, without the flags that say so; takes the given one. */
    static DeviceColumn withoutNulls(DeviceColumn column) {
        Block valid = column.valid();
        if (valid == null) {
            return column;
        }
        valid.release();
        return new DeviceColumn(column.kind(), column.elements(), column.data(), null, column.map(), column.heaps());
    }
}
