package io.algeon.engine.catalog;

import io.algeon.engine.csv.RejectLog;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tables of rows that could not be read, by the names that queries gave them ({@code rejects_table => 'name'}). Each holds
 * what the last read into it left out. Thread-safe.
 */
final class RejectTables {
    /** Rows kept of a read: enough to find what is wrong, whatever it is. */
    private static final int MOST_ROWS = 100_000;

    private static final int MOST_TABLES = 1000;

    private final Map<String, Rejects> tables = new TreeMap<>();

    private static final class Rejects implements RejectLog {
        private final List<List<@Nullable Object>> rows = new ArrayList<>();
        private final VirtualTable table;

        Rejects(String name) {
            TableDef definition = new TableDef(
                    MemoryCatalog.DEFAULT_SCHEMA,
                    name,
                    List.of(
                            new ColumnDef("file", SqlTypes.VARCHAR),
                            new ColumnDef("line", SqlTypes.BIGINT),
                            new ColumnDef("column", SqlTypes.VARCHAR),
                            new ColumnDef("value", SqlTypes.VARCHAR),
                            new ColumnDef("reason", SqlTypes.VARCHAR)),
                    "rows that could not be read");
            this.table = new VirtualTable(definition, this::rows);
        }

        private synchronized List<List<@Nullable Object>> rows() {
            return new ArrayList<>(rows);
        }

        @Override
        public synchronized void clear() {
            rows.clear();
        }

        @Override
        public synchronized void add(String file, long line, String column, String value, String reason) {
            if (rows.size() < MOST_ROWS) {
                rows.add(List.of(file, line, column, value, reason));
            }
        }
    }

    /** The log of that name, made if there is none. */
    synchronized RejectLog log(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        if (tables.size() >= MOST_TABLES && !tables.containsKey(key)) {
            tables.clear();
        }
        return tables.computeIfAbsent(key, any -> new Rejects(name));
    }

    /** The table of that name in the default schema. */
    synchronized Optional<TableSource> table(String schema, String name) {
        Rejects found = schema.equalsIgnoreCase(MemoryCatalog.DEFAULT_SCHEMA)
                ? tables.get(name.toLowerCase(Locale.ROOT))
                : null;
        return found == null ? Optional.empty() : Optional.of(found.table);
    }
}
