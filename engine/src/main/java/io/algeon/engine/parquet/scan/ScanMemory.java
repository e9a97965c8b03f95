package io.algeon.engine.parquet.scan;

import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.codec.MalformedDataException;

/** Buffers of one worker's reader, reserved in the query's budget before they grow. Contents are lost in growing unless said. */
final class ScanMemory implements AutoCloseable {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final Reservation reservation;
    private long peakBytes;

    ScanMemory(Reservation reservation) {
        this.reservation = reservation;
    }

    /** {@code buffer}, or one of at least {@code bytes} bytes in its place. */
    byte[] bytes(byte[] buffer, long bytes) {
        if (bytes <= buffer.length) {
            return buffer;
        }
        int length = size(bytes);
        count(length - (long) buffer.length);
        return new byte[length];
    }

    /** {@code buffer}, or one of at least {@code count} ints in its place. */
    int[] ints(int[] buffer, long count) {
        if (count <= buffer.length) {
            return buffer;
        }
        int length = size(count);
        count(4L * (length - buffer.length));
        return new int[length];
    }

    /** As {@link #ints}, and the first {@code used} ints are kept. */
    int[] keptInts(int[] buffer, int used, long count) {
        int[] larger = ints(buffer, count <= buffer.length ? count : Math.max(count, 2L * used));
        if (larger != buffer) {
            System.arraycopy(buffer, 0, larger, 0, used);
        }
        return larger;
    }

    /** Counts bytes that somebody else allocates; negative gives them back. */
    void count(long bytes) {
        reservation.grow(bytes);
        peakBytes = Math.max(peakBytes, reservation.bytes());
    }

    /** Bytes reserved now. */
    long bytes() {
        return reservation.bytes();
    }

    /** Most bytes reserved at one time. */
    long peakBytes() {
        return peakBytes;
    }

    /** An eighth more than asked, so that pages of slightly growing sizes do not allocate each time. */
    private static int size(long needed) {
        if (needed > MAX_ARRAY) {
            throw new MalformedDataException("a page would take " + needed + " elements of memory");
        }
        return (int) Math.min(MAX_ARRAY, needed + (needed >>> 3));
    }

    @Override
    public void close() {
        reservation.close();
    }
}
