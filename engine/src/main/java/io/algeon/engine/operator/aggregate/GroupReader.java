package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.operator.hash.GroupSlice;
import io.algeon.engine.operator.hash.Groups;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of some groups of a {@link GroupingState}. Several readers may read one completed state at the same
 * time, each on its own thread.
 */
final class GroupReader {
    private final AggregationLayout layout;
    private final GroupingState state;
    private final AggregateOutput[] outputs;
    private final @Nullable ColumnVector[] vectors;
    private final int[] groups = new int[Batch.ROWS];
    private final GroupSlice slice;
    private int at;

    GroupReader(AggregationLayout layout, GroupingState state, GroupSlice slice) {
        this.layout = layout;
        this.state = state;
        this.slice = slice;
        this.outputs = layout.outputs(state.accumulators());
        this.vectors = new @Nullable ColumnVector[layout.outputTypes.size()];
    }

    GroupingState state() {
        return state;
    }

    /** Writes the next groups, at most a batch of them; false if there are no more. */
    boolean read(Batch target) {
        int count = Math.min(Batch.ROWS, slice.size() - at);
        if (count == 0) {
            return false;
        }
        slice.copy(at, count, groups);
        at += count;
        int keyCount = layout.groupColumns.length;
        Groups table = state.table();
        for (int position = 0; position < keyCount; position++) {
            int key = keyPosition(position);
            ColumnVector vector;
            if (table != null && key >= 0) {
                vector = table.keys(key, groups, count, vectors[position]);
                vectors[position] = vector;
            } else {
                vector = Vectors.create(layout.outputTypes.get(position), Batch.ROWS);
                vector.setAllNull(count);
            }
            target.setColumn(position, vector);
        }
        for (int i = 0; i < outputs.length; i++) {
            ColumnVector vector = outputs[i].result(groups, count, vectors[keyCount + i]);
            vectors[keyCount + i] = vector;
            target.setColumn(keyCount + i, vector);
        }
        if (layout.groupingSets.length > 1) {
            LongVector numbers = new LongVector(Batch.ROWS);
            Arrays.fill(numbers.values(), state.set());
            target.setColumn(keyCount + outputs.length, numbers);
        }
        target.setRowCount(count);
        return true;
    }

    private int keyPosition(int position) {
        int[] positions = layout.groupingSets[state.set()];
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }
}
