package io.algeon.engine.sql;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** The queries that DESCRIBE and SUMMARIZE stand for, once the columns of what they are about are known. */
final class QuerySummaries {
    private QuerySummaries() {}

    /** Name, type and nullability of each column. */
    static String describe(List<ColumnDef> columns) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            ColumnDef column = columns.get(i);
            rows.append(i == 0 ? "" : ", ")
                    .append('(')
                    .append(i)
                    .append(", ")
                    .append(literal(column.name()))
                    .append(", ")
                    .append(literal(column.type().withNullable(true).toString()))
                    .append(column.type().nullable() ? ", 'YES')" : ", 'NO')");
        }
        return "SELECT column_name, column_type, \"null\" FROM (VALUES " + rows
                + ") AS d(n, column_name, column_type, \"null\") ORDER BY n";
    }

    /**
     * Least and greatest value, number of different values, mean, deviation, quartiles, rows and share of NULLs of each column,
     * all in one pass over the query.
     */
    static String summarize(String query, List<ColumnDef> columns) {
        List<String> names = new ArrayList<>();
        List<String> aggregates = new ArrayList<>(List.of("COUNT(*) AS total"));
        List<String> numbers = new ArrayList<>();
        for (int i = 1; i <= columns.size(); i++) {
            names.add("c" + i);
            numbers.add("(" + i + ")");
            aggregates.addAll(aggregates(i, columns.get(i - 1).type()));
        }
        StringBuilder text = new StringBuilder("SELECT ");
        text.append(choice(columns, (i, column) -> literal(column.name()))).append(" AS column_name, ");
        text.append(choice(
                        columns,
                        (i, column) -> literal(column.type().withNullable(true).toString())))
                .append(" AS column_type");
        for (String part : List.of("min", "max", "approx_unique", "avg", "std", "q25", "q50", "q75")) {
            text.append(", ")
                    .append(choice(columns, (i, column) -> "a." + part + i))
                    .append(" AS \"")
                    .append(part)
                    .append('"');
        }
        text.append(", a.total AS \"count\", CAST(100.0 * (a.total - ")
                .append(choice(columns, (i, column) -> "a.filled" + i))
                .append(") / NULLIF(a.total, 0) AS DECIMAL(9, 2)) AS null_percentage FROM (SELECT ")
                .append(String.join(", ", aggregates))
                .append(" FROM (")
                .append(query)
                .append("\n) AS q(")
                .append(String.join(", ", names))
                .append(")) AS a CROSS JOIN (VALUES ")
                .append(String.join(", ", numbers))
                .append(") AS s(n) ORDER BY s.n");
        return text.toString();
    }

    @FunctionalInterface
    private interface Part {
        String of(int number, ColumnDef column);
    }

    private static String choice(List<ColumnDef> columns, Part part) {
        StringBuilder text = new StringBuilder("CASE s.n");
        for (int i = 1; i <= columns.size(); i++) {
            text.append(" WHEN ").append(i).append(" THEN ").append(part.of(i, columns.get(i - 1)));
        }
        return text.append(" END").toString();
    }

    private static List<String> aggregates(int i, SqlType type) {
        TypeKind kind = type.kind();
        String column = "c" + i;
        boolean nested = kind.isNested() || kind == TypeKind.NULL;
        boolean number = kind.isNumeric();
        boolean time = kind.isDateTime();
        String none = "CAST(NULL AS VARCHAR)";
        List<String> parts = new ArrayList<>();
        parts.add((nested ? none : text("MIN(" + column + ")")) + " AS min" + i);
        parts.add((nested ? none : text("MAX(" + column + ")")) + " AS max" + i);
        parts.add(
                (nested ? "CAST(NULL AS BIGINT)" : "APPROX_COUNT_DISTINCT(" + column + ")") + " AS approx_unique" + i);
        parts.add((number ? text("AVG(" + column + ")") : none) + " AS avg" + i);
        parts.add((number ? text("STDDEV_SAMP(" + column + ")") : none) + " AS std" + i);
        for (String quartile : List.of("25", "50", "75")) {
            String function = kind.isFloating() ? "PERCENTILE_CONT" : "PERCENTILE_DISC";
            String value = function + "(0." + quartile + ") WITHIN GROUP (ORDER BY " + column + ")";
            parts.add((number || time ? text(value) : none) + " AS q" + quartile + i);
        }
        parts.add("COUNT(" + column + ") AS filled" + i);
        return parts;
    }

    private static String text(String expression) {
        return "CAST(" + expression + " AS VARCHAR)";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
