package io.algeon.jdbc.internal.result;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.batch.Batch;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.catalog.ColumnDef;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the batches of an execution row by row. A step within a batch is one addition and one comparison; vectors are
 * bound to the column readers once a batch.
 *
 * <p>Avatica's own accessors are not used: they read row objects, box, and lack {@code getObject(Class)}; the result set reads
 * {@link ColumnReader}s directly.
 */
final class BatchCursor implements Cursor {
    private final QueryExecution execution;
    private final Position position;
    private final ColumnReader[] readers;
    private int lastRow = -1;
    private boolean ended;

    BatchCursor(QueryExecution execution, ZoneId zone) {
        this.execution = execution;
        this.position = new Position(zone);
        List<ColumnDef> columns = execution.columns();
        readers = new ColumnReader[columns.size()];
        for (int i = 0; i < readers.length; i++) {
            ColumnDef column = columns.get(i);
            readers[i] = ColumnReaders.of(column.type(), position, "column " + (i + 1) + " (" + column.name() + ")");
        }
    }

    Position position() {
        return position;
    }

    ColumnReader[] readers() {
        return readers;
    }

    QueryExecution execution() {
        return execution;
    }

    @Override
    public List<Accessor> createAccessors(
            List<ColumnMetaData> types, @Nullable Calendar localCalendar, ArrayImpl.Factory factory) {
        return List.of();
    }

    @Override
    public boolean next() throws SQLException {
        if (position.row < lastRow) {
            position.row++;
            return true;
        }
        return nextBatch();
    }

    private boolean nextBatch() throws SQLException {
        position.row = -1;
        lastRow = -1;
        try {
            while (!ended) {
                Batch batch = execution.next();
                if (batch == null) {
                    ended = true;
                } else if (batch.rowCount() > 0) {
                    for (int i = 0; i < readers.length; i++) {
                        readers[i].bind(batch.column(i));
                    }
                    lastRow = batch.rowCount() - 1;
                    position.row = 0;
                    return true;
                }
            }
            return false;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            ended = true;
            throw SqlExceptions.of(failure);
        }
    }

    @Override
    public void close() {
        position.row = -1;
        lastRow = -1;
        ended = true;
        execution.close();
    }

    @Override
    public boolean wasNull() {
        return position.wasNull;
    }
}
