package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.SequenceOptions;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Creates, alters and drops the objects of a store within a transaction. */
public final class TableDefinitions {
    private final Transaction transaction;

    public TableDefinitions(Transaction transaction) {
        this.transaction = transaction;
    }

    private StoreNames names() {
        return transaction.state().names();
    }

    private void replace(StoreNames names) {
        transaction.replace(transaction.state().withNames(names));
    }

    private static EngineException exists(String name) {
        return new EngineException(
                ErrorCode.OBJECT_EXISTS,
                "There is a table, view or sequence '" + name
                        + "' already. Drop it first, or write IF NOT EXISTS or OR REPLACE.");
    }

    /** Creates a table; the caller has seen to it that the name is free, or may be replaced. */
    public MemoryTable createTable(TableDef definition, TableDetails details, boolean replace) {
        makeRoom(definition, replace, false);
        MemoryTable table = new MemoryTable(
                transaction.store(),
                transaction.store().newSlot(),
                definition,
                details,
                MemoryTable.newSequences(details));
        replace(names().withObject(definition.schema(), definition.name(), table));
        transaction.put(table, TableData.empty(table.types(), table.newIndexes()));
        return table;
    }

    /** Creates a view. */
    public void createView(TableDef definition, TableDetails details, boolean replace) {
        makeRoom(definition, replace, true);
        replace(names().withObject(
                        definition.schema(),
                        definition.name(),
                        new StoredView(definition, details, definition.schema())));
    }

    /** Gives a view another name or schema, where they are not null; its query means what it meant. */
    public void alterView(StoredView view, @Nullable String newName, @Nullable String newSchema) {
        TableDef former = view.definition();
        String schema = newSchema == null ? former.schema() : targetSchema(former.schema(), newSchema);
        String name = newName == null ? former.name() : newName;
        StoredObject taken = names().object(schema, name);
        if (taken != null && taken != view) {
            throw exists(name);
        }
        StoredView moved = new StoredView(
                new TableDef(schema, name, former.columns(), former.remarks()), view.details(), view.querySchema());
        replace(names().withObject(former.schema(), former.name(), null).withObject(schema, name, moved));
    }

    /** The schema to which something moves, as it is written there. */
    private String targetSchema(String from, String to) {
        StoreNames.StoredSchema schema = names().schema(to);
        if (TableView.isTemporary(from) != TableView.isTemporary(to)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "Temporary tables and views stay in the schema temp, others out of it.");
        }
        if (schema == null) {
            throw new EngineException(ErrorCode.SCHEMA_NOT_FOUND, "There is no schema '" + to + "'.");
        }
        return schema.name();
    }

    /** Creates a sequence. */
    public void createSequence(String schema, String name, SequenceOptions options) {
        StoredSequence sequence = StoredSequence.create(schema, name, options);
        makeRoom(sequence.definition(), false, false);
        replace(names().withObject(schema, name, sequence));
    }

    /** Changes a sequence. */
    public void alterSequence(StoredSequence sequence, SequenceOptions options) {
        TableDef definition = sequence.definition();
        replace(names().withObject(definition.schema(), definition.name(), sequence.altered(options)));
    }

    private void makeRoom(TableDef definition, boolean replace, boolean view) {
        StoredObject present = names().object(definition.schema(), definition.name());
        if (present == null) {
            return;
        }
        if (!replace) {
            throw exists(definition.name());
        }
        if (present instanceof StoredView != view || present instanceof StoredSequence) {
            String kind = present instanceof StoredSequence ? "sequence" : view ? "table" : "view";
            throw new EngineException(
                    ErrorCode.OBJECT_KIND_MISMATCH,
                    "'" + definition.name() + "' is a " + kind + "; OR REPLACE puts a " + (view ? "view" : "table")
                            + " in the place of one only. Drop it first.");
        }
        drop(present, false);
    }

    /** Creates a schema; false if there is one of that name. */
    public boolean createSchema(String name) {
        if (names().schema(name) != null) {
            return false;
        }
        replace(names().withSchema(name, new StoreNames.StoredSchema(name, java.util.Map.of())));
        return true;
    }

    /**
     * Drops a schema.
     *
     * @param cascade whether with what is in it
     */
    public void dropSchema(String name, boolean cascade) {
        StoreNames.StoredSchema schema = names().schema(name);
        if (schema == null) {
            throw new EngineException(ErrorCode.SCHEMA_NOT_FOUND, "There is no schema '" + name + "'.");
        }
        if (name.equalsIgnoreCase(transaction.store().defaultSchema())) {
            throw new EngineException(
                    ErrorCode.OBJECT_IN_USE, "The schema '" + name + "' is the default one and cannot be dropped.");
        }
        if (!cascade && !schema.objects().isEmpty()) {
            throw new EngineException(
                    ErrorCode.OBJECT_IN_USE,
                    "The schema '" + name + "' has tables or views: "
                            + schema.objects().values().stream()
                                    .map(StoredObject::name)
                                    .limit(5)
                                    .toList() + ". Drop them first, or write CASCADE.");
        }
        List.copyOf(schema.objects().values()).forEach(object -> drop(object, true));
        replace(names().withSchema(name, null));
    }

    /**
     * Drops a table or view.
     *
     * @param cascade whether with the foreign keys of others that refer to it
     */
    public void drop(StoredObject object, boolean cascade) {
        if (object instanceof MemoryTable table) {
            for (StoreNames.Reference reference : names().referencesTo(table)) {
                if (reference.child() != table) {
                    if (!cascade) {
                        throw new EngineException(
                                ErrorCode.OBJECT_IN_USE,
                                "The table '" + table.name() + "' cannot be dropped: the foreign key '"
                                        + reference.key().name() + "' of '"
                                        + reference.child().name()
                                        + "' refers to it. Drop that first, or write CASCADE.");
                    }
                    dropReference(reference);
                }
            }
        }
        String schema = object.definition().schema();
        replace(names().withObject(schema, object.name(), null));
        if (object instanceof MemoryTable table) {
            transaction.replace(transaction.state().withData(table.slot(), null));
        }
    }

    private void dropReference(StoreNames.Reference reference) {
        MemoryTable child = reference.child();
        List<TableConstraint> kept = new ArrayList<>(child.tableDetails().constraints());
        kept.remove(reference.key());
        TableDetails details = child.tableDetails();
        redefine(
                child,
                child.definition(),
                new TableDetails(details.kind(), details.columns(), kept, details.indexes(), details.viewQuery()));
    }

    /** Puts another definition with the same columns in place of a table's. */
    private MemoryTable redefine(MemoryTable table, TableDef definition, TableDetails details) {
        TableData rows = transaction.data(table);
        MemoryTable changed = new MemoryTable(table.store(), table.slot(), definition, details, table.sequences());
        List<KeyIndex> indexes =
                indexes(table, changed, rows, identity(rows.types().size()));
        replaceTable(table, changed, rows.withIndexes(indexes));
        return changed;
    }

    private static int[] identity(int columns) {
        int[] same = new int[columns];
        Arrays.setAll(same, i -> i);
        return same;
    }

    private void replaceTable(MemoryTable table, MemoryTable changed, TableData rows) {
        String schema = table.definition().schema();
        StoreNames names = names();
        String newSchema = changed.definition().schema();
        if (!changed.name().equalsIgnoreCase(table.name()) || !newSchema.equalsIgnoreCase(schema)) {
            targetSchema(schema, newSchema);
            if (names.object(newSchema, changed.name()) != null) {
                throw exists(changed.name());
            }
            names = names.withObject(schema, table.name(), null);
        }
        names = names.withObject(newSchema, changed.name(), changed);
        transaction.replace(transaction.state().withNames(names).withData(changed.slot(), rows));
        changed.note(rows);
    }

    /**
     * Puts another definition in place of a table's.
     *
     * @param values of the new columns, over the present ones
     * @throws EngineException if rows that are there break the new definition
     */
    public void alter(
            MemoryTable table, TableDef definition, TableDetails details, List<Expr> values, ExecutionContext context) {
        TableData rows = transaction.data(table);
        int[] sources = new int[values.size()];
        @Nullable AtomicLong[] sequences = MemoryTable.newSequences(details);
        for (int i = 0; i < sources.length; i++) {
            sources[i] = values.get(i) instanceof Expr.InputRef ref ? ref.column() : -1;
            if (sources[i] >= 0 && sequences[i] != null && table.sequences()[sources[i]] != null) {
                sequences[i] = table.sequences()[sources[i]];
            }
        }
        List<StoreNames.Reference> references = names().referencesTo(table);
        TableDetails own = withOwnReferences(table, definition, details, references, sources);
        MemoryTable changed = new MemoryTable(table.store(), table.slot(), definition, own, sequences);
        RowGroup[] groups = new RowGroup[rows.groupCount()];
        GroupRewriter rewriter = new GroupRewriter(changed, values, context);
        for (int g = 0; g < groups.length; g++) {
            context.cancellation().check();
            groups[g] = rewriter.rewrite(rows.group(g));
        }
        TableData rewritten = rows.with(changed.types(), groups, List.of());
        rewritten = rewritten.withIndexes(indexes(table, changed, rewritten, sources));
        replaceTable(table, changed, rewritten);
        moveReferences(table, changed, references, sources);
        References.check(
                transaction.state(),
                changed,
                TableData.empty(changed.types(), List.of()),
                transaction.data(changed),
                false);
    }

    /** The details, in which foreign keys to the table itself follow its new name and the new positions of its columns. */
    private static TableDetails withOwnReferences(
            MemoryTable table,
            TableDef definition,
            TableDetails details,
            List<StoreNames.Reference> references,
            int[] sources) {
        TableDetails moved = details;
        for (StoreNames.Reference reference : references) {
            if (reference.child() == table) {
                moved = moved(moved, reference, definition, sources);
            }
        }
        return moved;
    }

    /** Lets foreign keys of others follow the table's new name and the new positions of its columns. */
    private void moveReferences(
            MemoryTable table, MemoryTable changed, List<StoreNames.Reference> references, int[] sources) {
        for (StoreNames.Reference reference : references) {
            if (reference.child() == table) {
                continue;
            }
            MemoryTable child = (MemoryTable) java.util.Objects.requireNonNull(names().object(
                            reference.child().definition().schema(),
                            reference.child().name()));
            TableDetails details = moved(child.tableDetails(), reference, changed.definition(), sources);
            if (!details.constraints().equals(child.tableDetails().constraints())) {
                redefine(child, child.definition(), details);
            }
        }
    }

    /** Details with a foreign key that refers to the new definition. */
    private static TableDetails moved(
            TableDetails details, StoreNames.Reference reference, TableDef definition, int[] sources) {
        List<TableConstraint> constraints = new ArrayList<>();
        for (TableConstraint constraint : details.constraints()) {
            if (constraint.name().equals(reference.key().name())
                    && constraint instanceof TableConstraint.ForeignKey key) {
                List<Integer> moved = new ArrayList<>();
                for (int column : reference.key().referencedColumns()) {
                    moved.add(positionOf(column, sources, reference));
                }
                constraints.add(key.withReferenced(definition.schema(), definition.name(), moved));
            } else {
                constraints.add(constraint);
            }
        }
        return new TableDetails(details.kind(), details.columns(), constraints, details.indexes(), details.viewQuery());
    }

    private static int positionOf(int column, int[] sources, StoreNames.Reference reference) {
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == column) {
                return i;
            }
        }
        throw new EngineException(
                ErrorCode.OBJECT_IN_USE,
                "A column cannot be dropped or changed: the foreign key '"
                        + reference.key().name() + "' of '" + reference.child().name()
                        + "' refers to it. Drop that first.");
    }

    /** Indexes of the changed table: those that it had, where their columns are the same ones, else new ones. */
    private static List<KeyIndex> indexes(MemoryTable table, MemoryTable changed, TableData rows, int[] sources) {
        List<KeyIndex> indexes = new ArrayList<>();
        for (MemoryTable.IndexUse use : changed.indexUses()) {
            KeyIndex index = new KeyIndex(use.columns(), use.unique());
            long duplicate = index.addAll(rows);
            if (duplicate != KeyIndex.NONE) {
                throw new EngineException(
                        ErrorCode.UNIQUE_VIOLATION,
                        "The key '" + use.name() + "' cannot be made: several rows of '" + changed.name() + "' have "
                                + References.shown(
                                        changed,
                                        Arrays.stream(use.columns()).boxed().toList(),
                                        rows.vectors(duplicate),
                                        TableData.position(duplicate))
                                + ".");
            }
            indexes.add(index);
        }
        return indexes;
    }

    /**
     * Deletes all rows of some tables.
     *
     * @param restart whether identity columns begin anew
     * @param cascade whether also those of the tables that refer to these
     */
    public void truncate(List<MemoryTable> tables, boolean restart, boolean cascade) {
        Set<MemoryTable> all = new LinkedHashSet<>(tables);
        Deque<MemoryTable> open = new ArrayDeque<>(all);
        for (MemoryTable table = open.poll(); table != null; table = open.poll()) {
            for (StoreNames.Reference reference : names().referencesTo(table)) {
                MemoryTable child = reference.child();
                if (all.contains(child)) {
                    continue;
                }
                if (cascade) {
                    all.add(child);
                    open.add(child);
                } else if (transaction.data(child).liveRows() > 0) {
                    throw new EngineException(
                            ErrorCode.FOREIGN_KEY_VIOLATION,
                            "The table '" + table.name() + "' cannot be truncated: the foreign key '"
                                    + reference.key().name() + "' of '" + child.name()
                                    + "' refers to it. Truncate both in one statement, or write CASCADE.");
                }
            }
        }
        all.forEach(table -> truncate(table, restart));
    }

    private void truncate(MemoryTable table, boolean restart) {
        TableData empty = transaction.data(table).cleared();
        transaction.put(table, empty);
        table.note(empty);
        if (restart) {
            for (int i = 0; i < table.sequences().length; i++) {
                AtomicLong sequence = table.sequences()[i];
                io.algeon.engine.source.ColumnDetails.Identity identity =
                        table.tableDetails().columns().get(i).identity();
                if (sequence != null && identity != null) {
                    sequence.set(identity.start());
                }
            }
        }
    }

    /** Computes the columns of an altered table from those that it had. */
    private static final class GroupRewriter {
        private final MemoryTable changed;
        private final List<Expr> values;
        private final List<VectorExpression> compiled = new ArrayList<>();
        private final RowChecks checks;

        GroupRewriter(MemoryTable changed, List<Expr> values, ExecutionContext context) {
            this.changed = changed;
            this.values = values;
            this.checks = new RowChecks(changed, context);
            for (Expr value : values) {
                compiled.add(ExpressionCompiler.compile(value, context));
            }
        }

        RowGroup rewrite(RowGroup group) {
            if (group.isDead()) {
                return group;
            }
            Block[] blocks = new Block[group.blocks.length];
            ColumnZone[] zones = new ColumnZone[values.size()];
            Arrays.fill(zones, ColumnZone.EMPTY);
            int[] live = new int[Batch.ROWS];
            for (int b = 0; b < blocks.length; b++) {
                Block block = group.blocks[b];
                int liveRows = group.selectLive(b, live);
                ColumnVector[] columns = rewrite(block, live, liveRows);
                blocks[b] = new Block(columns, block.rows());
                for (int i = 0; i < zones.length; i++) {
                    zones[i] = values.get(i) instanceof Expr.InputRef ref
                            ? group.zones[ref.column()]
                            : zones[i].with(columns[i], 0, block.rows());
                }
            }
            return group.withColumns(blocks, zones);
        }

        /** Only live rows are computed and checked: values of deleted ones may fail. */
        private ColumnVector[] rewrite(Block block, int[] live, int liveRows) {
            ColumnVector[] columns = new ColumnVector[values.size()];
            if (liveRows == 0) {
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = values.get(i) instanceof Expr.InputRef ref
                            ? block.columns()[ref.column()]
                            : spread(null, changed.types().get(i), live, 0, block.rows());
                }
                return columns;
            }
            Batch rows = new Batch(block.columns(), block.rows());
            if (liveRows < block.rows()) {
                ColumnVector[] gathered = new ColumnVector[block.columns().length];
                Arrays.setAll(gathered, i -> block.columns()[i].gather(live, liveRows, block.columns()[i]));
                rows = new Batch(gathered, liveRows);
            }
            ColumnVector[] computed = new ColumnVector[values.size()];
            for (int i = 0; i < columns.length; i++) {
                ColumnVector value = compiled.get(i).evaluate(rows);
                computed[i] = value;
                if (values.get(i) instanceof Expr.InputRef ref) {
                    columns[i] = block.columns()[ref.column()];
                } else {
                    columns[i] = spread(value, changed.types().get(i), live, liveRows, block.rows());
                }
            }
            checks.check(new Batch(computed, liveRows));
            return columns;
        }

        /** The values of the live rows at their places, NULL elsewhere. */
        private static ColumnVector spread(
                @Nullable ColumnVector values, SqlType type, int[] live, int liveRows, int rows) {
            ColumnBuilder builder = ColumnBuilder.of(type);
            ColumnVector nulls = io.algeon.engine.batch.Vectors.create(type, 1);
            nulls.setAllNull(1);
            int next = 0;
            for (int row = 0; row < rows; row++) {
                if (values != null && next < liveRows && live[next] == row) {
                    builder.append(values, next++, 1);
                } else {
                    builder.append(nulls, 0, 1);
                }
            }
            return builder.view(rows);
        }
    }
}
