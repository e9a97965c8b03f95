package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes vectors of Java values, the way back of {@link ColumnReader#objectValue}; {@code java.time} values are taken too. For
 * small results that the driver makes itself.
 */
public final class ObjectVectors {
    private ObjectVectors() {}

    /** A vector of the values, null being NULL. */
    public static ColumnVector of(SqlType type, List<@Nullable Object> values) {
        int rows = values.size();
        ColumnVector vector = switch (type.physicalKind()) {
            case BOOLEAN -> booleans(values);
            case INT32 -> {
                int[] target = new int[rows];
                Arrays.setAll(target, i -> stored32(values.get(i)));
                yield new IntVector(target);
            }
            case INT64 -> {
                long[] target = new long[rows];
                Arrays.setAll(target, i -> stored64(type, values.get(i)));
                yield new LongVector(target);
            }
            case INT128 -> wide(type, values);
            case FLOAT32 -> {
                float[] target = new float[rows];
                for (int i = 0; i < rows; i++) {
                    target[i] = values.get(i) instanceof Number number ? number.floatValue() : 0;
                }
                yield new FloatVector(target);
            }
            case FLOAT64 -> {
                double[] target = new double[rows];
                Arrays.setAll(target, i -> values.get(i) instanceof Number number ? number.doubleValue() : 0);
                yield new DoubleVector(target);
            }
            case BYTES -> bytes(values);
            case LIST -> list(type.fields().get(0).type(), values);
            case ROW -> row(type, values);
            case MAP -> map(type, values);
        };
        for (int i = 0; i < rows; i++) {
            if (values.get(i) == null) {
                vector.setNull(i, rows);
            }
        }
        return vector;
    }

    private static BooleanVector booleans(List<@Nullable Object> values) {
        BooleanVector vector = new BooleanVector(values.size());
        for (int i = 0; i < values.size(); i++) {
            vector.set(i, Boolean.TRUE.equals(values.get(i)));
        }
        return vector;
    }

    private static int stored32(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Number number) {
            return number.intValue();
        }
        if (value instanceof Date date) {
            return Math.toIntExact(date.toLocalDate().toEpochDay());
        }
        if (value instanceof Period period) {
            return Math.toIntExact(period.toTotalMonths());
        }
        return Math.toIntExact(((LocalDate) value).toEpochDay());
    }

    private static long stored64(SqlType type, @Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (type.kind() == TypeKind.DECIMAL) {
            return unscaled(type, value).longValueExact();
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof Duration duration) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(duration));
        }
        if (value instanceof OffsetDateTime dateTime) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, dateTime.toInstant());
        }
        if (value instanceof Instant instant) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        }
        if (value instanceof Time time) {
            return stored64(
                    type,
                    LocalTime.ofNanoOfDay(
                            time.toLocalTime().toNanoOfDay() + Math.floorMod(time.getTime(), 1000L) * 1_000_000L));
        }
        if (value instanceof LocalTime time) {
            return time.toNanoOfDay() / (1_000_000_000L / type.unitsPerSecond());
        }
        LocalDateTime dateTime =
                value instanceof Timestamp timestamp ? timestamp.toLocalDateTime() : (LocalDateTime) value;
        return JavaTimes.toStored(dateTime, type.unitsPerSecond());
    }

    private static BigInteger unscaled(SqlType type, Object value) {
        BigDecimal decimal = value instanceof BigDecimal given ? given : new BigDecimal(value.toString());
        return decimal.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
    }

    private static Int128Vector wide(SqlType type, List<@Nullable Object> values) {
        Int128Vector vector = new Int128Vector(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof UUID uuid) {
                vector.high()[i] = uuid.getMostSignificantBits();
                vector.low()[i] = uuid.getLeastSignificantBits();
            } else if (value != null) {
                BigInteger number = unscaled(type, value);
                vector.high()[i] = number.shiftRight(Long.SIZE).longValueExact();
                vector.low()[i] = number.longValue();
            }
        }
        return vector;
    }

    private static BytesVector bytes(List<@Nullable Object> values) {
        BytesVector vector = new BytesVector(values.size(), 16 * values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            vector.set(
                    i,
                    value instanceof byte[] given
                            ? given
                            : Objects.toString(value, "").getBytes(StandardCharsets.UTF_8));
        }
        return vector;
    }

    private static ListVector list(SqlType elementType, List<@Nullable Object> values) {
        int[] offsets = new int[values.size() + 1];
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof AlgeonArray array) {
                elements.addAll(Arrays.asList(array.elements()));
            } else if (value instanceof List<?> given) {
                elements.addAll(given);
            }
            offsets[i + 1] = elements.size();
        }
        return new ListVector(offsets, of(elementType, elements));
    }

    private static RowVector row(SqlType type, List<@Nullable Object> values) {
        ColumnVector[] fields = new ColumnVector[type.fields().size()];
        for (int field = 0; field < fields.length; field++) {
            List<@Nullable Object> components = new ArrayList<>();
            for (Object value : values) {
                components.add(
                        value instanceof AlgeonStruct struct
                                ? struct.attribute(field)
                                : value instanceof List<?> given ? given.get(field) : null);
            }
            fields[field] = of(type.fields().get(field).type(), components);
        }
        return new RowVector(fields, values.size());
    }

    private static MapVector map(SqlType type, List<@Nullable Object> values) {
        int[] offsets = new int[values.size() + 1];
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> entries = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Map<?, ?> given) {
                given.forEach((key, value) -> {
                    keys.add(key);
                    entries.add(value);
                });
            }
            offsets[i + 1] = keys.size();
        }
        return new MapVector(
                offsets,
                of(type.fields().get(0).type(), keys),
                of(type.fields().get(1).type(), entries));
    }
}
