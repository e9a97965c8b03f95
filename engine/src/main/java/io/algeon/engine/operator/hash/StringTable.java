package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Arrays;

/**
 * Distinct byte strings, numbered from 0 in the order in which they came.
 *
 * <p>Layout: all bytes in one array, string {@code id} at {@code offsets[id] .. offsets[id + 1]}; open addressing over
 * {@code slots}, which hold id + 1 (0 is empty), with each string's hash kept so that growing and most mismatches need no
 * bytes. Arrays are only appended to, so a {@link #dictionary()} shares them. One writer, or any number of readers.
 */
public final class StringTable {
    private static final int FIRST_STRINGS = 64;

    private final Reservation reservation;
    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private int[] hashes = new int[0];
    private int[] slots = new int[0];
    private int size;

    /** An empty table whose memory is held by {@code reservation}, which its owner closes. */
    public StringTable(Reservation reservation) {
        this.reservation = reservation;
    }

    /** Distinct strings so far. */
    public int size() {
        return size;
    }

    /** Bytes of all strings. */
    public int byteCount() {
        return offsets[size];
    }

    /** The number of a string, which is added if it is new. */
    public int intern(byte[] source, int from, int length) {
        int hash = Hashes.bytes(source, from, length);
        if (slots.length == 0) {
            return add(hash, source, from, length);
        }
        int mask = slots.length - 1;
        // ends: the table always has empty slots
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int id = slots[slot] - 1;
            if (hashes[id] == hash && equal(id, source, from, length)) {
                return id;
            }
            slot = slot + 1 & mask;
        }
        return add(hash, source, from, length);
    }

    /** The number of a string, -1 if it is not here. */
    public int find(byte[] source, int from, int length) {
        if (size == 0) {
            return -1;
        }
        int hash = Hashes.bytes(source, from, length);
        int mask = slots.length - 1;
        for (int slot = hash & mask; ; slot = slot + 1 & mask) {
            int id = slots[slot] - 1;
            if (id < 0 || hashes[id] == hash && equal(id, source, from, length)) {
                return id;
            }
        }
    }

    /** The strings so far as a dictionary, whose codes are their numbers. */
    public Dictionary dictionary() {
        return new Dictionary(new BytesVector(data, offsets), size);
    }

    int hash(int id) {
        return hashes[id];
    }

    private boolean equal(int id, byte[] source, int from, int length) {
        return Arrays.equals(data, offsets[id], offsets[id + 1], source, from, from + length);
    }

    private int add(int hash, byte[] source, int from, int length) {
        if (2 * (size + 1) > slots.length) {
            growStrings();
        }
        int start = offsets[size];
        if (length > data.length - start) {
            growBytes((long) start + length);
        }
        System.arraycopy(source, from, data, start, length);
        int id = size++;
        offsets[id + 1] = start + length;
        hashes[id] = hash;
        place(id);
        return id;
    }

    private void place(int id) {
        int mask = slots.length - 1;
        int slot = hashes[id] & mask;
        while (slots[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = id + 1;
    }

    private void growStrings() {
        int capacity = Math.max(FIRST_STRINGS, 2 * hashes.length);
        reservation.grow(16L * (capacity - hashes.length));
        offsets = Arrays.copyOf(offsets, capacity + 1);
        hashes = Arrays.copyOf(hashes, capacity);
        slots = new int[2 * capacity];
        for (int id = 0; id < size; id++) {
            place(id);
        }
    }

    private void growBytes(long needed) {
        if (needed > Integer.MAX_VALUE - 16) {
            throw new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "Distinct strings of one key column take more than 2 GiB. Filter the rows, or use a shorter key.");
        }
        int capacity = (int) Math.min(Integer.MAX_VALUE - 16, Math.max(1024, needed + (needed >> 1)));
        reservation.grow(capacity - data.length);
        data = Arrays.copyOf(data, capacity);
    }
}
