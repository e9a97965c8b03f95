package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * How one key column is stored in a {@link GroupTable}. Every value is one word (two for INT128); strings are the number
 * that the column's {@link StringTable} gives them; doubles are their bits after -0.0 became 0.0 and every NaN the same NaN,
 * so that equal words are equal values.
 *
 * <p>In the packed layout a value is stored as the code {@code value - base + 1} (0 for NULL) in {@code bits} bits.
 */
final class KeyColumn {
    final SqlType type;
    final PhysicalKind kind;
    final @Nullable StringTable strings;

    /** Whether values are integers whose range may be small. */
    final boolean packable;

    long base;
    int bits;
    int shift;

    /** First word in the wide layout. */
    int word;

    private volatile @Nullable Dictionary outputDictionary;

    KeyColumn(SqlType type, Reservation reservation) {
        this.type = type;
        this.kind = type.physicalKind();
        this.packable = switch (kind) {
            case BOOLEAN, INT32, INT64, BYTES -> true;
            case INT128, FLOAT32, FLOAT64 -> false;
            case LIST, ROW, MAP ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_TYPE,
                        "Values of type " + type + " cannot be grouped, joined or made distinct. Use its components.");
        };
        this.strings = kind == PhysicalKind.BYTES ? new StringTable(reservation) : null;
    }

    int words() {
        return kind == PhysicalKind.INT128 ? 2 : 1;
    }

    /** Largest code in the packed layout. */
    long codeMask() {
        return (1L << bits) - 1;
    }

    /** Largest value that the packed layout holds now; saturates. */
    long largestValue() {
        long largest = base + codeMask() - 1;
        return largest < base ? Long.MAX_VALUE : largest;
    }

    /** A vector for {@code count} values of the column, {@code reuse} if it fits. */
    ColumnVector target(int count, @Nullable ColumnVector reuse) {
        int capacity = Math.max(count, Batch.ROWS);
        if (reuse != null && reuse.capacity() >= count) {
            if (reuse instanceof DictionaryVector coded) {
                coded.setDictionary(dictionary());
            }
            return reuse;
        }
        return switch (kind) {
            case BOOLEAN -> new BooleanVector(capacity);
            case INT32 -> new IntVector(capacity);
            case INT64 -> new LongVector(capacity);
            case INT128 -> new Int128Vector(capacity);
            case FLOAT32 -> new FloatVector(capacity);
            case FLOAT64 -> new DoubleVector(capacity);
            case BYTES -> new DictionaryVector(capacity, dictionary());
            case LIST, ROW, MAP -> throw new IllegalStateException("nested key");
        };
    }

    private Dictionary dictionary() {
        if (strings == null) {
            throw new IllegalStateException("not a string column");
        }
        Dictionary current = outputDictionary;
        if (current == null || current.size() != strings.size()) {
            current = strings.dictionary();
            outputDictionary = current;
        }
        return current;
    }

    /** Writes a value that was read from a word (and a second one for INT128). */
    void write(ColumnVector target, int row, long value, long low) {
        switch (kind) {
            case BOOLEAN -> ((BooleanVector) target).set(row, value != 0);
            case INT32 -> ((IntVector) target).values()[row] = (int) value;
            case INT64 -> ((LongVector) target).values()[row] = value;
            case INT128 -> {
                ((Int128Vector) target).high()[row] = value;
                ((Int128Vector) target).low()[row] = low;
            }
            case FLOAT32 -> ((FloatVector) target).values()[row] = Float.intBitsToFloat((int) value);
            case FLOAT64 -> ((DoubleVector) target).values()[row] = Double.longBitsToDouble(value);
            case BYTES -> ((DictionaryVector) target).codes()[row] = (int) value;
            case LIST, ROW, MAP -> throw new IllegalStateException("nested key");
        }
    }
}
