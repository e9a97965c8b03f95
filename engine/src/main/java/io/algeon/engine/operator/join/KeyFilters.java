package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.hash.StringTable;
import java.util.Optional;

/** Makes filters of the keys of a finished build side. */
final class KeyFilters {
    private KeyFilters() {}

    /** The values of a key column; empty if there is no filter for its type, or no memory for it. */
    static Optional<KeyFilter> of(GroupTable groups, int column, Reservation memory) {
        StringTable strings = groups.strings(column);
        if (strings != null) {
            return Optional.of(new StringKeys(
                    (data, from, length) -> strings.find(data, from, length) >= 0, groups.groupCount() == 0));
        }
        return groups.hasIntegerKeys(column) ? integers(groups, column, memory) : Optional.empty();
    }

    private static Optional<KeyFilter> integers(GroupTable groups, int column, Reservation memory) {
        int count = groups.groupCount();
        long[] values = new long[Batch.ROWS];
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int from = 0; from < count; from += Batch.ROWS) {
            int found = groups.integerKeys(column, from, Math.min(Batch.ROWS, count - from), values);
            for (int i = 0; i < found; i++) {
                min = Math.min(min, values[i]);
                max = Math.max(max, values[i]);
            }
        }
        IntegerKeys.Builder builder = IntegerKeys.Builder.prepare(min, max, count, memory);
        if (builder == null) {
            return Optional.empty();
        }
        for (int from = 0; from < count; from += Batch.ROWS) {
            int found = groups.integerKeys(column, from, Math.min(Batch.ROWS, count - from), values);
            for (int i = 0; i < found; i++) {
                builder.add(values[i]);
            }
        }
        return Optional.of(builder.build());
    }
}
