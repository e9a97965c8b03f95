package io.algeon.engine.sql.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Precisions and result types of arithmetic and aggregates.
 *
 * <p>Decimals have up to 38 digits. A sum or difference keeps its scale while the whole digits leave room; a product that
 * needs more than 38 digits gives up scale, never below {@value #LEAST_SCALE}; a quotient has at least
 * {@value #QUOTIENT_SCALE} fractional digits where they fit, never fewer than {@value #LEAST_SCALE}. What does not fit at
 * run time is an error, not a silent loss of whole digits.
 */
public final class TypeRules extends RelDataTypeSystemImpl {
    public static final TypeRules INSTANCE = new TypeRules();

    private static final int MAX_DECIMAL_PRECISION = 38;
    private static final int MAX_TIME_PRECISION = 9;
    private static final int DEFAULT_TIME_PRECISION = 6;
    private static final int LEAST_SCALE = 6;
    private static final int QUOTIENT_SCALE = 12;

    /** Fractional digits of an average of exact numbers. */
    private static final int AVERAGE_SCALE = 16;

    /** Scale of a DECIMAL written without precision: PostgreSQL's keeps any fraction, so ours must keep some. */
    public static final int BARE_DECIMAL_SCALE = 10;

    private TypeRules() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> MAX_DECIMAL_PRECISION;
            case TIME, TIME_TZ, TIME_WITH_LOCAL_TIME_ZONE, TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                MAX_TIME_PRECISION;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
            default -> super.getMaxPrecision(typeName);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? MAX_DECIMAL_PRECISION : super.getMaxScale(typeName);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        if (typeName.getFamily() != null && SqlTypeName.INTERVAL_TYPES.contains(typeName)) {
            return SqlTypeName.MAX_INTERVAL_START_PRECISION;
        }
        return switch (typeName) {
            case DECIMAL -> MAX_DECIMAL_PRECISION;
            case TIME, TIME_TZ, TIME_WITH_LOCAL_TIME_ZONE, TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                DEFAULT_TIME_PRECISION;
            case VARCHAR, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
            default -> super.getDefaultPrecision(typeName);
        };
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory typeFactory, RelDataType argument) {
        RelDataType type = switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> typeFactory.createSqlType(SqlTypeName.BIGINT);
            case BIGINT -> typeFactory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_PRECISION, 0);
            case DECIMAL -> typeFactory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_PRECISION, argument.getScale());
            case REAL, FLOAT, DOUBLE -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
            default -> argument;
        };
        return typeFactory.createTypeWithNullability(type, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory typeFactory, RelDataType argument) {
        RelDataType type = switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> averageOf(typeFactory, 10, 0);
            case BIGINT -> averageOf(typeFactory, 19, 0);
            case DECIMAL -> averageOf(typeFactory, argument.getPrecision() - argument.getScale(), argument.getScale());
            case REAL, FLOAT, DOUBLE -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
            default -> argument;
        };
        return typeFactory.createTypeWithNullability(type, argument.isNullable());
    }

    /** As many fractional digits as PostgreSQL gives, fewer only where the whole digits need the room. */
    private static RelDataType averageOf(RelDataTypeFactory typeFactory, int wholeDigits, int argumentScale) {
        int least = Math.min(argumentScale + LEAST_SCALE, MAX_DECIMAL_PRECISION);
        int wanted = Math.max(least, AVERAGE_SCALE);
        int scale = Math.max(least, Math.min(wanted, MAX_DECIMAL_PRECISION - wholeDigits));
        return typeFactory.createSqlType(
                SqlTypeName.DECIMAL, Math.min(wholeDigits + scale, MAX_DECIMAL_PRECISION), scale);
    }

    @Override
    public RelDataType deriveCovarType(RelDataTypeFactory typeFactory, RelDataType first, RelDataType second) {
        return typeFactory.createTypeWithNullability(
                typeFactory.createSqlType(SqlTypeName.DOUBLE), first.isNullable() || second.isNullable());
    }

    @Override
    public @Nullable RelDataType deriveDecimalPlusType(
            RelDataTypeFactory typeFactory, RelDataType first, RelDataType second) {
        if (!isDecimalArithmetic(first, second)) {
            return null;
        }
        int scale = Math.max(first.getScale(), second.getScale());
        int wholeDigits = Math.max(wholeDigits(first), wholeDigits(second)) + 1;
        return decimal(typeFactory, wholeDigits, scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory typeFactory, RelDataType first, RelDataType second) {
        if (!isDecimalArithmetic(first, second)) {
            return null;
        }
        return decimal(typeFactory, wholeDigits(first) + wholeDigits(second), first.getScale() + second.getScale());
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(
            RelDataTypeFactory typeFactory, RelDataType first, RelDataType second) {
        if (!isDecimalArithmetic(first, second)) {
            return null;
        }
        int scale = Math.max(QUOTIENT_SCALE, Math.max(first.getScale(), second.getScale()));
        int wholeDigits = wholeDigits(first) + second.getScale();
        int fitting = Math.max(MAX_DECIMAL_PRECISION - wholeDigits, QUOTIENT_SCALE);
        scale = Math.min(scale, fitting);
        int precision = Math.min(wholeDigits + scale, MAX_DECIMAL_PRECISION);
        return typeFactory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalModType(
            RelDataTypeFactory typeFactory, RelDataType first, RelDataType second) {
        if (!isDecimalArithmetic(first, second)) {
            return null;
        }
        int scale = Math.max(first.getScale(), second.getScale());
        return decimal(typeFactory, Math.max(1, Math.min(wholeDigits(first), wholeDigits(second))), scale);
    }

    /** A decimal of so many digits before and after the point; scale gives way where both do not fit. */
    private static RelDataType decimal(RelDataTypeFactory typeFactory, int wholeDigits, int scale) {
        int kept = Math.min(scale, Math.max(MAX_DECIMAL_PRECISION - wholeDigits, Math.min(scale, LEAST_SCALE)));
        int precision = Math.max(1, Math.min(wholeDigits + kept, MAX_DECIMAL_PRECISION));
        return typeFactory.createSqlType(SqlTypeName.DECIMAL, precision, kept);
    }

    private static boolean isDecimalArithmetic(RelDataType first, RelDataType second) {
        return SqlTypeUtil.isExactNumeric(first)
                && SqlTypeUtil.isExactNumeric(second)
                && (SqlTypeUtil.isDecimal(first) || SqlTypeUtil.isDecimal(second));
    }

    private static int wholeDigits(RelDataType type) {
        return type.getPrecision() - type.getScale();
    }
}
