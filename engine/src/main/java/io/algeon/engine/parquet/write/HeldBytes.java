package io.algeon.engine.parquet.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Holds bytes in memory until they are appended to a file. */
final class HeldBytes implements WritableByteChannel {
    private final List<byte[]> pieces = new ArrayList<>();
    private long bytes;

    long bytes() {
        return bytes;
    }

    @Override
    public int write(ByteBuffer source) {
        byte[] piece = new byte[source.remaining()];
        source.get(piece);
        pieces.add(piece);
        bytes += piece.length;
        return piece.length;
    }

    void writeTo(OutputStream out) throws IOException {
        for (byte[] piece : pieces) {
            out.write(piece);
        }
    }

    void clear() {
        pieces.clear();
        bytes = 0;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
