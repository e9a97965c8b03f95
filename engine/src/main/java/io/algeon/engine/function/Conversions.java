package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.ZoneId;

/**
 * CAST between any two types that PostgreSQL's rules allow. Exact numbers are rounded half away from zero, floating-point
 * numbers half to even; text is read as {@link TextParser} says; a value that does not fit is an error, or NULL if safe.
 */
public final class Conversions {
    private Conversions() {}

    /** Whether values of one type are values of the other as they are stored. */
    public static boolean isIdentity(SqlType from, SqlType to) {
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        if (source.isCharacter() && target.isCharacter()
                || source == TypeKind.VARBINARY && target == TypeKind.VARBINARY) {
            return to.precision() >= from.precision();
        }
        if (source.isInteger() && target.isInteger()) {
            return from.physicalKind() == to.physicalKind() && target.compareTo(source) >= 0;
        }
        if (source == TypeKind.DECIMAL && target == TypeKind.BIGINT) {
            return from.scale() == 0 && from.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION;
        }
        if (source != target) {
            return false;
        }
        return switch (source) {
            case DECIMAL ->
                from.scale() == to.scale()
                        && from.precision() <= to.precision()
                        && from.physicalKind() == to.physicalKind();
            case TIME, TIMESTAMP -> from.unitsPerSecond() == to.unitsPerSecond() && from.precision() <= to.precision();
            case TIMESTAMP_WITH_TIME_ZONE -> from.precision() <= to.precision();
            case ARRAY, ROW, MAP -> sameFields(from, to);
            default -> true;
        };
    }

    private static boolean sameFields(SqlType from, SqlType to) {
        if (from.fields().size() != to.fields().size()) {
            return false;
        }
        for (int i = 0; i < from.fields().size(); i++) {
            if (!isIdentity(from.fields().get(i).type(), to.fields().get(i).type())) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@link #bind} knows a way from one type to the other. */
    public static boolean isSupported(SqlType from, SqlType to) {
        if (isIdentity(from, to) || from.kind() == TypeKind.NULL) {
            return true;
        }
        try {
            bind(from, to, false, java.time.ZoneOffset.UTC);
            return true;
        } catch (EngineException unsupported) {
            return false;
        }
    }

    /**
     * Binds a conversion that is no identity.
     *
     * @param safe whether a value that cannot be converted gives NULL; the function then sets the NULLs itself
     * @throws EngineException {@code unsupported_expression} if there is no way between the types
     */
    public static VectorFunction bind(SqlType from, SqlType to, boolean safe, ZoneId zone) {
        Conversion conversion = conversion(from, to, safe, zone);
        if (conversion == null) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION, "A value of type " + from + " cannot be cast to " + to + ".");
        }
        return conversion;
    }

    private static @org.jspecify.annotations.Nullable Conversion conversion(
            SqlType from, SqlType to, boolean safe, ZoneId zone) {
        TypeKind source = from.kind();
        TypeKind target = to.kind();
        if (source.isCharacter()) {
            if (target.isCharacter()) {
                return new TextConversions.Truncate(from, to, safe);
            }
            if (target == TypeKind.VARBINARY) {
                return new TextConversions.ToBinary(from, to, safe);
            }
            return target.isNested() || target == TypeKind.NULL
                    ? null
                    : new TextConversions.FromText(from, to, safe, zone);
        }
        if (target.isCharacter()) {
            return source.isNested() ? null : new TextConversions.ToText(from, to, safe, zone);
        }
        if (source.isNumeric() && target.isNumeric()) {
            if (source.isFloating() || target.isFloating()) {
                return new NumberConversions.Floating(from, to, safe);
            }
            return new NumberConversions.Exact(from, to, safe);
        }
        if (source == TypeKind.BOOLEAN && target.isExactNumeric()
                || source.isExactNumeric() && target == TypeKind.BOOLEAN) {
            return new NumberConversions.Truth(from, to, safe);
        }
        if (source == TypeKind.UUID && target == TypeKind.VARBINARY
                || source == TypeKind.VARBINARY && target == TypeKind.UUID) {
            return new TextConversions.UuidBytes(from, to, safe);
        }
        if (source == TypeKind.VARBINARY && target == TypeKind.VARBINARY) {
            return new TextConversions.Truncate(from, to, safe);
        }
        if ((source.isDateTime() || source.isInterval()) && (target.isDateTime() || target.isInterval())) {
            return TemporalConversion.isPossible(source, target) ? new TemporalConversion(from, to, safe, zone) : null;
        }
        if (source == TypeKind.ARRAY && target == TypeKind.ARRAY) {
            SqlType fromElement = from.fields().get(0).type();
            SqlType toElement = to.fields().get(0).type();
            if (fromElement.kind() == TypeKind.NULL) {
                return new NullElements(from, to, safe);
            }
            return isSupported(fromElement, toElement) ? new Elements(from, to, safe, zone) : null;
        }
        return null;
    }

    /** An array of NULLs, or of nothing, to one of a type. */
    private static final class NullElements extends Conversion {
        NullElements(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            int[] offsets = ((ListVector) source).offsets();
            int count = offsets[rows];
            ColumnVector nulls = Vectors.create(to().fields().get(0).type(), Math.max(1, count));
            nulls.setAllNull(count);
            return new ListVector(offsets, nulls);
        }
    }

    /** ARRAY to ARRAY, element by element. */
    private static final class Elements extends Conversion {
        private final VectorFunction elements;

        Elements(SqlType from, SqlType to, boolean safe, ZoneId zone) {
            super(from, to, safe);
            elements = bind(from.fields().get(0).type(), to.fields().get(0).type(), safe, zone);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            ListVector list = (ListVector) source;
            int count = list.offsets()[rows];
            ColumnVector converted = elements.apply(new ColumnVector[] {list.elements()}, count);
            if (!safe()) {
                converted.copyValidity(list.elements(), count);
            }
            return new ListVector(list.offsets(), converted.copy(count));
        }
    }
}
