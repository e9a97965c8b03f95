package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/**
 * Values of one column, of one physical kind. The SQL type is the plan's business. Not thread-safe.
 *
 * <p>NULLs are kept in {@link Validity} words. A vector without NULLs says so ({@link #mayHaveNulls()} is false) and its
 * words must then not be read. The words' array is kept when a vector is reused.
 */
public abstract sealed class ColumnVector
        permits BooleanVector,
                IntVector,
                LongVector,
                Int128Vector,
                FloatVector,
                DoubleVector,
                BytesVector,
                DictionaryVector,
                ListVector,
                RowVector,
                MapVector {
    private static final long[] NO_WORDS = {};

    private long[] validity = NO_WORDS;
    private boolean mayHaveNulls;

    /** The loop family that reads this vector. A {@link DictionaryVector} is of kind BYTES. */
    public abstract PhysicalKind physicalKind();

    /** Rows that fit without growing. */
    public abstract int capacity();

    /** False: every row has a value. True: read {@link #validity()}. */
    public final boolean mayHaveNulls() {
        return mayHaveNulls;
    }

    /** Validity words; meaningful only if {@link #mayHaveNulls()}. */
    public final long[] validity() {
        return validity;
    }

    public final boolean isNull(int row) {
        return mayHaveNulls && !Validity.get(validity, row);
    }

    /** Declares that every row has a value. */
    public final void setNoNulls() {
        mayHaveNulls = false;
    }

    /** Declares that rows may be NULL and returns words for at least {@code rows} rows, whose bits are undefined. */
    public final long[] writeValidity(int rows) {
        int words = Validity.words(rows);
        if (validity.length < words) {
            validity = new long[Math.max(words, Validity.words(capacity()))];
        }
        mayHaveNulls = true;
        return validity;
    }

    /** Makes row {@code row} NULL; on the first NULL the other {@code rows} rows are marked as having values. */
    public final void setNull(int row, int rows) {
        if (!mayHaveNulls) {
            Validity.setAll(writeValidity(rows), rows);
        }
        Validity.clear(validity, row);
    }

    /** Makes the first {@code rows} rows NULL. */
    public final void setAllNull(int rows) {
        Validity.clearAll(writeValidity(rows), rows);
    }

    /** Takes over the NULLs of the first {@code rows} rows of {@code source}. */
    public final void copyValidity(ColumnVector source, int rows) {
        if (source.mayHaveNulls) {
            System.arraycopy(source.validity, 0, writeValidity(rows), 0, Validity.words(rows));
        } else {
            mayHaveNulls = false;
        }
    }

    /** NULL where either source is NULL. */
    public final void intersectValidity(ColumnVector left, ColumnVector right, int rows) {
        if (!left.mayHaveNulls) {
            copyValidity(right, rows);
        } else if (!right.mayHaveNulls) {
            copyValidity(left, rows);
        } else {
            long[] l = left.validity;
            long[] r = right.validity;
            long[] target = writeValidity(rows);
            int words = Validity.words(rows);
            for (int i = 0; i < words; i++) {
                target[i] = l[i] & r[i];
            }
        }
    }

    /** Values of {@code source} at {@code rows[0..count)}, with their NULLs. */
    final void gatherValidity(ColumnVector source, int[] rows, int count) {
        if (source.mayHaveNulls) {
            Validity.gather(source.validity, rows, count, writeValidity(count));
        } else {
            mayHaveNulls = false;
        }
    }

    /** Whether one of the first {@code rows} rows is NULL: looks at the words, where {@link #mayHaveNulls()} only says maybe. */
    public final boolean hasNulls(int rows) {
        if (!mayHaveNulls) {
            return false;
        }
        int full = rows >>> 6;
        for (int i = 0; i < full; i++) {
            if (validity[i] != -1L) {
                return true;
            }
        }
        int tail = rows & 63;
        return tail != 0 && (validity[full] | -1L << tail) != -1L;
    }

    /** NULLs among the first {@code rows} rows. */
    public final int nullCount(int rows) {
        return mayHaveNulls ? rows - Validity.count(validity, rows) : 0;
    }

    final <V extends ColumnVector> V withValidityOf(ColumnVector source, int rows, V target) {
        target.copyValidity(source, rows);
        return target;
    }

    /** An independent copy of the first {@code rows} rows; dictionaries are shared. */
    public abstract ColumnVector copy(int rows);

    /**
     * The values at {@code rows[0..count)}, in that order, rows may repeat.
     *
     * @param reuse a vector from an earlier call, overwritten and returned if its form fits; this vector itself makes a
     *     new one
     */
    public abstract ColumnVector gather(int[] rows, int count, ColumnVector reuse);

    /** Bytes of heap that the vector holds, for memory accounting; shared dictionaries count with their owner. */
    public long retainedBytes() {
        return 8L * validity.length;
    }

    static int grown(int needed) {
        return Math.max(Batch.ROWS, Math.toIntExact(Math.min(Integer.MAX_VALUE - 16, needed + (needed >> 1))));
    }

    static byte[] grow(byte[] bytes, int used, int needed) {
        if (needed <= bytes.length) {
            return bytes;
        }
        byte[] larger = new byte[grown(needed)];
        System.arraycopy(bytes, 0, larger, 0, used);
        return larger;
    }

    static int[] prefix(int[] values, int count) {
        return Arrays.copyOf(values, count);
    }
}
