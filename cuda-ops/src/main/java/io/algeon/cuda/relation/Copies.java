package io.algeon.cuda.relation;

import io.algeon.cuda.memory.Transfers;
import java.nio.ByteBuffer;

/** Copies of columns between host arrays and blocks. One thread at a time. */
final class Copies {
    private final Transfers transfers;
    private final DeviceWork work;

    Copies(Transfers transfers, DeviceWork work) {
        this.transfers = transfers;
        this.work = work;
    }

    /** A part of a host array, by elements. */
    interface Part {
        void move(ByteBuffer buffer, int from, int count);
    }

    /** Copies {@code count} elements of {@code width} bytes to the device; {@code put} writes some of them into a buffer. */
    void toDevice(Block target, int count, int width, Part put) {
        transfers.upload(target.address(), width, count, (chunk, first, n) -> put.move(chunk, (int) first, n));
        work.copiedToDevice((long) count * width);
    }

    /** Copies elements from the device; {@code get} reads some of them from a buffer. */
    void toHost(Block source, int count, int width, Part get) {
        transfers.download(source.address(), width, count, (chunk, first, n) -> get.move(chunk, (int) first, n));
        work.copiedToHost((long) count * width);
    }
}
