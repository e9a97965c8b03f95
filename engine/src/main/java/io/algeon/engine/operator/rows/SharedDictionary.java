package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.StringTable;
import org.jspecify.annotations.Nullable;

/**
 * The one dictionary of a stored column, into which the codes of all incoming dictionaries (one a row group, usually) are
 * translated, by all workers. Codes never change, so pages of different workers fit together. Thread-safe.
 */
final class SharedDictionary {
    /** Above these, codes no longer pay: hashing every entry costs more than keeping the bytes. */
    private static final int MAX_ENTRIES = 1 << 15;

    private static final int MAX_BYTES = 1 << 22;

    private final StringTable strings;
    private @Nullable Dictionary snapshot;
    private volatile boolean full;

    SharedDictionary(Reservation reservation) {
        this.strings = new StringTable(reservation);
    }

    /** Whether new columns should keep bytes instead. */
    boolean isFull() {
        return full;
    }

    /** The code of an entry of another dictionary, which is added if it is new. */
    synchronized int translate(Dictionary dictionary, int code) {
        if (dictionary == snapshot) {
            return code;
        }
        BytesVector values = dictionary.values();
        int translated = strings.intern(values.data(), values.offsets()[code], values.length(code));
        full = strings.size() > MAX_ENTRIES || strings.byteCount() > MAX_BYTES;
        return translated;
    }

    /** The entries so far; the same object until one is added. */
    synchronized Dictionary dictionary() {
        Dictionary current = snapshot;
        if (current == null || current.size() != strings.size()) {
            current = strings.dictionary();
            snapshot = current;
        }
        return current;
    }
}
