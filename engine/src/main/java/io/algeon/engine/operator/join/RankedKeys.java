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
 * Bits are set and rows are given their groups by all threads at once. The bits are also the filter for scans.
 */
final class RankedKeys implements KeyIndex {
    private static final int BITS_PER_KEY = 128;

    /** Numbers that may have bits in any case: 96 KiB with their counts, which fit a second-level cache. */
    private static final long FREE_BITS = 1 << 19;

    /** 256 MiB of bits. */
    private static final long MOST_BITS = 1L << 31;

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
                && range < Math.max(FREE_BITS, BITS_PER_KEY * keys.count());
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
        new Pass(keys, cancellation) {
            @Override
            void batch(int firstRow, long[] values, int count) {
                set(bits, values, count, range.min());
            }

            @Override
            void missing(int row) {}
        }.run(crew);
        return new RankedKeys(range, bits, new int[words]);
    }

    /** Sets the bits of values; rows in order mostly set several bits of a word at a time. */
    private static void set(long[] bits, long[] values, int count, long min) {
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
                int different = 0;
                for (int i = 0; i < count; i++) {
                    int group = rank(values[i] - min);
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

    private int rank(long at) {
        int word = (int) (at >>> 6);
        return ranks[word] + Long.bitCount(bits[word] & ~(-1L << at));
    }

    @Override
    public int keyCount() {
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
        private static final int PART = 16 * Batch.ROWS;

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
            int end = (int) Math.min(keys.rowCount(), (part + 1L) * PART);
            long[] widened = {};
            @Nullable ColumnVector vector = null;
            for (int from = part * PART; from < end; from += Batch.ROWS) {
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
