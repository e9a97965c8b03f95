package io.algeon.engine.tablefunction;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;

/** What a column of a relation argument may be, and how its values arrive. */
public enum FieldType {
    /** An id: any integer, or text. All ids of one call are of the same of these two families. */
    VERTEX("an integer or VARCHAR", SqlTypes.VARCHAR),
    /** A number, which arrives as DOUBLE. */
    NUMBER("a number", SqlTypes.DOUBLE);

    private final String expectation;
    private final SqlType example;

    FieldType(String expectation, SqlType example) {
        this.expectation = expectation;
        this.example = example;
    }

    /** A type to cast others to. */
    public SqlType example() {
        return example;
    }

    /** In the words of an error message. */
    public String expectation() {
        return expectation;
    }

    /** Whether a column of that type can be taken. */
    public boolean accepts(SqlType type) {
        return switch (this) {
            case VERTEX -> type.kind().isInteger() || type.kind().isCharacter();
            case NUMBER -> type.kind().isNumeric();
        };
    }
}
