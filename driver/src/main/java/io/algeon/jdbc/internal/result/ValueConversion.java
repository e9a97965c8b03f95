package io.algeon.jdbc.internal.result;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts single values by the rules of result columns, so that parameters and results never disagree. */
public final class ValueConversion {
    private ValueConversion() {}

    /** As {@link #convert(ParameterValue, String, Class, ZoneId)}, in the zone of the JVM. */
    public static <T> @Nullable T convert(ParameterValue value, String description, Class<T> target)
            throws SQLException {
        return convert(value, description, target, ZoneId.systemDefault());
    }

    /**
     * The value as {@code target}, as {@code getObject(column, target)} would give it.
     *
     * @param description names the value in messages
     */
    public static <T> @Nullable T convert(ParameterValue value, String description, Class<T> target, ZoneId zone)
            throws SQLException {
        Position position = new Position(zone);
        ColumnReader reader = ColumnReaders.of(value.type(), position, description);
        ColumnVector vector = ObjectVectors.of(value.type(), Collections.singletonList(unstored(value)));
        reader.bind(vector);
        position.row = 0;
        return ObjectConversions.convert(reader, target);
    }

    /** From the stored form to what {@link ObjectVectors} takes. */
    private static @Nullable Object unstored(ParameterValue parameter) {
        SqlType type = parameter.type();
        Object value = parameter.value();
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case DECIMAL ->
                new BigDecimal(
                        value instanceof BigInteger wide ? wide : BigInteger.valueOf(((Number) value).longValue()),
                        type.scale());
            case UUID -> {
                BigInteger bits = (BigInteger) value;
                yield new UUID(bits.shiftRight(Long.SIZE).longValue(), bits.longValue());
            }
            case VARBINARY -> value instanceof Expr.Bytes bytes ? bytes.value() : value;
            default -> value;
        };
    }
}
