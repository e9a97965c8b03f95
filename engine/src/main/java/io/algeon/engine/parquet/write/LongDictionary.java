package io.algeon.engine.parquet.write;

import java.util.Arrays;

/** Codes for 64-bit values in order of first use: open addressing with linear probing, half full at most. */
final class LongDictionary {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private int[] slots = new int[1 << 10];
    private long[] values = new long[1 << 9];
    private int shift = Long.SIZE - 10;
    private int size;

    int size() {
        return size;
    }

    /** The value of each code. */
    long[] values() {
        return values;
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
    }

    /** Writes the codes of {@code source[0 .. count)}, new values getting new codes. */
    void encode(long[] source, int count, int[] codes, int at) {
        long last = 0;
        int lastCode = -1;
        for (int i = 0; i < count; i++) {
            long value = source[i];
            if (lastCode < 0 || value != last) {
                last = value;
                lastCode = code(value);
            }
            codes[at + i] = lastCode;
        }
    }

    private int code(long value) {
        int mask = slots.length - 1;
        int slot = (int) (value * GOLDEN >>> shift);
        while (slots[slot] != 0) {
            int code = slots[slot] - 1;
            if (values[code] == value) {
                return code;
            }
            slot = slot + 1 & mask;
        }
        if (size == values.length) {
            grow();
            return code(value);
        }
        values[size] = value;
        slots[slot] = ++size;
        return size - 1;
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * values.length);
        slots = new int[2 * slots.length];
        shift--;
        int mask = slots.length - 1;
        for (int code = 0; code < size; code++) {
            int slot = (int) (values[code] * GOLDEN >>> shift);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = code + 1;
        }
    }

    long retainedBytes() {
        return 4L * slots.length + 8L * values.length;
    }
}
