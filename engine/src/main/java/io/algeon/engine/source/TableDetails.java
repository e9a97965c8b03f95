package io.algeon.engine.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the catalog knows of a table beside the names and types of its columns.
 *
 * @param columns one for each column of the definition, in its order
 * @param constraints in declared order; the primary key, if there is one, among them
 * @param indexes made by CREATE INDEX; those behind keys are not among them
 * @param viewQuery text of a view's query; null for tables
 */
public record TableDetails(
        TableKind kind,
        List<ColumnDetails> columns,
        List<TableConstraint> constraints,
        List<TableIndex> indexes,
        @Nullable String viewQuery) {
    public TableDetails {
        columns = List.copyOf(columns);
        constraints = List.copyOf(constraints);
        indexes = List.copyOf(indexes);
    }

    /** Details of a table of which nothing more is known. */
    public static TableDetails plain(TableKind kind, int columns) {
        return new TableDetails(
                kind, java.util.Collections.nCopies(columns, ColumnDetails.PLAIN), List.of(), List.of(), null);
    }

    /** The primary key; null if there is none. */
    public TableConstraint.@Nullable Key primaryKey() {
        for (TableConstraint constraint : constraints) {
            if (constraint instanceof TableConstraint.Key key && key.primary()) {
                return key;
            }
        }
        return null;
    }
}
