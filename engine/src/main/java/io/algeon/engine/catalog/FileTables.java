package io.algeon.engine.catalog;

import io.algeon.engine.arrow.ArrowFormat;
import io.algeon.engine.csv.CsvFormat;
import io.algeon.engine.file.DataFormat;
import io.algeon.engine.file.ExtraColumns;
import io.algeon.engine.file.FileOptions;
import io.algeon.engine.file.FileTable;
import io.algeon.engine.file.WatchedTable;
import io.algeon.engine.json.JsonFormat;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.parquet.ParquetFormat;
import io.algeon.engine.parquet.ParquetTable;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.RowOrigin;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens files of every format as tables. Thread-safe. */
final class FileTables {
    private final FooterCache footers;

    private final RejectTables rejects = new RejectTables();

    FileTables(FooterCache footers) {
        this.footers = footers;
    }

    /**
     * What a table is called and where it is.
     *
     * @param root folder below which {@code key=value} folders are columns
     */
    record Place(String schema, String name, String remarks, Path root) {}

    FooterCache footers() {
        return footers;
    }

    /** The format that a function reads; null for a bare path. */
    static @Nullable FileFormat formatOf(FileRead read) {
        return switch (read.function()) {
            case "" -> null;
            case "read_parquet" -> FileFormat.PARQUET;
            case "read_csv" -> FileFormat.CSV;
            case "read_json", "read_ndjson" -> FileFormat.JSON;
            case "read_arrow" -> FileFormat.ARROW;
            default ->
                throw new EngineException(
                        ErrorCode.FUNCTION_NOT_FOUND, "There is no file function " + read.function() + ".");
        };
    }

    TableSource open(Place place, FileRead read, FileFormat format, Supplier<List<FileIdentity>> files) {
        return new FilesTable(FileTables::isReadable, hidden -> open(place, read, format, files, hidden));
    }

    private TableSource open(
            Place place, FileRead read, FileFormat format, Supplier<List<FileIdentity>> files, Set<String> hidden) {
        FileOptions options = new FileOptions(read);
        ExtraColumns extra = withHidden(ExtraColumns.of(options), hidden);
        if (format == FileFormat.PARQUET) {
            options.take("binary_as_string");
            options.finish();
            return parquet(place, files, extra);
        }
        DataFormat reader = switch (format) {
            case CSV -> csv(options);
            case JSON -> JsonFormat.of(options, read.function().equals("read_ndjson"));
            case ARROW -> ArrowFormat.INSTANCE;
            case PARQUET -> throw new IllegalStateException("Parquet tables are opened above");
        };
        options.finish();
        return new FileTable(place.schema, place.name, place.remarks, place.root, files, reader, extra);
    }

    private static ExtraColumns withHidden(ExtraColumns extra, Set<String> hidden) {
        String filename = hidden.contains(RowOrigin.FILENAME) ? RowOrigin.FILENAME : extra.filename();
        String rowNumber = extra.rowNumber();
        for (String name : List.of(RowOrigin.ROW_NUMBER, RowOrigin.FILE_ROW_NUMBER)) {
            rowNumber = hidden.contains(name) ? name : rowNumber;
        }
        return new ExtraColumns(extra.unionByName(), extra.hive(), filename, rowNumber);
    }

    private CsvFormat csv(FileOptions options) {
        String table = options.text("rejects_table", "reject");
        return CsvFormat.of(options, table == null ? null : rejects.log(table));
    }

    /** Tables of rows that could not be read. */
    RejectTables rejects() {
        return rejects;
    }

    private TableSource parquet(Place place, Supplier<List<FileIdentity>> files, ExtraColumns extra) {
        if (extra.rowNumber() == null) {
            try {
                return ParquetTable.open(
                        place.schema, place.name, place.remarks, place.root, files::get, footers, extra);
            } catch (EngineException e) {
                if (e.code() != ErrorCode.SOURCE_SCHEMA_MISMATCH || !extra.unionByName()) {
                    throw e;
                }
            }
        }
        // columns of different types have to be cast, and rows to be counted
        return new FileTable(
                place.schema, place.name, place.remarks, place.root, files, new ParquetFormat(footers), extra);
    }

    /** Whether a table that was opened here can still be read as it was defined. */
    static boolean isCurrent(TableSource table) {
        return table instanceof FilesTable files && files.isCurrent();
    }

    private static boolean isReadable(TableSource table) {
        return table instanceof WatchedTable<?> files && files.isCurrent();
    }
}
