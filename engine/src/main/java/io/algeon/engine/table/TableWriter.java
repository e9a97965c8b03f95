package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Changes the rows of a table within a transaction, and keeps its constraints: NOT NULL, lengths, CHECK and keys row by row,
 * foreign keys in {@link #finish}. Used by one thread; of no use any more once something was refused.
 */
public final class TableWriter {
    private final Transaction transaction;
    private final MemoryTable table;
    private final TableData before;
    private final ExecutionContext context;
    private final RowChecks checks;
    private final GeneratedColumns generated;
    private final @Nullable ReplacedRows replaced;
    private TableData data;
    private long[] leaving = {};
    private int returned;

    /** @param context for conditions and defaults */
    public TableWriter(Transaction transaction, MemoryTable table, ExecutionContext context) {
        this.transaction = transaction;
        this.table = table;
        this.before = transaction.data(table);
        this.data = before;
        this.context = context;
        this.checks = new RowChecks(table, context);
        this.generated = new GeneratedColumns(table, context);
        this.replaced = ForeignKeyActions.isNeeded(transaction, table) ? new ReplacedRows(before) : null;
    }

    TableData before() {
        return before;
    }

    /** The rows that left, null if nobody has to know. */
    @Nullable
    ReplacedRows replaced() {
        return replaced;
    }

    TableData data() {
        return data;
    }

    MemoryTable table() {
        return table;
    }

    /**
     * Adds rows.
     *
     * @param rows with the columns of the table; NULL numbers an identity column
     * @return the rows as they are stored
     * @throws EngineException if a constraint refuses one of them
     */
    public Batch insert(Batch rows) {
        Batch complete = complete(rows);
        store(complete);
        return complete;
    }

    /** The rows with what the table gives them itself: numbers, and what is generated of other columns. */
    Batch complete(Batch rows) {
        return generated.compute(IdentityColumns.number(table, rows));
    }

    /** Refuses rows that break NOT NULL, a length or a CHECK. */
    void check(Batch rows) {
        checks.check(rows);
    }

    void store(Batch rows) {
        checks.check(rows);
        ColumnVector[] columns = new ColumnVector[rows.columnCount()];
        Arrays.setAll(columns, rows::column);
        long first = data.nextRow();
        data = data.append(columns, rows.rowCount());
        transaction.put(table, data);
        for (int i = 0; i < data.indexes().size(); i++) {
            long duplicate = data.indexes().get(i).add(data, first, rows.rowCount());
            if (duplicate != KeyIndex.NONE) {
                throw duplicateKey(table.indexUses().get(i), data.vectors(duplicate), TableData.position(duplicate));
            }
        }
    }

    private EngineException duplicateKey(MemoryTable.IndexUse key, ColumnVector[] vectors, int row) {
        return new EngineException(
                ErrorCode.UNIQUE_VIOLATION,
                "The table '" + table.name() + "' has a row with "
                        + References.shown(
                                table, Arrays.stream(key.columns()).boxed().toList(), vectors, row)
                        + " already (key '" + key.name() + "').");
    }

    /** Deletes rows by their numbers, each of which is there, and stands once in the list; sorts them. */
    public void delete(long[] rows, int count) {
        if (count > 0) {
            if (replaced != null) {
                replaced.delete(rows, count);
            }
            remove(rows, count);
        }
    }

    private void remove(long[] rows, int count) {
        data = data.delete(rows, count);
        transaction.put(table, data);
    }

    /** Takes out rows by their numbers, which come back with other values, by {@link #replace}, in the same order. */
    public void beginReplacing(long[] rows, int count) {
        if (count > 0) {
            leaving = replaced == null ? rows : Arrays.copyOf(rows, count);
            returned = 0;
            remove(replaced == null ? rows : rows.clone(), count);
        }
    }

    /** Brings back the next rows; the rows as they are stored. */
    public Batch replace(Batch rows) {
        Batch stored = insert(rows);
        if (replaced != null) {
            replaced.replace(leaving, returned, stored);
        }
        returned += stored.rowCount();
        return stored;
    }

    /** Whether a row is there; one that a query found may be gone by another change of the same statement. */
    public boolean has(long row) {
        return before.isLive(row);
    }

    /** Rows by their numbers, in that order, as they were before this writer changed anything. */
    public Batch read(long[] rows, int from, int count) {
        return RowReader.read(before, rows, from, count);
    }

    /** Does what foreign keys ask for, checks what only the whole change shows, and notes it for planning. */
    public void finish() {
        if (data != before) {
            ForeignKeyActions.run(this, transaction, context);
        }
    }

    static String name(MemoryTable table, int column) {
        ColumnDef definition = table.definition().columns().get(column);
        return definition.name();
    }
}
