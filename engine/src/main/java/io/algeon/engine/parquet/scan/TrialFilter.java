package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A test of one column that rows need not pass, for one worker: it only saves work further on. Dictionary codes are looked up
 * in a table made once a dictionary, other values are read and tested.
 *
 * <p>Only worth it if it drops rows: when more than {@value #USELESS_PERCENT} of a hundred rows have passed of some thousands,
 * it lets all rows of the row group pass. The next row group gets another chance, since values often follow the file's order.
 */
abstract class TrialFilter implements RowFilter {
    private static final int USELESS_PERCENT = 80;
    private static final int TRIAL_ROWS = 4 * Batch.ROWS;

    final int column;
    private final ColumnReader[] readers;
    private final int[] passing = new int[Batch.ROWS];
    private @Nullable ColumnVector vector;

    private int tested;
    private int passed;
    private boolean isOff;

    /** Of the row group before, for the order of filters. */
    private int percentPassed;

    /**
     * @param column of the table's definition
     * @param readers of the table's columns; that of {@code column} is there whenever a row group is open
     */
    TrialFilter(int column, ColumnReader[] readers) {
        this.column = column;
        this.readers = readers;
    }

    /** Of a hundred rows, those that passed in the row group before; 0 if there was none. */
    final int percentPassed() {
        return percentPassed;
    }

    /** Gives a new row group its chance. */
    @Override
    public final boolean rejectsAll() {
        if (tested > 0) {
            percentPassed = (int) (100L * passed / tested);
        }
        tested = 0;
        passed = 0;
        isOff = false;
        return false;
    }

    @Override
    public final int apply(int @Nullable [] rows, int count, int[] selected) {
        if (isOff || !isKnown()) {
            return RowFilter.keepAll(rows, count, selected);
        }
        int kept = test(rows, count, selected);
        tested += count;
        passed += kept;
        isOff = tested >= TRIAL_ROWS && 100L * passed > (long) USELESS_PERCENT * tested;
        dropped(count - kept);
        return kept;
    }

    private int test(int @Nullable [] rows, int count, int[] selected) {
        ColumnReader reader = Objects.requireNonNull(readers[column]);
        if (reader instanceof FlatColumnReader flat && flat.isCoded()) {
            byte[] pass = passingEntries(flat);
            return pass == null ? 0 : flat.filterCodes(pass, rows, count, selected);
        }
        ColumnVector values = reader.read(rows, count, reader.target(vector), 0);
        vector = values;
        int kept = select(values, count, passing);
        return RowFilter.keep(passing, kept, rows, selected);
    }

    /** Whether there is anything to test yet. */
    abstract boolean isKnown();

    /** 1 for each entry of the dictionary that passes and 0 for others, at its size for NULL; null if none passes. */
    abstract byte @Nullable [] passingEntries(FlatColumnReader reader);

    /** Writes the positions of the first {@code count} values that pass, and returns how many there are. */
    abstract int select(ColumnVector values, int count, int[] positions);

    /** Counts rows that were dropped. */
    abstract void dropped(int rows);
}
