package io.algeon.metadata.file;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Columns that the names of folders give: every folder {@code key=value} between a root and its files is a column, if all
 * files have the same keys. A column is BIGINT or DATE if all its values are, else VARCHAR; names are URL-decoded.
 *
 * @param columns the keys in path order, empty if the files are not partitioned
 * @param values for each file a value a column, in stored form: {@code Long}, {@code Integer} (days), {@code String}, or
 *     null for {@code __HIVE_DEFAULT_PARTITION__}
 */
public record HivePartitions(List<ColumnDef> columns, List<List<@Nullable Object>> values) {
    private static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

    /** Up to 18 digits, so that every match fits a {@code long}. */
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    public HivePartitions {
        columns = List.copyOf(columns);
        values = List.copyOf(values);
    }

    /** The partition columns of files below {@code root}; a file outside it is looked at from the top of its path. */
    public static HivePartitions of(Path root, List<Path> files) {
        List<Map<String, String>> pairs = new ArrayList<>();
        for (Path file : files) {
            pairs.add(pairs(file.startsWith(root) ? root.relativize(file) : file));
        }
        List<String> keys =
                pairs.isEmpty() ? List.of() : List.copyOf(pairs.get(0).keySet());
        boolean partitioned = !keys.isEmpty()
                && pairs.stream().allMatch(pair -> List.copyOf(pair.keySet()).equals(keys));
        if (!partitioned) {
            return new HivePartitions(List.of(), Collections.nCopies(files.size(), List.of()));
        }
        List<ColumnDef> columns = new ArrayList<>();
        for (String key : keys) {
            columns.add(new ColumnDef(
                    key,
                    typeOf(pairs.stream()
                            .map(pair -> String.valueOf(pair.get(key)))
                            .toList())));
        }
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (Map<String, String> pair : pairs) {
            List<@Nullable Object> row = new ArrayList<>();
            for (ColumnDef column : columns) {
                row.add(stored(String.valueOf(pair.get(column.name())), column.type()));
            }
            values.add(Collections.unmodifiableList(row));
        }
        return new HivePartitions(columns, values);
    }

    private static Map<String, String> pairs(Path relative) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < relative.getNameCount() - 1; i++) {
            String segment = relative.getName(i).toString();
            int equals = segment.indexOf('=');
            if (equals > 0) {
                pairs.put(decoded(segment.substring(0, equals)), decoded(segment.substring(equals + 1)));
            }
        }
        return pairs;
    }

    private static String decoded(String text) {
        try {
            // A plus sign is itself in a folder name; only %XX is an escape.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEscaped) {
            return text;
        }
    }

    private static SqlType typeOf(List<String> values) {
        List<String> present =
                values.stream().filter(value -> !value.equals(NULL_VALUE)).toList();
        if (present.isEmpty()) {
            return SqlTypes.VARCHAR;
        }
        if (present.stream().allMatch(value -> INTEGER.matcher(value).matches())) {
            return SqlTypes.BIGINT;
        }
        return present.stream().allMatch(HivePartitions::isDate) ? SqlTypes.DATE : SqlTypes.VARCHAR;
    }

    private static boolean isDate(String value) {
        if (!DATE.matcher(value).matches()) {
            return false;
        }
        try {
            LocalDate.parse(value);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static @Nullable Object stored(String value, SqlType type) {
        if (value.equals(NULL_VALUE)) {
            return null;
        }
        return switch (type.kind()) {
            case BIGINT -> (Object) Long.parseLong(value);
            case DATE -> Math.toIntExact(LocalDate.parse(value).toEpochDay());
            default -> value;
        };
    }
}
