package io.algeon.metadata.parquet;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Errors of reading Parquet files; every message names the file. */
public final class ParquetErrors {
    private ParquetErrors() {}

    /** {@code source_corrupt}; {@code what} is a clause such as "its footer ends early". */
    public static EngineException corrupt(Path file, String what) {
        return corrupt(file, what, null);
    }

    public static EngineException corrupt(Path file, String what, @Nullable Throwable cause) {
        return new EngineException(
                ErrorCode.SOURCE_CORRUPT,
                "Parquet file '" + file + "' is damaged: " + what + ". Write it again or restore it, or leave it out.",
                cause);
    }

    /** {@code source_unsupported}; {@code what} is a clause about the file, with the remedy. */
    public static EngineException unsupported(Path file, String what) {
        return new EngineException(
                ErrorCode.SOURCE_UNSUPPORTED, "Parquet file '" + file + "' cannot be read: " + what + ".");
    }
}
