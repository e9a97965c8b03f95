package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import org.jspecify.annotations.Nullable;

/** Appends values of one vector to another one of the same form, from any row of it on. */
final class VectorGather {
    private VectorGather() {}

    /**
     * Copies the values (not the NULLs) of {@code source} at {@code rows[0 .. count)} to {@code target[at ..)}, which has
     * room for them.
     *
     * @param rows null: the first {@code count} rows
     */
    static void values(ColumnVector source, int @Nullable [] rows, int count, ColumnVector target, int at) {
        if (source instanceof LongVector longs) {
            long[] from = longs.values();
            long[] to = ((LongVector) target).values();
            if (rows == null) {
                System.arraycopy(from, 0, to, at, count);
            } else {
                for (int i = 0; i < count; i++) {
                    to[at + i] = from[rows[i]];
                }
            }
        } else if (source instanceof IntVector ints) {
            ints(ints.values(), rows, count, ((IntVector) target).values(), at);
        } else if (source instanceof DictionaryVector coded) {
            ints(coded.codes(), rows, count, ((DictionaryVector) target).codes(), at);
        } else if (source instanceof BytesVector bytes) {
            bytes(bytes, rows, count, (BytesVector) target, at);
        } else if (source instanceof DoubleVector doubles) {
            double[] from = doubles.values();
            double[] to = ((DoubleVector) target).values();
            for (int i = 0; i < count; i++) {
                to[at + i] = from[rows == null ? i : rows[i]];
            }
        } else if (source instanceof FloatVector floats) {
            float[] from = floats.values();
            float[] to = ((FloatVector) target).values();
            for (int i = 0; i < count; i++) {
                to[at + i] = from[rows == null ? i : rows[i]];
            }
        } else if (source instanceof Int128Vector wide) {
            Int128Vector to = (Int128Vector) target;
            for (int i = 0; i < count; i++) {
                int row = rows == null ? i : rows[i];
                to.high()[at + i] = wide.high()[row];
                to.low()[at + i] = wide.low()[row];
            }
        } else if (source instanceof BooleanVector booleans) {
            BooleanVector to = (BooleanVector) target;
            for (int i = 0; i < count; i++) {
                to.set(at + i, booleans.get(rows == null ? i : rows[i]));
            }
        } else {
            throw new IllegalArgumentException("a nested vector cannot be appended to");
        }
    }

    /** Appends {@code from[rows[0 .. count)]}, or the first {@code count} values. */
    static void ints(int[] from, int @Nullable [] rows, int count, int[] to, int at) {
        if (rows == null) {
            System.arraycopy(from, 0, to, at, count);
        } else {
            for (int i = 0; i < count; i++) {
                to[at + i] = from[rows[i]];
            }
        }
    }

    private static void bytes(BytesVector source, int @Nullable [] rows, int count, BytesVector target, int at) {
        int[] from = source.offsets();
        int[] to = target.offsets();
        int used = at == 0 ? 0 : to[at];
        to[at] = used;
        int end = used;
        for (int i = 0; i < count; i++) {
            int row = rows == null ? i : rows[i];
            end = Math.addExact(end, from[row + 1] - from[row]);
            to[at + i + 1] = end;
        }
        byte[] out = target.ensureBytes(used, end);
        byte[] data = source.data();
        for (int i = 0; i < count; i++) {
            int row = rows == null ? i : rows[i];
            System.arraycopy(data, from[row], out, to[at + i], from[row + 1] - from[row]);
        }
    }

    /**
     * Appends NULLs: row {@code at + i} of {@code target} is NULL if bit {@code rows[i]} of {@code words} is 0.
     *
     * @param words null: no row is NULL
     * @param rows null: the first {@code count} bits
     */
    static void validity(long @Nullable [] words, int @Nullable [] rows, int count, ColumnVector target, int at) {
        if (words == null) {
            if (at == 0) {
                target.setNoNulls();
            } else if (target.mayHaveNulls()) {
                long[] to = target.validity();
                for (int row = at; row < at + count; row++) {
                    Validity.set(to, row);
                }
            }
            return;
        }
        long[] to;
        if (at > 0 && target.mayHaveNulls()) {
            to = target.validity();
        } else {
            to = target.writeValidity(Math.max(Batch.ROWS, at + count));
            Validity.setAll(to, at);
        }
        if (at == 0 && rows == null) {
            System.arraycopy(words, 0, to, 0, Validity.words(count));
            return;
        }
        for (int i = 0; i < count; i++) {
            int from = rows == null ? i : rows[i];
            int row = at + i;
            long bit = words[from >> 6] >>> from & 1L;
            to[row >> 6] = to[row >> 6] & ~(1L << row) | bit << row;
        }
    }
}
