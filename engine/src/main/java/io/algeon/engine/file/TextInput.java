package io.algeon.engine.file;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The text of a part of a file as UTF-8, from front to back, whatever the file is encoded or compressed in. */
public final class TextInput implements AutoCloseable {
    private static final int CHUNK_BYTES = 64 << 10;

    private final FileBytes file;
    private final @Nullable InputStream stream;
    private final @Nullable CharsetDecoder decoder;
    private final ByteBuffer raw = ByteBuffer.allocate(CHUNK_BYTES);
    private final CharBuffer chars = CharBuffer.allocate(CHUNK_BYTES);
    private byte[] decoded = {};
    private int decodedAt;
    private boolean rawEnd;
    private boolean flushed;
    private long position;
    private final long end;

    private TextInput(
            FileIdentity identity, Charset charset, boolean gzip, long start, long end, OperatorStatistics statistics) {
        this.file = new FileBytes(identity, statistics);
        this.position = start;
        this.end = end;
        this.decoder = charset.equals(StandardCharsets.UTF_8)
                ? null
                : charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
        raw.limit(0);
        try {
            this.stream = gzip ? new GZIPInputStream(new RawStream(), CHUNK_BYTES) : null;
        } catch (IOException e) {
            file.close();
            throw corrupt(identity, e);
        }
    }

    /**
     * Opens a part of a file.
     *
     * @param start first byte in the file; 0 if it is compressed, or of an encoding of several bytes a character
     * @param end end in the file
     */
    public static TextInput open(
            FileIdentity identity, Charset charset, boolean gzip, long start, long end, OperatorStatistics statistics) {
        return new TextInput(identity, charset, gzip, start, end, statistics);
    }

    /** All of a file as it is stored, but decompressed. */
    public static TextInput raw(FileIdentity identity, boolean gzip) {
        return new TextInput(identity, StandardCharsets.UTF_8, gzip, 0, identity.size(), new OperatorStatistics());
    }

    private static EngineException corrupt(FileIdentity identity, IOException cause) {
        if (cause instanceof EOFException || cause instanceof ZipException) {
            return new EngineException(
                    ErrorCode.SOURCE_CORRUPT,
                    "'" + identity.path() + "' is not a whole gzip file (" + cause.getMessage()
                            + "). Compress it again, or rename it if it is not compressed.",
                    cause);
        }
        return FileIdentity.unreadable(identity.path(), cause);
    }

    /** The file's bytes as a stream. */
    private final class RawStream extends InputStream {
        private final byte[] one = new byte[1];

        @Override
        public int read() {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int at, int length) {
            int read = file.read(position, target, at, (int) Math.min(length, end - position));
            position += read;
            return read == 0 && length > 0 ? -1 : read;
        }

        @Override
        public int available() {
            // asked by the decompressor, to see whether another member follows
            return position < end ? 1 : 0;
        }
    }

    /** Reads up to {@code length} bytes of text; 0 only at the end. */
    public int read(byte[] target, int at, int length) {
        if (decoder == null) {
            int done = 0;
            while (done < length) {
                int read = rawRead(target, at + done, length - done);
                if (read <= 0) {
                    break;
                }
                done += read;
            }
            return done;
        }
        int done = 0;
        while (done < length) {
            if (decodedAt == decoded.length && !decode(decoder)) {
                break;
            }
            int count = Math.min(length - done, decoded.length - decodedAt);
            System.arraycopy(decoded, decodedAt, target, at + done, count);
            decodedAt += count;
            done += count;
        }
        return done;
    }

    private int rawRead(byte[] target, int at, int length) {
        InputStream open = stream;
        if (open == null) {
            int read = file.read(position, target, at, (int) Math.min(length, end - position));
            position += read;
            return read;
        }
        try {
            return open.read(target, at, length);
        } catch (IOException e) {
            throw corrupt(file.identity(), e);
        }
    }

    private boolean decode(CharsetDecoder from) {
        chars.clear();
        while (chars.position() == 0 && !flushed) {
            if (!rawEnd) {
                raw.compact();
                int read = rawRead(raw.array(), raw.position(), raw.remaining());
                rawEnd = read <= 0;
                raw.position(raw.position() + Math.max(0, read));
                raw.flip();
            }
            from.decode(raw, chars, rawEnd);
            if (rawEnd && !raw.hasRemaining()) {
                from.flush(chars);
                flushed = true;
            }
        }
        chars.flip();
        if (!chars.hasRemaining()) {
            return false;
        }
        // a surrogate pair is never divided by a decoder
        decoded = chars.toString().getBytes(StandardCharsets.UTF_8);
        decodedAt = 0;
        return true;
    }

    @Override
    public void close() {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            throw corrupt(file.identity(), e);
        } finally {
            file.close();
        }
    }
}
