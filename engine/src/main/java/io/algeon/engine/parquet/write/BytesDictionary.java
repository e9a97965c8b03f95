package io.algeon.engine.parquet.write;

import io.algeon.engine.parquet.codec.LittleEndian;
import java.util.Arrays;

/** Codes for byte strings in order of first use: open addressing with linear probing, half full at most. */
final class BytesDictionary {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private int[] slots = new int[1 << 10];
    private int[] hashes = new int[1 << 9];
    private int[] offsets = new int[(1 << 9) + 1];
    private byte[] data = new byte[1 << 12];
    private int size;

    int size() {
        return size;
    }

    /** Bytes of all entries. */
    int bytes() {
        return offsets[size];
    }

    /** Entry {@code code} is {@code data()[offsets()[code] .. offsets()[code + 1])}. */
    int[] offsets() {
        return offsets;
    }

    byte[] data() {
        return data;
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
    }

    int code(byte[] source, int from, int length) {
        int hash = hash(source, from, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int code = slots[slot] - 1;
            if (hashes[code] == hash
                    && Arrays.equals(data, offsets[code], offsets[code + 1], source, from, from + length)) {
                return code;
            }
            slot = slot + 1 & mask;
        }
        if (size == hashes.length) {
            grow();
            return code(source, from, length);
        }
        int at = offsets[size];
        int end = Math.addExact(at, length);
        if (end > data.length) {
            data = Arrays.copyOf(data, Math.max(end, Math.multiplyExact(2, data.length)));
        }
        System.arraycopy(source, from, data, at, length);
        hashes[size] = hash;
        offsets[size + 1] = end;
        slots[slot] = ++size;
        return size - 1;
    }

    private static int hash(byte[] source, int from, int length) {
        long hash = length;
        int at = from;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = (hash ^ LittleEndian.getLong(source, at)) * GOLDEN;
            hash ^= hash >>> 32;
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | source[at] & 0xff;
        }
        hash = (hash ^ rest) * GOLDEN;
        return (int) (hash >>> 32);
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        offsets = Arrays.copyOf(offsets, hashes.length + 1);
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int code = 0; code < size; code++) {
            int slot = hashes[code] & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = code + 1;
        }
    }

    long retainedBytes() {
        return 4L * (slots.length + hashes.length + offsets.length) + data.length;
    }
}
