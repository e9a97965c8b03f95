package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Fills an empty {@link GroupTable} with keys of rows by several threads. The group of a key is the number of one of its rows,
 * whichever thread was first: nobody has to count, every row has its own place for its key, and threads meet in the slots
 * only, which they take atomically. In return groups are not consecutive, and the table is as large as if no key had two rows.
 *
 * <p>All ranges of values are known before, so that the layout of keys does not change on the way. For keys without strings.
 */
public final class ConcurrentFill {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private final GroupTable table;

    /**
     * Prepares a fill.
     *
     * @param table an empty one; nobody else may use it before all workers have ended
     * @param ranges of the keys' columns, all rows included
     * @param rows that will come, at least one
     */
    public ConcurrentFill(GroupTable table, Ranges ranges, int rows) {
        this.table = table;
        table.prepareFill(ranges.smallestAndLargest(), rows);
    }

    /** Whether the keys of a table can be filled in so. */
    public static boolean suits(GroupTable table) {
        for (KeyColumn column : table.columns) {
            if (column.strings != null) {
                return false;
            }
        }
        return table.columns.length > 0;
    }

    /** One thread's part. */
    public Worker worker() {
        return new Worker();
    }

    /** The ranges of values of key columns. Not thread-safe. */
    public static final class Ranges {
        private final KeyReader[] readers;
        private final long[] min;
        private final long[] max;

        /** Of no rows. */
        public Ranges(GroupTable table) {
            readers = table.newReaders();
            min = new long[readers.length];
            max = new long[readers.length];
            Arrays.fill(min, Long.MAX_VALUE);
            Arrays.fill(max, Long.MIN_VALUE);
        }

        /** Adds rows. */
        public void add(ColumnVector[] vectors, int count) {
            for (int c = 0; c < readers.length; c++) {
                readers[c].read(vectors[c], count);
                long[] values = readers[c].values();
                boolean nulls = vectors[c].hasNulls(count);
                long low = min[c];
                long high = max[c];
                for (int i = 0; i < count; i++) {
                    if (!nulls || !vectors[c].isNull(i)) {
                        low = Math.min(low, values[i]);
                        high = Math.max(high, values[i]);
                    }
                }
                min[c] = low;
                max[c] = high;
            }
        }

        /** Adds the rows of others. */
        public void add(Ranges other) {
            for (int c = 0; c < min.length; c++) {
                min[c] = Math.min(min[c], other.min[c]);
                max[c] = Math.max(max[c], other.max[c]);
            }
        }

        /** Two rows that have them. */
        ColumnVector[] smallestAndLargest() {
            ColumnVector[] vectors = new ColumnVector[min.length];
            for (int c = 0; c < vectors.length; c++) {
                LongVector both = new LongVector(new long[] {min[c], max[c]});
                if (min[c] > max[c]) {
                    both.setAllNull(2);
                }
                vectors[c] = both;
            }
            return vectors;
        }
    }

    /** Used by one thread. */
    public final class Worker {
        private final KeyReader[] readers = table.newReaders();
        private long[] batch = {};
        private long[] hashes = {};
        private int[] touched = {};

        private Worker() {}

        /**
         * Adds rows.
         *
         * @param firstRow number of the first row of the batch
         * @param selected the first {@code kept} rows of the batch that have a group; keys of all are stored
         * @param groups by row of the batch, receives its group
         * @return how many keys are new
         */
        public int add(ColumnVector[] vectors, int count, int firstRow, int[] selected, int kept, int[] groups) {
            for (int c = 0; c < readers.length; c++) {
                readers[c].read(vectors[c], count);
            }
            int words = table.packed ? 1 : table.wide.words;
            batch = GroupTable.sized(batch, count * words);
            if (!table.packed) {
                table.wide.write(readers, vectors, count, batch);
            } else if (!table.packing.pack(readers, vectors, count, batch)) {
                throw new IllegalStateException("a key is out of the ranges");
            }
            System.arraycopy(batch, 0, table.keys, firstRow * words, count * words);
            int[] direct = table.direct;
            if (direct != null) {
                return addDirect(direct, firstRow, selected, kept, groups);
            }
            if (table.packed) {
                hashes = GroupTable.sized(hashes, count);
                for (int i = 0; i < count; i++) {
                    hashes[i] = batch[i] * Hashes.GOLDEN;
                }
            } else {
                hashes = table.wide.hashes(batch, count, hashes);
            }
            return addHashed(count, firstRow, selected, kept, groups);
        }

        private int addDirect(int[] direct, int firstRow, int[] selected, int kept, int[] groups) {
            int fresh = 0;
            for (int k = 0; k < kept; k++) {
                int i = selected[k];
                int key = (int) batch[i];
                int before = (int) INTS.getAcquire(direct, key);
                if (before == 0) {
                    before = (int) INTS.compareAndExchange(direct, key, 0, firstRow + i + 1);
                }
                fresh += before == 0 ? 1 : 0;
                groups[i] = before == 0 ? firstRow + i : before - 1;
            }
            return fresh;
        }

        private int addHashed(int count, int firstRow, int[] selected, int kept, int[] groups) {
            long[] slots = table.slots;
            int mask = slots.length - 1;
            int shift = table.slotShift;
            touch(slots, shift, count);
            int fresh = 0;
            for (int k = 0; k < kept; k++) {
                int i = selected[k];
                long hash = hashes[i];
                int slot = (int) (hash >>> shift);
                while (true) {
                    long entry = (long) LONGS.getAcquire(slots, slot);
                    if (entry == 0) {
                        entry = (long) LONGS.compareAndExchange(slots, slot, 0L, GroupTable.entry(hash, firstRow + i));
                        if (entry == 0) {
                            groups[i] = firstRow + i;
                            fresh++;
                            break;
                        }
                    }
                    int group = (int) entry - 1;
                    if (GroupTable.tag(entry) == GroupTable.tag(hash << GroupTable.TAG_SHIFT) && isKey(group, i)) {
                        groups[i] = group;
                        break;
                    }
                    slot = slot + 1 & mask;
                }
            }
            return fresh;
        }

        /** Reads the first slot of every key, one independently of the other, so that they are in the cache after that. */
        private void touch(long[] slots, int shift, int count) {
            if (touched.length < count) {
                touched = new int[count];
            }
            for (int i = 0; i < count; i++) {
                touched[i] = (int) slots[(int) (hashes[i] >>> shift)];
            }
        }

        private boolean isKey(int group, int row) {
            return table.packed ? table.keys[group] == batch[row] : table.wide.equal(batch, row, table.keys, group);
        }
    }
}
