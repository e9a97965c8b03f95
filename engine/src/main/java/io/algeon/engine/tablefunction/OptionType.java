package io.algeon.engine.tablefunction;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;

/** The type of a scalar option. */
public enum OptionType {
    BOOLEAN(SqlTypes.BOOLEAN, "TRUE or FALSE"),
    INTEGER(SqlTypes.BIGINT, "a whole number"),
    NUMBER(SqlTypes.DOUBLE, "a number"),
    TEXT(SqlTypes.VARCHAR, "a text"),
    /** An id of the input's type: BIGINT or VARCHAR as given. */
    VERTEX(SqlTypes.BIGINT, "an integer or a text");

    private final SqlType type;
    private final String expectation;

    OptionType(SqlType type, String expectation) {
        this.type = type;
        this.expectation = expectation;
    }

    /** The SQL type of the value. */
    public SqlType sqlType() {
        return type;
    }

    /** In the words of an error message. */
    public String expectation() {
        return expectation;
    }

    /** Whether an expression of that type may be given; NULL is judged apart. */
    public boolean accepts(SqlType given) {
        return switch (this) {
            case BOOLEAN -> given.equals(SqlTypes.BOOLEAN.withNullable(given.nullable()));
            case INTEGER -> given.kind().isExactNumeric() && given.scale() == 0;
            case NUMBER -> given.kind().isNumeric();
            case TEXT -> given.kind().isCharacter();
            case VERTEX -> given.kind().isInteger() || given.kind().isCharacter();
        };
    }

    /** The type that an option given with that type is cast to. */
    public SqlType target(SqlType given) {
        return this == VERTEX && given.kind().isCharacter() ? SqlTypes.VARCHAR : type;
    }
}
