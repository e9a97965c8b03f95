package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ValueHash;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ReferentialAction;
import io.algeon.engine.source.TableConstraint;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a change of rows does to the rows that refer to them: ON DELETE and ON UPDATE of foreign keys.
 *
 * <p>Works in steps. A step is the change of one table: the rows that left, and those of them that came back with other values.
 * From it follow the changes of the tables that refer to it, each of which is a step of its own, until no row is left to be
 * changed. Foreign keys are checked after all steps, so that it does not matter in which order tables are reached.
 */
final class ForeignKeyActions {
    /** Where a new value comes from. */
    private record Value(ColumnVector vector, int row) {}

    /** What becomes of the rows of one table, by their numbers: new values by column, null for rows that go. */
    private static final class ChildChanges {
        private final Map<Long, @Nullable Map<Integer, Value>> rows = new LinkedHashMap<>();

        void delete(long row) {
            rows.put(row, null);
        }

        void set(long row, int column, Value value) {
            if (!rows.containsKey(row)) {
                rows.put(row, new TreeMap<>());
            }
            Map<Integer, Value> values = rows.get(row);
            if (values != null) {
                values.put(column, value);
            }
        }
    }

    private final Transaction transaction;
    private final ExecutionContext context;
    private final Deque<TableWriter> steps = new ArrayDeque<>();
    private final Map<MemoryTable, TableData> before = new LinkedHashMap<>();

    private ForeignKeyActions(Transaction transaction, ExecutionContext context) {
        this.transaction = transaction;
        this.context = context;
    }

    /**
     * Does and checks what follows from a change.
     *
     * @throws EngineException {@code foreign_key_violation}, or what a changed row breaks
     */
    static void run(TableWriter change, Transaction transaction, ExecutionContext context) {
        new ForeignKeyActions(transaction, context).run(change);
    }

    private void run(TableWriter first) {
        add(first);
        for (TableWriter step = steps.poll(); step != null; step = steps.poll()) {
            context.cancellation().check();
            follow(step);
        }
        before.forEach((table, data) -> {
            TableData after = transaction.data(table);
            References.check(transaction.state(), table, data, after, false);
            table.note(after);
        });
    }

    private void add(TableWriter step) {
        before.putIfAbsent(step.table(), step.before());
        if (step.replaced() != null) {
            steps.add(step);
        }
    }

    /** Whether somebody has to be told which rows of a table were changed, and how. */
    static boolean isNeeded(Transaction transaction, MemoryTable table) {
        return transaction.state().names().referencesTo(table).stream()
                .anyMatch(reference -> reference.key().acts());
    }

    private void follow(TableWriter step) {
        ReplacedRows replaced = step.replaced();
        if (replaced == null) {
            return;
        }
        Map<MemoryTable, ChildChanges> changes = new LinkedHashMap<>();
        for (StoreNames.Reference reference : transaction.state().names().referencesTo(step.table())) {
            if (reference.key().acts()) {
                ChildChanges child = changes.computeIfAbsent(reference.child(), table -> new ChildChanges());
                new Follower(step.table(), reference, child).follow(replaced);
            }
        }
        changes.forEach(this::apply);
    }

    /** Finds the rows that one foreign key leads from. */
    private final class Follower {
        private final MemoryTable parent;
        private final MemoryTable child;
        private final TableConstraint.ForeignKey key;
        private final ChildChanges changes;
        private final TableData children;
        private final KeyIndex index;

        Follower(MemoryTable parent, StoreNames.Reference reference, ChildChanges changes) {
            this.parent = parent;
            this.child = reference.child();
            this.key = reference.key();
            this.changes = changes;
            this.children = transaction.data(child);
            this.index = References.indexOver(children, key.columns());
        }

        void follow(ReplacedRows replaced) {
            int[] referenced =
                    key.referencedColumns().stream().mapToInt(Integer::intValue).toArray();
            replaced.forEach((old, oldRow, replacement, row) -> {
                if (replacement == null) {
                    act(key.onDelete(), old, oldRow, null, 0);
                } else if (!ValueHash.equal(old, oldRow, replacement, row, referenced)) {
                    act(key.onUpdate(), old, oldRow, replacement, row);
                }
            });
        }

        private void act(
                ReferentialAction action,
                ColumnVector[] old,
                int oldRow,
                ColumnVector @Nullable [] replacement,
                int row) {
            if (action == ReferentialAction.NO_ACTION || References.hasNull(old, key.referencedColumns(), oldRow)) {
                return;
            }
            ColumnVector[] probe = References.moved(
                    old,
                    key.referencedColumns(),
                    key.columns(),
                    children.types().size());
            for (long found : index.findAll(children, probe, oldRow)) {
                switch (action) {
                    case RESTRICT -> throw References.referredTo(parent, child, key, old, oldRow);
                    case SET_NULL -> key.columns().forEach(column -> changes.set(found, column, nothing(column)));
                    case SET_DEFAULT -> key.columns().forEach(column -> changes.set(found, column, standard(column)));
                    case CASCADE -> {
                        if (replacement == null) {
                            changes.delete(found);
                        } else {
                            for (int i = 0; i < key.columns().size(); i++) {
                                changes.set(
                                        found,
                                        key.columns().get(i),
                                        new Value(
                                                replacement[
                                                        key.referencedColumns().get(i)],
                                                row));
                            }
                        }
                    }
                    default -> {}
                }
            }
        }

        private Value nothing(int column) {
            ColumnVector vector = Vectors.create(children.types().get(column), 1);
            vector.setAllNull(1);
            return new Value(vector, 0);
        }

        private Value standard(int column) {
            Expr value = child.tableDetails().columns().get(column).defaultValue();
            if (value == null) {
                return nothing(column);
            }
            SqlType type = children.types().get(column);
            return new Value(
                    StoredValues.vector(
                            type, Collections.singletonList(ExpressionCompiler.evaluateConstant(value, context))),
                    0);
        }
    }

    private void apply(MemoryTable child, ChildChanges changes) {
        if (changes.rows.isEmpty()) {
            return;
        }
        TableData present = transaction.data(child);
        TableWriter writer = new TableWriter(transaction, child, context);
        long[] gone = new long[changes.rows.size()];
        long[] changed = new long[changes.rows.size()];
        int goneCount = 0;
        int changedCount = 0;
        for (Map.Entry<Long, @Nullable Map<Integer, Value>> entry : changes.rows.entrySet()) {
            if (entry.getValue() == null) {
                gone[goneCount++] = entry.getKey();
            } else {
                changed[changedCount++] = entry.getKey();
            }
        }
        writer.delete(gone, goneCount);
        writer.beginReplacing(changed, changedCount);
        for (int from = 0; from < changedCount; from += Batch.ROWS) {
            context.cancellation().check();
            writer.replace(rewritten(present, changed, from, Math.min(changedCount, from + Batch.ROWS), changes));
        }
        add(writer);
    }

    private static Batch rewritten(TableData data, long[] rows, int from, int to, ChildChanges changes) {
        List<SqlType> types = data.types();
        ColumnVector[] columns = new ColumnVector[types.size()];
        for (int column = 0; column < columns.length; column++) {
            ColumnBuilder builder = ColumnBuilder.of(types.get(column));
            for (int i = from; i < to; i++) {
                Map<Integer, Value> values = changes.rows.get(rows[i]);
                Value value = values == null ? null : values.get(column);
                if (value == null) {
                    builder.append(data.vectors(rows[i])[column], TableData.position(rows[i]), 1);
                } else {
                    builder.append(value.vector, value.row, 1);
                }
            }
            columns[column] = builder.view(to - from);
        }
        return new Batch(columns, to - from);
    }
}
