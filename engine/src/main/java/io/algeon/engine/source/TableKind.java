package io.algeon.engine.source;

/** What a name in the catalog stands for. */
public enum TableKind {
    /** A table, of files or of one's own. */
    TABLE,
    /** A table of one's own that only its session sees. */
    TEMPORARY_TABLE,
    /** A query with a name. */
    VIEW,
    /** A view that only its session sees. */
    TEMPORARY_VIEW,
    /** A table of {@code information_schema}. */
    SYSTEM_TABLE
}
