package io.algeon.engine.source;

import io.algeon.engine.exec.ExecutionContext;

/** An immutable state of a table, bound to one execution. */
public interface TableSnapshot {
    /** Rows in all, before predicates. */
    long rowCount();

    /**
     * Prepares a scan: prunes what statistics rule out and cuts the rest into morsels. Predicates may hold parameters,
     * whose values the context knows.
     */
    TableScan scan(ScanRequest request, ExecutionContext context);
}
