package io.algeon.metadata.file;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which content a path had at one moment, as far as the file system tells without reading it. Two equal identities mean the
 * same content; everything cached about a file is keyed by it.
 *
 * @param path absolute and normalised
 * @param size bytes
 * @param modifiedNanos time of last modification, nanoseconds since the epoch (coarser where the file system is)
 * @param fileKey device and inode, null where the file system has none
 */
public record FileIdentity(
        Path path, long size, long modifiedNanos, @Nullable Object fileKey) {
    public FileIdentity {
        Objects.requireNonNull(path);
    }

    /**
     * The present identity of the regular file at {@code path}.
     *
     * @throws EngineException {@code source_not_found}, or {@code source_unreadable}, also for a directory
     */
    public static FileIdentity of(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            return of(absolute, Files.readAttributes(absolute, BasicFileAttributes.class));
        } catch (IOException e) {
            throw unreadable(absolute, e);
        }
    }

    static FileIdentity of(Path absolute, BasicFileAttributes attributes) {
        if (!attributes.isRegularFile()) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNREADABLE,
                    "'" + absolute + "' is not a regular file. Name a file, or a folder's files by a pattern such as '"
                            + absolute.resolve("*.parquet") + "'.");
        }
        return new FileIdentity(
                absolute,
                attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                attributes.fileKey());
    }

    /** The error for a file or folder that could not be opened, listed or read. */
    public static EngineException unreadable(Path path, IOException cause) {
        Path absolute = path.toAbsolutePath().normalize();
        if (cause instanceof NoSuchFileException) {
            return new EngineException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "'" + absolute
                            + "' does not exist. Check the path; relative paths start at the database's directory, "
                            + "or at the working directory if it has none.",
                    cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new EngineException(
                    ErrorCode.SOURCE_UNREADABLE,
                    "'" + absolute + "' cannot be read: permission denied. Grant the process's user read permission.",
                    cause);
        }
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new EngineException(
                ErrorCode.SOURCE_UNREADABLE,
                "'" + absolute + "' cannot be read: " + reason + ". Check the disk or the mount, then run it again.",
                cause);
    }
}
