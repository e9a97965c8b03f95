package io.algeon.cuda.graph;

import io.algeon.cuda.relation.DeviceRelation;

/** An algorithm over a graph in device memory. Stateless. */
interface DeviceFunction {
    /** Computes the rows of a call, in the columns of the function. */
    DeviceRelation run(GraphCall call);
}
