package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.TypeFactory;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlExtractFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/** EXTRACT as the standard types it: exact with the fraction of SECOND, MILLISECOND and EPOCH; other fields are BIGINT. */
final class ExtractOperator extends SqlExtractFunction {
    private static final int MICROS = 6;
    private static final int NANOS = 9;
    private static final int SECOND_DIGITS = 2;
    private static final int EPOCH_DIGITS = 14;

    ExtractOperator() {
        super("EXTRACT", false);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding binding) {
        TypeFactory factory = TypeFactory.INSTANCE;
        RelDataType source = binding.getOperandType(1);
        RelDataType type = factory.createSqlType(SqlTypeName.BIGINT);
        if (hasFraction(source)
                && binding instanceof SqlCallBinding call
                && call.operand(0) instanceof SqlIntervalQualifier unit) {
            int digits =
                    isIn(source, SqlTypeName.DAY_INTERVAL_TYPES) || source.getPrecision() <= MICROS ? MICROS : NANOS;
            type = switch (unit.timeUnitRange) {
                case SECOND -> factory.createSqlType(SqlTypeName.DECIMAL, SECOND_DIGITS + digits, digits);
                case MILLISECOND -> factory.createSqlType(SqlTypeName.DECIMAL, SECOND_DIGITS + digits, digits - 3);
                case EPOCH -> factory.createSqlType(SqlTypeName.DECIMAL, EPOCH_DIGITS + digits, digits);
                default -> type;
            };
        }
        return factory.createTypeWithNullability(type, source.isNullable());
    }

    private static boolean hasFraction(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> true;
            default -> isIn(type, SqlTypeName.DAY_INTERVAL_TYPES);
        };
    }

    private static boolean isIn(RelDataType type, java.util.Set<SqlTypeName> names) {
        return names.contains(type.getSqlTypeName());
    }
}
