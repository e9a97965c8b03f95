package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows whose value in one column is among a join's keys, for one worker; NULL is not. Dictionary codes are looked
 * up in a table made once a dictionary, other values are read and tested.
 *
 * <p>Only worth it if it drops rows: when more than {@value #USELESS_PERCENT} of a hundred rows have passed of some thousands,
 * it lets all rows of the row group pass. The next row group gets another chance, since keys often follow the file's order.
 */
final class KeyRowFilter implements RowFilter {
    private static final int USELESS_PERCENT = 80;
    private static final int TRIAL_ROWS = 4 * Batch.ROWS;

    /** Behind the predicates of the scan, which are cheaper and mostly drop more. */
    private static final int BASE_COST = 20;

    private final int column;
    private final KeyFilter keys;
    private final ColumnReader[] readers;
    private final OperatorStatistics statistics;
    private final int[] passing = new int[Batch.ROWS];
    private @Nullable ColumnVector vector;

    private byte[] pass = {};
    private int passCount;
    private @Nullable ColumnVector passOf;

    private int tested;
    private int passed;
    private boolean isOff;

    /** Of the row group before, for the order of filters. */
    private int percentPassed;

    /**
     * @param column of the table's definition
     * @param readers of the table's columns; that of {@code column} is there whenever a row group is open
     * @param statistics where dropped rows are counted
     */
    KeyRowFilter(int column, KeyFilter keys, ColumnReader[] readers, OperatorStatistics statistics) {
        this.column = column;
        this.keys = keys;
        this.readers = readers;
        this.statistics = statistics;
    }

    /** Whether a row group cannot be ruled out by its statistics. */
    boolean mayMatch(ScanFile file, int rowGroup) {
        if (keys.isEmpty()) {
            return false;
        }
        return !(keys instanceof IntegerKeys integers) || RowGroupPruner.mayHoldAny(file, rowGroup, column, integers);
    }

    @Override
    public int cost() {
        return BASE_COST + percentPassed / 10;
    }

    /** Gives a new row group its chance. */
    @Override
    public boolean rejectsAll() {
        if (tested > 0) {
            percentPassed = (int) (100L * passed / tested);
        }
        tested = 0;
        passed = 0;
        isOff = false;
        return false;
    }

    @Override
    public int apply(int @Nullable [] rows, int count, int[] selected) {
        if (isOff) {
            return keepAll(rows, count, selected);
        }
        int kept = test(rows, count, selected);
        tested += count;
        passed += kept;
        isOff = tested >= TRIAL_ROWS && 100L * passed > (long) USELESS_PERCENT * tested;
        statistics.rowsFiltered += count - kept;
        return kept;
    }

    private static int keepAll(int @Nullable [] rows, int count, int[] selected) {
        if (rows != null && rows != selected) {
            System.arraycopy(rows, 0, selected, 0, count);
        }
        return count;
    }

    private int test(int @Nullable [] rows, int count, int[] selected) {
        ColumnReader reader = Objects.requireNonNull(readers[column]);
        if (reader instanceof FlatColumnReader flat && flat.isCoded()) {
            preparePass(flat);
            return passCount == 0 ? 0 : flat.filterCodes(pass, rows, count, selected);
        }
        ColumnVector values = reader.read(rows, count, reader.target(vector), 0);
        vector = values;
        int kept = dropNulls(values, select(values, count));
        if (rows == null) {
            System.arraycopy(passing, 0, selected, 0, kept);
        } else {
            for (int i = 0; i < kept; i++) {
                selected[i] = rows[passing[i]];
            }
        }
        return kept;
    }

    /** Positions of the first {@code count} values that are in the set; those of NULL rows are anything. */
    private int select(ColumnVector values, int count) {
        if (keys instanceof IntegerKeys integers) {
            if (values instanceof LongVector longs) {
                return integers.select(longs.values(), count, passing);
            }
            return integers.select(((IntVector) values).values(), count, passing);
        }
        StringKeys.Membership strings = ((StringKeys) keys).membership();
        int kept = 0;
        if (values instanceof DictionaryVector coded) {
            BytesVector dictionary = coded.dictionary().values();
            for (int i = 0; i < count; i++) {
                passing[kept] = i;
                kept += !coded.isNull(i) && contains(strings, dictionary, coded.codes()[i]) ? 1 : 0;
            }
        } else {
            BytesVector bytes = (BytesVector) values;
            for (int i = 0; i < count; i++) {
                passing[kept] = i;
                kept += contains(strings, bytes, i) ? 1 : 0;
            }
        }
        return kept;
    }

    private static boolean contains(StringKeys.Membership strings, BytesVector values, int row) {
        return strings.contains(values.data(), values.offsets()[row], values.length(row));
    }

    private int dropNulls(ColumnVector values, int count) {
        if (!values.mayHaveNulls()) {
            return count;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = passing[i];
            passing[kept] = row;
            kept += values.isNull(row) ? 0 : 1;
        }
        return kept;
    }

    private void preparePass(FlatColumnReader reader) {
        ColumnVector entries = reader.dictionaryValues();
        if (entries == passOf) {
            return;
        }
        int size = reader.dictionarySize();
        pass = new byte[size + 1];
        passCount = 0;
        for (int entry = 0; entry < size; entry++) {
            if (holds(entries, entry)) {
                pass[entry] = 1;
                passCount++;
            }
        }
        passOf = entries;
    }

    private boolean holds(ColumnVector entries, int row) {
        if (keys instanceof StringKeys strings) {
            return contains(strings.membership(), (BytesVector) entries, row);
        }
        long value = entries instanceof LongVector longs ? longs.values()[row] : ((IntVector) entries).values()[row];
        return ((IntegerKeys) keys).mayContain(value);
    }
}
