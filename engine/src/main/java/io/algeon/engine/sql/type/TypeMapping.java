package io.algeon.engine.sql.type;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The planner's types to ours and back. */
public final class TypeMapping {
    private TypeMapping() {}

    /**
     * Our type for a planner type, nullability included.
     *
     * @throws EngineException {@code unsupported_type} if there is none
     */
    public static SqlType toSqlType(RelDataType type) {
        SqlType mapped = switch (type.getSqlTypeName()) {
            case NULL, UNKNOWN -> SqlTypes.NULL;
            case BOOLEAN -> SqlTypes.BOOLEAN;
            case TINYINT -> SqlTypes.TINYINT;
            case SMALLINT -> SqlTypes.SMALLINT;
            case INTEGER -> SqlTypes.INTEGER;
            case BIGINT -> SqlTypes.BIGINT;
            case DECIMAL -> SqlTypes.decimal(type.getPrecision(), type.getScale());
            case REAL -> SqlTypes.REAL;
            case FLOAT, DOUBLE -> SqlTypes.DOUBLE;
            case CHAR -> SqlTypes.character(type.getPrecision());
            case VARCHAR -> SqlTypes.varchar(length(type));
            case BINARY, VARBINARY -> SqlTypes.varbinary(length(type));
            case UUID -> SqlTypes.UUID;
            case DATE -> SqlTypes.DATE;
            case TIME -> SqlTypes.time(type.getPrecision());
            case TIMESTAMP -> SqlTypes.timestamp(type.getPrecision());
            case TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
            case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH -> SqlTypes.INTERVAL_YEAR_MONTH;
            case INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND -> SqlTypes.INTERVAL_DAY_SECOND;
            case ARRAY, MULTISET -> SqlTypes.array(toSqlType(Objects.requireNonNull(type.getComponentType())));
            case MAP ->
                SqlTypes.map(
                        toSqlType(Objects.requireNonNull(type.getKeyType())),
                        toSqlType(Objects.requireNonNull(type.getValueType())));
            case ROW -> {
                List<SqlType.Field> fields = new ArrayList<>();
                for (RelDataTypeField field : type.getFieldList()) {
                    fields.add(new SqlType.Field(field.getName(), toSqlType(field.getType())));
                }
                yield SqlTypes.row(fields);
            }
            default ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_TYPE,
                        "Values of type " + type.getSqlTypeName().getName() + " are not supported.");
        };
        return mapped.withNullable(type.isNullable());
    }

    private static int length(RelDataType type) {
        return type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED ? SqlType.UNLIMITED : type.getPrecision();
    }

    /** The planner's type for ours, nullability included. */
    public static RelDataType toRelDataType(SqlType type) {
        TypeFactory factory = TypeFactory.INSTANCE;
        RelDataType mapped = switch (type.kind()) {
            case NULL -> factory.createSqlType(SqlTypeName.NULL);
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case TINYINT -> factory.createSqlType(SqlTypeName.TINYINT);
            case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
            case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
            case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case REAL -> factory.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case CHAR -> factory.createSqlType(SqlTypeName.CHAR, type.precision());
            case VARCHAR -> factory.createSqlType(SqlTypeName.VARCHAR, precision(type));
            case VARBINARY -> factory.createSqlType(SqlTypeName.VARBINARY, precision(type));
            case UUID -> factory.createSqlType(SqlTypeName.UUID);
            case DATE -> factory.createSqlType(SqlTypeName.DATE);
            case TIME -> factory.createSqlType(SqlTypeName.TIME, type.precision());
            case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, type.precision());
            case TIMESTAMP_WITH_TIME_ZONE ->
                factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, type.precision());
            case INTERVAL_YEAR_MONTH -> interval(TimeUnit.YEAR, TimeUnit.MONTH);
            case INTERVAL_DAY_SECOND -> interval(TimeUnit.DAY, TimeUnit.SECOND);
            case ARRAY ->
                factory.createArrayType(toRelDataType(type.fields().get(0).type()), -1);
            case MAP ->
                factory.createMapType(
                        toRelDataType(type.fields().get(0).type()),
                        toRelDataType(type.fields().get(1).type()));
            case ROW -> {
                List<RelDataType> types = new ArrayList<>();
                List<String> names = new ArrayList<>();
                for (SqlType.Field field : type.fields()) {
                    types.add(toRelDataType(field.type()));
                    names.add(field.name());
                }
                yield factory.createStructType(types, names);
            }
        };
        return factory.createTypeWithNullability(mapped, type.nullable());
    }

    private static int precision(SqlType type) {
        return type.precision() == SqlType.UNLIMITED ? RelDataType.PRECISION_NOT_SPECIFIED : type.precision();
    }

    private static RelDataType interval(TimeUnit start, TimeUnit end) {
        return TypeFactory.INSTANCE.createSqlIntervalType(new SqlIntervalQualifier(start, end, SqlParserPos.ZERO));
    }
}
