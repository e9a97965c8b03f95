package io.algeon.engine.file;

import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table over files that anybody may change. They are looked up again, one system call each, whenever a snapshot is bound or
 * the version is asked for, and loaded again only if they changed, or may have.
 *
 * <p>The definition never changes. When the files' schema does, the version changes, snapshots are refused, and the
 * catalog makes a new table. Thread-safe.
 *
 * @param <S> what is known of the files at one moment; immutable to others
 */
public abstract class WatchedTable<S extends WatchedTable.Files> implements TableSource {
    /** Version of a table that cannot be read any more as it was defined. */
    private static final long OUTDATED = Long.MIN_VALUE;

    /** Plans are made again when the row count changed by this factor. */
    private static final int ROW_COUNT_FACTOR = 10;

    /** The files at one moment. */
    public interface Files {
        /** Which files, in the order of their rows. */
        List<FileIdentity> identities();

        /** Whether any change since they were looked into will show in their identities. */
        boolean isSettled();

        /** The schema that they have together. */
        List<ColumnDef> columns();

        /** Rows of all, or about as many. */
        long estimatedRows();
    }

    /** Looks into files. */
    @FunctionalInterface
    public interface Loader<S> {
        /**
         * What is known of files.
         *
         * @param before what was known last; null: nothing
         * @throws EngineException {@code source_...}, if one cannot be read or does not fit the first one
         */
        S load(List<FileIdentity> identities, @Nullable S before);
    }

    private final Supplier<List<FileIdentity>> list;
    private final Loader<S> loader;
    private final TableDef definition;

    private S state;
    private long checkedNanos;
    private long version;
    private long plannedRows;

    /**
     * A table over the present files.
     *
     * @param remarks where they are, for tools and messages
     * @param list finds the files, at least one, in the order of their rows
     * @throws EngineException {@code source_...}, if a file cannot be read or does not fit the first one
     */
    protected WatchedTable(
            String schema, String name, String remarks, Supplier<List<FileIdentity>> list, Loader<S> loader) {
        this.list = list;
        this.loader = loader;
        this.state = loader.load(list.get(), null);
        this.checkedNanos = System.nanoTime();
        this.plannedRows = state.estimatedRows();
        this.definition = new TableDef(schema, name, state.columns(), remarks);
    }

    @Override
    public final TableDef definition() {
        return definition;
    }

    @Override
    public final synchronized long version() {
        try {
            current();
            return version;
        } catch (EngineException e) {
            return OUTDATED;
        }
    }

    /** Whether the files can be read and still have the definition's schema. */
    public final boolean isCurrent() {
        return version() != OUTDATED;
    }

    /** What was known when the files were last looked up, if that is at most so long ago; else as {@link #current}. */
    protected final synchronized S recent(long nanoseconds) {
        return System.nanoTime() - checkedNanos < nanoseconds ? state : current();
    }

    /** What was known when the files were last looked up. */
    protected final synchronized S last() {
        return state;
    }

    /**
     * What is known of the files as they are now.
     *
     * @throws EngineException if they cannot be read, or {@code source_schema_mismatch}
     */
    protected final synchronized S current() {
        List<FileIdentity> identities = list.get();
        if (!state.isSettled() || !identities.equals(state.identities())) {
            S next = loader.load(identities, state);
            if (!next.columns().equals(definition.columns())) {
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
        checkedNanos = System.nanoTime();
        return state;
    }
}
