package io.algeon.engine.parquet.scan;

import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.ColumnChunk;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stored bytes of one chunk at a time. Small chunks are read at once when the first byte is asked for, of large ones only
 * what is asked for, so that pages nobody wants stay on disk. The buffer is reused from chunk to chunk.
 */
final class ChunkBytes {
    /** Up to here a chunk is read at once: one call costs as much as copying some ten kilobytes. */
    private static final int WHOLE_CHUNK_BYTES = 4 << 20;

    private final FileAccess access;
    private final ScanMemory memory;
    private final int wholeChunkBytes;
    private byte[] data = {};

    /** The chunk's bytes {@code [start, end)} are in the buffer. */
    private int start;

    private int end;
    private int length;
    private @Nullable FileIdentity file;
    private @Nullable ColumnChunk chunk;

    /**
     * @param access shared with other chunks, closed by its owner
     * @param sparse whether few of a chunk's bytes will be asked for; then even small ones are not read at once
     */
    ChunkBytes(FileAccess access, ScanMemory memory, boolean sparse) {
        this.access = access;
        this.memory = memory;
        this.wholeChunkBytes = sparse ? 0 : WHOLE_CHUNK_BYTES;
    }

    /** Goes to a chunk of less than 2 GiB, without reading it yet. */
    void open(FileIdentity newFile, ColumnChunk newChunk) {
        file = newFile;
        chunk = newChunk;
        length = (int) newChunk.compressedBytes();
        start = 0;
        end = 0;
    }

    /** Bytes of the chunk. */
    int length() {
        return length;
    }

    /** The buffer; changes with {@link #load}. */
    byte[] data() {
        return data;
    }

    /** Last byte of the chunk that is in the buffer, exclusive. */
    int loadedEnd() {
        return end;
    }

    /** Gets the chunk's bytes {@code [from, to)}, and returns the index of the first one in the buffer. */
    int load(int from, int to) {
        if (from < start || to > end) {
            boolean whole = length <= wholeChunkBytes;
            int first = whole ? 0 : from;
            int last = whole ? length : to;
            end = start;
            data = memory.bytes(data, (long) last - first + PageSource.SLACK);
            access.read(
                    Objects.requireNonNull(file),
                    Objects.requireNonNull(chunk).startOffset() + first,
                    last - first,
                    data);
            start = first;
            end = last;
        }
        return from - start;
    }

    /** Gives the buffer back, which is filled again when something is asked for. */
    void idle() {
        memory.count(-data.length);
        close();
    }

    void close() {
        data = new byte[0];
        end = start;
    }
}
