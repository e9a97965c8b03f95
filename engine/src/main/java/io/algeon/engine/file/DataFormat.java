package io.algeon.engine.file;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/** How files of one format are opened, with the options that a query gave. Thread-safe. */
public interface DataFormat {
    /**
     * Looks into a file: its columns and how it is laid out. Reads a part of it at most.
     *
     * @throws io.algeon.metadata.error.EngineException {@code source_...} if it is not of the format
     */
    DataFile open(FileIdentity identity);

    /**
     * The type that holds the values of a column whose files differ, null if there is none but by the user's wish.
     *
     * @param byName whether the user asked for files to be fitted together
     */
    @Nullable
    SqlType unified(SqlType left, SqlType right, boolean byName);

    /** A query begins to read. */
    default void begin() {}

    /** What the values of a column whose type no file tells are. */
    default ColumnDef settled(ColumnDef column) {
        return column;
    }
}
