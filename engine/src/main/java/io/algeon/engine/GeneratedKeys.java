package io.algeon.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Which columns of changed rows a caller wants back.
 *
 * @param columns by name; empty: those that number rows, else the primary key, else all
 */
public record GeneratedKeys(List<String> columns) {
    /** Name in RETURNING that stands for the columns that number rows, else the primary key, else all. */
    public static final String AUTOMATIC = "\u0000keys";

    /** Before the number of a column, from 1, in RETURNING. */
    public static final String BY_NUMBER = "\u0000column";

    public GeneratedKeys {
        columns = List.copyOf(columns);
    }

    /** Columns by their numbers, from 1. */
    public static GeneratedKeys ofNumbers(int... numbers) {
        List<String> names = new ArrayList<>();
        for (int number : numbers) {
            names.add(BY_NUMBER + number);
        }
        return new GeneratedKeys(names);
    }

    /** The statement with RETURNING at its end. */
    String returning(String sql) {
        String text = sql.stripTrailing();
        while (text.endsWith(";")) {
            text = text.substring(0, text.length() - 1).stripTrailing();
        }
        StringBuilder with = new StringBuilder(text).append("\nRETURNING ");
        List<String> names = columns.isEmpty() ? List.of(AUTOMATIC) : columns;
        for (int i = 0; i < names.size(); i++) {
            with.append(i == 0 ? "" : ", ")
                    .append('"')
                    .append(names.get(i).replace("\"", "\"\""))
                    .append('"');
        }
        return with.toString();
    }
}
