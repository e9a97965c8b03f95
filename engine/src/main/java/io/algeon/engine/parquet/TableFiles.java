package io.algeon.engine.parquet;

import io.algeon.metadata.file.FileIdentity;
import java.util.List;

/** Finds the files of a table as they are now, in the order of their rows. Thread-safe. */
@FunctionalInterface
public interface TableFiles {
    /**
     * The files, at least one.
     *
     * @throws io.algeon.metadata.error.EngineException {@code source_not_found} if there are none, {@code source_unreadable}
     */
    List<FileIdentity> list();
}
