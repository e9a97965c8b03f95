package io.algeon.engine.csv;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.FileBytes;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file and how it is written.
 *
 * @param dataStart first byte of the rows: of the file, or of its text if that is a stream
 * @param rowBytes average length of a row
 * @param formats of the columns
 * @param types as they were guessed or given; the guess of a column without values is NULL
 */
record CsvFile(
        FileIdentity identity,
        CsvFormat format,
        CsvDialect dialect,
        List<ColumnDef> columns,
        List<ColumnFormat> formats,
        long dataStart,
        double rowBytes)
        implements DataFile {
    /** Smaller parts are not worth a look for their boundaries. */
    private static final long SMALLEST_PART_BYTES = 1 << 20;

    private static final long LARGEST_PART_BYTES = 16L << 20;

    CsvFile {
        columns = List.copyOf(columns);
        formats = List.copyOf(formats);
    }

    /** Whether only all that comes before tells where a character of the text begins. */
    boolean isStream() {
        return dialect.compressed()
                || !dialect.charset().equals(StandardCharsets.UTF_8)
                        && dialect.charset().newEncoder().maxBytesPerChar() > 1;
    }

    @Override
    public long rowCount() {
        return -1;
    }

    @Override
    public long estimatedRows() {
        double bytes = identity.size() * (dialect.compressed() ? 4.0 : 1.0) - (isStream() ? 0 : dataStart);
        return Math.max(0, (long) Math.ceil(bytes / Math.max(1, rowBytes)));
    }

    @Override
    public String details() {
        String formatted = "";
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            TemporalFormat temporal = formats.get(i).temporal();
            if (temporal != null && temporal != TemporalFormat.ISO_DATE && temporal != TemporalFormat.ISO_TIMESTAMP) {
                texts.add(columns.get(i).name() + " '" + temporal.text() + "'");
            }
        }
        if (!texts.isEmpty()) {
            formatted = ", formats " + String.join(", ", texts);
        }
        String types = columns.stream()
                .map(column -> column.name() + " " + column.type())
                .limit(50)
                .collect(Collectors.joining(", "));
        return "CSV: " + dialect.text() + formatted + ", types " + types;
    }

    @Override
    public List<Part> parts(int wanted) {
        long end = identity.size();
        if (isStream()) {
            return List.of(new Part(0, end, estimatedRows()));
        }
        long bytes = end - dataStart;
        if (bytes <= 0) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>();
        long size = Math.max(SMALLEST_PART_BYTES, Math.min(LARGEST_PART_BYTES, bytes / Math.max(1, wanted)));
        long start = dataStart;
        if (format.parallel && wanted > 1 && bytes > size) {
            try (FileBytes file = new FileBytes(identity, new OperatorStatistics())) {
                PartBoundaries boundaries = new PartBoundaries(this, file);
                for (long nominal = dataStart + size; nominal < end - size / 2; nominal += size) {
                    long boundary = boundaries.after(nominal);
                    if (boundary > start && boundary < end) {
                        parts.add(part(start, boundary));
                        start = boundary;
                    }
                }
            }
        }
        parts.add(part(start, end));
        return parts;
    }

    private Part part(long start, long end) {
        return new Part(start, end, Math.max(1, (long) Math.ceil((end - start) / Math.max(1, rowBytes))));
    }

    @Override
    public PartReader reader(int[] wanted, List<SqlType> types, WorkerContext worker) {
        return new CsvPartReader(this, wanted, types, worker);
    }

    /** The format of a column, for a type that may be another than that of the file. */
    ColumnFormat formatFor(int column, SqlType type) {
        ColumnFormat own = formats.get(column);
        boolean same = columns.get(column).type().kind() == type.kind();
        @Nullable TemporalFormat temporal = same ? own.temporal() : given(type);
        return new ColumnFormat(temporal, own.decimalPoint(), own.exact());
    }

    private @Nullable TemporalFormat given(SqlType type) {
        return switch (type.kind()) {
            case DATE -> format.dateFormat;
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> format.timestampFormat;
            default -> null;
        };
    }
}
