package io.algeon.cuda.graph;

import io.algeon.cuda.relation.Block;
import org.jspecify.annotations.Nullable;

/**
 * Compressed sparse rows in device memory: the neighbours of vertex {@code v} are {@code targets[offsets[v] .. offsets[v + 1])}, in
 * rising order.
 *
 * @param offsets a long a vertex, and one more
 * @param targets an int an entry
 * @param weights a double an entry; null: all are 1
 * @param entries of all rows
 */
record Rows(Block offsets, Block targets, @Nullable Block weights, long vertices, long entries)
        implements AutoCloseable {
    long weightsAddress() {
        return weights == null ? 0 : weights.address();
    }

    @Override
    public void close() {
        offsets.release();
        targets.release();
        if (weights != null) {
            weights.release();
        }
    }
}
