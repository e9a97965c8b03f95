package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/** ROW values: a column a field, under the same row numbers. */
final class RowColumn extends StoredColumn {
    private final StoredColumn[] fields;

    RowColumn(SqlType type, Reservation reservation) {
        super(reservation);
        this.fields = type.fields().stream()
                .map(field -> create(field.type(), null, reservation))
                .toArray(StoredColumn[]::new);
    }

    @Override
    void ensure(int page, int rows) {
        for (StoredColumn field : fields) {
            field.ensure(page, rows);
        }
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        RowVector vector = (RowVector) source;
        for (int i = 0; i < fields.length; i++) {
            fields[i].write(vector.field(i), rows, from, count, page, at);
        }
        writeValidity(source, rows, from, count, page, at);
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        ColumnVector[] vectors = new ColumnVector[fields.length];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = fields[i].gather(rows, count, absent, null);
        }
        RowVector target = new RowVector(vectors, Math.max(count, Batch.ROWS));
        gatherValidity(rows, count, absent, target);
        return target;
    }

    @Override
    void adopt(StoredColumn other, int page, int at) {
        throw new IllegalStateException("pages of nested columns cannot be adopted");
    }
}
