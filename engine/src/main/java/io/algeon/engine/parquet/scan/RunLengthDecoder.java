package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;

import io.algeon.engine.parquet.codec.MalformedDataException;
import java.util.Arrays;

/**
 * Reads Parquet's RLE / bit-packing hybrid, in which levels, dictionary codes and booleans are stored: runs of one repeated
 * value, and runs of groups of eight bit-packed values.
 *
 * <p>Values are unpacked eight at a time, from one 64-bit load (up to 8 bits a value), two (up to 16) or eight. A load may
 * reach up to 7 bytes behind the data, so the array must be that much longer ({@link PageSource#SLACK}).
 */
final class RunLengthDecoder {
    static final int MAX_BIT_WIDTH = 32;

    private byte[] data = {};
    private int position;
    private int end;
    private int width;

    /** Values left in the present run. */
    private int runLeft;

    private boolean repeated;
    private int repeatedValue;

    /** First bit of the next value of a bit-packed run. */
    private long bit;

    /** Starts at {@code data[from .. to)}. */
    void reset(byte[] newData, int from, int to, int bitWidth) {
        if (bitWidth < 0 || bitWidth > MAX_BIT_WIDTH || from > to) {
            throw new MalformedDataException("there are values of " + bitWidth + " bits");
        }
        data = newData;
        position = from;
        end = to;
        width = bitWidth;
        runLeft = 0;
    }

    /** Reads {@code count} values to {@code out[at ..)}. */
    void read(int[] out, int at, int count) {
        int stop = at + count;
        while (at < stop) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(stop - at, runLeft);
            if (repeated) {
                Arrays.fill(out, at, at + n, repeatedValue);
            } else {
                unpack(out, at, n);
                bit += (long) n * width;
            }
            runLeft -= n;
            at += n;
        }
    }

    /** Whether there is another value, or padding behind the last one. */
    boolean hasMore() {
        return runLeft > 0 || position < end;
    }

    /** Reads at least one and at most {@code most} values to {@code out[0 ..)}, and returns how many. */
    int readSome(int[] out, int most) {
        if (runLeft == 0) {
            nextRun();
        }
        int n = Math.min(most, runLeft);
        read(out, 0, n);
        return n;
    }

    void skip(int count) {
        while (count > 0) {
            if (runLeft == 0) {
                nextRun();
            }
            int n = Math.min(count, runLeft);
            bit += repeated ? 0 : (long) n * width;
            runLeft -= n;
            count -= n;
        }
    }

    /** Skips {@code count} values if one run repeats {@code value} as often, else stays where it is and gives false. */
    boolean skipIfAll(int value, int count) {
        boolean all = areAll(value, count);
        runLeft -= all ? count : 0;
        return all;
    }

    /** Whether one run repeats {@code value} for the next {@code count} values. */
    boolean areAll(int value, int count) {
        if (runLeft == 0) {
            nextRun();
        }
        return repeated && repeatedValue == value && runLeft >= count;
    }

    /** Goes where another decoder is. */
    void follow(RunLengthDecoder other) {
        data = other.data;
        position = other.position;
        end = other.end;
        width = other.width;
        runLeft = other.runLeft;
        repeated = other.repeated;
        repeatedValue = other.repeatedValue;
        bit = other.bit;
    }

    private void nextRun() {
        if (width == 0 && position >= end) {
            // Values of no bits need no runs, and some writers give none.
            repeated = true;
            repeatedValue = 0;
            runLeft = Integer.MAX_VALUE;
            return;
        }
        do {
            long header = 0;
            int shift = 0;
            int next;
            do {
                if (position >= end || shift > 28) {
                    throw new MalformedDataException("encoded values end early");
                }
                next = data[position++];
                header |= (next & 0x7fL) << shift;
                shift += 7;
            } while (next < 0);
            long length = header >>> 1;
            repeated = (header & 1) == 0;
            if (repeated) {
                int bytes = (width + 7) >>> 3;
                if (bytes > end - position) {
                    throw new MalformedDataException("encoded values end early");
                }
                repeatedValue = 0;
                for (int i = 0; i < bytes; i++) {
                    repeatedValue |= (data[position++] & 0xff) << 8 * i;
                }
            } else {
                // The last run may lack the bytes of its padding.
                bit = (long) position << 3;
                long bits = Math.min(length * 8 * width, (long) (end - position) << 3);
                length = width == 0 ? length * 8 : bits / width;
                position += (int) (bits + 7 >>> 3);
            }
            runLeft = (int) Math.min(length, Integer.MAX_VALUE);
        } while (runLeft == 0);
    }

    private void unpack(int[] out, int at, int count) {
        int bits = width;
        if (bits == 0) {
            Arrays.fill(out, at, at + count, 0);
            return;
        }
        int stop = at + count;
        long next = bit;
        // Single values until a group of eight starts, which is at a byte boundary.
        while (at < stop && (next & 7) != 0) {
            out[at++] = one(next);
            next += bits;
        }
        int groups = stop - at >>> 3;
        int from = (int) (next >>> 3);
        if (bits <= 8) {
            unpackBytes(out, at, groups, from);
        } else if (bits <= 16) {
            unpackShorts(out, at, groups, from);
        } else {
            groups = 0;
        }
        at += groups << 3;
        next += (long) groups * 8 * bits;
        while (at < stop) {
            out[at++] = one(next);
            next += bits;
        }
    }

    private int one(long atBit) {
        return (int) (getLong(data, (int) (atBit >>> 3)) >>> (atBit & 7) & (1L << width) - 1);
    }

    private void unpackBytes(int[] out, int at, int groups, int from) {
        byte[] bytes = data;
        int bits = width;
        int mask = (1 << bits) - 1;
        for (int group = 0; group < groups; group++) {
            long word = getLong(bytes, from);
            out[at] = (int) word & mask;
            out[at + 1] = (int) (word >>> bits) & mask;
            out[at + 2] = (int) (word >>> 2 * bits) & mask;
            out[at + 3] = (int) (word >>> 3 * bits) & mask;
            out[at + 4] = (int) (word >>> 4 * bits) & mask;
            out[at + 5] = (int) (word >>> 5 * bits) & mask;
            out[at + 6] = (int) (word >>> 6 * bits) & mask;
            out[at + 7] = (int) (word >>> 7 * bits) & mask;
            at += 8;
            from += bits;
        }
    }

    private void unpackShorts(int[] out, int at, int groups, int from) {
        byte[] bytes = data;
        int bits = width;
        int mask = (1 << bits) - 1;
        int halfBytes = 4 * bits >>> 3;
        int halfShift = 4 * bits & 7;
        for (int group = 0; group < groups; group++) {
            long low = getLong(bytes, from);
            long high = getLong(bytes, from + halfBytes) >>> halfShift;
            out[at] = (int) low & mask;
            out[at + 1] = (int) (low >>> bits) & mask;
            out[at + 2] = (int) (low >>> 2 * bits) & mask;
            out[at + 3] = (int) (low >>> 3 * bits) & mask;
            out[at + 4] = (int) high & mask;
            out[at + 5] = (int) (high >>> bits) & mask;
            out[at + 6] = (int) (high >>> 2 * bits) & mask;
            out[at + 7] = (int) (high >>> 3 * bits) & mask;
            at += 8;
            from += bits;
        }
    }
}
