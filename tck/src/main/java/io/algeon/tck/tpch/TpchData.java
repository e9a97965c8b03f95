package io.algeon.tck.tpch;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.trino.tpch.TpchEntity;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Generates the tables as Parquet files, one a table: rows of TPC-H's generator (io.trino.tpch), written by the engine's own
 * writer with snappy and row groups of 122,880 rows.
 */
public final class TpchData {
    private TpchData() {}

    /** The scale as it stands in names of directories: {@code 1}, {@code 0.01}. */
    public static String label(double scale) {
        return new BigDecimal(Double.toString(scale)).stripTrailingZeros().toPlainString();
    }

    /**
     * Writes the tables that {@code directory} does not hold yet.
     *
     * @param progress is told the name of each table that was written
     */
    public static void generate(Path directory, double scale, Consumer<String> progress) throws IOException {
        Files.createDirectories(directory);
        for (TpchTable table : TpchTable.values()) {
            Path file = directory.resolve(table.tableName() + ".parquet");
            if (!Files.exists(file)) {
                write(io.trino.tpch.TpchTable.getTable(table.tableName()), scale, file);
                progress.accept(table.tableName());
            }
        }
    }

    private static <E extends TpchEntity> void write(io.trino.tpch.TpchTable<E> table, double scale, Path file) {
        TpchColumns<E> columns = new TpchColumns<>(table.getColumns());
        MemoryBudget budget = MemoryBudget.root("generator", Long.MAX_VALUE, "-Xmx");
        try (ParquetWriter writer = ParquetWriter.create(
                file, columns.definitions(), ParquetWriteOptions.DEFAULT, budget.reservation("writer"))) {
            for (E entity : table.createGenerator(scale, 1, 1)) {
                if (!columns.add(entity)) {
                    writer.write(columns.batch());
                    columns.clear();
                }
            }
            if (columns.batch().rowCount() > 0) {
                writer.write(columns.batch());
            }
            writer.finish();
        }
    }

    /** Writes the tables into a directory: the first argument; the second is the scale factor. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        double scale = Double.parseDouble(arguments[1]);
        generate(directory, scale, table -> System.err.println("  generated " + table));
    }
}
