package io.algeon.engine.source;

import io.algeon.engine.exec.ExecutionContext;
import java.util.List;

/** An immutable state of a table, bound to one execution. */
public interface TableSnapshot {
    /** Rows in all, before predicates. */
    long rowCount();

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
}
