package io.algeon.metadata.parquet;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * SQL types of leaves. The old converted types are read as the logical types that they became, except that their times
 * and timestamps are taken as zone-less: writers of that age used them for local times.
 */
final class LeafTypes {
    /** A type and how its stored values come from written ones. */
    record LeafType(SqlType type, ValueConversion conversion) {}

    private LeafTypes() {}

    /** The type of a leaf, null if SQL has none for it. */
    static @Nullable LeafType of(SchemaElement schema) {
        LogicalType logical = schema.isSetLogicalType() ? schema.getLogicalType() : new LogicalType();
        ConvertedType converted = schema.getConverted_type();
        return switch (schema.getType()) {
            case BOOLEAN -> plain(SqlTypes.BOOLEAN);
            case INT32 -> int32(schema, logical, converted);
            case INT64 -> int64(schema, logical, converted);
            case INT96 -> new LeafType(SqlTypes.TIMESTAMP, ValueConversion.INT96_TO_MICROS);
            case FLOAT -> plain(SqlTypes.REAL);
            case DOUBLE -> plain(SqlTypes.DOUBLE);
            case BYTE_ARRAY -> byteArray(schema, logical, converted);
            case FIXED_LEN_BYTE_ARRAY -> fixed(schema, logical, converted);
        };
    }

    /** The written type for messages, such as {@code FIXED_LEN_BYTE_ARRAY DECIMAL(40, 2)}. */
    static String describe(SchemaElement schema) {
        if (isDecimal(schema, schema.isSetLogicalType() ? schema.getLogicalType() : new LogicalType())) {
            boolean logical = schema.isSetLogicalType();
            int precision = logical ? schema.getLogicalType().getDECIMAL().getPrecision() : schema.getPrecision();
            int scale = logical ? schema.getLogicalType().getDECIMAL().getScale() : schema.getScale();
            return schema.getType() + " DECIMAL(" + precision + ", " + scale + ")";
        }
        return schema.getType() + (schema.isSetLogicalType() ? " " + schema.getLogicalType() : "");
    }

    private static LeafType plain(SqlType type) {
        return new LeafType(type, ValueConversion.NONE);
    }

    private static @Nullable LeafType int32(
            SchemaElement schema, LogicalType logical, @Nullable ConvertedType converted) {
        if (isDecimal(schema, logical)) {
            return decimal(schema, logical, ValueConversion.SIGN_EXTEND);
        }
        if (logical.isSetDATE() || converted == ConvertedType.DATE) {
            return plain(SqlTypes.DATE);
        }
        if (logical.isSetTIME() || converted == ConvertedType.TIME_MILLIS) {
            return new LeafType(SqlTypes.time(3), ValueConversion.MILLIS_TO_MICROS);
        }
        if (logical.isSetINTEGER()) {
            IntType type = logical.getINTEGER();
            return integer32(type.getBitWidth(), type.isIsSigned());
        }
        if (converted == null) {
            return plain(SqlTypes.INTEGER);
        }
        return switch (converted) {
            case INT_8 -> integer32(8, true);
            case INT_16 -> integer32(16, true);
            case UINT_8 -> integer32(8, false);
            case UINT_16 -> integer32(16, false);
            case UINT_32 -> integer32(32, false);
            default -> plain(SqlTypes.INTEGER);
        };
    }

    private static LeafType integer32(int bits, boolean signed) {
        if (signed) {
            return plain(bits == 8 ? SqlTypes.TINYINT : bits == 16 ? SqlTypes.SMALLINT : SqlTypes.INTEGER);
        }
        return switch (bits) {
            case 8 -> plain(SqlTypes.SMALLINT);
            case 16 -> plain(SqlTypes.INTEGER);
            default -> new LeafType(SqlTypes.BIGINT, ValueConversion.ZERO_EXTEND);
        };
    }

    private static @Nullable LeafType int64(
            SchemaElement schema, LogicalType logical, @Nullable ConvertedType converted) {
        if (isDecimal(schema, logical)) {
            LeafType type = decimal(schema, logical, ValueConversion.SIGN_EXTEND);
            return type != null && type.type.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION
                    ? plain(type.type)
                    : type;
        }
        if (logical.isSetTIMESTAMP()) {
            return timestamp(
                    logical.getTIMESTAMP().getUnit(), logical.getTIMESTAMP().isIsAdjustedToUTC());
        }
        if (logical.isSetTIME()) {
            boolean nanos = logical.getTIME().getUnit().isSetNANOS();
            return plain(SqlTypes.time(nanos ? 9 : 6));
        }
        if (logical.isSetINTEGER()) {
            return logical.getINTEGER().isIsSigned() ? plain(SqlTypes.BIGINT) : unsigned64();
        }
        if (converted == null) {
            return plain(SqlTypes.BIGINT);
        }
        return switch (converted) {
            case TIMESTAMP_MILLIS -> new LeafType(SqlTypes.timestamp(3), ValueConversion.MILLIS_TO_MICROS);
            case TIMESTAMP_MICROS -> plain(SqlTypes.TIMESTAMP);
            case TIME_MICROS -> plain(SqlTypes.TIME);
            case UINT_64 -> unsigned64();
            default -> plain(SqlTypes.BIGINT);
        };
    }

    private static LeafType unsigned64() {
        return new LeafType(SqlTypes.decimal(20, 0), ValueConversion.ZERO_EXTEND);
    }

    private static LeafType timestamp(TimeUnit unit, boolean instant) {
        if (unit.isSetMILLIS()) {
            SqlType type = instant ? instant(3) : SqlTypes.timestamp(3);
            return new LeafType(type, ValueConversion.MILLIS_TO_MICROS);
        }
        if (unit.isSetNANOS()) {
            return instant ? new LeafType(instant(6), ValueConversion.NANOS_TO_MICROS) : plain(SqlTypes.timestamp(9));
        }
        return plain(instant ? instant(6) : SqlTypes.TIMESTAMP);
    }

    private static SqlType instant(int precision) {
        SqlType micros = SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
        return new SqlType(micros.kind(), precision, 0, true, micros.fields());
    }

    private static @Nullable LeafType byteArray(
            SchemaElement schema, LogicalType logical, @Nullable ConvertedType converted) {
        if (isDecimal(schema, logical)) {
            return decimal(schema, logical, ValueConversion.BIG_ENDIAN);
        }
        boolean text = logical.isSetSTRING()
                || logical.isSetENUM()
                || logical.isSetJSON()
                || converted == ConvertedType.UTF8
                || converted == ConvertedType.ENUM
                || converted == ConvertedType.JSON;
        return plain(text ? SqlTypes.VARCHAR : SqlTypes.VARBINARY);
    }

    private static @Nullable LeafType fixed(
            SchemaElement schema, LogicalType logical, @Nullable ConvertedType converted) {
        int length = schema.getType_length();
        if (isDecimal(schema, logical)) {
            return decimal(schema, logical, ValueConversion.BIG_ENDIAN);
        }
        if (logical.isSetUUID() && length == 16) {
            return new LeafType(SqlTypes.UUID, ValueConversion.UUID);
        }
        if (logical.isSetFLOAT16() && length == 2) {
            return new LeafType(SqlTypes.REAL, ValueConversion.HALF_TO_REAL);
        }
        if (converted == ConvertedType.INTERVAL && length == 12) {
            return new LeafType(SqlTypes.INTERVAL_DAY_SECOND, ValueConversion.INTERVAL_TO_MICROS);
        }
        return plain(SqlTypes.VARBINARY);
    }

    private static boolean isDecimal(SchemaElement schema, LogicalType logical) {
        return logical.isSetDECIMAL() || schema.getConverted_type() == ConvertedType.DECIMAL;
    }

    private static @Nullable LeafType decimal(SchemaElement schema, LogicalType logical, ValueConversion conversion) {
        int precision = logical.isSetDECIMAL() ? logical.getDECIMAL().getPrecision() : schema.getPrecision();
        int scale = logical.isSetDECIMAL() ? logical.getDECIMAL().getScale() : schema.getScale();
        if (precision < 1 || precision > SqlType.MAX_DECIMAL_PRECISION || scale < 0 || scale > precision) {
            return null;
        }
        // An INT32 cannot fill two longs, and its values fit DECIMAL(18) whatever the file declares.
        boolean tooWide = schema.getType() == org.apache.parquet.format.Type.INT32
                && precision > SqlType.MAX_LONG_DECIMAL_PRECISION;
        return tooWide ? null : new LeafType(SqlTypes.decimal(precision, scale), conversion);
    }
}
