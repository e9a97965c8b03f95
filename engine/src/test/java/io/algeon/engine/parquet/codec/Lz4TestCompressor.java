package io.algeon.engine.parquet.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** A small greedy LZ4 compressor, for tests only. */
final class Lz4TestCompressor {
    private Lz4TestCompressor() {}

    /** One bare block. */
    static byte[] compress(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Map<Integer, Integer> seen = new HashMap<>();
        int literalStart = 0;
        int at = 0;
        while (at < data.length - 12) {
            Integer earlier = seen.put(LittleEndian.getInt(data, at), at);
            if (earlier == null || at - earlier > 0xffff) {
                at++;
                continue;
            }
            int length = 4;
            while (at + length < data.length - 5 && data[earlier + length] == data[at + length]) {
                length++;
            }
            sequence(out, data, literalStart, at, length, at - earlier);
            at += length;
            literalStart = at;
        }
        sequence(out, data, literalStart, data.length, 0, 0);
        return out.toByteArray();
    }

    /** Two frames as Hadoop writes them. */
    static byte[] frame(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int half = data.length / 2;
        for (int[] part : new int[][] {{0, half}, {half, data.length}}) {
            byte[] block = compress(java.util.Arrays.copyOfRange(data, part[0], part[1]));
            out.writeBytes(ByteBuffer.allocate(8)
                    .putInt(part[1] - part[0])
                    .putInt(block.length)
                    .array());
            out.writeBytes(block);
        }
        return out.toByteArray();
    }

    private static void sequence(
            ByteArrayOutputStream out, byte[] data, int literalStart, int literalEnd, int match, int distance) {
        int literals = literalEnd - literalStart;
        int matchCode = match == 0 ? 0 : match - 4;
        out.write(Math.min(literals, 15) << 4 | Math.min(matchCode, 15));
        length(out, literals);
        out.write(data, literalStart, literals);
        if (match > 0) {
            out.write(distance);
            out.write(distance >>> 8);
            length(out, matchCode);
        }
    }

    private static void length(ByteArrayOutputStream out, int length) {
        if (length >= 15) {
            int left = length - 15;
            for (; left >= 255; left -= 255) {
                out.write(255);
            }
            out.write(left);
        }
    }
}
