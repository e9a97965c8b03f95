package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.resident.Resident;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a dictionary page, decoded. Equal pages of a column share one, so that its codes mean the same in all of
 * their row groups, and what was computed for its entries is found by identity. Immutable.
 */
final class ChunkDictionary implements Resident {
    /** Of a vector of entries, without the bytes of strings. */
    private static final long MOST_BYTES_PER_ENTRY = 16;

    private final byte[] page;
    private final int size;
    private final ColumnVector values;
    private final @Nullable Dictionary dictionary;

    /**
     * @param page the dictionary page that the entries were read from
     * @param values the entries, and behind the last one an undefined value (an empty one of variable length)
     */
    ChunkDictionary(byte[] page, int size, ColumnVector values) {
        this.page = page;
        this.size = size;
        this.values = values;
        this.dictionary = values instanceof BytesVector strings ? new Dictionary(strings, size) : null;
    }

    /** Heap bytes that a dictionary of so many entries on a page of so many bytes takes at most. */
    static long bytes(int size, int pageBytes) {
        return MOST_BYTES_PER_ENTRY * (size + 1L) + 2L * pageBytes;
    }

    /** A number that equal pages have in common. */
    static int fingerprint(PageSource.Body body) {
        CRC32 checksum = new CRC32();
        checksum.update(body.data, body.start, body.end - body.start);
        return (int) checksum.getValue();
    }

    /** Whether this is the dictionary of a page. */
    boolean isOf(PageSource.Body body, int entries) {
        return size == entries && Arrays.equals(page, 0, page.length, body.data, body.start, body.end);
    }

    /** Number of entries. */
    int size() {
        return size;
    }

    /** The entries, and at {@link #size} an undefined value that stands for NULL. */
    ColumnVector values() {
        return values;
    }

    /** The entries, if they are strings or binary values. */
    @Nullable
    Dictionary dictionary() {
        return dictionary;
    }

    @Override
    public long bytes() {
        return bytes(size, page.length);
    }

    /**
     * Says which dictionary a row group has, by the fingerprint of its page, and whether the codes of its rows never fall, as
     * in a column whose rows came in order; that is known once a reader has seen all of them.
     */
    static final class Reference implements Resident {
        private final int fingerprint;
        private volatile CodeOrder order = CodeOrder.UNKNOWN;

        Reference(int fingerprint) {
            this.fingerprint = fingerprint;
        }

        int fingerprint() {
            return fingerprint;
        }

        CodeOrder order() {
            return order;
        }

        void learn(CodeOrder seen) {
            order = seen;
        }

        @Override
        public long bytes() {
            return 32;
        }
    }

    /** Whether the codes of a chunk never fall from row to row, NULLs left aside. */
    enum CodeOrder {
        UNKNOWN,
        ASCENDING,
        NONE
    }
}
