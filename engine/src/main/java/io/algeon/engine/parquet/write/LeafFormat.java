package io.algeon.engine.parquet.write;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;

/**
 * How SQL types are written. Times and timestamps are written in their stored unit, microseconds or nanoseconds, whatever
 * their precision, so that nothing is rounded. Old converted types are set beside the logical ones where they mean the same.
 */
final class LeafFormat {
    private static final int INT32_DECIMAL_DIGITS = 9;

    private LeafFormat() {}

    /** A schema element without name and repetition. */
    static SchemaElement element(SqlType type, String column) {
        SchemaElement element = new SchemaElement();
        switch (type.kind()) {
            case NULL -> {
                element.setType(Type.INT32);
                element.setLogicalType(LogicalType.UNKNOWN(new NullType()));
            }
            case BOOLEAN -> element.setType(Type.BOOLEAN);
            case TINYINT -> integer(element, 8, ConvertedType.INT_8);
            case SMALLINT -> integer(element, 16, ConvertedType.INT_16);
            case INTEGER -> integer(element, 32, ConvertedType.INT_32);
            case BIGINT -> {
                element.setType(Type.INT64);
                element.setLogicalType(LogicalType.INTEGER(new IntType((byte) 64, true)));
                element.setConverted_type(ConvertedType.INT_64);
            }
            case DECIMAL -> decimal(element, type);
            case REAL -> element.setType(Type.FLOAT);
            case DOUBLE -> element.setType(Type.DOUBLE);
            case CHAR, VARCHAR -> {
                element.setType(Type.BYTE_ARRAY);
                element.setLogicalType(LogicalType.STRING(new StringType()));
                element.setConverted_type(ConvertedType.UTF8);
            }
            case VARBINARY -> element.setType(Type.BYTE_ARRAY);
            case UUID -> {
                fixed(element, 16);
                element.setLogicalType(LogicalType.UUID(new UUIDType()));
            }
            case DATE -> {
                element.setType(Type.INT32);
                element.setLogicalType(LogicalType.DATE(new DateType()));
                element.setConverted_type(ConvertedType.DATE);
            }
            case TIME -> {
                element.setType(Type.INT64);
                element.setLogicalType(LogicalType.TIME(new TimeType(false, unit(type))));
            }
            case TIMESTAMP -> {
                element.setType(Type.INT64);
                element.setLogicalType(LogicalType.TIMESTAMP(new TimestampType(false, unit(type))));
            }
            case TIMESTAMP_WITH_TIME_ZONE -> {
                element.setType(Type.INT64);
                element.setLogicalType(
                        LogicalType.TIMESTAMP(new TimestampType(true, TimeUnit.MICROS(new MicroSeconds()))));
                element.setConverted_type(ConvertedType.TIMESTAMP_MICROS);
            }
            case INTERVAL_DAY_SECOND -> {
                fixed(element, 12);
                element.setConverted_type(ConvertedType.INTERVAL);
            }
            case INTERVAL_YEAR_MONTH ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_TYPE,
                        "Column '" + column + "' has the type " + type
                                + ", which Parquet readers take for days. Cast it to VARCHAR, or write its months as a number:"
                                + " EXTRACT(YEAR FROM x) * 12 + EXTRACT(MONTH FROM x).");
            case ARRAY, ROW, MAP ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_TYPE,
                        "Column '" + column + "' has the type " + type
                                + ", which is not written to Parquet. Cast it, for instance to INTEGER months.");
        }
        return element;
    }

    private static void integer(SchemaElement element, int bits, ConvertedType converted) {
        element.setType(Type.INT32);
        element.setLogicalType(LogicalType.INTEGER(new IntType((byte) bits, true)));
        element.setConverted_type(converted);
    }

    private static void fixed(SchemaElement element, int length) {
        element.setType(Type.FIXED_LEN_BYTE_ARRAY);
        element.setType_length(length);
    }

    private static void decimal(SchemaElement element, SqlType type) {
        if (type.precision() <= INT32_DECIMAL_DIGITS) {
            element.setType(Type.INT32);
        } else if (type.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION) {
            element.setType(Type.INT64);
        } else {
            fixed(element, decimalBytes(type.precision()));
        }
        element.setLogicalType(LogicalType.DECIMAL(new DecimalType(type.scale(), type.precision())));
        element.setConverted_type(ConvertedType.DECIMAL);
        element.setPrecision(type.precision());
        element.setScale(type.scale());
    }

    /** Bytes that hold every value of that many digits, with its sign. */
    static int decimalBytes(int precision) {
        return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
    }

    private static TimeUnit unit(SqlType type) {
        return type.precision() > 6 ? TimeUnit.NANOS(new NanoSeconds()) : TimeUnit.MICROS(new MicroSeconds());
    }
}
