package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;

/** Numbers of edges at each vertex. */
final class Degrees implements DeviceFunction {
    private final boolean arriving;
    private final boolean leaving;

    Degrees(boolean arriving, boolean leaving) {
        this.arriving = arriving;
        this.leaving = leaving;
    }

    @Override
    public DeviceRelation run(GraphCall call) {
        if (arriving && leaving) {
            return call.byVertex(
                    count(call, call.graph().in()), count(call, call.graph().out()));
        }
        return call.byVertex(
                count(call, arriving ? call.graph().in() : call.graph().out()));
    }

    private static DeviceColumn count(GraphCall call, Rows rows) {
        Block degrees = call.workspace().allocate(8 * rows.vertices());
        call.workspace()
                .launch(
                        KernelName.GRAPH_DEGREES,
                        rows.vertices(),
                        a -> a.address(rows.offsets().address())
                                .int64(rows.vertices())
                                .address(degrees.address()));
        return DeviceColumn.dense(ValueKind.I64, rows.vertices(), degrees, null);
    }
}
