package io.algeon.engine.batch;

/**
 * The values that the codes of {@link DictionaryVector}s stand for. Immutable, so that results computed once for each
 * entry can be kept beside it, found by identity. Entries are never NULL, and may repeat.
 */
public final class Dictionary {
    private final BytesVector values;
    private final int size;

    /** Takes the vector, which nobody changes from now on. */
    public Dictionary(BytesVector values, int size) {
        this.values = values;
        this.size = size;
    }

    public BytesVector values() {
        return values;
    }

    /** Entries; codes are 0 to {@code size - 1}. */
    public int size() {
        return size;
    }
}
