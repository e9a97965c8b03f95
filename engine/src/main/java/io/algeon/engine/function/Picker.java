package io.algeon.engine.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Gathers chosen positions of a vector, -1 giving NULL. */
final class Picker {
    private int[] positions = new int[0];
    private @Nullable ColumnVector result;

    void begin(int rows) {
        if (positions.length < rows) {
            positions = new int[Math.max(rows, Batch.ROWS)];
        }
    }

    void pick(int row, int position) {
        positions[row] = position;
    }

    ColumnVector finish(ColumnVector source, int rows) {
        int[] missing = new int[rows];
        int missingCount = 0;
        for (int row = 0; row < rows; row++) {
            if (positions[row] < 0) {
                missing[missingCount++] = row;
                positions[row] = 0;
            }
        }
        // where nothing is picked, the source may have no row at all
        int picked = missingCount == rows ? 0 : rows;
        ColumnVector reuse = result;
        ColumnVector target =
                reuse != null && reuse.getClass() == source.getClass() && reuse.capacity() >= rows ? reuse : source;
        ColumnVector gathered = source.gather(positions, picked, target);
        result = gathered;
        if (picked == 0) {
            gathered.setAllNull(rows);
            return gathered;
        }
        for (int i = 0; i < missingCount; i++) {
            gathered.setNull(missing[i], rows);
        }
        return gathered;
    }
}
