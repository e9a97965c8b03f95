package io.algeon.engine.graph;

import io.algeon.engine.exec.ParallelSort;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * The distinct ids of an edge list and their ranks: an open-addressing table that several threads fill with compare-and-set.
 * It grows between rounds, each of which adds no more ids than certainly fit.
 */
final class IdTable {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long EMPTY = Long.MIN_VALUE;
    private static final int LEAST_CAPACITY = 1 << 16;
    /** Rows an id, as a guess that is rather too high. */
    private static final int ROWS_AN_ID = 32;

    private final GraphWork work;
    private long[] table;
    private int[] ranks = {};
    private long held;
    /** The id that marks empty slots has a slot of its own. */
    private volatile boolean hasEmpty;

    /** @param rows that will be added */
    IdTable(long rows, GraphWork work) {
        this.work = work;
        long capacity = Long.highestOneBit(Math.max(LEAST_CAPACITY, Math.min(1 << 28, rows / ROWS_AN_ID)));
        this.table = empty((int) capacity);
    }

    private long[] empty(int capacity) {
        work.memory().grow(8L * capacity);
        held += 8L * capacity;
        long[] slots = new long[capacity];
        work.ranges(capacity, 1 << 16, (from, to) -> Arrays.fill(slots, from, to, EMPTY));
        return slots;
    }

    private static int slot(long id, int mask) {
        long hash = id * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 32) & mask;
    }

    void addAll(List<EdgeList.Ids> columns) {
        int next = 0;
        long count = 0;
        while (next < columns.size()) {
            long room = (long) (0.6 * table.length) - count;
            int end = next;
            while (end < columns.size() && columns.get(end).count() <= room) {
                room -= columns.get(end).count();
                end++;
            }
            if (end == next) {
                grow();
                continue;
            }
            int first = next;
            int[] added = new int[end - first];
            work.each(end - first, part -> added[part] = add(columns.get(first + part)));
            count += Arrays.stream(added).asLongStream().sum();
            next = end;
            work.progress().accept((double) next / columns.size());
        }
    }

    private int add(EdgeList.Ids column) {
        long[] slots = table;
        int mask = slots.length - 1;
        int added = 0;
        for (int i = 0; i < column.count(); i++) {
            long id = column.ids()[i];
            if (id == EMPTY) {
                hasEmpty = true;
                continue;
            }
            int slot = slot(id, mask);
            while (true) {
                long found = slots[slot];
                if (found == EMPTY) {
                    found = (long) LONGS.compareAndExchange(slots, slot, EMPTY, id);
                    if (found == EMPTY) {
                        added++;
                        break;
                    }
                }
                if (found == id) {
                    break;
                }
                slot = slot + 1 & mask;
            }
        }
        return added;
    }

    private void grow() {
        long[] old = table;
        if (old.length == 1 << 30) {
            throw new EngineException(
                    ErrorCode.GRAPH_INPUT_INVALID,
                    "The graph has more than " + (1 << 29) + " vertices, which is the most. Leave out edges.");
        }
        long[] larger = empty((int) Math.min(1 << 30, 4L * old.length));
        int mask = larger.length - 1;
        work.ranges(old.length, 1 << 15, (from, to) -> {
            for (int i = from; i < to; i++) {
                long id = old[i];
                if (id == EMPTY) {
                    continue;
                }
                int slot = slot(id, mask);
                while (larger[slot] != EMPTY || !LONGS.compareAndSet(larger, slot, EMPTY, id)) {
                    slot = slot + 1 & mask;
                }
            }
        });
        table = larger;
        work.memory().grow(-8L * old.length);
        held -= 8L * old.length;
    }

    /** The distinct ids in order. Computes ranks. */
    long[] sorted() {
        int count = hasEmpty ? 1 : 0;
        for (long id : table) {
            count += id == EMPTY ? 0 : 1;
        }
        work.memory().grow(8L * count + 4L * table.length);
        held += 4L * table.length;
        long[] sorted = new long[count];
        int at = hasEmpty ? 1 : 0;
        if (hasEmpty) {
            sorted[0] = EMPTY;
        }
        for (long id : table) {
            if (id != EMPTY) {
                sorted[at++] = id;
            }
        }
        long sorting = ParallelSort.bytes(count);
        work.memory().grow(sorting);
        long[] ordered = ParallelSort.sorted(sorted, work.crew(), work.cancellation());
        work.memory().grow(-sorting);
        ranks = new int[table.length];
        work.ranges(count, 4096, (from, to) -> {
            for (int i = from; i < to; i++) {
                if (ordered[i] != EMPTY) {
                    ranks[find(ordered[i])] = i;
                }
            }
        });
        return ordered;
    }

    private int find(long id) {
        int mask = table.length - 1;
        int slot = slot(id, mask);
        while (table[slot] != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    void ranks(long[] ids, int from, int count, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            long id = ids[from + i];
            target[at + i] = id == EMPTY ? 0 : ranks[find(id)];
        }
    }

    void close() {
        work.memory().grow(-held);
        held = 0;
    }
}
