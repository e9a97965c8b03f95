package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;

/** Arguments of a function that works row by row: character, binary and integer values at a row. */
final class RowArguments {
    private final boolean[] isBytes;
    private final boolean[] isNumber;
    private final BytesView[] texts;
    private final LongView[] views;
    private final long[][] numbers;
    private final int[] scales;
    private ColumnVector[] vectors = new ColumnVector[0];
    private boolean mayHaveNulls;

    RowArguments(CallSite site) {
        int count = site.argumentCount();
        isBytes = new boolean[count];
        isNumber = new boolean[count];
        texts = new BytesView[count];
        views = new LongView[count];
        numbers = new long[count][];
        scales = new int[count];
        for (int i = 0; i < count; i++) {
            PhysicalKind kind = site.argument(i).physicalKind();
            isBytes[i] = kind == PhysicalKind.BYTES;
            isNumber[i] = kind == PhysicalKind.INT32 || kind == PhysicalKind.INT64;
            scales[i] = site.argument(i).kind() == TypeKind.DECIMAL
                    ? site.argument(i).scale()
                    : 0;
            texts[i] = new BytesView();
            views[i] = new LongView();
            numbers[i] = new long[0];
        }
    }

    /** Points at the vectors of a batch. */
    void of(ColumnVector[] arguments, int rows) {
        vectors = arguments;
        mayHaveNulls = false;
        for (int i = 0; i < arguments.length; i++) {
            mayHaveNulls |= arguments[i].mayHaveNulls();
            if (isBytes[i]) {
                texts[i].of(arguments[i]);
            } else if (isNumber[i]) {
                long[] values = views[i].of(arguments[i], rows);
                numbers[i] = values == null ? new long[0] : values;
            }
        }
    }

    int count() {
        return vectors.length;
    }

    /** Whether no argument is NULL at the row. */
    boolean isValid(int row) {
        return !mayHaveNulls || Failures.isValid(vectors, row);
    }

    boolean isNull(int argument, int row) {
        return vectors[argument].isNull(row);
    }

    ColumnVector vector(int argument) {
        return vectors[argument];
    }

    /** A character or binary argument. */
    BytesView text(int argument) {
        return texts[argument];
    }

    /** An integer argument. */
    long number(int argument, int row) {
        return numbers[argument][row];
    }

    /** An exact number, or a finite floating-point one as its shortest decimal form. */
    BigDecimal decimal(int argument, int row) {
        ColumnVector vector = vectors[argument];
        int scale = scales[argument];
        if (vector instanceof IntVector ints) {
            return BigDecimal.valueOf(ints.values()[row], scale);
        } else if (vector instanceof LongVector longs) {
            return BigDecimal.valueOf(longs.values()[row], scale);
        } else if (vector instanceof DoubleVector doubles) {
            return BigDecimal.valueOf(doubles.values()[row]);
        } else if (vector instanceof FloatVector floats) {
            return new BigDecimal(Float.toString(floats.values()[row]));
        }
        Int128Vector wide = (Int128Vector) vector;
        return new BigDecimal(Int128.toBigInteger(wide.high()[row], wide.low()[row]), scale);
    }

    /** A number of any type as a double. */
    double floating(int argument, int row) {
        ColumnVector vector = vectors[argument];
        if (vector instanceof DoubleVector doubles) {
            return doubles.values()[row];
        } else if (vector instanceof FloatVector floats) {
            return floats.values()[row];
        }
        return scales[argument] == 0 && isNumber[argument]
                ? numbers[argument][row]
                : decimal(argument, row).doubleValue();
    }

    boolean truth(int argument, int row) {
        return ((BooleanVector) vectors[argument]).get(row);
    }

    /** An integer argument as an {@code int}: the nearest one. */
    int clamped(int argument, int row) {
        long value = numbers[argument][row];
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }
}
