package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.function.Concatenation;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.Arrays;

/**
 * Puts a result together from parts of several vectors, for CASE and COALESCE. Every row is put once. Fixed-width values
 * are scattered at once; character values are remembered by source and written in row order at the end, or, if all sources
 * share one dictionary, stay coded.
 */
final class Blender {
    private final SqlType type;
    private final ColumnVector[] sources;
    private final int[] counts;
    private final boolean nested;
    private final boolean bytes;
    private ColumnVector result;
    private int rows;
    private int sourceCount;
    private int[] sourceOf = new int[0];
    private int[] positionOf = new int[0];

    Blender(SqlType type, int maxSources) {
        this.type = type;
        this.sources = new ColumnVector[maxSources];
        this.nested = type.kind().isNested();
        this.counts = new int[maxSources];
        this.bytes = type.kind().isCharacter() || type.kind() == TypeKind.VARBINARY;
        this.result = Vectors.create(type, Batch.ROWS);
    }

    void begin(int newRows) {
        rows = newRows;
        sourceCount = 0;
        if (result.capacity() < rows) {
            result = Vectors.create(type, rows);
        }
        if ((bytes || nested) && sourceOf.length < rows) {
            sourceOf = new int[Math.max(rows, Batch.ROWS)];
            positionOf = new int[Math.max(rows, Batch.ROWS)];
        }
        result.setNoNulls();
    }

    /** Whether {@link #base} can be used: for all but character, binary and nested values. */
    boolean takesBase() {
        return !bytes && !nested;
    }

    /** Gives all rows the values of {@code source}; those put later replace them. */
    void base(ColumnVector source) {
        if (result instanceof LongVector target) {
            System.arraycopy(((LongVector) source).values(), 0, target.values(), 0, rows);
        } else if (result instanceof IntVector target) {
            System.arraycopy(((IntVector) source).values(), 0, target.values(), 0, rows);
        } else if (result instanceof Int128Vector target) {
            System.arraycopy(((Int128Vector) source).high(), 0, target.high(), 0, rows);
            System.arraycopy(((Int128Vector) source).low(), 0, target.low(), 0, rows);
        } else if (result instanceof DoubleVector target) {
            System.arraycopy(((DoubleVector) source).values(), 0, target.values(), 0, rows);
        } else if (result instanceof FloatVector target) {
            System.arraycopy(((FloatVector) source).values(), 0, target.values(), 0, rows);
        } else {
            System.arraycopy(
                    ((BooleanVector) source).bits(), 0, ((BooleanVector) result).bits(), 0, Validity.words(rows));
        }
        result.copyValidity(source, rows);
    }

    /** Gives {@code rowNumbers[0..count)} the values of {@code source} there, or at 0 to {@code count - 1} if dense. */
    void put(ColumnVector source, boolean dense, int[] rowNumbers, int count) {
        if (count == 0) {
            return;
        }
        if (bytes || nested) {
            sources[sourceCount] = source;
            counts[sourceCount] = dense ? count : rows;
            for (int i = 0; i < count; i++) {
                int row = rowNumbers[i];
                sourceOf[row] = sourceCount;
                positionOf[row] = dense ? i : row;
            }
            sourceCount++;
        } else {
            scatter(source, dense, rowNumbers, count);
        }
        if (nested) {
            return;
        }
        if (source.mayHaveNulls() || result.mayHaveNulls()) {
            for (int i = 0; i < count; i++) {
                if (source.isNull(dense ? i : rowNumbers[i])) {
                    result.setNull(rowNumbers[i], rows);
                } else if (result.mayHaveNulls()) {
                    Validity.set(result.validity(), rowNumbers[i]);
                }
            }
        }
    }

    private void scatter(ColumnVector source, boolean dense, int[] to, int count) {
        if (result instanceof LongVector target) {
            long[] out = target.values();
            long[] in = ((LongVector) source).values();
            for (int i = 0; i < count; i++) {
                out[to[i]] = in[dense ? i : to[i]];
            }
        } else if (result instanceof IntVector target) {
            int[] out = target.values();
            int[] in = ((IntVector) source).values();
            for (int i = 0; i < count; i++) {
                out[to[i]] = in[dense ? i : to[i]];
            }
        } else if (result instanceof Int128Vector target) {
            Int128Vector wide = (Int128Vector) source;
            long[] outHigh = target.high();
            long[] outLow = target.low();
            long[] high = wide.high();
            long[] low = wide.low();
            for (int i = 0; i < count; i++) {
                int from = dense ? i : to[i];
                outHigh[to[i]] = high[from];
                outLow[to[i]] = low[from];
            }
        } else if (result instanceof DoubleVector target) {
            double[] out = target.values();
            double[] in = ((DoubleVector) source).values();
            for (int i = 0; i < count; i++) {
                out[to[i]] = in[dense ? i : to[i]];
            }
        } else if (result instanceof FloatVector target) {
            float[] out = target.values();
            float[] in = ((FloatVector) source).values();
            for (int i = 0; i < count; i++) {
                out[to[i]] = in[dense ? i : to[i]];
            }
        } else {
            BooleanVector target = (BooleanVector) result;
            BooleanVector in = (BooleanVector) source;
            for (int i = 0; i < count; i++) {
                target.set(to[i], Validity.get(in.bits(), dense ? i : to[i]));
            }
        }
    }

    /** The result, valid until the next {@link #begin}. */
    ColumnVector finish() {
        if (bytes) {
            write((BytesVector) result);
        }
        return nested ? gathered() : result;
    }

    /** Nested values, NULLs included, gathered from the sources put after each other. */
    private ColumnVector gathered() {
        int[] starts = new int[sourceCount];
        for (int s = 1; s < sourceCount; s++) {
            starts[s] = starts[s - 1] + counts[s - 1];
        }
        int[] from = new int[rows];
        for (int row = 0; row < rows; row++) {
            from[row] = starts[sourceOf[row]] + positionOf[row];
        }
        ColumnVector all =
                Concatenation.of(Arrays.copyOf(sources, sourceCount), Arrays.copyOf(counts, sourceCount), type);
        return all.gather(from, rows, all);
    }

    private void write(BytesVector target) {
        byte[][] data = new byte[sourceCount][];
        int[][] offsets = new int[sourceCount][];
        int[][] codes = new int[sourceCount][];
        for (int s = 0; s < sourceCount; s++) {
            ColumnVector source = sources[s];
            BytesVector values;
            if (source instanceof DictionaryVector coded) {
                Dictionary dictionary = coded.dictionary();
                values = dictionary.values();
                codes[s] = dictionary.size() == 0 ? new int[source.capacity()] : coded.codes();
            } else {
                values = (BytesVector) source;
            }
            data[s] = values.data();
            offsets[s] = values.offsets();
        }
        int[] to = target.offsets();
        long at = 0;
        to[0] = 0;
        for (int row = 0; row < rows; row++) {
            int entry = entry(codes, row);
            int[] from = offsets[sourceOf[row]];
            at += result.isNull(row) ? 0 : from[entry + 1] - from[entry];
            to[row + 1] = Math.toIntExact(at);
        }
        byte[] out = target.ensureBytes(0, (int) at);
        for (int row = 0; row < rows; row++) {
            int length = to[row + 1] - to[row];
            if (length > 0) {
                System.arraycopy(data[sourceOf[row]], offsets[sourceOf[row]][entry(codes, row)], out, to[row], length);
            }
        }
    }

    private int entry(int[][] codes, int row) {
        int[] coded = codes[sourceOf[row]];
        return coded == null ? positionOf[row] : coded[positionOf[row]];
    }
}
