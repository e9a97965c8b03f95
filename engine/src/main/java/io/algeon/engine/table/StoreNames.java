package io.algeon.engine.table;

import io.algeon.engine.source.TableConstraint;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What names of a store stand for. Immutable. */
final class StoreNames {
    /**
     * A schema.
     *
     * @param objects by name in lower case
     */
    record StoredSchema(String name, Map<String, StoredObject> objects) {}

    /** A foreign key and the table that has it. */
    record Reference(MemoryTable child, TableConstraint.ForeignKey key) {}

    /** Another number for every set of names and definitions that ever was, in any store. */
    final long version = TableStore.nextVersion();

    private final Map<String, StoredSchema> schemas;
    private final @Nullable MemoryTable[] bySlot;
    private @Nullable Map<String, List<Reference>> references;

    private StoreNames(Map<String, StoredSchema> schemas, @Nullable MemoryTable[] bySlot) {
        this.schemas = schemas;
        this.bySlot = bySlot;
    }

    static StoreNames of(String schema) {
        return new StoreNames(Map.of(key(schema), new StoredSchema(schema, Map.of())), new MemoryTable[0]);
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    Map<String, StoredSchema> schemas() {
        return schemas;
    }

    @Nullable
    StoredSchema schema(String name) {
        return schemas.get(key(name));
    }

    @Nullable
    StoredObject object(String schema, String name) {
        StoredSchema holder = schema(schema);
        return holder == null ? null : holder.objects.get(key(name));
    }

    @Nullable
    MemoryTable tableAt(int slot) {
        return slot < bySlot.length ? bySlot[slot] : null;
    }

    /** With a schema, or without it if {@code schema} is null. */
    StoreNames withSchema(String name, @Nullable StoredSchema schema) {
        Map<String, StoredSchema> changed = new TreeMap<>(schemas);
        if (schema == null) {
            changed.remove(key(name));
        } else {
            changed.put(key(name), schema);
        }
        return new StoreNames(Collections.unmodifiableMap(changed), bySlot);
    }

    /** With an object under a name of a schema that there is, or without one if {@code object} is null. */
    StoreNames withObject(String schema, String name, @Nullable StoredObject object) {
        StoredSchema holder = schemas.get(key(schema));
        if (holder == null) {
            throw new EngineException(ErrorCode.SCHEMA_NOT_FOUND, "There is no schema '" + schema + "'.");
        }
        Map<String, StoredObject> objects = new TreeMap<>(holder.objects);
        StoredObject former = object == null ? objects.remove(key(name)) : objects.put(key(name), object);
        @Nullable MemoryTable[] tables = bySlot.clone();
        if (former instanceof MemoryTable table && tables[table.slot()] == table) {
            tables[table.slot()] = null;
        }
        if (object instanceof MemoryTable table) {
            tables = Arrays.copyOf(tables, Math.max(tables.length, table.slot() + 1));
            tables[table.slot()] = table;
        }
        Map<String, StoredSchema> changed = new TreeMap<>(schemas);
        changed.put(key(schema), new StoredSchema(holder.name, Collections.unmodifiableMap(objects)));
        return new StoreNames(Collections.unmodifiableMap(changed), tables);
    }

    /** All tables. */
    List<MemoryTable> tables() {
        List<MemoryTable> tables = new ArrayList<>();
        for (MemoryTable table : bySlot) {
            if (table != null) {
                tables.add(table);
            }
        }
        return tables;
    }

    /** The foreign keys that refer to a table. */
    synchronized List<Reference> referencesTo(MemoryTable parent) {
        Map<String, List<Reference>> known = references;
        if (known == null) {
            known = new TreeMap<>();
            for (MemoryTable table : tables()) {
                for (TableConstraint constraint : table.tableDetails().constraints()) {
                    if (constraint instanceof TableConstraint.ForeignKey key) {
                        known.computeIfAbsent(path(key.schema(), key.table()), path -> new ArrayList<>())
                                .add(new Reference(table, key));
                    }
                }
            }
            references = known;
        }
        return known.getOrDefault(path(parent.definition().schema(), parent.name()), List.of());
    }

    private static String path(String schema, String table) {
        return key(schema) + '\u0000' + key(table);
    }
}
