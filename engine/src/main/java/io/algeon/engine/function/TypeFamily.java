package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** The argument types that a parameter of a signature accepts; the lower-case name is shown in documentation. */
public enum TypeFamily {
    ANY,
    BOOLEAN,
    /** TINYINT, SMALLINT, INTEGER, BIGINT. */
    INTEGER,
    DECIMAL,
    /** Integers and decimals. */
    EXACT,
    /** REAL and DOUBLE. */
    FLOATING,
    NUMERIC,
    CHARACTER,
    /** Any value but a nested one, as its text. */
    TEXT,
    BINARY,
    DATE,
    TIME,
    TIMESTAMP,
    TIMESTAMP_WITH_TIME_ZONE,
    INTERVAL_YEAR_MONTH,
    INTERVAL_DAY_SECOND,
    UUID,
    ARRAY,
    /** An array, its elements as their text. */
    ARRAY_OF_TEXT,
    /** A value of the type of the elements of the array arguments. */
    ELEMENT,
    MAP,
    ROW;

    /** Whether a value of the type can be passed as it is; the type of a bare NULL can be passed anywhere. */
    public boolean accepts(SqlType type) {
        TypeKind kind = type.kind();
        if (kind == TypeKind.NULL) {
            return true;
        }
        return switch (this) {
            case ANY, ELEMENT -> true;
            case ARRAY_OF_TEXT ->
                kind == TypeKind.ARRAY && type.fields().get(0).type().kind().isCharacter();
            case INTEGER -> kind.isInteger();
            case EXACT -> kind.isExactNumeric();
            case FLOATING -> kind.isFloating();
            case NUMERIC -> kind.isNumeric();
            case CHARACTER, TEXT -> kind.isCharacter();
            case BINARY -> kind == TypeKind.VARBINARY;
            case BOOLEAN,
                    DECIMAL,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_WITH_TIME_ZONE,
                    INTERVAL_YEAR_MONTH,
                    INTERVAL_DAY_SECOND,
                    UUID,
                    ARRAY,
                    MAP,
                    ROW -> kind.name().equals(name());
        };
    }
}
