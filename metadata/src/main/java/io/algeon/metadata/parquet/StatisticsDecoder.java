package io.algeon.metadata.parquet;

import io.algeon.metadata.type.PhysicalKind;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Decodes statistics of chunks and of pages (column indexes) into the stored form of the column's SQL type. What cannot be
 * trusted is dropped, never an error: NaN bounds, bounds of wrong length or order, the deprecated fields for types that
 * old writers compared as signed bytes, types without a defined order.
 */
public final class StatisticsDecoder {
    private static final ChunkStatistics UNKNOWN_WITHOUT_NAN =
            new ChunkStatistics(-1, -1, null, null, false, false, false);

    private StatisticsDecoder() {}

    static ChunkStatistics chunk(ParquetColumn column, @Nullable Statistics statistics, boolean ordered) {
        boolean floating = isFloating(column);
        if (statistics == null) {
            return floating ? ChunkStatistics.UNKNOWN : UNKNOWN_WITHOUT_NAN;
        }
        long nulls = statistics.isSetNull_count() && statistics.getNull_count() >= 0 ? statistics.getNull_count() : -1;
        long distinct = statistics.isSetDistinct_count() && statistics.getDistinct_count() > 0
                ? statistics.getDistinct_count()
                : -1;
        boolean nan = floating && !(statistics.isSetNan_count() && statistics.getNan_count() == 0);
        byte[] minBytes = null;
        byte[] maxBytes = null;
        if (ordered && (statistics.isSetMin_value() || statistics.isSetMax_value())) {
            minBytes = statistics.getMin_value();
            maxBytes = statistics.getMax_value();
        } else if (isSignedNumber(column)) {
            minBytes = statistics.getMin();
            maxBytes = statistics.getMax();
        }
        Object min = minBytes == null ? null : decode(column, minBytes);
        Object max = maxBytes == null ? null : decode(column, maxBytes);
        if (min != null && max != null && isAbove(min, max)) {
            min = null;
            max = null;
        }
        boolean cut = column.type().physicalKind() == PhysicalKind.BYTES;
        boolean minExact = statistics.isSetIs_min_value_exact() ? statistics.isIs_min_value_exact() : !cut;
        boolean maxExact = statistics.isSetIs_max_value_exact() ? statistics.isIs_max_value_exact() : !cut;
        return new ChunkStatistics(
                nulls,
                distinct,
                floating ? zeroBound(min, true) : min,
                floating ? zeroBound(max, false) : max,
                minExact && min != null,
                maxExact && max != null,
                nan);
    }

    /**
     * A bound as Parquet's statistics write it (plain encoding, without length), in the form that {@link ChunkStatistics}
     * describes; null if it says nothing.
     */
    public static @Nullable Object decode(ParquetColumn column, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (column.physicalType()) {
            case BOOLEAN -> bytes.length == 1 ? (Object) (bytes[0] != 0) : null;
            case INT32 -> bytes.length == 4 ? fromInt32(column, buffer.getInt()) : null;
            case INT64 -> bytes.length == 8 ? fromInt64(column, buffer.getLong()) : null;
            case INT96 -> null;
            case FLOAT -> bytes.length == 4 && !Float.isNaN(buffer.getFloat(0)) ? buffer.getFloat() : null;
            case DOUBLE -> bytes.length == 8 && !Double.isNaN(buffer.getDouble(0)) ? buffer.getDouble() : null;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> fromBytes(column, bytes);
        };
    }

    private static @Nullable Object fromInt32(ParquetColumn column, int value) {
        return switch (column.conversion()) {
            case SIGN_EXTEND -> (Object) (long) value;
            case ZERO_EXTEND -> Integer.toUnsignedLong(value);
            case MILLIS_TO_MICROS -> value * 1000L;
            default -> value;
        };
    }

    private static @Nullable Object fromInt64(ParquetColumn column, long value) {
        return switch (column.conversion()) {
            case SIGN_EXTEND -> (Object) BigInteger.valueOf(value);
            case ZERO_EXTEND -> new BigInteger(Long.toUnsignedString(value));
            case MILLIS_TO_MICROS ->
                value >= Long.MIN_VALUE / 1000 && value <= Long.MAX_VALUE / 1000 ? (Object) (value * 1000) : null;
            case NANOS_TO_MICROS -> Math.floorDiv(value, 1000L);
            default -> value;
        };
    }

    private static @Nullable Object fromBytes(ParquetColumn column, byte[] bytes) {
        return switch (column.conversion()) {
            case NONE -> bytes;
            case BIG_ENDIAN -> decimal(column, bytes);
            case HALF_TO_REAL -> {
                float value = bytes.length == 2 ? halfToFloat(bytes[0] & 0xff | bytes[1] << 8) : Float.NaN;
                yield Float.isNaN(value) ? null : (Object) value;
            }
            default -> null;
        };
    }

    private static @Nullable Object decimal(ParquetColumn column, byte[] bytes) {
        boolean wide = column.type().physicalKind() == PhysicalKind.INT128;
        // A BYTE_ARRAY bound that was cut has lost its value, not only its precision.
        boolean wholeValue = column.physicalType() == Type.BYTE_ARRAY
                ? bytes.length > 0 && bytes.length <= 17
                : bytes.length == column.fixedLength();
        if (!wholeValue) {
            return null;
        }
        BigInteger value = new BigInteger(bytes);
        if (wide) {
            return value.bitLength() < 128 ? value : null;
        }
        return value.bitLength() < 64 ? (Object) value.longValue() : null;
    }

    /** IEEE half precision, in the low 16 bits, to single. */
    public static float halfToFloat(int half) {
        int exponent = half >>> 10 & 0x1f;
        int fraction = half & 0x3ff;
        int sign = (half & 0x8000) << 16;
        if (exponent == 0x1f) {
            return Float.intBitsToFloat(sign | 0x7f800000 | fraction << 13);
        }
        if (exponent == 0) {
            float magnitude = fraction * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        return Float.intBitsToFloat(sign | exponent + 112 << 23 | fraction << 13);
    }

    private static boolean isFloating(ParquetColumn column) {
        return column.type().kind().isFloating();
    }

    /** Types whose deprecated bounds were always compared rightly. */
    private static boolean isSignedNumber(ParquetColumn column) {
        return switch (column.physicalType()) {
            case BOOLEAN, FLOAT, DOUBLE -> true;
            case INT32 -> column.conversion() != ValueConversion.ZERO_EXTEND;
            case INT64 -> column.conversion() != ValueConversion.ZERO_EXTEND;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
    }

    private static boolean isAbove(Object min, Object max) {
        if (min instanceof byte[] low && max instanceof byte[] high) {
            return Arrays.compareUnsigned(low, high) > 0;
        }
        return min instanceof Comparable<?> low && compare(low, max) > 0;
    }

    private static int compare(Comparable<?> low, Object high) {
        if (low instanceof BigInteger value && high instanceof BigInteger other) {
            return value.compareTo(other);
        }
        if (low instanceof Double || low instanceof Float) {
            return Double.compare(((Number) low).doubleValue() + 0.0, ((Number) high).doubleValue() + 0.0);
        }
        if (low instanceof Boolean value) {
            return value.compareTo((Boolean) high);
        }
        return Long.compare(((Number) low).longValue(), ((Number) high).longValue());
    }

    /** A zero bound stands for both zeros: the smaller one as a lower bound, the larger one as an upper bound. */
    private static @Nullable Object zeroBound(@Nullable Object bound, boolean lower) {
        if (bound instanceof Double value && value == 0) {
            return lower ? -0.0 : 0.0;
        }
        if (bound instanceof Float value && value == 0) {
            return lower ? -0.0f : 0.0f;
        }
        return bound;
    }
}
