package io.algeon.engine.parquet.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** Appends to a file, or to what holds a part of one for a while, through a buffer and knows the position. */
final class FileOutput extends OutputStream {
    private final WritableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 18);
    private long flushed;

    FileOutput(WritableByteChannel channel) {
        this.channel = channel;
    }

    /** Bytes written so far. */
    long position() {
        return flushed + buffer.position();
    }

    @Override
    public void write(int value) throws IOException {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.put((byte) value);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length <= buffer.remaining()) {
            buffer.put(bytes, from, length);
            return;
        }
        flush();
        if (length < buffer.capacity()) {
            buffer.put(bytes, from, length);
        } else {
            writeFully(ByteBuffer.wrap(bytes, from, length));
        }
    }

    @Override
    public void flush() throws IOException {
        buffer.flip();
        writeFully(buffer);
        buffer.clear();
    }

    /** Waits until what was flushed is on the disk, if it goes to one. */
    void force() throws IOException {
        if (channel instanceof FileChannel file) {
            file.force(true);
        }
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        flushed += bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
