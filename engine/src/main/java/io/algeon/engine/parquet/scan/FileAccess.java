package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Positional reads from one file at a time, which stays open until another one is asked for. Used by one thread. */
final class FileAccess implements AutoCloseable {
    /**
     * Most bytes read at once. The JDK reads into a direct buffer first, which it keeps for the thread: this bounds it, and
     * the copy to the heap finds the bytes still in the cache.
     */
    private static final int SLICE_BYTES = 256 << 10;

    private final OperatorStatistics statistics;
    private @Nullable FileIdentity identity;
    private @Nullable FileChannel channel;

    FileAccess(OperatorStatistics statistics) {
        this.statistics = statistics;
    }

    /**
     * Reads {@code length} bytes at {@code offset} to {@code into[0 ..)}.
     *
     * @throws EngineException {@code source_changed} if the file is no longer the one of that identity; the bytes may then
     *     be anything
     */
    void read(FileIdentity file, long offset, int length, byte[] into) {
        try {
            FileChannel open = open(file);
            int done = 0;
            while (done < length) {
                ByteBuffer slice = ByteBuffer.wrap(into, done, Math.min(SLICE_BYTES, length - done));
                int read = open.read(slice, offset + done);
                if (read < 0) {
                    throw changed(file);
                }
                done += read;
            }
            // What was read is what the footer describes only if the file is still that file.
            if (!FileIdentity.of(file.path()).equals(file)) {
                throw changed(file);
            }
            statistics.bytesRead += length;
        } catch (IOException e) {
            throw FileIdentity.unreadable(file.path(), e);
        }
    }

    private FileChannel open(FileIdentity file) throws IOException {
        FileChannel open = channel;
        if (open != null && file.equals(identity)) {
            return open;
        }
        close();
        open = FileChannel.open(file.path(), StandardOpenOption.READ);
        channel = open;
        identity = file;
        return open;
    }

    private static EngineException changed(FileIdentity file) {
        return new EngineException(
                ErrorCode.SOURCE_CHANGED,
                "'" + file.path() + "' was replaced or changed while a statement read it. Run the statement again.");
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNREADABLE, "A Parquet file could not be closed: " + e.getMessage() + ".", e);
        } finally {
            channel = null;
            identity = null;
        }
    }
}
