package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.hash.StringTable;
import io.algeon.engine.operator.rows.RowStore;
import java.util.Arrays;
import java.util.Optional;

/** Keys of any type and number in a {@link GroupTable}. */
final class HashedKeys implements KeyIndex {
    private final GroupTable table;

    /** Takes the empty table. */
    HashedKeys(GroupTable table) {
        this.table = table;
    }

    /**
     * Adds the keys of all rows.
     *
     * @param groupOfRow receives the group of each row, -1 for a key with a NULL that equals nothing; may be empty if nobody
     *     needs it
     * @return how many rows have a group
     */
    int add(RowStore keys, boolean[] nullsEqual, int[] groupOfRow, CancellationToken cancellation) {
        int rowCount = keys.rowCount();
        table.expect(rowCount);
        ColumnVector[] stored = new ColumnVector[keys.types().size()];
        ColumnVector[] present = new ColumnVector[stored.length];
        int[] found = new int[Batch.ROWS];
        int[] selected = new int[Batch.ROWS];
        int grouped = 0;
        for (int from = 0; from < rowCount; from += Batch.ROWS) {
            cancellation.check();
            int count = Math.min(Batch.ROWS, rowCount - from);
            for (int i = 0; i < stored.length; i++) {
                stored[i] = keys.slice(i, from, count, stored[i]);
            }
            int kept = NullKeys.select(stored, nullsEqual, count, selected);
            ColumnVector[] batch = stored;
            if (kept < count) {
                for (int i = 0; i < stored.length; i++) {
                    present[i] = stored[i].gather(selected, kept, present[i] == null ? stored[i] : present[i]);
                }
                batch = present;
            }
            table.assign(batch, kept, found);
            grouped += kept;
            if (groupOfRow.length > 0) {
                if (kept == count) {
                    System.arraycopy(found, 0, groupOfRow, from, count);
                } else {
                    Arrays.fill(groupOfRow, from, from + count, -1);
                    for (int i = 0; i < kept; i++) {
                        groupOfRow[from + selected[i]] = found[i];
                    }
                }
            }
        }
        return grouped;
    }

    @Override
    public int keyCount() {
        return table.groupCount();
    }

    @Override
    public Finder finder() {
        return table.finder()::find;
    }

    @Override
    public Optional<KeyFilter> filter(int column, Reservation memory) {
        StringTable strings = table.strings(column);
        if (strings != null) {
            return Optional.of(new StringKeys(
                    (data, from, length) -> strings.find(data, from, length) >= 0, table.groupCount() == 0));
        }
        return table.hasIntegerKeys(column) ? integers(column, memory) : Optional.empty();
    }

    private Optional<KeyFilter> integers(int column, Reservation memory) {
        int count = table.groupCount();
        long[] values = new long[Batch.ROWS];
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int from = 0; from < count; from += Batch.ROWS) {
            int found = table.integerKeys(column, from, Math.min(Batch.ROWS, count - from), values);
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
            int found = table.integerKeys(column, from, Math.min(Batch.ROWS, count - from), values);
            for (int i = 0; i < found; i++) {
                builder.add(values[i]);
            }
        }
        return Optional.of(builder.build());
    }
}
