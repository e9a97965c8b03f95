package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.operator.sort.RowOrder;
import io.algeon.engine.plan.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of a window: by partition, then by the window's order. A row is known by its place in that order.
 * Immutable once made, and read by many threads.
 */
final class OrderedRows {
    /** Places that one thread compares at a time; a multiple of 64, so that no two threads write to one word. */
    private static final int PART = 1 << 16;

    private final RowStore rows;
    private final int[] order;
    private final int[] partitionStarts;
    private final int[] peerStarts;

    private OrderedRows(RowStore rows, int[] order, int[] partitionStarts, int[] peerStarts) {
        this.rows = rows;
        this.order = order;
        this.partitionStarts = partitionStarts;
        this.peerStarts = peerStarts;
    }

    /** Sorts; the arrays are reserved in {@code memory} until it is closed. */
    static OrderedRows of(
            RowStore rows,
            List<Integer> partitionKeys,
            List<SortKey> orderKeys,
            MemoryBudget memory,
            CancellationToken cancellation,
            Crew crew) {
        List<SortKey> keys = new ArrayList<>();
        partitionKeys.forEach(column -> keys.add(new SortKey(column, false, false)));
        keys.addAll(orderKeys);
        int count = rows.rowCount();
        Reservation kept = memory.reservation(Windowing.CONSUMER);
        kept.grow(4L * count);
        if (keys.isEmpty()) {
            int[] starts = {0, count};
            return new OrderedRows(
                    rows, RowStore.range(0, count, new int[count]), count == 0 ? new int[1] : starts, starts);
        }
        try (RowOrder sorting = new RowOrder(rows, keys, memory.reservation(Windowing.CONSUMER), cancellation, crew)) {
            int[] order = sorting.sorted();
            kept.grow(count / 4L);
            int[] partitions = starts(order, sorting, partitionKeys.size(), kept, cancellation, crew);
            int[] peers =
                    orderKeys.isEmpty() ? partitions : starts(order, sorting, keys.size(), kept, cancellation, crew);
            return new OrderedRows(rows, order, partitions, peers);
        }
    }

    /** The places where rows begin to differ from the one before in the first keys, and the number of rows at the end. */
    private static int[] starts(
            int[] order, RowOrder sorting, int keys, Reservation kept, CancellationToken cancellation, Crew crew) {
        int count = order.length;
        long[] begins = new long[(count + 63) >> 6];
        int[] found = new int[(count + PART - 1) / PART];
        crew.each(found.length, part -> {
            cancellation.check();
            int number = 0;
            for (int i = part * PART; i < Math.min(count, (part + 1) * PART); i++) {
                if (i == 0 || keys > 0 && !sorting.areEqual(order[i - 1], order[i], keys)) {
                    begins[i >> 6] |= 1L << i;
                    number++;
                }
            }
            found[part] = number;
        });
        int size = Arrays.stream(found).sum() + 1;
        kept.grow(4L * size);
        int[] starts = new int[size];
        int at = 0;
        for (int word = 0; word < begins.length; word++) {
            for (long bits = begins[word]; bits != 0; bits &= bits - 1) {
                starts[at++] = (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        starts[at] = count;
        return starts;
    }

    int count() {
        return order.length;
    }

    int partitionCount() {
        return partitionStarts.length - 1;
    }

    /** First place of a partition; of the one after the last: the number of rows. */
    int partitionStart(int partition) {
        return partitionStarts[partition];
    }

    /** The partition of a place. */
    int partitionOf(int place) {
        return find(partitionStarts, place);
    }

    /** First place of a group of peers, numbered through all partitions; of the one after the last: the number of rows. */
    int peerStart(int group) {
        return peerStarts[group];
    }

    /** Groups of peers in all partitions. */
    int peerGroups() {
        return peerStarts.length - 1;
    }

    /** The group of peers of a place. */
    int peersOf(int place) {
        return find(peerStarts, place);
    }

    private static int find(int[] starts, int place) {
        int found = Arrays.binarySearch(starts, place);
        return found >= 0 ? found : -found - 2;
    }

    /** Number of the row at a place. */
    int row(int place) {
        return order[place];
    }

    /** Values of a column at {@code count} places from {@code from}, at most a batch of them. */
    ColumnVector range(int column, int from, int count, int[] numbers, @Nullable ColumnVector reuse) {
        System.arraycopy(order, from, numbers, 0, count);
        return rows.gather(column, numbers, count, false, reuse);
    }

    /** Values of a column at some places; a negative place is NULL. Overwrites {@code numbers}. */
    ColumnVector gather(int column, int[] places, int count, int[] numbers, @Nullable ColumnVector reuse) {
        boolean absent = false;
        for (int i = 0; i < count; i++) {
            int place = places[i];
            absent |= place < 0;
            numbers[i] = place < 0 ? -1 : order[place];
        }
        return rows.gather(column, numbers, count, absent, reuse);
    }

    boolean mayHaveNulls(int column) {
        return rows.mayHaveNulls(column);
    }

    boolean isNull(int column, int place) {
        return rows.isNull(column, order[place]);
    }

    /** Room for the row numbers of a batch. */
    static int[] batch() {
        return new int[Batch.ROWS];
    }
}
