package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import java.util.Arrays;

/**
 * Runs of rows with equal keys in a batch, as rows have that come in the order of a key. A run's group is looked up once, and
 * sums of a run are added to its group at once, where adding each row makes the next one wait for the store. Whether a batch
 * has long runs is tried from time to time; where it has, the next one is tried too. Reused from batch to batch.
 */
final class KeyRuns {
    /** Rows of a run, on average, from which on runs pay. */
    private static final int ROWS_OF_RUN = 2;

    private static final int BATCHES_UNTIL_TRIAL = 16;

    private final ColumnVector[] keys;
    private final int[] starts = new int[Batch.ROWS + 1];
    private final int[] runOfRow = new int[Batch.ROWS];
    private final int[] groups = new int[Batch.ROWS];
    private final int[] changes;
    private final long[] room = new long[Batch.ROWS + 1];
    private int count;
    private int untilTrial;

    KeyRuns(int columns) {
        keys = new ColumnVector[columns];
        changes = new int[columns > 1 ? Batch.ROWS : 0];
    }

    /** Looks for runs; false if there are none to speak of, or it was not tried. */
    boolean find(ColumnVector[] vectors, int rows) {
        if (untilTrial > 0) {
            untilTrial--;
            return false;
        }
        boolean found = rows > 1 && rows <= Batch.ROWS && cut(vectors, rows) && ROWS_OF_RUN * count <= rows;
        untilTrial = found ? 0 : BATCHES_UNTIL_TRIAL;
        for (int i = 0; i < keys.length && found; i++) {
            keys[i] = vectors[i].gather(starts, count, keys[i] == null ? vectors[i] : keys[i]);
        }
        return found;
    }

    private boolean cut(ColumnVector[] vectors, int rows) {
        for (ColumnVector vector : vectors) {
            boolean comparable =
                    vector instanceof LongVector || vector instanceof IntVector || vector instanceof DictionaryVector;
            if (!comparable || vector.hasNulls(rows)) {
                return false;
            }
        }
        if (vectors.length > 1) {
            cutColumns(vectors, rows);
        } else if (vectors[0] instanceof LongVector longs) {
            cut(longs.values(), rows);
        } else {
            cut(integers(vectors[0]), rows);
        }
        return true;
    }

    private static int[] integers(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.codes() : ((IntVector) vector).values();
    }

    private void cut(long[] values, int rows) {
        int[] from = starts;
        int[] of = runOfRow;
        from[0] = 0;
        int run = 1;
        for (int i = 1; i < rows; i++) {
            // overwritten unless a run starts here: cheaper than a branch that nobody foresees
            from[run] = i;
            run += values[i] == values[i - 1] ? 0 : 1;
            of[i] = run - 1;
        }
        end(run, rows);
    }

    private void cut(int[] values, int rows) {
        int[] from = starts;
        int[] of = runOfRow;
        from[0] = 0;
        int run = 1;
        for (int i = 1; i < rows; i++) {
            from[run] = i;
            run += values[i] == values[i - 1] ? 0 : 1;
            of[i] = run - 1;
        }
        end(run, rows);
    }

    private void cutColumns(ColumnVector[] vectors, int rows) {
        int[] changed = changes;
        Arrays.fill(changed, 0, rows, 0);
        for (ColumnVector vector : vectors) {
            if (vector instanceof LongVector longs) {
                long[] values = longs.values();
                for (int i = 1; i < rows; i++) {
                    changed[i] |= values[i] == values[i - 1] ? 0 : 1;
                }
            } else {
                int[] values = integers(vector);
                for (int i = 1; i < rows; i++) {
                    changed[i] |= values[i] ^ values[i - 1];
                }
            }
        }
        int[] from = starts;
        int[] of = runOfRow;
        from[0] = 0;
        int run = 1;
        for (int i = 1; i < rows; i++) {
            from[run] = i;
            run += changed[i] == 0 ? 0 : 1;
            of[i] = run - 1;
        }
        end(run, rows);
    }

    private void end(int runs, int rows) {
        starts[runs] = rows;
        count = runs;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** The key of each run. */
    ColumnVector[] keys() {
        return keys;
    }

    /** Group of each run, to be filled. */
    int[] groups() {
        return groups;
    }

    /** First row of each run, and behind the last one the number of rows. */
    int[] starts() {
        return starts;
    }

    /** For totals up to each row, which an accumulator makes and uses. */
    long[] room() {
        return room;
    }

    /** Writes the group of each row. */
    void expand(int rows, int[] target) {
        int[] of = runOfRow;
        int[] found = groups;
        for (int i = 0; i < rows; i++) {
            target[i] = found[of[i]];
        }
    }
}
