package io.algeon.engine.resident;

/** Something that is kept: immutable, and useful to any thread. It stays valid for those who hold it when it is evicted. */
public interface Resident {
    /** Bytes of heap that it takes. */
    long bytes();
}
