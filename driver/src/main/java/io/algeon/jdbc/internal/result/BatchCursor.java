package io.algeon.jdbc.internal.result;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.batch.Batch;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.catalog.ColumnDef;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;

/**
 * Walks through the batches of an execution row by row. A step within a batch is one addition and one comparison; vectors are
 * bound to the column readers once a batch.
 */
final class BatchCursor {
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

    boolean next() throws SQLException {
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

    void close() {
        position.row = -1;
        lastRow = -1;
        ended = true;
        execution.close();
    }
}
