package io.algeon.engine.export;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that has a hidden name beside its own until it is complete. Appended to by several threads, each of them whole
 * pieces.
 */
final class PartialFile implements AutoCloseable {
    private final Path target;
    private final Path partial;
    private final FileChannel channel;
    private long position;
    private boolean finished;
    private boolean closed;

    PartialFile(Path target) {
        this.target = target;
        this.partial = hidden(target);
        try {
            this.channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /** A name beside the target's that nobody takes for a table. */
    static Path hidden(Path target) {
        String suffix = Long.toString(ThreadLocalRandom.current().nextLong() >>> 1, Character.MAX_RADIX);
        return target.resolveSibling("." + target.getFileName() + "." + suffix + ".partial");
    }

    static EngineException unwritable(Path target, IOException cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new EngineException(
                ErrorCode.SOURCE_UNWRITABLE,
                "'" + target + "' cannot be written: " + reason + " ("
                        + cause.getClass().getSimpleName()
                        + "). Check that its folder exists, may be written to and has room.",
                cause);
    }

    /** Appends a piece; returns where it begins. */
    synchronized long append(byte[] bytes, int from, int length) {
        long start = position;
        ByteBuffer piece = ByteBuffer.wrap(bytes, from, length);
        try {
            while (piece.hasRemaining()) {
                channel.write(piece);
            }
        } catch (IOException e) {
            throw unwritable(target, e);
        }
        position += length;
        return start;
    }

    /** Brings everything to the disk and gives the file its name, replacing what was there. */
    synchronized void finish() {
        try {
            channel.force(true);
            channel.close();
            move(partial, target);
            finished = true;
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            channel.close();
            if (!finished) {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            // The rows are given up anyway; a hidden file that stays is no table.
            finished = false;
        }
    }
}
