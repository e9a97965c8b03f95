package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;

import io.algeon.engine.parquet.codec.MalformedDataException;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/** Definition or repetition levels of one page, in order. */
final class LevelReader {
    private final ScanMemory memory;
    private final RunLengthDecoder runs = new RunLengthDecoder();
    private final int maxLevel;
    private final int width;

    /** Levels in the deprecated bit-packed encoding are unpacked at once; else empty. */
    private int[] unpacked = {};

    private boolean isUnpacked;
    private int next;

    LevelReader(int maxLevel, ScanMemory memory) {
        this.maxLevel = maxLevel;
        this.memory = memory;
        this.width = 32 - Integer.numberOfLeadingZeros(maxLevel);
    }

    /**
     * Starts the levels of a version 1 page, which begin at {@code from}; there are none if the largest level is 0.
     *
     * @return where what follows them begins
     */
    int openV1(byte[] data, int from, int to, @Nullable Encoding encoding, int count) {
        isUnpacked = false;
        if (maxLevel == 0) {
            return from;
        }
        if (encoding == Encoding.BIT_PACKED) {
            return unpack(data, from, to, count);
        }
        if (encoding != Encoding.RLE || to - from < 4) {
            throw new MalformedDataException("the levels of a page have the encoding " + encoding);
        }
        int length = getInt(data, from);
        if (length < 0 || length > to - from - 4) {
            throw new MalformedDataException(
                    "the levels of a page have " + length + " bytes, but " + (to - from - 4) + " are left");
        }
        runs.reset(data, from + 4, from + 4 + length, width);
        return from + 4 + length;
    }

    /** Starts the levels of a version 2 page, {@code data[from .. to)}. */
    void openV2(byte[] data, int from, int to) {
        isUnpacked = false;
        if (maxLevel > 0) {
            runs.reset(data, from, to, width);
        }
    }

    /** The old encoding packs from the highest bit down. */
    private int unpack(byte[] data, int from, int to, int count) {
        long bytes = ((long) count * width + 7) >>> 3;
        if (bytes > to - from) {
            throw new MalformedDataException("the levels of a page are cut off");
        }
        unpacked = memory.ints(unpacked, count);
        isUnpacked = true;
        next = 0;
        long bit = (long) from << 3;
        for (int i = 0; i < count; i++) {
            int level = 0;
            for (int k = 0; k < width; k++, bit++) {
                level = level << 1 | data[(int) (bit >>> 3)] >>> 7 - (bit & 7) & 1;
            }
            unpacked[i] = level;
        }
        return from + (int) bytes;
    }

    /** Skips {@code count} levels if they are cheaply seen to be all the largest one, else stays and gives false. */
    boolean skipIfAllMax(int count) {
        return maxLevel == 0 || !isUnpacked && runs.skipIfAll(maxLevel, count);
    }

    /** Whether the next {@code count} levels are cheaply seen to be all the largest one. */
    boolean areAllMax(int count) {
        return maxLevel == 0 || !isUnpacked && runs.areAll(maxLevel, count);
    }

    /** Reads {@code count} levels to {@code out[at ..)}. */
    void read(int[] out, int at, int count) {
        if (maxLevel == 0) {
            java.util.Arrays.fill(out, at, at + count, 0);
        } else if (isUnpacked) {
            System.arraycopy(unpacked, next, out, at, count);
            next += count;
        } else {
            runs.read(out, at, count);
        }
    }
}
