package io.algeon.metadata.file;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
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
 * @param changedNanos time of last change of the inode, which nobody can set back; 0 where the file system has none
 * @param fileKey device and inode, null where the file system has none
 */
public record FileIdentity(
        Path path,
        long size,
        long modifiedNanos,
        long changedNanos,
        @Nullable Object fileKey) {
    /** Times are this coarse at worst: FAT counts in steps of two seconds. */
    private static final long COARSEST_TIME_NANOS = TimeUnit.SECONDS.toNanos(2);

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
                changedNanos(absolute),
                attributes.fileKey());
    }

    private static long changedNanos(Path absolute) {
        try {
            return Files.getAttribute(absolute, "unix:ctime") instanceof FileTime changed
                    ? changed.to(TimeUnit.NANOSECONDS)
                    : 0;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException none) {
            // Only some file systems know it; one that just lost the file has another identity next time.
            return 0;
        }
    }

    /**
     * Whether any later change will give another identity. A file written a moment ago may be written again within the same
     * tick of the file system's clock: what is read of it must not be kept for later.
     */
    public boolean isSettled() {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return Math.abs(now - Math.max(modifiedNanos, changedNanos)) > COARSEST_TIME_NANOS;
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
