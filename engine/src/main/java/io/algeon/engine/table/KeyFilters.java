package io.algeon.engine.table;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import io.algeon.engine.source.DynamicFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Restricts a scan to the keys of finished joins, for one worker. A filter that lets nearly all rows of a group pass is left
 * out for the rest of it.
 */
final class KeyFilters {
    private static final int TRIAL_ROWS = 8192;
    private static final int USELESS_PERCENT = 80;

    /** A filter with what it has done in the present group. */
    private static final class Filter {
        final int column;
        final KeyFilter keys;
        int tested;
        int passed;
        boolean off;

        @Nullable
        ColumnVector gathered;

        @Nullable
        ColumnVector dictionaryOf;

        boolean[] entries = {};

        Filter(int column, KeyFilter keys) {
            this.column = column;
            this.keys = keys;
        }
    }

    private final List<Filter> filters = new ArrayList<>();
    private final int[] positions = new int[io.algeon.engine.batch.Batch.ROWS];

    KeyFilters(List<DynamicFilter> dynamic) {
        for (DynamicFilter filter : dynamic) {
            filter.keys().get().ifPresent(keys -> filters.add(new Filter(filter.column(), keys)));
        }
    }

    boolean isEmpty() {
        return filters.isEmpty();
    }

    /** Begins a group; false if no row of it can pass. */
    boolean open(RowGroup group) {
        for (Filter filter : filters) {
            filter.tested = 0;
            filter.passed = 0;
            filter.off = false;
            if (filter.keys.isEmpty()) {
                return false;
            }
            ColumnZone zone = filter.column < group.zones.length ? group.zones[filter.column] : null;
            if (zone != null
                    && zone.hasRange()
                    && filter.keys instanceof IntegerKeys integers
                    && (zone.min() instanceof Integer || zone.min() instanceof Long || zone.min() == null)) {
                if (!(zone.min() instanceof Number min) || !(zone.max() instanceof Number max)) {
                    return false;
                }
                if (!integers.mayContainAny(min.longValue(), max.longValue())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Keeps of the selected rows of a block those that may pass; how many they are. */
    int test(ColumnVector[] vectors, int[] selected, int count) {
        int kept = count;
        for (Filter filter : filters) {
            if (!filter.off && kept > 0) {
                int before = kept;
                kept = test(filter, vectors[filter.column], selected, kept);
                filter.tested += before;
                filter.passed += kept;
                filter.off =
                        filter.tested >= TRIAL_ROWS && 100L * filter.passed > (long) USELESS_PERCENT * filter.tested;
            }
        }
        return kept;
    }

    private int test(Filter filter, ColumnVector vector, int[] selected, int count) {
        if (filter.keys instanceof IntegerKeys integers) {
            return integers(filter, integers, vector, selected, count);
        }
        StringKeys strings = (StringKeys) filter.keys;
        if (vector instanceof DictionaryVector coded) {
            return coded(filter, strings, coded, selected, count);
        }
        if (!(vector instanceof BytesVector bytes)) {
            return count;
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            selected[kept] = row;
            kept += !bytes.isNull(row)
                            && strings.membership().contains(bytes.data(), bytes.offsets()[row], bytes.length(row))
                    ? 1
                    : 0;
        }
        return kept;
    }

    private int integers(Filter filter, IntegerKeys integers, ColumnVector vector, int[] selected, int count) {
        if (!(vector instanceof LongVector) && !(vector instanceof IntVector)) {
            return count;
        }
        ColumnVector reuse = filter.gathered;
        ColumnVector values = vector.gather(selected, count, reuse == null ? vector : reuse);
        filter.gathered = values;
        int found = values instanceof LongVector longs
                ? integers.select(longs.values(), count, positions)
                : integers.select(((IntVector) values).values(), count, positions);
        int kept = 0;
        for (int i = 0; i < found; i++) {
            int position = positions[i];
            selected[kept] = selected[position];
            kept += values.isNull(position) ? 0 : 1;
        }
        return kept;
    }

    private static int coded(Filter filter, StringKeys strings, DictionaryVector vector, int[] selected, int count) {
        BytesVector entries = vector.dictionary().values();
        if (filter.dictionaryOf != entries) {
            filter.entries = new boolean[vector.dictionary().size()];
            for (int entry = 0; entry < filter.entries.length; entry++) {
                filter.entries[entry] =
                        strings.membership().contains(entries.data(), entries.offsets()[entry], entries.length(entry));
            }
            filter.dictionaryOf = entries;
        }
        boolean[] wanted = filter.entries;
        int[] codes = vector.codes();
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            selected[kept] = row;
            kept += !vector.isNull(row) && wanted[codes[row]] ? 1 : 0;
        }
        return kept;
    }
}
