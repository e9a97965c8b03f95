package io.algeon.engine.sql.type;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The one factory of planner types. Text is UTF-8; FLOAT is DOUBLE; TIMESTAMP WITH TIME ZONE is the planner's "local time
 * zone" type, an instant, in both spellings; BINARY is VARBINARY; a DECIMAL without precision keeps
 * {@value TypeRules#BARE_DECIMAL_SCALE} fractional digits. Thread-safe.
 */
public final class TypeFactory extends SqlTypeFactoryImpl {
    public static final TypeFactory INSTANCE = new TypeFactory();

    private TypeFactory() {
        super(TypeRules.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public RelDataType createSqlType(SqlTypeName typeName) {
        if (typeName == SqlTypeName.DECIMAL) {
            return super.createSqlType(
                    typeName, TypeRules.INSTANCE.getMaxNumericPrecision(), TypeRules.BARE_DECIMAL_SCALE);
        }
        return super.createSqlType(stored(typeName));
    }

    @Override
    public RelDataType createSqlType(SqlTypeName typeName, int precision) {
        return super.createSqlType(stored(typeName), precision);
    }

    /** Numbers and dates have no common type, whatever Calcite thinks of days; decimals keep their fractional digits. */
    @Override
    public @Nullable RelDataType leastRestrictive(List<RelDataType> types) {
        boolean dates = types.stream().anyMatch(SqlTypeUtil::isDatetime);
        boolean numbers = types.stream().anyMatch(SqlTypeUtil::isNumeric);
        if (dates && numbers) {
            return null;
        }
        RelDataType common = super.leastRestrictive(types);
        if (common == null) {
            return dates ? timestampOf(types) : null;
        }
        return common.getSqlTypeName() == SqlTypeName.DECIMAL ? withEveryDigit(types, common) : common;
    }

    /**
     * The common decimal with as many fractional digits as any of the types: Calcite gives them up where whole digits need
     * the room, and what is compared or united would be rounded.
     */
    private RelDataType withEveryDigit(List<RelDataType> types, RelDataType common) {
        int scale = 0;
        int wholeDigits = 0;
        for (RelDataType type : types) {
            if (SqlTypeUtil.isExactNumeric(type)) {
                scale = Math.max(scale, type.getScale());
                wholeDigits = Math.max(wholeDigits, type.getPrecision() - type.getScale());
            }
        }
        int precision = Math.min(wholeDigits + scale, TypeRules.INSTANCE.getMaxPrecision(SqlTypeName.DECIMAL));
        return scale == common.getScale()
                ? common
                : createTypeWithNullability(createSqlType(SqlTypeName.DECIMAL, precision, scale), common.isNullable());
    }

    /** The widest timestamp among dates and timestamps; null if there are other types. */
    private @Nullable RelDataType timestampOf(List<RelDataType> types) {
        SqlTypeName name = SqlTypeName.TIMESTAMP;
        int precision = 0;
        boolean nullable = false;
        for (RelDataType type : types) {
            nullable |= type.isNullable();
            switch (type.getSqlTypeName()) {
                case NULL, DATE -> {}
                case TIMESTAMP -> precision = Math.max(precision, type.getPrecision());
                case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                    name = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
                    precision = Math.max(precision, type.getPrecision());
                }
                default -> {
                    return null;
                }
            }
        }
        return createTypeWithNullability(createSqlType(name, precision), nullable);
    }

    /** VARCHAR without a limit, not nullable, as string literals have it. */
    public RelDataType varchar() {
        return createTypeWithCharsetAndCollation(
                createSqlType(SqlTypeName.VARCHAR), StandardCharsets.UTF_8, SqlCollation.IMPLICIT);
    }

    /** INTERVAL DAY TO SECOND, not nullable. */
    public RelDataType daySecondInterval() {
        return createSqlIntervalType(new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, SqlParserPos.ZERO));
    }

    private static SqlTypeName stored(SqlTypeName typeName) {
        return switch (typeName) {
            case FLOAT -> SqlTypeName.DOUBLE;
            case TIMESTAMP_TZ -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            case BINARY -> SqlTypeName.VARBINARY;
            default -> typeName;
        };
    }
}
