package io.algeon.cuda.relation;

import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.DeviceGrant;
import org.jspecify.annotations.Nullable;

/** Device memory that several columns may share; given back when the last one lets go. One thread at a time. */
public final class Block {
    private final DeviceBuffer buffer;
    private Runnable onFree;
    private int holders = 1;
    /** Whether others close the buffer, which they do not before the query is over. */
    private boolean borrowed;

    Block(DeviceBuffer buffer, Runnable onFree) {
        this.buffer = buffer;
        this.onFree = onFree;
    }

    /** The same memory for another query; it closes nothing. */
    Block borrowed() {
        Block block = new Block(buffer, () -> {});
        block.borrowed = true;
        return block;
    }

    /** Lets a grant that outlives the query hold the memory; the buffer if it does, null if it has no room. */
    @Nullable
    DeviceBuffer handOver(DeviceGrant grant, CudaStream stream) {
        if (borrowed || !buffer.handOver(grant, stream)) {
            return null;
        }
        borrowed = true;
        return buffer;
    }

    /** Says that another stream uses the memory from now on, and frees it; it waits for what this one does with it. */
    void passTo(CudaStream stream) {
        buffer.passTo(stream);
    }

    public long address() {
        return buffer.address();
    }

    public long bytes() {
        return buffer.bytes();
    }

    /** What else is to be done when it is given back. */
    void whenFree(Runnable task) {
        Runnable before = onFree;
        onFree = () -> {
            before.run();
            task.run();
        };
    }

    int holders() {
        return holders;
    }

    /** Goes back to so many holders, if it still has any. */
    void heldBy(int earlier) {
        if (holders > 0) {
            holders = earlier;
        }
    }

    /** One more holder. */
    public Block retain() {
        holders++;
        return this;
    }

    /** One holder less. */
    public void release() {
        if (holders > 0 && --holders == 0) {
            giveBack();
        }
    }

    /** Gives the memory back, whoever holds it; holders that let go later do nothing. */
    void giveBack() {
        holders = 0;
        if (!borrowed) {
            buffer.close();
        }
        onFree.run();
    }
}
