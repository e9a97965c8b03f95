package io.algeon.engine.parquet.write;

import io.algeon.engine.parquet.codec.LittleEndian;

/**
 * The RLE / bit-packing hybrid of Parquet for levels and dictionary codes. Runs of eight and more equal values become RLE
 * runs; what lies between is bit-packed in groups of eight, borrowing the start of the next run to fill its last group.
 */
final class HybridEncoder {
    private static final int SHORTEST_RUN = 8;

    private HybridEncoder() {}

    /** Appends {@code values[from .. to)}, each of at most {@code bitWidth} bits, 1 to 32. */
    static void encode(int[] values, int from, int to, int bitWidth, ByteSink out) {
        int packedFrom = from;
        int at = from;
        while (at < to) {
            int value = values[at];
            int end = at + 1;
            while (end < to && values[end] == value) {
                end++;
            }
            int borrowed = -(at - packedFrom) & 7;
            if (end - at - borrowed >= SHORTEST_RUN) {
                pack(values, packedFrom, at + borrowed, bitWidth, out);
                run(value, end - at - borrowed, bitWidth, out);
                packedFrom = end;
            }
            at = end;
        }
        pack(values, packedFrom, to, bitWidth, out);
    }

    private static void run(int value, int count, int bitWidth, ByteSink out) {
        out.putVarint(count << 1);
        for (int bits = 0; bits < bitWidth; bits += 8) {
            out.write(value >>> bits);
        }
    }

    private static void pack(int[] values, int from, int to, int bitWidth, ByteSink out) {
        if (from == to) {
            return;
        }
        int groups = (to - from + 7) >>> 3;
        out.putVarint(groups << 1 | 1);
        int length = groups * bitWidth;
        byte[] bytes = out.ensure(length + Long.BYTES);
        int at = out.size();
        long pending = 0;
        int pendingBits = 0;
        for (int i = from; i < to; i++) {
            pending |= (values[i] & 0xffffffffL) << pendingBits;
            pendingBits += bitWidth;
            if (pendingBits >= Integer.SIZE) {
                LittleEndian.putInt(bytes, at, (int) pending);
                at += Integer.BYTES;
                pending >>>= Integer.SIZE;
                pendingBits -= Integer.SIZE;
            }
        }
        // The rest, and the zero bits that fill the last group.
        int end = out.size() + length;
        while (at < end) {
            bytes[at++] = (byte) pending;
            pending >>>= Byte.SIZE;
        }
        out.advance(length);
    }
}
