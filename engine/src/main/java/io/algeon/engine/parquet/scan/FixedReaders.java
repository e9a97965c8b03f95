package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.parquet.codec.MalformedDataException;
import org.jspecify.annotations.Nullable;

/** Readers of numbers with a fixed width. */
final class FixedReaders {
    private FixedReaders() {}

    /** Fails if {@code count} values from {@code first} on are not there; positions are checked by their makers. */
    static void check(PlainPage page, int first, int @Nullable [] positions, int count) {
        if (positions == null && count > page.valueCount - first) {
            throw new MalformedDataException("a page holds " + page.valueCount + " values and should hold more");
        }
    }

    static final class Ints extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            byte[] data = page.data;
            int base = page.start + 4 * first;
            int[] out = ((IntVector) target).values();
            if (positions == null) {
                for (int i = 0; i < count; i++) {
                    out[at + i] = getInt(data, base + 4 * i);
                }
            } else {
                for (int i = 0; i < count; i++) {
                    out[at + i] = getInt(data, base + 4 * positions[i]);
                }
            }
        }
    }

    static final class IntsToLongs extends ValueReader {
        private final long mask;
        private final long factor;

        IntsToLongs(long mask, long factor) {
            this.mask = mask;
            this.factor = factor;
        }

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            byte[] data = page.data;
            int base = page.start + 4 * first;
            long[] out = ((LongVector) target).values();
            long kept = mask;
            long times = factor;
            if (positions == null) {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (getInt(data, base + 4 * i) & kept) * times;
                }
            } else {
                for (int i = 0; i < count; i++) {
                    out[at + i] = (getInt(data, base + 4 * positions[i]) & kept) * times;
                }
            }
        }
    }

    static final class Longs extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            readLongs(page, first, positions, count, ((LongVector) target).values(), at);
        }
    }

    static void readLongs(PlainPage page, int first, int @Nullable [] positions, int count, long[] out, int at) {
        byte[] data = page.data;
        int base = page.start + 8 * first;
        if (positions == null) {
            for (int i = 0; i < count; i++) {
                out[at + i] = getLong(data, base + 8 * i);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = getLong(data, base + 8 * positions[i]);
            }
        }
    }

    /** Values times a factor, or divided (rounded down). */
    static final class LongsScaled extends ValueReader {
        private final long factor;
        private final long divisor;

        LongsScaled(long factor, long divisor) {
            this.factor = factor;
            this.divisor = divisor;
        }

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            long[] out = ((LongVector) target).values();
            readLongs(page, first, positions, count, out, at);
            if (divisor != 1) {
                for (int i = at; i < at + count; i++) {
                    out[i] = Math.floorDiv(out[i], divisor);
                }
                return;
            }
            long most = Long.MAX_VALUE / factor;
            for (int i = at; i < at + count; i++) {
                if (out[i] > most || out[i] < -most) {
                    throw new MalformedDataException("a time of " + out[i]
                            + " milliseconds is outside the range of TIMESTAMP, which is stored in microseconds");
                }
                out[i] *= factor;
            }
        }
    }

    static final class LongsToWide extends ValueReader {
        private final boolean signed;

        LongsToWide(boolean signed) {
            this.signed = signed;
        }

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            Int128Vector wide = (Int128Vector) target;
            readLongs(page, first, positions, count, wide.low(), at);
            long[] low = wide.low();
            long[] high = wide.high();
            for (int i = at; i < at + count; i++) {
                high[i] = signed ? low[i] >> 63 : 0;
            }
        }
    }

    static final class Floats extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            byte[] data = page.data;
            int base = page.start + 4 * first;
            float[] out = ((FloatVector) target).values();
            for (int i = 0; i < count; i++) {
                int position = positions == null ? i : positions[i];
                out[at + i] = Float.intBitsToFloat(getInt(data, base + 4 * position));
            }
        }
    }

    static final class Doubles extends ValueReader {
        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            byte[] data = page.data;
            int base = page.start + 8 * first;
            double[] out = ((DoubleVector) target).values();
            for (int i = 0; i < count; i++) {
                int position = positions == null ? i : positions[i];
                out[at + i] = Double.longBitsToDouble(getLong(data, base + 8 * position));
            }
        }
    }

    /** Nanoseconds of the day, then the Julian day number, as Impala and Hive wrote timestamps. */
    static final class Int96ToMicros extends ValueReader {
        private static final long JULIAN_DAY_OF_1970 = 2_440_588;
        private static final long MICROS_PER_DAY = 86_400_000_000L;

        @Override
        void read(PlainPage page, int first, int @Nullable [] positions, int count, ColumnVector target, int at) {
            check(page, first, positions, count);
            byte[] data = page.data;
            int base = page.start + 12 * first;
            long[] out = ((LongVector) target).values();
            for (int i = 0; i < count; i++) {
                int from = base + 12 * (positions == null ? i : positions[i]);
                long day = getInt(data, from + 8) - JULIAN_DAY_OF_1970;
                // No overflow: a day number has 32 bits.
                out[at + i] = day * MICROS_PER_DAY + Math.floorDiv(getLong(data, from), 1000L);
            }
        }
    }
}
