package io.algeon.engine.file;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table over files of one format, see {@link WatchedTable}; files that are new or changed are looked into again.
 */
public final class FileTable extends WatchedTable<FileTable.State> {
    /** The files at one moment. */
    record State(List<FileIdentity> identities, boolean isSettled, List<DataFile> files, TableShape shape)
            implements Files {
        @Override
        public List<ColumnDef> columns() {
            return shape.columns();
        }

        @Override
        public long estimatedRows() {
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

    private final DataFormat format;

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
        super(schema, name, remarks, list, (identities, before) -> load(root, identities, before, format, extra));
        this.format = format;
    }

    private static State load(
            Path root, List<FileIdentity> identities, @Nullable State before, DataFormat format, ExtraColumns extra) {
        Map<FileIdentity, DataFile> known = new HashMap<>();
        if (before != null && before.isSettled) {
            // what was not settled when it was looked into may have changed behind an identity that is equal
            before.files.forEach(file -> known.put(file.identity(), file));
        }
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
    public TableStatistics statistics() {
        return new TableStatistics(
                last().estimatedRows(),
                Collections.nCopies(definition().columns().size(), ColumnStatistics.UNKNOWN));
    }

    @Override
    public String details() {
        List<DataFile> files = last().files;
        String details = files.get(0).details();
        return files.size() == 1 ? details : (files.size() + " files, " + details);
    }

    @Override
    public TableSnapshot snapshot() {
        return new Snapshot(current(), format);
    }
}
