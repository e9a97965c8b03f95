package io.algeon.engine.sql.testing;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A catalog of tables without data: columns and statistics as a test states them.
 *
 * <pre>
 * new FakeCatalog().table("orders", 1_500_000, "o_orderkey BIGINT ndv=1500000 min=1 max=6000000", "o_orderdate DATE")
 * </pre>
 */
public final class FakeCatalog implements Catalog {
    private final Map<String, Map<String, TableSource>> schemas = new TreeMap<>();
    private final Map<String, TableSource> files = new TreeMap<>();

    public FakeCatalog() {
        schemas.put("main", new TreeMap<>());
    }

    /** Adds a table to the schema {@code main}; a column is its name, its type, and optional statistics. */
    public FakeCatalog table(String name, long rows, String... columns) {
        return table("main", name, rows, columns);
    }

    public FakeCatalog table(String schema, String name, long rows, String... columns) {
        schemas.computeIfAbsent(schema, key -> new TreeMap<>()).put(name, source(schema, name, rows, columns));
        return this;
    }

    /** Adds a file, to be found under this path only. */
    public FakeCatalog file(String path, long rows, String... columns) {
        files.put(path, source("main", path, rows, columns));
        return this;
    }

    private static TableSource source(String schema, String name, long rows, String... columns) {
        List<ColumnDef> definitions = new ArrayList<>();
        List<ColumnStatistics> statistics = new ArrayList<>();
        for (String column : columns) {
            int space = column.indexOf(' ');
            String columnName = column.substring(0, space);
            String rest = column.substring(space + 1);
            int statisticsStart = rest.indexOf(" ndv=");
            boolean required = rest.contains(" NOT NULL");
            String type = (statisticsStart < 0 ? rest : rest.substring(0, statisticsStart))
                    .replace(" NOT NULL", "")
                    .trim();
            definitions.add(new ColumnDef(columnName, type(type).withNullable(!required)));
            statistics.add(statistics(rest));
        }
        return new FakeTable(
                new TableDef(schema, name, definitions, ""), new TableStatistics(rows, List.copyOf(statistics)));
    }

    private static ColumnStatistics statistics(String text) {
        String ndv = value(text, "ndv");
        String nulls = value(text, "nulls");
        String min = value(text, "min");
        String max = value(text, "max");
        return new ColumnStatistics(
                ndv == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(ndv)),
                nulls == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(nulls)),
                bound(min),
                bound(max),
                OptionalDouble.empty(),
                false);
    }

    private static @Nullable Object bound(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return text.matches("-?\\d+") ? (Object) Long.valueOf(text) : text;
    }

    private static @Nullable String value(String text, String key) {
        int start = text.indexOf(" " + key + "=");
        if (start < 0) {
            return null;
        }
        int end = text.indexOf(' ', start + 1);
        return text.substring(start + key.length() + 2, end < 0 ? text.length() : end);
    }

    /** A type as {@link SqlType#toString()} writes it. */
    public static SqlType type(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.endsWith(" ARRAY")) {
            return SqlTypes.array(type(text.substring(0, text.length() - 6)));
        }
        int parenthesis = upper.indexOf('(');
        int[] numbers = parenthesis < 0
                ? new int[0]
                : java.util.Arrays.stream(upper.substring(parenthesis + 1, upper.indexOf(')'))
                                .split(","))
                        .mapToInt(number -> Integer.parseInt(number.trim()))
                        .toArray();
        String base = parenthesis < 0 ? upper : upper.substring(0, parenthesis).trim();
        return switch (base) {
            case "BOOLEAN" -> SqlTypes.BOOLEAN;
            case "TINYINT" -> SqlTypes.TINYINT;
            case "SMALLINT" -> SqlTypes.SMALLINT;
            case "INTEGER" -> SqlTypes.INTEGER;
            case "BIGINT" -> SqlTypes.BIGINT;
            case "REAL" -> SqlTypes.REAL;
            case "DOUBLE" -> SqlTypes.DOUBLE;
            case "DECIMAL" -> SqlTypes.decimal(numbers[0], numbers.length > 1 ? numbers[1] : 0);
            case "CHAR" -> SqlTypes.character(numbers[0]);
            case "VARCHAR" -> numbers.length == 0 ? SqlTypes.VARCHAR : SqlTypes.varchar(numbers[0]);
            case "VARBINARY" -> SqlTypes.VARBINARY;
            case "UUID" -> SqlTypes.UUID;
            case "DATE" -> SqlTypes.DATE;
            case "TIME" -> numbers.length == 0 ? SqlTypes.TIME : SqlTypes.time(numbers[0]);
            case "TIMESTAMP" ->
                upper.endsWith("WITH TIME ZONE")
                        ? SqlTypes.TIMESTAMP_WITH_TIME_ZONE
                        : numbers.length == 0 ? SqlTypes.TIMESTAMP : SqlTypes.timestamp(numbers[0]);
            case "TIMESTAMP WITH TIME ZONE" -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
            case "INTERVAL YEAR TO MONTH" -> SqlTypes.INTERVAL_YEAR_MONTH;
            case "INTERVAL DAY TO SECOND" -> SqlTypes.INTERVAL_DAY_SECOND;
            default -> throw new IllegalArgumentException(text);
        };
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<String> schemas() {
        return List.copyOf(schemas.keySet());
    }

    @Override
    public String defaultSchema() {
        return "main";
    }

    @Override
    public List<String> tables(String schema) {
        return List.copyOf(schemas.getOrDefault(schema, Map.of()).keySet());
    }

    @Override
    public Optional<TableSource> table(String schema, String name) {
        Map<String, TableSource> tables = schemas.getOrDefault(schema, Map.of());
        TableSource exact = tables.get(name);
        return exact != null
                ? Optional.of(exact)
                : tables.entrySet().stream()
                        .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    @Override
    public Optional<TableSource> files(FileRead read) {
        return Optional.ofNullable(files.get(read.title()));
    }

    @Override
    public long version() {
        return 1;
    }

    private record FakeTable(TableDef definition, TableStatistics statistics) implements TableSource {
        @Override
        public long version() {
            return 1;
        }

        @Override
        public TableSnapshot snapshot() {
            throw new UnsupportedOperationException("A fake table has no data.");
        }
    }
}
