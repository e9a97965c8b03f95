package io.algeon.engine.filter;

import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of integers: whole numbers, dates, times, decimals of one scale.
 *
 * <p>Three forms, by what is small enough to stay in a cache while millions of rows are tested:
 * <ul>
 *   <li><b>bits</b>, one for every number between the smallest and the largest, if that is at most {@value #BITS_PER_KEY} a
 *       key. Exact; also tells whether a range of numbers (a row group's) holds any key.
 *   <li><b>slots</b>, open addressing with at most a quarter full, for up to {@value #MOST_SLOTTED} keys. Exact, so that a
 *       handful of keys leaves whole pages unread.
 *   <li><b>a blocked Bloom filter</b> for more: {@value #BLOOM_BITS_PER_KEY} bits a key, four of them set within one word
 *       (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, 2007). About one other number in a
 *       hundred passes.
 * </ul>
 */
public final class IntegerKeys implements KeyFilter {
    private static final int BITS_PER_KEY = 128;
    private static final int MOST_SLOTTED = 1 << 15;
    private static final int BLOOM_BITS_PER_KEY = 16;

    /** Numbers that may have bits in any case: 1 MiB, which a second-level cache holds, and rows in order walk through. */
    private static final long FREE_BITS = 1 << 23;

    /** 256 MiB of bits. */
    private static final long MOST_BITS = 1L << 31;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD6E8FEB86659FD93L;

    private enum Form {
        BITS,
        SLOTS,
        BLOOM
    }

    private final Form form;
    private final long min;
    private final long max;
    private final long[] words;
    private final int shift;

    /** In an empty slot; no key, being outside their range. */
    private final long nothing;

    private IntegerKeys(Builder builder) {
        form = builder.form;
        min = builder.min;
        max = builder.max;
        words = builder.words;
        shift = builder.shift;
        nothing = builder.nothing;
    }

    private IntegerKeys(long min, long max, long[] bits) {
        this.form = Form.BITS;
        this.min = min;
        this.max = max;
        this.words = bits;
        this.shift = 0;
        this.nothing = 0;
    }

    /** A set of bits that somebody else holds: bit {@code n - min} says whether n is in the set. */
    public static IntegerKeys ofBits(long min, long max, long[] bits) {
        return new IntegerKeys(min, max, bits);
    }

    /** Smallest value; larger than {@link #max()} if there is none. */
    public long min() {
        return min;
    }

    /** Largest value. */
    public long max() {
        return max;
    }

    @Override
    public boolean isEmpty() {
        return min > max;
    }

    /** Whether a number may be in the set. */
    public boolean mayContain(long value) {
        if (value < min || value > max) {
            return false;
        }
        return switch (form) {
            case BITS -> (words[(int) (value - min >>> 6)] >>> value - min & 1) != 0;
            case SLOTS -> inSlots(value);
            case BLOOM -> inBloom(value);
        };
    }

    /** Whether a number between {@code low} and {@code high}, inclusive, may be in the set. */
    public boolean mayContainAny(long low, long high) {
        long from = Math.max(low, min);
        long to = Math.min(high, max);
        if (from > to) {
            return false;
        }
        if (form == Form.BITS) {
            return anyBit(from - min, to - min);
        }
        return form == Form.BLOOM || anySlot(from, to);
    }

    private boolean anyBit(long from, long to) {
        int first = (int) (from >>> 6);
        int last = (int) (to >>> 6);
        long head = -1L << from;
        long tail = -1L >>> 63 - (to & 63);
        if (first == last) {
            return (words[first] & head & tail) != 0;
        }
        if ((words[first] & head) != 0 || (words[last] & tail) != 0) {
            return true;
        }
        for (int word = first + 1; word < last; word++) {
            if (words[word] != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean anySlot(long from, long to) {
        for (long key : words) {
            if (key != nothing && key >= from && key <= to) {
                return true;
            }
        }
        return false;
    }

    private boolean inSlots(long value) {
        int mask = words.length - 1;
        int slot = (int) (value * GOLDEN >>> shift);
        while (true) {
            long key = words[slot];
            if (key == value) {
                return true;
            }
            if (key == nothing) {
                return false;
            }
            slot = slot + 1 & mask;
        }
    }

    private boolean inBloom(long value) {
        long hash = value * GOLDEN;
        long bits = bloomBits(hash);
        return (words[(int) (hash >>> shift)] & bits) == bits;
    }

    private static long bloomBits(long hash) {
        long mixed = (hash ^ hash >>> 32) * SECOND;
        return 1L << (mixed >>> 58) | 1L << (mixed >>> 52) | 1L << (mixed >>> 46) | 1L << (mixed >>> 40);
    }

    /**
     * Writes the positions of the values that may be in the set.
     *
     * @param count values that are tested, from the first on
     * @param positions receives them, ascending; at least {@code count} long
     * @return how many there are
     */
    public int select(long[] values, int count, int[] positions) {
        long[] table = words;
        long low = min;
        int kept = 0;
        if (form == Form.BITS) {
            long range = max - min;
            for (int i = 0; i < count; i++) {
                long at = values[i] - low;
                positions[kept] = i;
                kept += at >= 0 && at <= range ? (int) (table[(int) (at >>> 6)] >>> at & 1) : 0;
            }
        } else {
            long high = max;
            for (int i = 0; i < count; i++) {
                long value = values[i];
                positions[kept] = i;
                kept += value >= low && value <= high && (form == Form.SLOTS ? inSlots(value) : inBloom(value)) ? 1 : 0;
            }
        }
        return kept;
    }

    /** As {@link #select(long[], int, int[])}. */
    public int select(int[] values, int count, int[] positions) {
        long[] table = words;
        long low = min;
        int kept = 0;
        if (form == Form.BITS) {
            long range = max - min;
            for (int i = 0; i < count; i++) {
                long at = values[i] - low;
                positions[kept] = i;
                kept += at >= 0 && at <= range ? (int) (table[(int) (at >>> 6)] >>> at & 1) : 0;
            }
        } else {
            long high = max;
            for (int i = 0; i < count; i++) {
                long value = values[i];
                positions[kept] = i;
                kept += value >= low && value <= high && (form == Form.SLOTS ? inSlots(value) : inBloom(value)) ? 1 : 0;
            }
        }
        return kept;
    }

    /** Takes the keys, whose number and range are known. Used by one thread. */
    public static final class Builder {
        private final long min;
        private final long max;
        private final Form form;
        private final long[] words;
        private final int shift;
        private final long nothing;

        private Builder(Form form, long min, long max, long[] words) {
            this.form = form;
            this.min = min;
            this.max = max;
            this.words = words;
            this.shift = 64 - Integer.numberOfTrailingZeros(words.length);
            this.nothing = min > Long.MIN_VALUE ? min - 1 : max + 1;
            if (form == Form.SLOTS) {
                Arrays.fill(words, nothing);
            }
        }

        /**
         * Prepares for keys.
         *
         * @param min smallest key; larger than {@code max} if there is none
         * @param max largest key
         * @param count at least as many as there are distinct keys
         * @param memory grown by what the set takes
         * @return null if the memory is refused
         */
        public static @Nullable Builder prepare(long min, long max, long count, Reservation memory) {
            long range = max - min;
            Form form;
            long length;
            if (min > max) {
                form = Form.BITS;
                length = 1;
            } else if (range >= 0 && range < MOST_BITS && range < Math.max(FREE_BITS, BITS_PER_KEY * count)) {
                form = Form.BITS;
                length = (range >>> 6) + 1;
            } else if (count <= MOST_SLOTTED && (min > Long.MIN_VALUE || max < Long.MAX_VALUE)) {
                form = Form.SLOTS;
                length = powerOfTwo(4 * count);
            } else {
                form = Form.BLOOM;
                length = powerOfTwo(Math.min(1 << 28, count * BLOOM_BITS_PER_KEY / 64));
            }
            if (!memory.tryResize(memory.bytes() + 8 * length)) {
                return null;
            }
            return new Builder(form, min, max, new long[(int) length]);
        }

        private static long powerOfTwo(long atLeast) {
            return Math.max(2, Long.highestOneBit(Math.max(1, atLeast - 1)) << 1);
        }

        /** Adds a key, which is between the smallest and the largest. */
        public void add(long value) {
            switch (form) {
                case BITS -> words[(int) (value - min >>> 6)] |= 1L << value - min;
                case SLOTS -> addToSlots(value);
                case BLOOM -> {
                    long hash = value * GOLDEN;
                    words[(int) (hash >>> shift)] |= bloomBits(hash);
                }
            }
        }

        private void addToSlots(long value) {
            int mask = words.length - 1;
            int slot = (int) (value * GOLDEN >>> shift);
            while (words[slot] != nothing && words[slot] != value) {
                slot = slot + 1 & mask;
            }
            words[slot] = value;
        }

        /** The set of the keys that were added; the builder is not to be used any more. */
        public IntegerKeys build() {
            return new IntegerKeys(this);
        }
    }
}
