package io.algeon.cuda.relation;

import io.algeon.cuda.memory.DeviceBuffer;

/** Device memory that several columns may share; given back when the last one lets go. One thread at a time. */
public final class Block {
    private final DeviceBuffer buffer;
    private final Runnable onFree;
    private int holders = 1;

    Block(DeviceBuffer buffer, Runnable onFree) {
        this.buffer = buffer;
        this.onFree = onFree;
    }

    public long address() {
        return buffer.address();
    }

    public long bytes() {
        return buffer.bytes();
    }

    /** One more holder. */
    public Block retain() {
        holders++;
        return this;
    }

    /** One holder less. */
    public void release() {
        if (--holders == 0) {
            buffer.close();
            onFree.run();
        }
    }
}
