package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.ConcurrentFill;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.hash.StringTable;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keys of any type and number in a {@link GroupTable}. Many rows without strings are added by all threads at once
 * ({@link ConcurrentFill}), unless keys seem to have many rows each, for which the table would be too large.
 */
final class HashedKeys implements KeyIndex {
    /** Rows that one thread takes at a time. */
    private static final int PART = 8 * Batch.ROWS;

    /** Rows a key up to which a place for each row is no waste. */
    private static final int MOST_ROWS_A_KEY = 4;

    private final MemoryBudget memory;
    private final GroupTable table;
    private int keyCount;

    /** No keys yet. */
    HashedKeys(List<SqlType> types, MemoryBudget memory) {
        this.memory = memory;
        this.table = new GroupTable(types, memory.reservation(JoinBuild.CONSUMER));
    }

    /**
     * Adds the keys of all rows.
     *
     * @param groupOfRow receives the group of each row, -1 for a key with a NULL that equals nothing; may be empty if nobody
     *     needs it
     * @return how many rows have a group
     */
    int add(RowStore keys, boolean[] nullsEqual, int[] groupOfRow, Crew crew, CancellationToken cancellation) {
        return crew.size() > 1 && keys.rowCount() >= 2 * PART && ConcurrentFill.suits(table) && isMostlyNew(keys)
                ? fill(keys, nullsEqual, groupOfRow, crew, cancellation)
                : addOneByOne(keys, nullsEqual, groupOfRow, cancellation);
    }

    /** Whether keys do not have many rows each, as equal keys among some of them tell. */
    private boolean isMostlyNew(RowStore keys) {
        int rows = keys.rowCount();
        ColumnVector[] vectors = new ColumnVector[keys.types().size()];
        int[] groups = new int[Batch.ROWS];
        try (GroupTable sample = new GroupTable(keys.types(), memory.reservation(JoinBuild.CONSUMER))) {
            for (int from : new int[] {0, rows / 2}) {
                for (int i = 0; i < vectors.length; i++) {
                    vectors[i] = keys.slice(i, from, Batch.ROWS, vectors[i]);
                }
                sample.assign(vectors, Batch.ROWS, groups);
            }
            // of n values drawn from d ones, about n * n / 2d pairs are equal
            double seen = 2.0 * Batch.ROWS;
            double equal = seen - sample.groupCount();
            return seen * seen / 2 >= equal * rows / MOST_ROWS_A_KEY;
        }
    }

    private int fill(RowStore keys, boolean[] nullsEqual, int[] groupOfRow, Crew crew, CancellationToken cancellation) {
        int rows = keys.rowCount();
        int parts = (rows + PART - 1) / PART;
        ConcurrentFill.Ranges ranges = new ConcurrentFill.Ranges(table);
        crew.each(parts, part -> {
            ConcurrentFill.Ranges own = new ConcurrentFill.Ranges(table);
            batches(keys, part, cancellation, (vectors, from, count) -> own.add(vectors, count));
            synchronized (ranges) {
                ranges.add(own);
            }
        });
        ConcurrentFill fill = new ConcurrentFill(table, ranges, rows);
        AtomicInteger grouped = new AtomicInteger();
        AtomicInteger distinct = new AtomicInteger();
        crew.each(parts, part -> {
            ConcurrentFill.Worker worker = fill.worker();
            int[] found = new int[Batch.ROWS];
            int[] selected = new int[Batch.ROWS];
            batches(keys, part, cancellation, (vectors, from, count) -> {
                int kept = NullKeys.select(vectors, nullsEqual, count, selected);
                if (kept == count) {
                    RowStore.range(0, count, selected);
                } else {
                    Arrays.fill(found, 0, count, -1);
                }
                distinct.addAndGet(worker.add(vectors, count, from, selected, kept, found));
                grouped.addAndGet(kept);
                if (groupOfRow.length > 0) {
                    System.arraycopy(found, 0, groupOfRow, from, count);
                }
            });
        });
        keyCount = distinct.get();
        return grouped.get();
    }

    private interface KeyBatches {
        void take(ColumnVector[] vectors, int from, int count);
    }

    private static void batches(RowStore keys, int part, CancellationToken cancellation, KeyBatches taker) {
        ColumnVector[] vectors = new ColumnVector[keys.types().size()];
        int end = (int) Math.min(keys.rowCount(), (part + 1L) * PART);
        for (int from = part * PART; from < end; from += Batch.ROWS) {
            cancellation.check();
            int count = Math.min(Batch.ROWS, end - from);
            for (int i = 0; i < vectors.length; i++) {
                vectors[i] = keys.slice(i, from, count, vectors[i]);
            }
            taker.take(vectors, from, count);
        }
    }

    private int addOneByOne(RowStore keys, boolean[] nullsEqual, int[] groupOfRow, CancellationToken cancellation) {
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
        keyCount = table.groupCount();
        return grouped;
    }

    @Override
    public int keyCount() {
        return keyCount;
    }

    @Override
    public int groupBound() {
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
