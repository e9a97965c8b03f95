package io.algeon.cuda.graph;

import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.engine.tablefunction.FunctionCall;
import org.jspecify.annotations.Nullable;

/** An algorithm over a graph in device memory. Stateless. */
interface DeviceFunction {
    /** What of a call, as far as it is known before it runs, cannot be computed, part of a sentence; null: nothing. */
    default @Nullable String objection(FunctionCall call) {
        return null;
    }

    /** Computes the rows of a call, in the columns of the function. */
    DeviceRelation run(GraphCall call);
}
