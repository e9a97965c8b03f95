package io.algeon.engine.tablefunction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An argument that a table function declares. */
public sealed interface Argument {
    String name();

    boolean required();

    /** A sentence for the reference. */
    String meaning();

    /** A relation: a query in parentheses, {@code TABLE t}, or the name of a table. */
    record Relation(String name, List<Field> fields, boolean required, String meaning) implements Argument {
        public Relation {
            fields = List.copyOf(fields);
        }

        /** Names of the columns that it must have. */
        public List<String> requiredFields() {
            return fields.stream().filter(Field::required).map(Field::name).toList();
        }
    }

    /** A column of a relation. */
    record Field(String name, FieldType type, boolean required, String meaning) {}

    /**
     * A scalar.
     *
     * @param defaultValue in stored form; null: NULL, or no default if the option is required
     */
    record Option(
            String name,
            OptionType type,
            @Nullable Object defaultValue,
            boolean required,
            Limits limits,
            String meaning)
            implements Argument {
        public static Option of(
                String name, OptionType type, @Nullable Object defaultValue, Limits limits, String meaning) {
            return new Option(name, type, defaultValue, false, limits, meaning);
        }

        /** The default as it would be written; empty for none. */
        public String defaultText() {
            if (required) {
                return "";
            } else if (defaultValue instanceof String text) {
                return "'" + text + "'";
            }
            return defaultValue == null ? "NULL" : String.valueOf(defaultValue).toLowerCase(java.util.Locale.ROOT);
        }
    }
}
