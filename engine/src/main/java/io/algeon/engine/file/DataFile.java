package io.algeon.engine.file;

import io.algeon.engine.exec.WorkerContext;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** A file that was looked into. Immutable, holds no open file. */
public interface DataFile {
    FileIdentity identity();

    List<ColumnDef> columns();

    /** Rows; -1 if they would have to be counted. */
    long rowCount();

    /** Rows, counted or guessed. */
    long estimatedRows();

    /** What was found out about the file, for EXPLAIN; may be empty. */
    String details();

    /**
     * Cuts the file into parts that workers read independently, in the order of their rows.
     *
     * @param wanted about so many parts would keep all workers busy
     */
    List<Part> parts(int wanted);

    /**
     * Opens a reader for one worker.
     *
     * @param columns positions in {@link #columns} of what it gives out, in output order
     * @param types of the output, one a column: that of the file, or one that the format unified it with
     */
    PartReader reader(int[] columns, List<SqlType> types, WorkerContext worker);

    /**
     * A part of a file.
     *
     * @param start a position whose meaning is the format's, such as the first byte
     * @param end where it ends, exclusive
     * @param rows in it, counted or guessed
     */
    record Part(long start, long end, long rows) {}
}
