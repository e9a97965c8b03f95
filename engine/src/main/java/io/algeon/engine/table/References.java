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
     * @throws EngineException {@code foreign_key_violation}
     */
    static void check(StoreState state, MemoryTable table, TableData before, TableData after) {
        List<TableConstraint.ForeignKey> own = foreignKeys(table);
        if (!own.isEmpty()) {
            long[] added = RowChanges.added(before, after);
            for (TableConstraint.ForeignKey key : own) {
                checkAdded(state, table, key, after, added);
            }
        }
        List<StoreNames.Reference> others = state.names().referencesTo(table);
        if (!others.isEmpty()) {
            long[] deleted = RowChanges.deleted(before, after);
            for (StoreNames.Reference reference : others) {
                checkDeleted(state, table, reference, before, deleted);
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
                check(merged, table, before, after);
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
                throw new EngineException(
                        ErrorCode.FOREIGN_KEY_VIOLATION,
                        "The row of '" + parent.name() + "' with "
                                + shown(parent, key.referencedColumns(), vectors, position)
                                + " cannot be deleted or changed: rows of '"
                                + reference.child().name() + "' refer to it (foreign key '" + key.name()
                                + "'). Delete or change those first.");
            }
        }
    }

    private static boolean hasNull(ColumnVector[] vectors, List<Integer> columns, int row) {
        for (int column : columns) {
            if (vectors[column].isNull(row)) {
                return true;
            }
        }
        return false;
    }

    /** Vectors of some columns in the places of others. */
    private static ColumnVector[] moved(ColumnVector[] vectors, List<Integer> from, List<Integer> to, int width) {
        @Nullable ColumnVector[] moved = new ColumnVector[width];
        for (int i = 0; i < from.size(); i++) {
            moved[to.get(i)] = vectors[from.get(i)];
        }
        return moved;
    }

    private static KeyIndex indexOver(TableData data, List<Integer> columns) {
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
