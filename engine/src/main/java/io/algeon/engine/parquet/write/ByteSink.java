package io.algeon.engine.parquet.write;

import io.algeon.engine.parquet.codec.LittleEndian;
import java.io.OutputStream;
import java.util.Arrays;

/** A growing byte array with little-endian appends; reused from page to page. */
final class ByteSink extends OutputStream {
    private byte[] bytes = new byte[1 << 12];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Makes room for {@code more} bytes after the present end and returns the array. */
    byte[] ensure(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(needed, 2L * bytes.length)));
        }
        return bytes;
    }

    /** Counts bytes that were written into the array behind the end. */
    void advance(int count) {
        size += count;
    }

    @Override
    public void write(int value) {
        ensure(1)[size++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int from, int length) {
        System.arraycopy(source, from, ensure(length), size, length);
        size += length;
    }

    void putInt(int value) {
        LittleEndian.putInt(ensure(Integer.BYTES), size, value);
        size += Integer.BYTES;
    }

    /** Overwrites four bytes at a position written before. */
    void setInt(int at, int value) {
        LittleEndian.putInt(bytes, at, value);
    }

    void putVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        write(rest);
    }
}
