package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The rows that a statement gives back, kept until they are read; their memory is reserved. */
final class ReturnedBatches implements AutoCloseable {
    private final MemoryBudget budget;
    private final Deque<Batch> batches = new ArrayDeque<>();
    private @Nullable Reservation memory;

    ReturnedBatches(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Takes the batch over. */
    synchronized void add(Batch batch) {
        Reservation reserved = memory;
        if (reserved == null) {
            reserved = budget.reservation("The rows that a statement gives back");
            memory = reserved;
        }
        reserved.grow(bytes(batch));
        batches.add(batch);
    }

    /** The next batch, which is the caller's then; null: there are no more. */
    synchronized @Nullable Batch poll() {
        Batch batch = batches.poll();
        Reservation reserved = memory;
        if (batch != null && reserved != null) {
            reserved.resize(reserved.bytes() - bytes(batch));
        }
        return batch;
    }

    private static long bytes(Batch batch) {
        long bytes = 0;
        for (int i = 0; i < batch.columnCount(); i++) {
            bytes += batch.column(i).retainedBytes();
        }
        return bytes;
    }

    /** Forgets all rows. */
    @Override
    public synchronized void close() {
        batches.clear();
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }
}
