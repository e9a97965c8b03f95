package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies a transaction's changes to a state that has changed since the transaction began. What it changed is what differs
 * between the states at its beginning and at its end: names and definitions that are other objects, rows that are deleted, rows
 * behind the last one.
 */
final class Merge {
    private final StoreState base;
    private final StoreState mine;
    private final StoreState present;

    /**
     * @param base the state that the transaction began with
     * @param mine the state that it ended with
     * @param present the committed state, later than {@code base}
     */
    Merge(StoreState base, StoreState mine, StoreState present) {
        this.base = base;
        this.mine = mine;
        this.present = present;
    }

    /** @throws io.algeon.metadata.error.EngineException {@code serialization_failure} if the changes contradict */
    StoreState merged() {
        StoreState merged = mine.names() == base.names() ? present : present.withNames(mergeNames());
        for (int slot = 0; slot < Math.max(base.slots(), mine.slots()); slot++) {
            TableData before = base.dataAt(slot);
            TableData after = mine.dataAt(slot);
            if (before != after) {
                merged = merged.withData(slot, rows(slot, before, after));
            }
        }
        References.check(base, mine, merged);
        return merged;
    }

    private StoreNames mergeNames() {
        StoreNames merged = present.names();
        Set<String> schemas = new HashSet<>(base.names().schemas().keySet());
        schemas.addAll(mine.names().schemas().keySet());
        for (String name : schemas) {
            StoreNames.StoredSchema before = base.names().schema(name);
            StoreNames.StoredSchema after = mine.names().schema(name);
            if (before == after) {
                continue;
            }
            if (before == null || after == null) {
                if (present.names().schema(name) != before) {
                    throw Transaction.conflict("The schema '" + name + "' was changed");
                }
                merged = merged.withSchema(name, after);
            }
            if (after != null) {
                merged = mergeObjects(merged, name, before == null ? Map.of() : before.objects(), after.objects());
            }
        }
        return merged;
    }

    private StoreNames mergeObjects(
            StoreNames onto, String schema, Map<String, StoredObject> before, Map<String, StoredObject> after) {
        StoreNames merged = onto;
        Set<String> names = new HashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            StoredObject former = before.get(name);
            StoredObject changed = after.get(name);
            if (former != changed) {
                if (present.names().object(schema, name) != former) {
                    throw Transaction.conflict("'" + name + "' was created, altered or dropped");
                }
                merged = merged.withObject(schema, name, changed);
            }
        }
        return merged;
    }

    private @Nullable TableData rows(int slot, @Nullable TableData before, @Nullable TableData after) {
        TableData now = present.dataAt(slot);
        MemoryTable table = mine.names().tableAt(slot);
        if (before == null || after == null || table == null || base.names().tableAt(slot) != table) {
            // created, dropped or altered: nobody may have changed its rows
            if (before != null && now != before) {
                throw Transaction.conflict("Rows of a table that the transaction alters or drops were changed");
            }
            return after;
        }
        if (now == null || present.names().tableAt(slot) != table) {
            throw Transaction.conflict("The table '" + table.name() + "' was altered or dropped");
        }
        return now == before ? after : append(table, delete(table, now, before, after), before, after);
    }

    private static TableData delete(MemoryTable table, TableData now, TableData before, TableData after) {
        long[] deleted = RowChanges.deleted(before, after);
        for (long row : deleted) {
            if (!now.isLive(row)) {
                throw Transaction.conflict("A row of the table '" + table.name() + "' was changed or deleted");
            }
        }
        return deleted.length == 0 ? now : now.delete(deleted, deleted.length);
    }

    private static TableData append(MemoryTable table, TableData onto, TableData before, TableData after) {
        long[] added = RowChanges.added(before, after);
        TableData merged = onto;
        int[] positions = new int[Batch.ROWS];
        int from = 0;
        while (from < added.length) {
            ColumnVector[] source = after.vectors(added[from]);
            int count = 0;
            while (from + count < added.length && after.vectors(added[from + count]) == source) {
                positions[count] = TableData.position(added[from + count]);
                count++;
            }
            int[] rows = Arrays.copyOf(positions, count);
            ColumnVector[] gathered = new ColumnVector[source.length];
            Arrays.setAll(gathered, i -> source[i].gather(rows, rows.length, source[i]));
            long first = merged.nextRow();
            merged = merged.append(gathered, count);
            for (KeyIndex index : merged.indexes()) {
                if (index.add(merged, first, count) != KeyIndex.NONE) {
                    throw Transaction.conflict("A row with the same key was added to the table '" + table.name() + "'");
                }
            }
            from += count;
        }
        return merged;
    }
}
