package io.algeon.engine.file;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads types by their SQL names, as the options {@code columns} and {@code types} give them. */
public final class TypeNames {
    private static final Pattern FORM = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9_ ]*?)\\s*"
            + "(?:\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\)\\s*([A-Za-z ]*?)\\s*)?");

    private TypeNames() {}

    /** The type of that name. */
    public static SqlType parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw unknown(text);
        }
        String name = (matcher.group(1) + (matcher.group(4) == null ? "" : " " + matcher.group(4)))
                .trim()
                .toUpperCase(Locale.ROOT);
        if (name.endsWith(" ARRAY")) {
            return SqlTypes.array(
                    parse(text.substring(0, text.toUpperCase(Locale.ROOT).lastIndexOf(" ARRAY"))));
        }
        int first = matcher.group(2) == null ? -1 : Integer.parseInt(matcher.group(2));
        int second = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        try {
            return switch (name) {
                case "BOOLEAN", "BOOL", "LOGICAL" -> SqlTypes.BOOLEAN;
                case "TINYINT", "INT1" -> SqlTypes.TINYINT;
                case "SMALLINT", "INT2", "SHORT", "UTINYINT" -> SqlTypes.SMALLINT;
                case "INTEGER", "INT", "INT4", "USMALLINT" -> SqlTypes.INTEGER;
                case "BIGINT", "INT8", "LONG", "UINTEGER" -> SqlTypes.BIGINT;
                case "HUGEINT" -> SqlTypes.decimal(38, 0);
                case "DECIMAL", "NUMERIC", "DEC" ->
                    first < 0 ? SqlTypes.decimal(18, 3) : SqlTypes.decimal(first, second);
                case "REAL", "FLOAT4" -> SqlTypes.REAL;
                case "DOUBLE", "DOUBLE PRECISION", "FLOAT", "FLOAT8" -> SqlTypes.DOUBLE;
                case "VARCHAR", "TEXT", "STRING", "JSON", "BPCHAR" ->
                    first < 0 ? SqlTypes.VARCHAR : SqlTypes.varchar(first);
                case "CHAR", "CHARACTER" -> SqlTypes.character(first < 0 ? 1 : first);
                case "VARBINARY", "BLOB", "BYTEA" -> SqlTypes.VARBINARY;
                case "UUID" -> SqlTypes.UUID;
                case "DATE" -> SqlTypes.DATE;
                case "TIME" -> SqlTypes.time(first < 0 ? 6 : first);
                case "TIMESTAMP", "DATETIME" -> SqlTypes.timestamp(first < 0 ? 6 : first);
                case "TIMESTAMP_NS" -> SqlTypes.timestamp(9);
                case "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE" ->
                    SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
                default -> throw unknown(text);
            };
        } catch (IllegalArgumentException outOfRange) {
            throw unknown(text);
        }
    }

    private static EngineException unknown(String text) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "'" + text
                        + "' is not a type that a file's column can be given. Types are BOOLEAN, TINYINT, SMALLINT, INTEGER,"
                        + " BIGINT, DECIMAL(p, s), REAL, DOUBLE, VARCHAR, VARBINARY, UUID, DATE, TIME, TIMESTAMP and"
                        + " TIMESTAMP WITH TIME ZONE.");
    }

    /**
     * Columns with their types: {@code MAP['a', 'INTEGER', ...]}, a list of {@code 'a INTEGER'}, or one text of such items
     * separated by commas; null if not given. A list of types only gives names {@code null}, see {@code byPosition}.
     */
    public static @Nullable Map<String, SqlType> columns(FileOptions options, String... names) {
        Object value = options.take(names);
        if (value == null) {
            return null;
        }
        Map<String, SqlType> columns = parsed(options, value, names[0]);
        if (columns.containsKey("")) {
            throw options.wrong(names[0], value, "columns that have names");
        }
        return columns;
    }

    private static Map<String, SqlType> parsed(FileOptions options, Object value, String option) {
        Map<String, SqlType> columns = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, type) -> columns.put(String.valueOf(name), parse(String.valueOf(type))));
            return columns;
        }
        List<String> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> items.add(String.valueOf(item)));
        } else {
            items.addAll(split(value.toString()));
        }
        int number = 0;
        for (String item : items) {
            String trimmed = item.trim();
            SqlType bare = bareType(trimmed);
            if (bare != null) {
                columns.put(POSITION + number, bare);
            } else {
                int space = trimmed.startsWith("\"") ? trimmed.indexOf('"', 1) + 1 : trimmed.indexOf(' ');
                if (space <= 0 || space >= trimmed.length()) {
                    throw options.wrong(option, item, "a column's name and its type, such as 'price DECIMAL(10, 2)'");
                }
                String name = trimmed.substring(0, space).trim();
                columns.put(
                        name.startsWith("\"") ? name.substring(1, name.length() - 1) : name,
                        parse(trimmed.substring(space).trim()));
            }
            number++;
        }
        return columns;
    }

    /** Begins the key of a type that is given by position, from 0. */
    public static final String POSITION = "\u0000";

    private static @Nullable SqlType bareType(String text) {
        try {
            return parse(text);
        } catch (EngineException e) {
            return null;
        }
    }

    /** Items separated by commas outside parentheses and quotes. */
    private static List<String> split(String text) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            depth += quoted ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0 && !quoted) {
                items.add(text.substring(from, i));
                from = i + 1;
            }
        }
        items.add(text.substring(from));
        return items;
    }
}
