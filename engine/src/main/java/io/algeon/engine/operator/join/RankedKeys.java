package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Integer keys whose range is not much larger than their number, as most identifiers are: one bit a number of the range, and
 * for each word of 64 bits how many keys are in the words before it. A key's group is its rank among the keys, found by two
 * loads and a bit count, without hashing or probing (rank directory: Jacobson, Space-efficient Static Trees and Graphs, 1989).
 *
 * <p>With at most {@value #BITS_PER_KEY} numbers a key that is 24 bytes a key in the worst case and a few bits in the best.
 * Where bits fit a second-level cache there may be {@value #BITS_PER_KEY_IN_CACHE}: a hash table would not be smaller by much
 * with the filter for scans that belongs to it, which the bits are too. Threads set bits in arrays of their own, which are
 * then put together: setting one atomically takes five times as long.
 */
final class RankedKeys implements KeyIndex {
    private static final int BITS_PER_KEY = 128;

    /** Numbers that may have bits in any case: 96 KiB with their counts, less than it takes to think about. */
    private static final long FREE_BITS = 1 << 19;

    /** Numbers whose bits fit a second-level cache: 1 MiB, half of that again for their counts. */
    private static final long CACHED_BITS = 1 << 23;

    private static final int BITS_PER_KEY_IN_CACHE = 512;

    /** 256 MiB of bits. */
    private static final long MOST_BITS = 1L << 31;

    /** Words of bits a row that copies of them may have in all. */
    private static final int COPIED_WORDS_PER_ROW = 2;

    /** Threads from which on setting bits atomically is faster than by one thread. */
    private static final int MANY_THREADS = 6;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long min;
    private final long range;
    private final long[] bits;
    private final int[] ranks;
    private final int keyCount;

    private RankedKeys(KeyRange keys, long[] bits, int[] ranks) {
        this.min = keys.min();
        this.range = keys.max() - keys.min();
        this.bits = bits;
        this.ranks = ranks;
        int before = 0;
        for (int word = 0; word < bits.length; word++) {
            ranks[word] = before;
            before += Long.bitCount(bits[word]);
        }
        this.keyCount = before;
    }

    /** Whether keys are better ranked than hashed. */
    static boolean suits(KeyRange keys) {
        long range = keys.max() - keys.min();
        return keys.count() > 0
                && range >= 0
                && range < MOST_BITS
                && range < Math.max(FREE_BITS, bitsFor(keys.count()));
    }

    private static long bitsFor(long keys) {
        return Math.max(BITS_PER_KEY * keys, Math.min(CACHED_BITS, BITS_PER_KEY_IN_CACHE * keys));
    }

    /**
     * Makes the index of the only column of {@code keys}.
     *
     * @param range of its values
     */
    static RankedKeys of(
            RowStore keys, KeyRange range, Reservation reservation, Crew crew, CancellationToken cancellation) {
        int words = (int) (range.max() - range.min() >>> 6) + 1;
        reservation.grow(12L * words);
        long[] bits = new long[words];
        int copies = copies(keys.rowCount(), words, crew);
        if (copies > 1 && reservation.tryResize(reservation.bytes() + 8L * words * (copies - 1))) {
            setInCopies(keys, range.min(), bits, copies, crew, cancellation);
            reservation.grow(-8L * words * (copies - 1));
        } else {
            boolean shared = crew.size() >= MANY_THREADS;
            new Setting(keys, range.min(), bits, shared, cancellation).run(shared ? crew : Crew.ALONE);
        }
        return new RankedKeys(range, bits, new int[words]);
    }

    /** Threads that set bits of their own: the arrays should not cost more than the rows. */
    private static int copies(int rows, int words, Crew crew) {
        long worthwhile = Math.min(rows / Pass.PART + 1, (long) COPIED_WORDS_PER_ROW * rows / words);
        return (int) Math.min(crew.size(), worthwhile);
    }

    private static void setInCopies(
            RowStore keys, long min, long[] bits, int copies, Crew crew, CancellationToken cancellation) {
        int rows = keys.rowCount();
        long[][] own = new long[copies][];
        own[0] = bits;
        crew.each(copies, copy -> {
            long[] words = copy == 0 ? bits : new long[bits.length];
            new Setting(keys, min, words, false, cancellation)
                    .rows(Crew.bound(rows, copies, copy), Crew.bound(rows, copies, copy + 1));
            own[copy] = words;
        });
        for (int copy = 1; copy < copies; copy++) {
            long[] words = own[copy];
            for (int word = 0; word < bits.length; word++) {
                bits[word] |= words[word];
            }
        }
    }

    /** Sets the bits of rows. */
    private static final class Setting extends Pass {
        private final long min;
        private final long[] bits;
        private final boolean shared;

        /** @param shared whether other threads set bits of the same array */
        Setting(RowStore keys, long min, long[] bits, boolean shared, CancellationToken cancellation) {
            super(keys, cancellation);
            this.min = min;
            this.bits = bits;
            this.shared = shared;
        }

        @Override
        void batch(int firstRow, long[] values, int count) {
            if (shared) {
                setShared(bits, values, count, min);
                return;
            }
            long[] words = bits;
            long low = min;
            for (int i = 0; i < count; i++) {
                long at = values[i] - low;
                words[(int) (at >>> 6)] |= 1L << at;
            }
        }

        @Override
        void missing(int row) {}
    }

    /** Sets the bits of values; rows in order mostly set several bits of a word at a time. */
    private static void setShared(long[] bits, long[] values, int count, long min) {
        int word = 0;
        long pending = 0;
        for (int i = 0; i < count; i++) {
            long at = values[i] - min;
            int next = (int) (at >>> 6);
            if (next != word) {
                set(bits, word, pending);
                word = next;
                pending = 0;
            }
            pending |= 1L << at;
        }
        set(bits, word, pending);
    }

    private static void set(long[] bits, int word, long pending) {
        if ((bits[word] & pending) != pending) {
            WORDS.getAndBitwiseOr(bits, word, pending);
        }
    }

    /**
     * Finds the group of every row, -1 for NULL.
     *
     * @return whether every row is its own group
     */
    boolean groups(RowStore keys, int[] groupOfRow, Crew crew, CancellationToken cancellation) {
        AtomicInteger elsewhere = new AtomicInteger();
        new Pass(keys, cancellation) {
            @Override
            void batch(int firstRow, long[] values, int count) {
                long[] words = bits;
                int[] before = ranks;
                int different = 0;
                for (int i = 0; i < count; i++) {
                    int group = rank(words, before, values[i] - min);
                    groupOfRow[firstRow + i] = group;
                    different |= group ^ firstRow + i;
                }
                if (different != 0) {
                    elsewhere.set(1);
                }
            }

            @Override
            void missing(int row) {
                groupOfRow[row] = -1;
                elsewhere.set(1);
            }
        }.run(crew);
        return elsewhere.get() == 0;
    }

    /**
     * Finds the row of every group, where no key has two rows.
     *
     * @return whether every row is its own group
     */
    boolean rows(RowStore keys, int[] rowOfGroup, Crew crew, CancellationToken cancellation) {
        AtomicInteger elsewhere = new AtomicInteger();
        new Pass(keys, cancellation) {
            @Override
            void batch(int firstRow, long[] values, int count) {
                long[] words = bits;
                int[] before = ranks;
                int different = 0;
                for (int i = 0; i < count; i++) {
                    int group = rank(words, before, values[i] - min);
                    rowOfGroup[group] = firstRow + i;
                    different |= group ^ firstRow + i;
                }
                if (different != 0) {
                    elsewhere.set(1);
                }
            }

            @Override
            void missing(int row) {
                elsewhere.set(1);
            }
        }.run(crew);
        return elsewhere.get() == 0;
    }

    private static int rank(long[] words, int[] before, long at) {
        int word = (int) (at >>> 6);
        return before[word] + Long.bitCount(words[word] & ~(-1L << at));
    }

    @Override
    public int keyCount() {
        return keyCount;
    }

    @Override
    public int groupBound() {
        return keyCount;
    }

    @Override
    public Finder finder() {
        return (keys, count, groups) -> {
            if (keys[0] instanceof LongVector longs) {
                find(longs.values(), count, groups);
            } else {
                find(((IntVector) keys[0]).values(), count, groups);
            }
        };
    }

    private void find(long[] values, int count, int[] groups) {
        long[] words = bits;
        int[] before = ranks;
        long low = min;
        long last = range;
        for (int i = 0; i < count; i++) {
            long at = values[i] - low;
            int inside = at >= 0 && at <= last ? 1 : 0;
            int word = inside == 0 ? 0 : (int) (at >>> 6);
            long present = words[word];
            int found = inside & (int) (present >>> at);
            // -1 has all bits, so a rank that is not wanted vanishes in it
            groups[i] = before[word] + Long.bitCount(present & ~(-1L << at)) | found - 1;
        }
    }

    private void find(int[] values, int count, int[] groups) {
        long[] words = bits;
        int[] before = ranks;
        long low = min;
        long last = range;
        for (int i = 0; i < count; i++) {
            long at = values[i] - low;
            int inside = at >= 0 && at <= last ? 1 : 0;
            int word = inside == 0 ? 0 : (int) (at >>> 6);
            long present = words[word];
            int found = inside & (int) (present >>> at);
            groups[i] = before[word] + Long.bitCount(present & ~(-1L << at)) | found - 1;
        }
    }

    @Override
    public Optional<KeyFilter> filter(int column, Reservation memory) {
        return Optional.of(IntegerKeys.ofBits(min, min + range, bits));
    }

    /** All rows of the key column, a part of them at a time, those without NULLs as arrays of values. */
    private abstract static class Pass {
        static final int PART = 16 * Batch.ROWS;

        private final RowStore keys;
        private final CancellationToken cancellation;

        Pass(RowStore keys, CancellationToken cancellation) {
            this.keys = keys;
            this.cancellation = cancellation;
        }

        /** Takes rows {@code firstRow} to {@code firstRow + count - 1}, none of them NULL. */
        abstract void batch(int firstRow, long[] values, int count);

        /** Takes a row that is NULL. */
        abstract void missing(int row);

        void run(Crew crew) {
            crew.each((keys.rowCount() + PART - 1) / PART, this::part);
        }

        private void part(int part) {
            rows(part * PART, (int) Math.min(keys.rowCount(), (part + 1L) * PART));
        }

        /** Rows {@code [begin, end)}. */
        void rows(int begin, int end) {
            long[] widened = {};
            @Nullable ColumnVector vector = null;
            for (int from = begin; from < end; from += Batch.ROWS) {
                cancellation.check();
                int count = Math.min(Batch.ROWS, end - from);
                vector = keys.slice(0, from, count, vector);
                long[] values;
                if (vector instanceof LongVector longs) {
                    values = longs.values();
                } else {
                    widened = widened.length == 0 ? new long[Batch.ROWS] : widened;
                    int[] narrow = ((IntVector) vector).values();
                    for (int i = 0; i < count; i++) {
                        widened[i] = narrow[i];
                    }
                    values = widened;
                }
                if (vector.hasNulls(count)) {
                    present(vector, from, values, count);
                } else {
                    batch(from, values, count);
                }
            }
        }

        private void present(ColumnVector vector, int from, long[] values, int count) {
            int begin = 0;
            for (int i = 0; i <= count; i++) {
                if (i == count || vector.isNull(i)) {
                    if (begin < i) {
                        batch(from + begin, Arrays.copyOfRange(values, begin, i), i - begin);
                    }
                    begin = i + 1;
                    if (i < count) {
                        missing(from + i);
                    }
                }
            }
        }
    }
}
