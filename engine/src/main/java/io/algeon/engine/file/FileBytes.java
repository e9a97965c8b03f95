package io.algeon.engine.file;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * Positional reads of one file, which must stay the one that was looked into. Used by one thread.
 */
public final class FileBytes implements AutoCloseable {
    /**
     * Most bytes read at once. The JDK reads into a direct buffer first, which it keeps for the thread: this bounds it, and
     * the copy to the heap finds the bytes still in the cache.
     */
    private static final int SLICE_BYTES = 256 << 10;

    private final FileIdentity identity;
    private final OperatorStatistics statistics;
    private final FileChannel channel;

    public FileBytes(FileIdentity identity, OperatorStatistics statistics) {
        this.identity = identity;
        this.statistics = statistics;
        try {
            this.channel = FileChannel.open(identity.path(), StandardOpenOption.READ);
        } catch (IOException e) {
            throw FileIdentity.unreadable(identity.path(), e);
        }
    }

    public FileIdentity identity() {
        return identity;
    }

    /**
     * Reads up to {@code length} bytes at {@code position} into {@code target[at ..)}, fewer only at the end of the file.
     *
     * @return bytes read
     * @throws EngineException {@code source_changed} if the file is no longer the one of the identity
     */
    public int read(long position, byte[] target, int at, int length) {
        int wanted = (int) Math.max(0, Math.min(length, identity.size() - position));
        try {
            int done = 0;
            while (done < wanted) {
                ByteBuffer slice = ByteBuffer.wrap(target, at + done, Math.min(SLICE_BYTES, wanted - done));
                int read = channel.read(slice, position + done);
                if (read < 0) {
                    throw changed();
                }
                done += read;
            }
            if (!FileIdentity.of(identity.path()).equals(identity)) {
                throw changed();
            }
            statistics.bytesRead += wanted;
            return wanted;
        } catch (IOException e) {
            throw FileIdentity.unreadable(identity.path(), e);
        }
    }

    private EngineException changed() {
        return new EngineException(
                ErrorCode.SOURCE_CHANGED,
                "'" + identity.path()
                        + "' was replaced or changed while a statement read it. Run the statement again.");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileIdentity.unreadable(identity.path(), e);
        }
    }
}
