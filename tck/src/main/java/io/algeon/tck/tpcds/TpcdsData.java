package io.algeon.tck.tpcds;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Generates the 24 tables as Parquet files, one a table: rows of TPC-DS's generator (io.trino.tpcds), written by the engine's
 * own writer. Tables of returns come out of the generation of their sales.
 */
public final class TpcdsData {
    private TpcdsData() {}

    /** Names of the tables, as in SQL and of the files without their ending. */
    public static List<String> tables() {
        List<String> names = new ArrayList<>();
        for (Table table : Table.getBaseTables()) {
            if (table != Table.DBGEN_VERSION) {
                names.add(table.getName());
            }
        }
        return names;
    }

    /**
     * Writes the tables that {@code directory} does not hold yet.
     *
     * @param progress is told the name of each table that was written
     */
    public static void generate(Path directory, double scale, Consumer<String> progress) throws IOException {
        Files.createDirectories(directory);
        Session session = Session.getDefaultSession().withScale(scale);
        for (Table table : Table.getBaseTables()) {
            if (table == Table.DBGEN_VERSION || table.isChild()) {
                continue;
            }
            Table child = table.hasChild() ? table.getChild() : null;
            if (Files.exists(file(directory, table)) && (child == null || Files.exists(file(directory, child)))) {
                continue;
            }
            write(directory, table, child, session.withTable(table));
            progress.accept(table.getName());
        }
    }

    private static Path file(Path directory, Table table) {
        return directory.resolve(table.getName() + ".parquet");
    }

    private static void write(Path directory, Table table, @Nullable Table child, Session session) {
        try (TableFile rows = new TableFile(directory, table);
                TableFile children = child == null ? null : new TableFile(directory, child)) {
            for (List<List<String>> generated : Results.constructResults(table, session)) {
                rows.add(generated.get(0));
                if (children != null && generated.size() > 1) {
                    children.add(generated.get(1));
                }
            }
            rows.finish();
            if (children != null) {
                children.finish();
            }
        }
    }

    /** The file of a table, while it is written. */
    private static final class TableFile implements AutoCloseable {
        private final TpcdsColumns columns;
        private final ParquetWriter writer;

        TableFile(Path directory, Table table) {
            columns = new TpcdsColumns(table);
            MemoryBudget budget = MemoryBudget.root("generator", Long.MAX_VALUE, "-Xmx");
            writer = ParquetWriter.create(
                    file(directory, table),
                    columns.definitions(),
                    ParquetWriteOptions.DEFAULT,
                    budget.reservation("writer"));
        }

        void add(List<String> row) {
            if (!columns.add(row)) {
                writer.write(columns.batch());
                columns.clear();
            }
        }

        void finish() {
            if (columns.batch().rowCount() > 0) {
                writer.write(columns.batch());
            }
            writer.finish();
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    /** Writes the tables into a directory: the first argument; the second is the scale factor. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        double scale = Double.parseDouble(arguments[1]);
        generate(directory, scale, table -> System.err.println("  generated " + table));
    }
}
