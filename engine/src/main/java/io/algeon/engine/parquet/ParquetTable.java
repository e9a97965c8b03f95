package io.algeon.engine.parquet;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.file.ExtraColumns;
import io.algeon.engine.file.WatchedTable;
import io.algeon.engine.parquet.scan.ParquetScan;
import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnFacts;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.ScanBound;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.ParquetFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A table of Parquet files, see {@link WatchedTable}; footers are read for files that are new or changed only. */
public final class ParquetTable extends WatchedTable<ParquetTable.State> {
    /** Statistics may be this old; planning asks for them many times. */
    private static final long STATISTICS_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The files at one moment. */
    static final class State implements Files {
        final List<FileIdentity> identities;
        final List<ColumnDef> columns;
        final List<ScanFile> files;
        final long rowCount;
        final boolean settled;
        final FileEstimates estimates;

        State(List<FileIdentity> identities, FileSchema schema, @Nullable State before) {
            this.identities = identities;
            this.settled = identities.stream().allMatch(FileIdentity::isSettled);
            this.columns = schema.columns();
            this.files = schema.files();
            this.rowCount =
                    files.stream().mapToLong(file -> file.file().rowCount()).sum();
            this.estimates =
                    before != null && files.equals(before.files) ? before.estimates : new FileEstimates(columns, files);
        }

        @Override
        public List<FileIdentity> identities() {
            return identities;
        }

        @Override
        public boolean isSettled() {
            return settled;
        }

        @Override
        public List<ColumnDef> columns() {
            return columns;
        }

        @Override
        public long estimatedRows() {
            return rowCount;
        }
    }

    private record Snapshot(State state, HostCache cache) implements TableSnapshot {
        @Override
        public long rowCount() {
            return state.rowCount;
        }

        @Override
        public Optional<ColumnFacts> facts(int column) {
            return FooterFacts.of(state.columns.get(column).type(), state.files, column);
        }

        @Override
        public List<FileIdentity> files() {
            return state.settled ? state.identities : List.of();
        }

        @Override
        public TableScan scan(ScanRequest request, ExecutionContext context) {
            return scan(request, List.of(), context);
        }

        @Override
        public TableScan scan(ScanRequest request, List<DynamicFilter> filters, ExecutionContext context) {
            return scan(request, filters, null, context);
        }

        @Override
        public TableScan scan(
                ScanRequest request, List<DynamicFilter> filters, @Nullable ScanBound bound, ExecutionContext context) {
            return ParquetScan.prepare(state.files, state.columns, request, filters, bound, context, cache);
        }
    }

    private final FooterCache footers;

    private ParquetTable(
            String schema,
            String name,
            String remarks,
            Path root,
            TableFiles tableFiles,
            FooterCache footers,
            ExtraColumns extra) {
        super(
                schema,
                name,
                remarks,
                tableFiles::list,
                (identities, before) -> load(root, identities, before, footers, extra));
        this.footers = footers;
    }

    /**
     * A table over the present files.
     *
     * @param remarks where they are, for tools and messages
     * @param root folder below which {@code key=value} folders are columns
     * @throws EngineException {@code source_...}, if a file cannot be read or its schema differs from the first one's
     */
    public static ParquetTable open(
            String schema, String name, String remarks, Path root, TableFiles tableFiles, FooterCache footers) {
        return open(schema, name, remarks, root, tableFiles, footers, ExtraColumns.NONE);
    }

    /** As the shorter one; with columns that the files do not have themselves. */
    public static ParquetTable open(
            String schema,
            String name,
            String remarks,
            Path root,
            TableFiles tableFiles,
            FooterCache footers,
            ExtraColumns extra) {
        return new ParquetTable(schema, name, remarks, root, tableFiles, footers, extra);
    }

    /** Whether files could be parts of one table; true also if one cannot be read, so that reading the table tells why. */
    public static boolean fitTogether(List<FileIdentity> identities, FooterCache footers) {
        try {
            ParquetFile first = footers.footer(identities.get(0));
            for (FileIdentity identity : identities) {
                if (!FileSchema.fitTogether(first, footers.footer(identity))) {
                    return false;
                }
            }
            return true;
        } catch (EngineException unreadable) {
            return true;
        }
    }

    private static State load(
            Path root, List<FileIdentity> identities, @Nullable State before, FooterCache footers, ExtraColumns extra) {
        List<ParquetFile> files = new ArrayList<>(identities.size());
        for (FileIdentity identity : identities) {
            files.add(footers.footer(identity));
        }
        return new State(identities, FileSchema.of(root, files, extra), before);
    }

    @Override
    public TableStatistics statistics() {
        return recent(STATISTICS_AGE_NANOS).estimates.statistics();
    }

    @Override
    public OptionalLong count(List<Expr> predicates) {
        State state = recent(STATISTICS_AGE_NANOS);
        return state.estimates.count(new Snapshot(state, footers.pages()), predicates);
    }

    @Override
    public OptionalDouble distinct(List<Integer> columns) {
        return recent(STATISTICS_AGE_NANOS).estimates.distinct(columns, footers.pages());
    }

    @Override
    public TableSnapshot snapshot() {
        return new Snapshot(current(), footers.pages());
    }
}
