package io.algeon.engine.table;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.source.TableConstraint;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Foreign keys: a row refers to a row that is there, or has a NULL in its key. */
final class References {
    private References() {}

    /**
     * Checks what a change of a table's rows may have broken.
     *
     * @param state with the changed rows, in which rows of other tables are looked up
     * @param deferred whether foreign keys are checked that are to be at the end of the transaction, or the others
     * @throws EngineException {@code foreign_key_violation}
     */
    static void check(StoreState state, MemoryTable table, TableData before, TableData after, boolean deferred) {
        List<TableConstraint.ForeignKey> own = foreignKeys(table);
        own.removeIf(key -> key.deferred() != deferred);
        if (!own.isEmpty()) {
            long[] added = RowChanges.added(before, after);
            for (TableConstraint.ForeignKey key : own) {
                checkAdded(state, table, key, after, added);
            }
        }
        List<StoreNames.Reference> others = state.names().referencesTo(table);
        if (others.stream().anyMatch(reference -> reference.key().deferred() == deferred)) {
            long[] deleted = RowChanges.deleted(before, after);
            for (StoreNames.Reference reference : others) {
                if (reference.key().deferred() == deferred) {
                    checkDeleted(state, table, reference, before, deleted);
                }
            }
        }
    }

    /** Checks the foreign keys that are checked at the end of a transaction. */
    static void checkDeferred(StoreState base, StoreState state) {
        for (MemoryTable table : state.names().tables()) {
            TableData after = state.data(table);
            if (after == base.dataAt(table.slot()) && base.has(table)) {
                continue;
            }
            if (base.has(table)) {
                check(state, table, base.data(table), after, true);
            } else {
                checkWhole(state, table, after);
            }
        }
    }

    /** Checks all rows of a table that was made or altered, and all that refer to them. */
    private static void checkWhole(StoreState state, MemoryTable table, TableData rows) {
        check(state, table, TableData.empty(rows.types(), List.of()), rows, true);
        for (StoreNames.Reference reference : state.names().referencesTo(table)) {
            TableData children = state.data(reference.child());
            if (reference.key().deferred()) {
                long[] all = RowChanges.added(TableData.empty(children.types(), List.of()), children);
                checkAdded(state, reference.child(), reference.key(), children, all);
            }
        }
    }

    /** Checks a merged state, where the other side of a foreign key may have changed meanwhile. */
    static void check(StoreState base, StoreState mine, StoreState merged) {
        for (MemoryTable table : merged.names().tables()) {
            TableData before = base.dataAt(table.slot());
            TableData after = mine.dataAt(table.slot());
            if (before == null || after == null || before == after || !base.has(table)) {
                continue;
            }
            try {
                check(merged, table, before, after, false);
                check(merged, table, before, after, true);
            } catch (EngineException broken) {
                throw Transaction.conflict("A row that a foreign key leads to or from was changed");
            }
        }
    }

    static List<TableConstraint.ForeignKey> foreignKeys(MemoryTable table) {
        List<TableConstraint.ForeignKey> keys = new ArrayList<>();
        for (TableConstraint constraint : table.tableDetails().constraints()) {
            if (constraint instanceof TableConstraint.ForeignKey key) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static void checkAdded(
            StoreState state, MemoryTable child, TableConstraint.ForeignKey key, TableData rows, long[] added) {
        if (added.length == 0) {
            return;
        }
        if (!(state.names().object(key.schema(), key.table()) instanceof MemoryTable parent)) {
            throw new EngineException(
                    ErrorCode.OBJECT_NOT_FOUND,
                    "The table '" + key.table() + "', to which foreign key '" + key.name() + "' refers, is not there.");
        }
        TableData parents = state.data(parent);
        KeyIndex index = indexOver(parents, key.referencedColumns());
        for (long row : added) {
            ColumnVector[] vectors = rows.vectors(row);
            int position = TableData.position(row);
            if (hasNull(vectors, key.columns(), position)) {
                continue;
            }
            ColumnVector[] probe = moved(
                    vectors,
                    key.columns(),
                    key.referencedColumns(),
                    parents.types().size());
            if (index.find(parents, probe, position) == KeyIndex.NONE) {
                throw new EngineException(
                        ErrorCode.FOREIGN_KEY_VIOLATION,
                        "A row of '" + child.name() + "' with " + shown(child, key.columns(), vectors, position)
                                + " refers to no row of '" + parent.name() + "' (foreign key '" + key.name()
                                + "'). Insert that row first.");
            }
        }
    }

    private static void checkDeleted(
            StoreState state, MemoryTable parent, StoreNames.Reference reference, TableData before, long[] deleted) {
        if (deleted.length == 0) {
            return;
        }
        TableConstraint.ForeignKey key = reference.key();
        TableData children = state.data(reference.child());
        TableData parents = state.data(parent);
        KeyIndex childIndex = indexOver(children, key.columns());
        KeyIndex parentIndex = indexOver(parents, key.referencedColumns());
        for (long row : deleted) {
            ColumnVector[] vectors = before.vectors(row);
            int position = TableData.position(row);
            if (hasNull(vectors, key.referencedColumns(), position)
                    || parentIndex.find(parents, vectors, position) != KeyIndex.NONE) {
                continue;
            }
            ColumnVector[] probe = moved(
                    vectors,
                    key.referencedColumns(),
                    key.columns(),
                    children.types().size());
            if (childIndex.find(children, probe, position) != KeyIndex.NONE) {
                throw referredTo(parent, reference.child(), key, vectors, position);
            }
        }
    }

    /** The refusal of a change of a row that others refer to. */
    static EngineException referredTo(
            MemoryTable parent, MemoryTable child, TableConstraint.ForeignKey key, ColumnVector[] vectors, int row) {
        return new EngineException(
                ErrorCode.FOREIGN_KEY_VIOLATION,
                "The row of '" + parent.name() + "' with " + shown(parent, key.referencedColumns(), vectors, row)
                        + " cannot be deleted or changed: rows of '"
                        + child.name() + "' refer to it (foreign key '" + key.name()
                        + "'). Delete or change those first.");
    }

    static boolean hasNull(ColumnVector[] vectors, List<Integer> columns, int row) {
        for (int column : columns) {
            if (vectors[column].isNull(row)) {
                return true;
            }
        }
        return false;
    }

    /** Vectors of some columns in the places of others. */
    static ColumnVector[] moved(ColumnVector[] vectors, List<Integer> from, List<Integer> to, int width) {
        @Nullable ColumnVector[] moved = new ColumnVector[width];
        for (int i = 0; i < from.size(); i++) {
            moved[to.get(i)] = vectors[from.get(i)];
        }
        return moved;
    }

    static KeyIndex indexOver(TableData data, List<Integer> columns) {
        for (KeyIndex index : data.indexes()) {
            if (index.columns().length == columns.size()
                    && java.util.Arrays.stream(index.columns()).allMatch(columns::contains)) {
                return index;
            }
        }
        throw new EngineException(ErrorCode.INTERNAL, "A foreign key has no index.");
    }

    /** Values of a key as {@code (a, b) = (1, x)}. */
    static String shown(MemoryTable table, List<Integer> columns, ColumnVector[] vectors, int row) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int column : columns) {
            names.add(table.definition().columns().get(column).name());
            values.add(ValueText.of(
                    StoredValues.read(vectors[column], row, table.types().get(column)),
                    table.types().get(column)));
        }
        return "(" + String.join(", ", names) + ") = (" + String.join(", ", values) + ")";
    }
}
