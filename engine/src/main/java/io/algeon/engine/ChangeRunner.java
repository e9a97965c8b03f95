package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.plan.DataChange;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.TableWriter;
import io.algeon.engine.table.Transaction;
import io.algeon.engine.table.Upserts;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one change: takes the rows of its query, and changes the table. The query reads a state that the change does not
 * touch. UPDATE, DELETE and MERGE collect what their queries find before they change anything, so that keys are compared when
 * all rows have their new values.
 */
final class ChangeRunner {
    private final DataChange change;
    private final TableWriter writer;
    private final ExecutionContext context;
    private final List<VectorExpression> returning = new ArrayList<>();
    private final Consumer<Batch> returned;
    private final boolean strict;
    private long count;

    /** @param returned takes what RETURNING gives */
    ChangeRunner(DataChange change, Transaction transaction, Consumer<Batch> returned, ExecutionContext context) {
        this.change = change;
        this.context = context;
        this.returned = returned;
        this.writer = new TableWriter(transaction, (MemoryTable) change.target(), context);
        this.strict = change instanceof DataChange.Merge;
        for (Expr expression : change.returning().expressions()) {
            returning.add(ExpressionCompiler.compile(expression, context));
        }
    }

    /** Rows that were changed. */
    long count() {
        return count;
    }

    /** @param rows gives the query's batches, null at the end */
    void run(Supplier<@Nullable Batch> rows) {
        if (change instanceof DataChange.Insert insert) {
            insert(insert, rows);
        } else if (change instanceof DataChange.Delete) {
            delete(rows);
        } else {
            replace(rows);
        }
        writer.finish();
    }

    private void give(Batch rows) {
        count += rows.rowCount();
        if (!returning.isEmpty() && rows.rowCount() > 0) {
            ColumnVector[] columns = new ColumnVector[returning.size()];
            Arrays.setAll(columns, i -> returning.get(i).evaluate(rows).copy(rows.rowCount()));
            returned.accept(new Batch(columns, rows.rowCount()));
        }
    }

    private void insert(DataChange.Insert insert, Supplier<@Nullable Batch> rows) {
        DataChange.Conflict conflict = insert.conflict();
        Upserts upserts = conflict == null
                ? null
                : new Upserts(writer, conflict.key(), conflict.values(), conflict.condition(), context);
        for (Batch batch = rows.get(); batch != null; batch = rows.get()) {
            context.cancellation().check();
            if (upserts == null) {
                give(writer.insert(batch));
            } else {
                upserts.insert(batch).forEach(this::give);
            }
        }
    }

    private void delete(Supplier<@Nullable Batch> rows) {
        RowNumbers numbers = new RowNumbers(strict);
        for (Batch batch = rows.get(); batch != null; batch = rows.get()) {
            for (int row = 0; row < batch.rowCount(); row++) {
                long number = RowNumbers.at(batch, row);
                if (writer.has(number)) {
                    numbers.add(number);
                }
            }
        }
        giveOld(numbers);
        count = numbers.count();
        writer.delete(numbers.toArray(), numbers.count());
    }

    private void giveOld(RowNumbers numbers) {
        if (returning.isEmpty()) {
            return;
        }
        long[] rows = numbers.toArray();
        for (int from = 0; from < rows.length; from += Batch.ROWS) {
            give(writer.read(rows, from, Math.min(Batch.ROWS, rows.length - from)));
        }
    }

    /** UPDATE and MERGE: rows leave by their numbers, and come back with new values. */
    private void replace(Supplier<@Nullable Batch> rows) {
        boolean merge = change instanceof DataChange.Merge;
        RowNumbers gone = new RowNumbers(strict);
        RowNumbers deleted = new RowNumbers(strict);
        List<Batch> updated = new ArrayList<>();
        List<Batch> inserted = new ArrayList<>();
        try (HeldRows held = new HeldRows(context.budget())) {
            int[] kept = new int[Batch.ROWS];
            for (Batch batch = rows.get(); batch != null; batch = rows.get()) {
                context.cancellation().check();
                int first = merge ? 2 : 1;
                int keptRows = 0;
                for (int row = 0; row < batch.rowCount(); row++) {
                    int action = merge ? HeldRows.integer(batch.column(1), row) : DataChange.Merge.UPDATE;
                    boolean leaves = action == DataChange.Merge.UPDATE || action == DataChange.Merge.DELETE;
                    if (!leaves || !writer.has(RowNumbers.at(batch, row)) || !gone.add(RowNumbers.at(batch, row))) {
                        continue;
                    }
                    if (action == DataChange.Merge.UPDATE) {
                        kept[keptRows++] = row;
                    } else {
                        deleted.add(RowNumbers.at(batch, row));
                    }
                }
                held.keep(batch, first, kept, keptRows, updated);
                if (merge) {
                    int inserts = 0;
                    for (int row = 0; row < batch.rowCount(); row++) {
                        if (HeldRows.integer(batch.column(1), row) == DataChange.Merge.INSERT) {
                            kept[inserts++] = row;
                        }
                    }
                    held.keep(batch, first, kept, inserts, inserted);
                }
            }
            giveOld(deleted);
            count = deleted.count();
            writer.delete(deleted.toArray(), deleted.count());
            RowNumbers changed = deleted.count() == 0 ? gone : gone.without(deleted);
            writer.beginReplacing(changed.toArray(), changed.count());
            updated.forEach(batch -> give(writer.replace(batch)));
            inserted.forEach(batch -> give(writer.insert(batch)));
        }
    }

    /** The refusal of a row that a MERGE would change twice. */
    static EngineException changedTwice() {
        return new EngineException(
                ErrorCode.CARDINALITY_VIOLATION,
                "A row of the table matches several rows of the source of MERGE, and would be changed twice. Make the"
                        + " source's rows distinct in what ON compares.");
    }
}
