package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.getUnsignedShort;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.parquet.codec.MalformedDataException;
import org.jspecify.annotations.Nullable;

/** Readers of byte arrays, of what is stored in them, and of bits. */
final class BytesReaders {
    private BytesReaders() {}

    static final class Bits extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            byte[] data = page.data;
            int start = page.start;
            long[] out = ((BooleanVector) target).bits();
            for (int i = 0; i < count; i++) {
                int from = first + (positions == null ? i : positions[i]);
                long bit = data[start + (from >> 3)] >>> (from & 7) & 1L;
                int to = at + i;
                out[to >> 6] = out[to >> 6] & ~(1L << to) | bit << to;
            }
        }
    }

    /** Strings and binary values. */
    static final class Bytes extends ValueReader {
        /** Values up to this length are copied in words, which write a few bytes too many. */
        private static final int SHORT = 32;

        /** Bytes of values that a vector holds at most, well below what its offsets can count. */
        private static final int MAX_BYTES = 1 << 30;

        private final @Nullable ScanMemory memory;

        /** @param memory in which growing targets are counted; null if the caller counts them */
        Bytes(@Nullable ScanMemory memory) {
            this.memory = memory;
        }

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            BytesVector bytes = (BytesVector) target;
            int[] offsets = bytes.offsets();
            int used = at == 0 ? 0 : offsets[at];
            offsets[at] = used;
            long end = used;
            for (int i = 0; i < count; i++) {
                int value = first + (positions == null ? i : positions[i]);
                end += page.valueEnd(value) - page.valueStart(value);
                offsets[at + i + 1] = (int) end;
            }
            if (end > MAX_BYTES) {
                throw new MalformedDataException(
                        "the values of " + (at + count) + " rows have " + end + " bytes, more than a batch can hold");
            }
            int needed = (int) end + PageSource.SLACK;
            if (memory != null && needed > bytes.data().length) {
                memory.count(BytesVector.grownBytes(needed) - (long) bytes.data().length);
            }
            byte[] out = bytes.ensureBytes(used, needed);
            byte[] data = page.data;
            for (int i = 0; i < count; i++) {
                int from = page.valueStart(first + (positions == null ? i : positions[i]));
                int to = offsets[at + i];
                int length = offsets[at + i + 1] - to;
                if (length <= SHORT) {
                    for (int done = 0; done < length; done += 8) {
                        putLong(out, to + done, getLong(data, from + done));
                    }
                } else {
                    System.arraycopy(data, from, out, to, length);
                }
            }
        }
    }

    /** Two's complement, most significant byte first, of any length. */
    static final class BigEndianToLongs extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            byte[] data = page.data;
            long[] out = ((LongVector) target).values();
            for (int i = 0; i < count; i++) {
                int value = first + (positions == null ? i : positions[i]);
                int from = page.valueStart(value);
                int length = page.valueEnd(value) - from;
                out[at + i] = length <= 8 ? signed(data, from, length) : low(data, from, length, 8);
            }
        }
    }

    static final class BigEndianToWide extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            byte[] data = page.data;
            long[] high = ((Int128Vector) target).high();
            long[] low = ((Int128Vector) target).low();
            for (int i = 0; i < count; i++) {
                int value = first + (positions == null ? i : positions[i]);
                int from = page.valueStart(value);
                int length = page.valueEnd(value) - from;
                if (length <= 8) {
                    low[at + i] = signed(data, from, length);
                    high[at + i] = low[at + i] >> 63;
                } else {
                    low[at + i] = Long.reverseBytes(getLong(data, from + length - 8));
                    high[at + i] = length <= 16 ? signed(data, from, length - 8) : low(data, from, length - 8, 8);
                }
            }
        }
    }

    /** A number of at most 8 bytes; 0 for none. */
    private static long signed(byte[] data, int from, int length) {
        return length == 0 ? 0 : Long.reverseBytes(getLong(data, from)) >> 64 - 8 * length;
    }

    /** The last {@code kept} bytes of a longer number, whose other bytes only repeat its sign. */
    private static long low(byte[] data, int from, int length, int kept) {
        long number = signed(data, from + length - kept, kept);
        byte sign = (byte) (number >> 63);
        for (int i = from; i < from + length - kept; i++) {
            if (data[i] != sign) {
                throw new MalformedDataException("a decimal number has more digits than its type");
            }
        }
        return number;
    }

    static final class HalvesToFloats extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            float[] out = ((FloatVector) target).values();
            for (int i = 0; i < count; i++) {
                int value = first + (positions == null ? i : positions[i]);
                out[at + i] = toFloat(getUnsignedShort(page.data, page.valueStart(value)));
            }
        }

        /** IEEE 754 binary16 to binary32, exact. */
        private static float toFloat(int half) {
            int sign = half << 16 & 0x8000_0000;
            int exponent = half >>> 10 & 0x1f;
            int fraction = half & 0x3ff;
            if (exponent == 0) {
                float magnitude = fraction * 0x1p-24f;
                return sign == 0 ? magnitude : -magnitude;
            }
            int wideExponent = exponent == 0x1f ? 0xff : exponent - 15 + 127;
            return Float.intBitsToFloat(sign | wideExponent << 23 | fraction << 13);
        }
    }

    /** Months, days and milliseconds. */
    static final class IntervalsToMicros extends ValueReader {
        private static final long MICROS_PER_DAY = 86_400_000_000L;

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            FixedReaders.check(page, first, positions, count);
            long[] out = ((LongVector) target).values();
            for (int i = 0; i < count; i++) {
                int from = page.valueStart(first + (positions == null ? i : positions[i]));
                int months = getInt(page.data, from);
                // Unsigned by the format's text, but writers store negative intervals in it, as two's complement.
                long days = getInt(page.data, from + 4);
                long millis = Integer.toUnsignedLong(getInt(page.data, from + 8));
                if (months != 0) {
                    throw new MalformedDataException("an interval of " + Integer.toUnsignedString(months)
                            + " months has no exact length in days");
                }
                if (Math.abs(days) > Long.MAX_VALUE / MICROS_PER_DAY - 50) {
                    throw new MalformedDataException("an interval of " + days + " days is too long");
                }
                out[at + i] = days * MICROS_PER_DAY + millis * 1000;
            }
        }
    }
}
