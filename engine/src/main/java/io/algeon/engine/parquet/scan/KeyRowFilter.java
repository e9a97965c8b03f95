package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import org.jspecify.annotations.Nullable;

/** Keeps the rows whose value in one column is among a join's keys; NULL is not. */
final class KeyRowFilter extends TrialFilter {
    /** Behind the predicates of the scan, which are cheaper and mostly drop more. */
    private static final int BASE_COST = 20;

    private final KeyFilter keys;
    private final OperatorStatistics statistics;

    private byte[] pass = {};
    private int passCount;
    private @Nullable ColumnVector passOf;

    /**
     * @param column of the table's definition
     * @param readers of the table's columns; that of {@code column} is there whenever a row group is open
     * @param statistics where dropped rows are counted
     */
    KeyRowFilter(int column, KeyFilter keys, ColumnReader[] readers, OperatorStatistics statistics) {
        super(column, readers);
        this.keys = keys;
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
        return BASE_COST + percentPassed() / 10;
    }

    @Override
    boolean isKnown() {
        return true;
    }

    @Override
    void dropped(int rows) {
        statistics.rowsFiltered += rows;
    }

    @Override
    int select(ColumnVector values, int count, int[] positions) {
        return dropNulls(values, among(values, count, positions), positions);
    }

    /** Positions of the first {@code count} values that are in the set; those of NULL rows are anything. */
    private int among(ColumnVector values, int count, int[] passing) {
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

    private static int dropNulls(ColumnVector values, int count, int[] passing) {
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

    @Override
    byte @Nullable [] passingEntries(FlatColumnReader reader) {
        ColumnVector entries = reader.dictionaryValues();
        if (entries == passOf) {
            return passCount == 0 ? null : pass;
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
        return passCount == 0 ? null : pass;
    }

    private boolean holds(ColumnVector entries, int row) {
        if (keys instanceof StringKeys strings) {
            return contains(strings.membership(), (BytesVector) entries, row);
        }
        long value = entries instanceof LongVector longs ? longs.values()[row] : ((IntVector) entries).values()[row];
        return ((IntegerKeys) keys).mayContain(value);
    }
}
