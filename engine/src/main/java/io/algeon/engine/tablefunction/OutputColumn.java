package io.algeon.engine.tablefunction;

import io.algeon.metadata.type.SqlType;

/**
 * A column that a table function gives.
 *
 * @param type null: that of the ids in the input
 * @param nullable whether rows may have no value
 */
public record OutputColumn(
        String name, @org.jspecify.annotations.Nullable SqlType type, boolean nullable, String meaning) {
    /** A column of the input's ids. */
    public static OutputColumn vertex(String name, String meaning) {
        return new OutputColumn(name, null, false, meaning);
    }

    /** A column without NULLs. */
    public static OutputColumn of(String name, SqlType type, String meaning) {
        return new OutputColumn(name, type, false, meaning);
    }

    /** The type for the reference. */
    public String typeText() {
        return type == null ? "type of the ids" : type.withNullable(true).toString();
    }
}
