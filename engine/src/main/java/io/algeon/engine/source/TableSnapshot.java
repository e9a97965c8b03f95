package io.algeon.engine.source;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.metadata.file.FileIdentity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An immutable state of a table, bound to one execution. */
public interface TableSnapshot {
    /** Rows in all, before predicates; -1 if they would have to be counted. */
    long rowCount();

    /**
     * What is known exactly of a column, cheaply and without reading rows; empty if that is not even its number of NULLs.
     *
     * @param column of the table's definition
     */
    default Optional<ColumnFacts> facts(int column) {
        return Optional.empty();
    }

    /**
     * The states of the files that the rows come from, in their order: the same files give the same rows in the same morsels,
     * as long as no predicate prunes any. Empty if nothing may be kept of them for later queries.
     */
    default List<FileIdentity> files() {
        return List.of();
    }

    /**
     * Prepares a scan: prunes what statistics rule out and cuts the rest into morsels. Predicates may hold parameters,
     * whose values the context knows.
     */
    TableScan scan(ScanRequest request, ExecutionContext context);

    /**
     * Prepares a scan that may also leave out what dynamic filters let it; a source that cannot use them ignores them.
     *
     * @param filters become known when the scan opens its first reader
     */
    default TableScan scan(ScanRequest request, List<DynamicFilter> filters, ExecutionContext context) {
        return scan(request, context);
    }

    /**
     * Prepares a scan that may also leave out what is behind a bound; a source that cannot use it ignores it.
     *
     * @param bound null: there is none
     */
    default TableScan scan(
            ScanRequest request, List<DynamicFilter> filters, @Nullable ScanBound bound, ExecutionContext context) {
        return scan(request, filters, context);
    }
}
