package io.algeon.engine.parquet;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.CastingReader;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.DataFormat;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.file.WiderTypes;
import io.algeon.engine.parquet.scan.ParquetScan;
import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parquet files read one by one from front to back: for what {@link ParquetTable} has no place for, row numbers and files
 * whose columns have different types.
 */
public final class ParquetFormat implements DataFormat {
    private final FooterCache footers;

    public ParquetFormat(FooterCache footers) {
        this.footers = footers;
    }

    @Override
    public DataFile open(FileIdentity identity) {
        return new One(footers.footer(identity), footers);
    }

    /** Types are what the files say; only by the user's wish are they widened. */
    @Override
    public @Nullable SqlType unified(SqlType left, SqlType right, boolean byName) {
        if (left.withNullable(true).equals(right.withNullable(true))) {
            return left;
        }
        return byName ? WiderTypes.of(left, right) : null;
    }

    private record One(ParquetFile file, FooterCache footers) implements DataFile {
        @Override
        public FileIdentity identity() {
            return file.identity();
        }

        @Override
        public List<ColumnDef> columns() {
            return file.fields().stream()
                    .map(field -> new ColumnDef(field.name(), field.type()))
                    .toList();
        }

        @Override
        public long rowCount() {
            return file.rowCount();
        }

        @Override
        public long estimatedRows() {
            return file.rowCount();
        }

        @Override
        public String details() {
            return "Parquet, read file by file";
        }

        private ParquetScan scan(int[] columns, WorkerContext worker) {
            List<ScanFile.Column> sources = new ArrayList<>();
            for (ParquetNode field : file.fields()) {
                sources.add(new ScanFile.Stored(field));
            }
            ScanRequest request = new ScanRequest(Arrays.stream(columns).boxed().toList(), List.of(), -1);
            return ParquetScan.prepare(
                    List.of(new ScanFile(file, sources)),
                    columns(),
                    request,
                    List.of(),
                    null,
                    worker.execution(),
                    footers.pages());
        }

        /** The number of row groups says how many parts there are, which the scan knows; each is asked for by its number. */
        @Override
        public List<Part> parts(int wanted) {
            if (wanted <= 1) {
                return List.of(new Part(0, Long.MAX_VALUE, file.rowCount()));
            }
            List<Part> parts = new ArrayList<>();
            long rows = Math.max(1, file.rowCount() / wanted);
            for (int i = 0; i < wanted; i++) {
                // part i takes every morsel whose number leaves the remainder i
                parts.add(new Part(i, -wanted, rows));
            }
            return parts;
        }

        @Override
        public PartReader reader(int[] wanted, List<SqlType> types, WorkerContext worker) {
            List<SqlType> own = new ArrayList<>();
            for (int column : wanted) {
                own.add(file.fields().get(column).type());
            }
            ParquetScan scan = scan(wanted, worker);
            return CastingReader.of(new Rows(scan, scan.openReader(worker)), own, types, worker);
        }
    }

    private static final class Rows implements PartReader {
        private final ParquetScan scan;
        private final MorselReader reader;
        private int morsel;
        private int step = 1;
        private boolean open;

        Rows(ParquetScan scan, MorselReader reader) {
            this.scan = scan;
            this.reader = reader;
        }

        @Override
        public void open(DataFile.Part part) {
            morsel = (int) part.start();
            step = part.end() < 0 ? (int) -part.end() : 1;
            open = false;
        }

        @Override
        public @Nullable Batch next() {
            while (true) {
                if (!open) {
                    if (morsel >= scan.morselCount()) {
                        return null;
                    }
                    reader.open(morsel);
                    morsel += step;
                    open = true;
                }
                Batch batch = reader.next();
                if (batch != null) {
                    return batch;
                }
                open = false;
            }
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
