package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;

import io.algeon.engine.parquet.codec.MalformedDataException;

/**
 * Reads DELTA_BINARY_PACKED: blocks of bit-packed differences to the block's smallest one, in miniblocks of one width each.
 * Used as: {@link #open}, then {@link #read} until {@link #count()} values are out. The array must reach 8 bytes behind the
 * data ({@link PageSource#SLACK}).
 */
final class DeltaDecoder {
    private static final int MAX_MINIBLOCKS = 512;
    private static final int MAX_BLOCK = 1 << 16;

    private byte[] data = {};
    private int position;
    private int end;
    private int blockSize;
    private int miniblocks;
    private int count;
    private int left;
    private long previous;
    private boolean firstPending;

    private long minimum;
    private int widthsAt;
    private int miniblock;

    /** Values left in the present miniblock, its width, and the bit where its next value starts. */
    private int miniblockLeft;

    private int width;
    private long bit;

    /** Starts at {@code data[from .. to)}; at most {@code maxCount} values may be there. */
    void open(byte[] newData, int from, int to, int maxCount) {
        data = newData;
        position = from;
        end = to;
        long block = varint();
        long minis = varint();
        long total = varint();
        if (block < 8
                || block > MAX_BLOCK
                || minis < 1
                || minis > MAX_MINIBLOCKS
                || block % minis != 0
                || block / minis % 8 != 0
                || total < 0
                || total > maxCount) {
            throw new MalformedDataException("a delta header says blocks of " + block + " values in " + minis
                    + " parts, and " + total + " values");
        }
        blockSize = (int) block;
        miniblocks = (int) minis;
        count = (int) total;
        left = count;
        previous = zigzag();
        firstPending = count > 0;
        miniblock = miniblocks;
        miniblockLeft = 0;
    }

    /** Values in all. */
    int count() {
        return count;
    }

    /** First byte behind the data, once all values are read. */
    int end() {
        return position;
    }

    /** Reads the next {@code n} values to {@code out[0 .. n)}; no more than are left. */
    void read(long[] out, int n) {
        int at = 0;
        if (n > left) {
            throw endsEarly();
        }
        left -= n;
        if (firstPending && n > 0) {
            out[at++] = previous;
            firstPending = false;
        }
        while (at < n) {
            if (miniblockLeft == 0) {
                // The bytes of a last, partly filled miniblock are counted as far as its values are used.
                nextMiniblock(left + n - at);
            }
            int step = Math.min(n - at, miniblockLeft);
            unpack(out, at, step);
            miniblockLeft -= step;
            at += step;
        }
    }

    private void unpack(long[] out, int at, int step) {
        byte[] bytes = data;
        int bits = width;
        long base = minimum;
        long value = previous;
        long next = bit;
        if (bits == 0) {
            for (int i = at; i < at + step; i++) {
                value += base;
                out[i] = value;
            }
        } else if (bits <= 57) {
            long mask = -1L >>> 64 - bits;
            for (int i = at; i < at + step; i++) {
                value += base + (getLong(bytes, (int) (next >>> 3)) >>> (next & 7) & mask);
                out[i] = value;
                next += bits;
            }
        } else {
            long mask = -1L >>> 64 - bits;
            for (int i = at; i < at + step; i++) {
                int from = (int) (next >>> 3);
                int shift = (int) next & 7;
                long word = getLong(bytes, from) >>> shift;
                if (shift + bits > 64) {
                    word |= (bytes[from + 8] & 0xffL) << 64 - shift;
                }
                value += base + (word & mask);
                out[i] = value;
                next += bits;
            }
        }
        bit = next;
        previous = value;
    }

    private void nextMiniblock(int needed) {
        if (miniblock == miniblocks) {
            minimum = zigzag();
            if (miniblocks > end - position) {
                throw endsEarly();
            }
            widthsAt = position;
            position += miniblocks;
            miniblock = 0;
        }
        width = data[widthsAt + miniblock] & 0xff;
        miniblock++;
        int size = blockSize / miniblocks;
        if (width > 64) {
            throw new MalformedDataException("delta values have " + width + " bits");
        }
        long bytes = (long) size * width >>> 3;
        if (bytes > end - position) {
            bytes = end - position;
            if (bytes << 3 < (long) Math.min(size, needed) * width) {
                throw endsEarly();
            }
        }
        bit = (long) position << 3;
        position += (int) bytes;
        miniblockLeft = size;
    }

    private long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position >= end) {
                throw endsEarly();
            }
            int next = data[position++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("a number in a delta header is too long");
    }

    private static MalformedDataException endsEarly() {
        return new MalformedDataException("delta encoded values end early");
    }
}
