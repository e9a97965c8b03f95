package io.algeon.engine.sql;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.parser.CopySource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * COPY FROM as the INSERT that it means. Fields of CSV files and keys of JSON files are read as the types of the table's
 * columns, so that nothing is guessed; other files say their types themselves.
 */
final class CopyInsert {
    private CopyInsert() {}

    /** The text of the INSERT. */
    static String text(CopySource copy, PlanningContext context) {
        String function = function(copy);
        List<String> arguments = new ArrayList<>();
        arguments.add(literal(copy.path()));
        List<ColumnDef> columns = columns(copy, context);
        boolean typed = function.equals("read_csv") || function.equals("read_json");
        if (typed && !columns.isEmpty()) {
            arguments.add("columns => MAP["
                    + columns.stream()
                            .map(column -> literal(column.name()) + ", "
                                    + literal(readable(column.type()).toString()))
                            .collect(Collectors.joining(", "))
                    + "]");
        }
        for (Map.Entry<String, @Nullable Object> option : copy.options().entrySet()) {
            if (!option.getKey().equals("format") && !option.getKey().equals("csv")) {
                arguments.add("\"" + option.getKey() + "\" => " + value(option.getValue()));
            }
        }
        String table = copy.table().stream().map(CopyInsert::name).collect(Collectors.joining("."));
        String names = copy.columns().isEmpty()
                ? ""
                : copy.columns().stream().map(CopyInsert::name).collect(Collectors.joining(", ", " (", ")"));
        return "INSERT INTO " + table + names + " SELECT * FROM " + function + "(" + String.join(", ", arguments) + ")";
    }

    private static String function(CopySource copy) {
        Object format = copy.options().get("format");
        String path = copy.path().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        String named = copy.options().containsKey("csv")
                ? "csv"
                : format == null
                        ? path.substring(path.lastIndexOf('.') + 1)
                        : format.toString().toLowerCase(Locale.ROOT);
        return switch (named) {
            case "parquet", "parq", "pq" -> "read_parquet";
            case "json", "ndjson", "jsonl" -> "read_json";
            case "arrow", "arrows", "feather", "ipc" -> "read_arrow";
            default -> "read_csv";
        };
    }

    /** The table's columns that are filled; empty if there is no such table, which the INSERT will say. */
    private static List<ColumnDef> columns(CopySource copy, PlanningContext context) {
        Catalog catalog = context.catalog();
        List<String> names = copy.table();
        String name = names.get(names.size() - 1);
        List<String> schemas = new ArrayList<>();
        if (names.size() > 1) {
            schemas.add(names.get(names.size() - 2));
        } else {
            schemas.addAll(catalog.searchPath(context.currentSchema()));
        }
        for (String schema : schemas) {
            TableSource table = catalog.table(schema, name).orElse(null);
            if (table != null) {
                List<ColumnDef> all = table.definition().columns();
                if (copy.columns().isEmpty()) {
                    return all;
                }
                List<ColumnDef> chosen = new ArrayList<>();
                for (String column : copy.columns()) {
                    all.stream()
                            .filter(known -> known.name().equalsIgnoreCase(column))
                            .findFirst()
                            .ifPresent(chosen::add);
                }
                return chosen.size() == copy.columns().size() ? chosen : List.of();
            }
        }
        return List.of();
    }

    /** The type as which a text is read: what has no text form of its own comes as text, and is cast. */
    private static SqlType readable(SqlType type) {
        return type.kind().isNested() || type.kind().isInterval() || type.kind() == TypeKind.NULL
                ? SqlTypes.VARCHAR
                : type;
    }

    private static String name(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String value(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof Boolean || value instanceof BigDecimal) {
            return value.toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CopyInsert::value).collect(Collectors.joining(", ", "ARRAY[", "]"));
        }
        return literal(value.toString());
    }
}
