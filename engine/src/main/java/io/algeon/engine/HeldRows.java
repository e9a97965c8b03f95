package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.List;

/** Copies of rows that a statement keeps until it has read all; their memory is reserved. */
final class HeldRows implements AutoCloseable {
    private final Reservation memory;

    HeldRows(MemoryBudget budget) {
        memory = budget.reservation("The rows that a statement changes");
    }

    static int integer(ColumnVector vector, int row) {
        return ((IntVector) vector).values()[row];
    }

    /** Copies some rows of a batch, its columns from {@code first} on, to the end of a list. */
    void keep(Batch batch, int first, int[] rows, int count, List<Batch> kept) {
        if (count == 0) {
            return;
        }
        ColumnVector[] columns = new ColumnVector[batch.columnCount() - first];
        long bytes = 0;
        for (int i = 0; i < columns.length; i++) {
            ColumnVector column = batch.column(first + i);
            columns[i] = count == batch.rowCount()
                    ? column.copy(count)
                    : column.gather(rows, count, column).copy(count);
            bytes += columns[i].retainedBytes();
        }
        memory.grow(bytes);
        kept.add(new Batch(columns, count));
    }

    @Override
    public void close() {
        memory.close();
    }
}
