package io.algeon.tck.bench;

import io.algeon.tck.tpcds.TpcdsData;
import io.algeon.tck.tpcds.TpcdsQueries;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import io.algeon.tck.tpch.TpchTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** A benchmark: its data and its queries. */
enum Workload {
    TPCH("TPC-H") {
        @Override
        void generate(Path directory, double scale, Consumer<String> progress) throws IOException {
            TpchData.generate(directory, scale, progress);
        }

        @Override
        List<String> tables() {
            return Arrays.stream(TpchTable.values()).map(TpchTable::tableName).toList();
        }

        @Override
        String primaryKey(String table) {
            return TpchTable.valueOf(table.toUpperCase(Locale.ROOT)).primaryKey();
        }

        @Override
        List<Integer> queries() {
            return TpchQueries.numbers();
        }

        @Override
        String text(int query) {
            return TpchQueries.text(query);
        }
    },
    TPCDS("TPC-DS") {
        @Override
        void generate(Path directory, double scale, Consumer<String> progress) throws IOException {
            TpcdsData.generate(directory, scale, progress);
        }

        @Override
        List<String> tables() {
            return TpcdsData.tables();
        }

        @Override
        List<Integer> queries() {
            return TpcdsQueries.numbers();
        }

        @Override
        String text(int query) {
            return TpcdsQueries.text(query);
        }
    };

    private final String title;

    Workload(String title) {
        this.title = title;
    }

    /** As it is written. */
    String title() {
        return title;
    }

    /** As it is asked for, and in names of directories. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(Workload::key).toList();
    }

    static Workload of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }

    /** Writes the tables that the directory does not hold yet. */
    abstract void generate(Path directory, double scale, Consumer<String> progress) throws IOException;

    abstract List<String> tables();

    /** The columns of a table's primary key, as SQL lists them; empty: the table gets none. */
    String primaryKey(String table) {
        return "";
    }

    /** Makes tables in a database in memory of the files in a directory, with their keys. */
    final void load(Connection connection, Path directory) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : tables()) {
                statement.execute("CREATE TABLE " + table + " AS SELECT * FROM '"
                        + directory.resolve(table + ".parquet").toAbsolutePath() + "'");
                if (!primaryKey(table).isEmpty()) {
                    statement.execute("ALTER TABLE " + table + " ADD PRIMARY KEY (" + primaryKey(table) + ")");
                }
            }
        }
    }

    abstract List<Integer> queries();

    abstract String text(int query);
}
