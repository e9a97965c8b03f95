package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.metadata.type.SqlType;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** One value for every row. The vector is filled once and reused; character values are one dictionary entry. */
final class ConstantExpression implements VectorExpression {
    private final @Nullable Object value;
    private final ColumnVector single;
    private @Nullable ColumnVector filled;

    ConstantExpression(@Nullable Object value, SqlType type) {
        this.value = value;
        this.single = StoredValues.vector(type, Collections.singletonList(value));
    }

    @Nullable
    Object value() {
        return value;
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        return vector(input.rowCount());
    }

    /** The value, {@code rows} times. */
    ColumnVector vector(int rows) {
        ColumnVector vector = filled;
        if (vector == null || vector.capacity() < rows) {
            int capacity = rows == 1 ? 1 : Math.max(rows, Batch.ROWS);
            if (single instanceof BytesVector bytes) {
                vector = new DictionaryVector(capacity, new Dictionary(bytes, 1));
                if (value == null) {
                    vector.setAllNull(capacity);
                }
            } else {
                vector = capacity == 1 ? single : single.gather(new int[capacity], capacity, single);
            }
            filled = vector;
        }
        return vector;
    }
}
