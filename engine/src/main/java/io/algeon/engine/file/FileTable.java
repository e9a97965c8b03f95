package io.algeon.engine.file;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A table over files of one format. Its files are looked up again, one system call each, whenever a snapshot is bound or the
 * version is asked for; those that are new or changed are looked into again.
 *
 * <p>The definition never changes. When the files' schema does, the version changes, snapshots are refused, and the
 * catalog makes a new table. Thread-safe.
 */
public final class FileTable implements TableSource {
    /** Version of a table that cannot be read any more as it was defined. */
    private static final long OUTDATED = Long.MIN_VALUE;

    /** Plans are made again when the row count changed by this factor. */
    private static final int ROW_COUNT_FACTOR = 10;

    /** The files at one moment. */
    private record State(List<FileIdentity> identities, boolean settled, List<DataFile> files, TableShape shape) {
        long estimatedRows() {
            return files.stream().mapToLong(DataFile::estimatedRows).sum();
        }

        long rowCount() {
            long rows = 0;
            for (DataFile file : files) {
                if (file.rowCount() < 0) {
                    return -1;
                }
                rows += file.rowCount();
            }
            return rows;
        }
    }

    private record Snapshot(State state, DataFormat format) implements TableSnapshot {
        @Override
        public long rowCount() {
            return state.rowCount();
        }

        @Override
        public TableScan scan(ScanRequest request, ExecutionContext context) {
            format.begin();
            return FileScan.prepare(state.files, state.shape, request, context);
        }
    }

    private final Path root;
    private final Supplier<List<FileIdentity>> list;
    private final DataFormat format;
    private final ExtraColumns extra;
    private final TableDef definition;

    private State state;
    private long version;
    private long plannedRows;

    /**
     * A table over the present files.
     *
     * @param remarks where they are, for tools and messages
     * @param root folder below which {@code key=value} folders are columns
     * @param list finds the files, at least one, in the order of their rows
     * @throws EngineException {@code source_...}, if a file cannot be read or does not fit the first one
     */
    public FileTable(
            String schema,
            String name,
            String remarks,
            Path root,
            Supplier<List<FileIdentity>> list,
            DataFormat format,
            ExtraColumns extra) {
        this.root = root;
        this.list = list;
        this.format = format;
        this.extra = extra;
        this.state = load(list.get(), Map.of());
        this.plannedRows = state.estimatedRows();
        this.definition = new TableDef(schema, name, state.shape.columns(), remarks);
    }

    private State load(List<FileIdentity> identities, Map<FileIdentity, DataFile> known) {
        List<DataFile> files = new ArrayList<>(identities.size());
        for (FileIdentity identity : identities) {
            DataFile file = identity.isSettled() ? known.get(identity) : null;
            files.add(file == null ? format.open(identity) : file);
        }
        return new State(
                identities,
                identities.stream().allMatch(FileIdentity::isSettled),
                files,
                TableShape.of(root, files, format, extra));
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public synchronized TableStatistics statistics() {
        return new TableStatistics(
                state.estimatedRows(), Collections.nCopies(definition.columns().size(), ColumnStatistics.UNKNOWN));
    }

    @Override
    public synchronized String details() {
        String details = state.files.get(0).details();
        return state.files.size() == 1 ? details : (state.files.size() + " files, " + details);
    }

    @Override
    public synchronized long version() {
        try {
            current();
            return version;
        } catch (EngineException e) {
            return OUTDATED;
        }
    }

    /** Whether the files can be read and still have the definition's schema. */
    public boolean isCurrent() {
        return version() != OUTDATED;
    }

    @Override
    public TableSnapshot snapshot() {
        return new Snapshot(current(), format);
    }

    private synchronized State current() {
        List<FileIdentity> identities = list.get();
        if (!state.settled || !identities.equals(state.identities)) {
            Map<FileIdentity, DataFile> known = new HashMap<>();
            // what was not settled when it was looked into may have changed behind an identity that is equal
            state.files.stream().filter(file -> state.settled).forEach(file -> known.put(file.identity(), file));
            State next = load(identities, known);
            if (!next.shape.columns().equals(definition.columns())) {
                throw new EngineException(
                        ErrorCode.SOURCE_SCHEMA_MISMATCH,
                        "The files of table '" + definition.name() + "' (" + definition.remarks()
                                + ") have another schema than when the statement was prepared. Prepare it again.");
            }
            state = next;
            long rows = next.estimatedRows();
            if (rows / ROW_COUNT_FACTOR >= Math.max(1, plannedRows)
                    || plannedRows / ROW_COUNT_FACTOR >= Math.max(1, rows)) {
                plannedRows = rows;
                version++;
            }
        }
        return state;
    }
}
