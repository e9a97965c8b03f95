package io.algeon.engine.source;

import io.algeon.engine.scalar.Expr;
import java.util.List;

/** A constraint of a table. Columns are positions in its definition. */
public sealed interface TableConstraint {
    String name();

    /** PRIMARY KEY or UNIQUE. Rows with a NULL in a UNIQUE key are never equal. */
    record Key(String name, boolean primary, List<Integer> columns) implements TableConstraint {
        public Key {
            columns = List.copyOf(columns);
        }
    }

    /**
     * CHECK.
     *
     * @param text the condition as written
     * @param condition over the table's columns; a row is refused if it is false, not if it is unknown
     */
    record Check(String name, String text, Expr condition) implements TableConstraint {}

    /**
     * FOREIGN KEY, without actions: what it refers to can be neither deleted nor changed.
     *
     * @param schema of the table that it refers to
     * @param referencedColumns positions in that table's definition, of a key of it
     */
    record ForeignKey(String name, List<Integer> columns, String schema, String table, List<Integer> referencedColumns)
            implements TableConstraint {
        public ForeignKey {
            columns = List.copyOf(columns);
            referencedColumns = List.copyOf(referencedColumns);
        }
    }
}
