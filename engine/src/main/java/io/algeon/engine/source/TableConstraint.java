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
     * FOREIGN KEY.
     *
     * @param schema of the table that it refers to
     * @param referencedColumns positions in that table's definition, of a key of it
     * @param onDelete what becomes of the row when that which it refers to is deleted
     * @param onUpdate what becomes of the row when the key of that which it refers to changes
     * @param deferred whether it is checked at the end of the transaction, not of each statement
     */
    record ForeignKey(
            String name,
            List<Integer> columns,
            String schema,
            String table,
            List<Integer> referencedColumns,
            ReferentialAction onDelete,
            ReferentialAction onUpdate,
            boolean deferred)
            implements TableConstraint {
        public ForeignKey {
            columns = List.copyOf(columns);
            referencedColumns = List.copyOf(referencedColumns);
        }

        /** Whether rows that refer to others are changed with them, or protect them at once. */
        public boolean acts() {
            return onDelete != ReferentialAction.NO_ACTION || onUpdate != ReferentialAction.NO_ACTION;
        }

        /** The same key over other columns. */
        public ForeignKey withColumns(List<Integer> newColumns) {
            return new ForeignKey(name, newColumns, schema, table, referencedColumns, onDelete, onUpdate, deferred);
        }

        /** The same key to a table that has been altered. */
        public ForeignKey withReferenced(String newSchema, String newTable, List<Integer> newColumns) {
            return new ForeignKey(name, columns, newSchema, newTable, newColumns, onDelete, onUpdate, deferred);
        }
    }
}
