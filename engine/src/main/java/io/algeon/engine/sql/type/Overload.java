package io.algeon.engine.sql.type;

import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a function that a call uses, the types to which its arguments are cast, and the result's type.
 *
 * <p>Numbers become wider numbers, dates timestamps, and string literals whatever the function takes; other conversions
 * are the user's to write, as in PostgreSQL.
 */
public record Overload(Signature signature, List<SqlType> arguments, SqlType result) {
    public Overload {
        arguments = List.copyOf(arguments);
    }

    /** An argument's type, and whether it is a string literal, which takes the type that is asked for. */
    public record Argument(SqlType type, boolean isStringLiteral) {}

    /** The first signature that takes the arguments as they are, else the first that takes them converted; or null. */
    public static @Nullable Overload resolve(ScalarFunction function, List<Argument> arguments) {
        List<SqlType> types = arguments.stream().map(Argument::type).toList();
        for (Signature signature : function.signatures()) {
            List<SqlType> unified = signature.accepts(types) ? ElementTypes.unified(signature, types) : null;
            if (unified != null) {
                return new Overload(signature, unified, signature.result().derive(unified));
            }
        }
        for (Signature signature : function.signatures()) {
            List<SqlType> converted = convert(signature, arguments);
            List<SqlType> unified = converted == null ? null : ElementTypes.unified(signature, converted);
            if (unified != null) {
                return new Overload(signature, unified, signature.result().derive(unified));
            }
        }
        return null;
    }

    private static @Nullable List<SqlType> convert(Signature signature, List<Argument> arguments) {
        int count = signature.parameters().size();
        if (arguments.size() != count && !(signature.variadic() && arguments.size() > count)) {
            return null;
        }
        List<SqlType> converted = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            SqlType type = convert(arguments.get(i), signature.parameters().get(Math.min(i, count - 1)));
            if (type == null) {
                return null;
            }
            converted.add(type);
        }
        return converted;
    }

    private static @Nullable SqlType convert(Argument argument, TypeFamily family) {
        SqlType type = argument.type();
        if (family.accepts(type)) {
            return type;
        }
        SqlType target = switch (family) {
            case FLOATING -> type.kind().isExactNumeric() ? SqlTypes.DOUBLE : null;
            case DECIMAL -> type.kind().isInteger() ? SqlTypes.decimal(19, 0) : null;
            case TEXT -> type.kind().isNested() ? null : SqlTypes.VARCHAR;
            case ARRAY_OF_TEXT ->
                type.kind() == TypeKind.ARRAY
                                && !type.fields().get(0).type().kind().isNested()
                        ? SqlTypes.array(SqlTypes.VARCHAR)
                        : null;
            case TIMESTAMP -> type.kind() == TypeKind.DATE ? SqlTypes.TIMESTAMP : null;
            case TIMESTAMP_WITH_TIME_ZONE ->
                type.kind() == TypeKind.DATE || type.kind() == TypeKind.TIMESTAMP
                        ? SqlTypes.TIMESTAMP_WITH_TIME_ZONE
                        : null;
            default -> null;
        };
        if (target == null && argument.isStringLiteral() && family != TypeFamily.ARRAY) {
            target = representative(family);
        }
        return target == null ? null : target.withNullable(type.nullable());
    }

    /** The type that a value of unknown type takes as an argument of this family. */
    public static SqlType representative(TypeFamily family) {
        return switch (family) {
            case BOOLEAN -> SqlTypes.BOOLEAN;
            case INTEGER -> SqlTypes.INTEGER;
            case DECIMAL, EXACT -> SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, TypeRules.BARE_DECIMAL_SCALE);
            case FLOATING, NUMERIC -> SqlTypes.DOUBLE;
            case BINARY -> SqlTypes.VARBINARY;
            case DATE -> SqlTypes.DATE;
            case TIME -> SqlTypes.TIME;
            case TIMESTAMP -> SqlTypes.TIMESTAMP;
            case TIMESTAMP_WITH_TIME_ZONE -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
            case INTERVAL_YEAR_MONTH -> SqlTypes.INTERVAL_YEAR_MONTH;
            case INTERVAL_DAY_SECOND -> SqlTypes.INTERVAL_DAY_SECOND;
            case UUID -> SqlTypes.UUID;
            case ARRAY_OF_TEXT -> SqlTypes.array(SqlTypes.VARCHAR);
            case ANY, CHARACTER, TEXT, ARRAY, ELEMENT, MAP, ROW -> SqlTypes.VARCHAR;
        };
    }
}
