package io.algeon.engine.tablefunction.registry;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.tablefunction.FunctionRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few rows of texts, truth values and numbers. */
final class ListedRows implements FunctionRows {
    private final List<? extends List<? extends @Nullable Object>> rows;
    private final List<Class<?>> types;

    /** @param types of the columns: {@code String}, {@code Boolean} or {@code Long} */
    ListedRows(List<? extends List<? extends @Nullable Object>> rows, Class<?>... types) {
        this.rows = rows;
        this.types = List.of(types);
    }

    @Override
    public long rowCount() {
        return rows.size();
    }

    @Override
    public ColumnVector fill(int column, long from, int count, @Nullable ColumnVector reuse) {
        Class<?> type = types.get(column);
        ColumnVector vector = type == String.class
                ? new BytesVector(count, 16 * count)
                : type == Boolean.class ? new BooleanVector(count) : new LongVector(count);
        for (int i = 0; i < count; i++) {
            Object value = rows.get((int) from + i).get(column);
            if (vector instanceof BytesVector texts) {
                texts.set(i, value == null ? new byte[0] : ((String) value).getBytes(StandardCharsets.UTF_8));
            } else if (vector instanceof LongVector longs && value != null) {
                longs.values()[i] = (Long) value;
            } else if (vector instanceof BooleanVector flags && Boolean.TRUE.equals(value)) {
                Validity.set(flags.bits(), i);
            }
            if (value == null) {
                vector.setNull(i, count);
            }
        }
        return vector;
    }
}
