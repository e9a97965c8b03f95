package io.algeon.engine.export;

import io.algeon.engine.file.FileOptions;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.Compression;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.plan.FileWrite;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options of COPY TO, checked against the columns that are written. */
final class ExportOptions {
    private static final int MAX_ROW_GROUP_ROWS = 16_000_000;

    private enum Format {
        PARQUET,
        CSV,
        JSON,
        ARROW
    }

    private final Format format;
    private final List<ColumnDef> columns;
    private final List<Integer> partitionColumns = new ArrayList<>();
    private final boolean overwrite;
    private final boolean append;
    private final boolean writePartitionColumns;
    private final String extension;
    private final @Nullable ParquetWriteOptions parquet;
    private final TextWriter.@Nullable TextFormat text;
    private final boolean stream;

    ExportOptions(FileWrite write, List<ColumnDef> columns) {
        this.columns = List.copyOf(columns);
        FileOptions options = new FileOptions("COPY TO", write.options());
        String fileName = String.valueOf(write.target().getFileName()).toLowerCase(Locale.ROOT);
        String named = options.text("format");
        boolean csvWord = options.flagOr(false, "csv");
        this.format = csvWord ? Format.CSV : format(named, fileName, options);
        List<String> partitionNames = options.texts("partition_by");
        if (partitionNames != null) {
            for (String name : partitionNames) {
                partitionColumns.add(position(name));
            }
        }
        if (!partitionColumns.isEmpty() && partitionColumns.size() >= columns.size()) {
            throw options.wrong(
                    "partition_by", partitionNames, "a part of the columns: some have to be left for the files");
        }
        this.overwrite = options.flagOr(false, "overwrite");
        this.append = options.flagOr(false, "overwrite_or_ignore", "append", "allow_overwrite");
        this.writePartitionColumns = options.flagOr(false, "write_partition_columns");
        String compression = options.text("compression", "codec");
        options.take("per_thread_output", "use_tmp_file");
        this.stream = fileName.endsWith(".arrows") || "arrows".equalsIgnoreCase(named);
        if (format == Format.PARQUET) {
            this.text = null;
            this.extension = "parquet";
            ParquetWriteOptions standard = ParquetWriteOptions.DEFAULT;
            this.parquet = standard.withCompression(parquetCompression(compression, options))
                    .withRowGroupRows((int) options.number(
                            standard.rowGroupRows(), 1, MAX_ROW_GROUP_ROWS, "row_group_size", "chunk_size"));
        } else {
            this.parquet = null;
            boolean gzip = compression == null || compression.equalsIgnoreCase("auto")
                    ? fileName.endsWith(".gz")
                    : compression.equalsIgnoreCase("gzip");
            if (compression != null
                    && !List.of("none", "uncompressed", "gzip", "auto")
                            .contains(compression.toLowerCase(Locale.ROOT))) {
                throw options.wrong("compression", compression, "none or gzip");
            }
            if (format == Format.ARROW && gzip) {
                throw options.wrong("compression", "gzip", "none: Arrow files are written uncompressed");
            }
            this.extension = format.name().toLowerCase(Locale.ROOT) + (gzip ? ".gz" : "");
            this.text = format == Format.ARROW ? null : textFormat(options, gzip, fileName);
        }
        options.finish();
    }

    private static Format format(@Nullable String named, String fileName, FileOptions options) {
        if (named != null) {
            return switch (named.toLowerCase(Locale.ROOT)) {
                case "parquet" -> Format.PARQUET;
                case "csv", "text" -> Format.CSV;
                case "json", "ndjson", "jsonl" -> Format.JSON;
                case "arrow", "ipc", "feather", "arrows" -> Format.ARROW;
                default -> throw options.wrong("format", named, "parquet, csv, json or arrow");
            };
        }
        String name = fileName.endsWith(".gz") ? fileName.substring(0, fileName.length() - 3) : fileName;
        String extension = name.substring(name.lastIndexOf('.') + 1);
        return switch (extension) {
            case "parquet", "parq", "pq" -> Format.PARQUET;
            case "json", "ndjson", "jsonl" -> Format.JSON;
            case "arrow", "arrows", "feather", "ipc" -> Format.ARROW;
            case "csv", "tsv", "txt", "tbl" -> Format.CSV;
            default ->
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "COPY TO '" + fileName
                                + "' does not say in which format to write, and the name does not tell. Add (FORMAT"
                                + " parquet), or csv, json or arrow.");
        };
    }

    private int position(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new EngineException(
                ErrorCode.FIELD_NOT_FOUND,
                "There is no column '" + name + "' to divide by or to quote. Columns are: "
                        + String.join(
                                ", ", columns.stream().map(ColumnDef::name).toList()) + ".");
    }

    private static Compression parquetCompression(@Nullable String name, FileOptions options) {
        if (name == null) {
            return Compression.SNAPPY;
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "snappy", "auto" -> Compression.SNAPPY;
            case "zstd" -> Compression.ZSTD;
            case "gzip" -> Compression.GZIP;
            case "none", "uncompressed" -> Compression.UNCOMPRESSED;
            default -> throw options.wrong("compression", name, "snappy, zstd, gzip or none");
        };
    }

    private TextWriter.TextFormat textFormat(FileOptions options, boolean gzip, String fileName) {
        if (format == Format.JSON) {
            return new TextWriter.TextFormat(
                    true, options.flagOr(false, "array"), gzip, false, ',', '"', '"', "", List.of());
        }
        int delimiter = options.character("delimiter", "delim", "sep");
        int quote = options.character("quote");
        int escape = options.character("escape");
        String nullText = options.text("null", "nullstr");
        Object header = options.take("header");
        boolean withHeader = header == null || !header.toString().equalsIgnoreCase("false");
        List<String> quoted = options.texts("force_quote");
        List<Boolean> always = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            always.add(quoted != null && quoted.contains("*"));
        }
        if (quoted != null && !quoted.contains("*")) {
            quoted.forEach(name -> always.set(position(name), true));
        }
        char standard = fileName.replace(".gz", "").endsWith(".tsv") ? '\t' : ',';
        char quoting = quote < 0 ? '"' : (char) quote;
        return new TextWriter.TextFormat(
                false,
                false,
                gzip,
                withHeader,
                delimiter <= 0 ? standard : (char) delimiter,
                quoting,
                escape < 0 ? quoting : (char) escape,
                nullText == null ? "" : nullText,
                always);
    }

    List<Integer> partitionColumns() {
        return partitionColumns;
    }

    boolean overwrite() {
        return overwrite;
    }

    boolean append() {
        return append;
    }

    String extension() {
        return extension;
    }

    /** Positions of the columns that go into files. */
    List<Integer> fileColumns() {
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (writePartitionColumns || !partitionColumns.contains(i)) {
                kept.add(i);
            }
        }
        return kept;
    }

    /** A writer of one file with those columns. */
    TableWriter writer(Path target, MemoryBudget budget) {
        List<ColumnDef> kept = fileColumns().stream().map(columns::get).toList();
        ParquetWriteOptions parquetOptions = parquet;
        if (parquetOptions != null) {
            return new ParquetTableWriter(target, kept, parquetOptions, budget.reservation("writing Parquet"));
        }
        TextWriter.TextFormat textFormat = text;
        if (textFormat != null) {
            List<Boolean> always = textFormat.json()
                    ? List.of()
                    : fileColumns().stream().map(textFormat.quoteAll()::get).toList();
            return new TextWriter(
                    target,
                    kept,
                    new TextWriter.TextFormat(
                            textFormat.json(),
                            textFormat.array(),
                            textFormat.gzip(),
                            textFormat.header(),
                            textFormat.delimiter(),
                            textFormat.quote(),
                            textFormat.escape(),
                            textFormat.nullText(),
                            always));
        }
        return new ArrowTableWriter(target, kept, stream);
    }
}
