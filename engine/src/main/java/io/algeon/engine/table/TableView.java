package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.source.ViewSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one statement sees of the tables of one's own: those of the database and the temporary ones of its session, all as they
 * were at one moment. Immutable.
 */
public final class TableView implements Function<TableSource, TableSnapshot> {
    /** Schema of temporary tables. */
    public static final String TEMPORARY = "temp";

    private final TableStore mainStore;
    private final StoreState main;
    private final StoreState temporary;
    private final Map<ReturnedRows, TableData> returned;

    private TableView(
            TableStore mainStore, StoreState main, StoreState temporary, Map<ReturnedRows, TableData> returned) {
        this.mainStore = mainStore;
        this.main = main;
        this.temporary = temporary;
        this.returned = returned;
    }

    /** The committed state. */
    public static TableView committed(TableStore main, TableStore temporary) {
        return new TableView(main, main.state(), temporary.state(), Map.of());
    }

    /** What a transaction sees. */
    public static TableView of(Transaction main, Transaction temporary) {
        return new TableView(main.store(), main.state(), temporary.state(), Map.of());
    }

    /**
     * This view with what a change within WITH gave back.
     *
     * @param rows gives batches, null at the end
     * @param memory grows by the rows
     */
    public TableView with(ReturnedRows source, Supplier<@Nullable Batch> rows, Reservation memory) {
        List<SqlType> types =
                source.definition().columns().stream().map(ColumnDef::type).toList();
        TableData data = TableData.empty(types, List.of());
        for (Batch batch = rows.get(); batch != null; batch = rows.get()) {
            ColumnVector[] columns = new ColumnVector[batch.columnCount()];
            Arrays.setAll(columns, batch::column);
            TableData longer = data.append(columns, batch.rowCount());
            memory.grow(Math.max(0, longer.bytes() - data.bytes()));
            data = longer;
        }
        Map<ReturnedRows, TableData> more = new HashMap<>(returned);
        more.put(source, data);
        return new TableView(mainStore, main, temporary, more);
    }

    /** Another number for each set of names and definitions. */
    public long version() {
        return main.names().version << 32 | temporary.names().version & 0xffffffffL;
    }

    /** Schemas, that of temporary tables only if there are any. */
    public List<String> schemas() {
        TreeSet<String> names = new TreeSet<>();
        main.names().schemas().values().forEach(schema -> names.add(schema.name()));
        temporary.names().schemas().values().stream()
                .filter(schema -> !schema.objects().isEmpty())
                .forEach(schema -> names.add(schema.name()));
        return List.copyOf(names);
    }

    /** Names of the tables and views of a schema, sorted; empty if there is no such schema. */
    public List<String> objects(String schema) {
        StoreNames.StoredSchema holder = state(schema).names().schema(schema);
        List<String> names = new ArrayList<>();
        if (holder != null) {
            for (StoredObject object : holder.objects().values()) {
                if (!(object instanceof StoredSequence)) {
                    names.add(object.name());
                }
            }
        }
        names.sort(String::compareTo);
        return names;
    }

    /** A table or view; null if there is none of that name. */
    public @Nullable StoredObject object(String schema, String name) {
        StoredObject object = state(schema).names().object(schema, name);
        return object instanceof StoredSequence ? null : object;
    }

    /** A sequence; null if there is none of that name. */
    public @Nullable StoredSequence sequence(String schema, String name) {
        return state(schema).names().object(schema, name) instanceof StoredSequence sequence ? sequence : null;
    }

    /** The sequence of that name in the first of some schemas that has one. */
    public @Nullable StoredSequence sequence(List<String> schemas, String name) {
        for (String schema : schemas) {
            StoredSequence found = sequence(schema, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** All sequences, by schema and name. */
    public List<StoredSequence> sequences() {
        List<StoredSequence> sequences = new ArrayList<>();
        for (StoreState state : List.of(main, temporary)) {
            for (StoreNames.StoredSchema schema : state.names().schemas().values()) {
                for (StoredObject object : schema.objects().values()) {
                    if (object instanceof StoredSequence sequence) {
                        sequences.add(sequence);
                    }
                }
            }
        }
        return sequences;
    }

    private StoreState state(String schema) {
        return isTemporary(schema) ? temporary : main;
    }

    /** Whether a schema is that of temporary tables. */
    public static boolean isTemporary(String schema) {
        return schema.equalsIgnoreCase(TEMPORARY);
    }

    /** A table or view as planning sees it; null if there is none of that name. */
    public @Nullable TableSource source(String schema, String name) {
        StoredObject object = object(schema, name);
        if (object instanceof StoredView view) {
            String query = view.tableDetails().viewQuery();
            return new ViewSource(view.definition(), query == null ? "" : query, view.querySchema());
        }
        return (MemoryTable) object;
    }

    /** What kind of object a name stands for; null if there is none of that name. */
    public @Nullable TableKind kind(String schema, String name) {
        StoredObject object = object(schema, name);
        return object == null ? null : object.tableDetails().kind();
    }

    /**
     * Some columns of the row that has a key; null if there is none.
     *
     * @param index number of a unique index
     * @param key values in the order of the index's columns, in stored form
     */
    public @Nullable Batch find(MemoryTable table, int index, List<@Nullable Object> key, int[] columns) {
        TableData data = (table.store() == mainStore ? main : temporary).data(table);
        KeyIndex keys = data.indexes().get(index);
        @Nullable ColumnVector[] probe = new ColumnVector[data.types().size()];
        for (int i = 0; i < key.size(); i++) {
            int column = keys.columns()[i];
            probe[column] = StoredValues.vector(data.types().get(column), Collections.singletonList(key.get(i)));
        }
        long row = keys.find(data, probe, 0);
        if (row == KeyIndex.NONE) {
            return null;
        }
        ColumnVector[] vectors = data.vectors(row);
        int position = TableData.position(row);
        ColumnVector[] found = new ColumnVector[columns.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = RowReader.single(vectors[columns[i]], data.types().get(columns[i]), position);
        }
        return new Batch(found, 1);
    }

    /** Binds the state of a table that this view has; tables that are not one's own bind their present state. */
    @Override
    public TableSnapshot apply(TableSource source) {
        if (source instanceof NumberedTable numbered) {
            return apply(numbered.table());
        } else if (source instanceof MemoryTable table) {
            StoreState state = table.store() == mainStore ? main : temporary;
            return table.snapshot(state.data(table));
        }
        TableData rows = source instanceof ReturnedRows ? returned.get(source) : null;
        if (rows != null) {
            return new MemorySnapshot(rows);
        }
        return source.snapshot();
    }
}
