package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.List;

/** The result type rules that functions share; the rules themselves are the registry's, {@link #common} is for all. */
public final class ResultTypes {
    static final ResultRule BOOLEAN = arguments -> SqlTypes.BOOLEAN;
    static final ResultRule INTEGER = arguments -> SqlTypes.INTEGER;
    static final ResultRule BIGINT = arguments -> SqlTypes.BIGINT;
    static final ResultRule DOUBLE = arguments -> SqlTypes.DOUBLE;
    static final ResultRule VARCHAR = arguments -> SqlTypes.VARCHAR;
    static final ResultRule VARBINARY = arguments -> SqlTypes.VARBINARY;
    static final ResultRule DATE = arguments -> SqlTypes.DATE;
    static final ResultRule FIRST = arguments -> arguments.get(0).withNullable(true);
    static final ResultRule SECOND = arguments -> arguments.get(1).withNullable(true);
    static final ResultRule COMMON = ResultTypes::common;
    static final ResultRule SUM_EXACT = arguments -> switch (arguments.get(0).kind()) {
        case TINYINT, SMALLINT, INTEGER -> SqlTypes.BIGINT;
        case DECIMAL ->
            SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, arguments.get(0).scale());
        default -> SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, 0);
    };
    static final ResultRule AVERAGE_EXACT = arguments -> SqlTypes.decimal(
            SqlType.MAX_DECIMAL_PRECISION,
            Math.min(SqlType.MAX_DECIMAL_PRECISION, arguments.get(0).scale() + 6));

    private ResultTypes() {}

    /** The smallest type that holds the values of all arguments, of one family. */
    public static SqlType common(List<SqlType> arguments) {
        SqlType result = SqlTypes.NULL;
        for (SqlType argument : arguments) {
            result = common(result, argument);
        }
        return result;
    }

    private static SqlType common(SqlType left, SqlType right) {
        if (left.kind() == TypeKind.NULL || left.equals(right)) {
            return right.withNullable(true);
        }
        if (right.kind() == TypeKind.NULL) {
            return left.withNullable(true);
        }
        if (left.kind().isFloating() || right.kind().isFloating()) {
            return left.kind() == right.kind() ? left.withNullable(true) : SqlTypes.DOUBLE;
        }
        if (left.kind() == TypeKind.DECIMAL || right.kind() == TypeKind.DECIMAL) {
            int scale = Math.max(left.scale(), right.scale());
            int whole = Math.max(left.wholeDigits(), right.wholeDigits());
            return SqlTypes.decimal(Math.min(SqlType.MAX_DECIMAL_PRECISION, whole + scale), scale);
        }
        if (left.kind().isCharacter()) {
            return left.precision() == SqlType.UNLIMITED || right.precision() == SqlType.UNLIMITED
                    ? SqlTypes.VARCHAR
                    : SqlTypes.varchar(Math.max(left.precision(), right.precision()));
        }
        if (left.kind() == right.kind()) {
            return (left.precision() >= right.precision() ? left : right).withNullable(true);
        }
        return (left.kind().compareTo(right.kind()) >= 0 ? left : right).withNullable(true);
    }
}
