package io.algeon.metadata.type;

import java.util.List;
import java.util.Objects;

/**
 * An SQL type. Immutable.
 *
 * @param kind what it is
 * @param precision digits of a DECIMAL (1 to 38); length of a CHAR, VARCHAR or VARBINARY ({@link #UNLIMITED} if
 *     unbounded); fractional-second digits of TIME, TIMESTAMP and INTERVAL (0 to 9); 0 elsewhere
 * @param scale fractional digits of a DECIMAL, 0 to precision; 0 elsewhere
 * @param nullable whether a value may be NULL
 * @param fields components: the element of an ARRAY (one), the key and value of a MAP (two), the fields of a ROW
 */
public record SqlType(TypeKind kind, int precision, int scale, boolean nullable, List<Field> fields) {

    /** A named component of a nested type. */
    public record Field(String name, SqlType type) {
        public Field {
            Objects.requireNonNull(name);
            Objects.requireNonNull(type);
        }
    }

    /** Precision of a character or binary type without a length limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Largest precision of a DECIMAL. */
    public static final int MAX_DECIMAL_PRECISION = 38;

    /** Largest precision of a DECIMAL that is stored in one {@code long}. */
    public static final int MAX_LONG_DECIMAL_PRECISION = 18;

    public SqlType {
        Objects.requireNonNull(kind);
        fields = List.copyOf(fields);
        if (kind == TypeKind.DECIMAL
                && (precision < 1 || precision > MAX_DECIMAL_PRECISION || scale < 0 || scale > precision)) {
            throw new IllegalArgumentException("DECIMAL(" + precision + ", " + scale + ") is out of range");
        }
    }

    public SqlType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new SqlType(kind, precision, scale, newNullable, fields);
    }

    /** The form in which values are stored. */
    public PhysicalKind physicalKind() {
        return switch (kind) {
            case NULL, BOOLEAN -> PhysicalKind.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, DATE, INTERVAL_YEAR_MONTH -> PhysicalKind.INT32;
            case BIGINT, TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_DAY_SECOND -> PhysicalKind.INT64;
            case DECIMAL -> precision <= MAX_LONG_DECIMAL_PRECISION ? PhysicalKind.INT64 : PhysicalKind.INT128;
            case UUID -> PhysicalKind.INT128;
            case REAL -> PhysicalKind.FLOAT32;
            case DOUBLE -> PhysicalKind.FLOAT64;
            case CHAR, VARCHAR, VARBINARY -> PhysicalKind.BYTES;
            case ARRAY -> PhysicalKind.LIST;
            case ROW -> PhysicalKind.ROW;
            case MAP -> PhysicalKind.MAP;
        };
    }

    /** Stored units a second of a TIME or TIMESTAMP: 1,000,000, or 1,000,000,000 if the precision is above 6. */
    public long unitsPerSecond() {
        return precision > 6 ? 1_000_000_000L : 1_000_000L;
    }

    /** The type as written in SQL, such as {@code DECIMAL(12, 2)}; nullability is not shown. */
    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case CHAR -> "CHAR(" + precision + ")";
            case VARCHAR, VARBINARY -> precision == UNLIMITED ? kind.name() : kind + "(" + precision + ")";
            case TIME, TIMESTAMP -> kind + "(" + precision + ")";
            case TIMESTAMP_WITH_TIME_ZONE -> "TIMESTAMP(" + precision + ") WITH TIME ZONE";
            case INTERVAL_YEAR_MONTH -> "INTERVAL YEAR TO MONTH";
            case INTERVAL_DAY_SECOND -> "INTERVAL DAY TO SECOND";
            case ARRAY -> fields.get(0).type() + " ARRAY";
            case MAP -> "MAP(" + fields.get(0).type() + ", " + fields.get(1).type() + ")";
            case ROW -> {
                StringBuilder text = new StringBuilder("ROW(");
                for (int i = 0; i < fields.size(); i++) {
                    text.append(i == 0 ? "" : ", ")
                            .append(fields.get(i).name())
                            .append(' ')
                            .append(fields.get(i).type());
                }
                yield text.append(')').toString();
            }
            default -> kind.name();
        };
    }

    /** Most decimal digits of a value of an exact numeric type: those of the widest integer, or the precision. */
    public int digits() {
        return switch (kind) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            default -> precision;
        };
    }

    /** Most decimal digits before the point of a value of an exact numeric type. */
    public int wholeDigits() {
        return digits() - scale;
    }
}
