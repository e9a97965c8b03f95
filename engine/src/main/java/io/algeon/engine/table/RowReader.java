package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.type.SqlType;

/** Reads rows by their numbers. */
final class RowReader {
    private RowReader() {}

    /** A vector of the value at one row. */
    static ColumnVector single(ColumnVector vector, SqlType type, int row) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        builder.append(vector, row, 1);
        return builder.view(1);
    }

    /** The rows {@code rows[from .. from + count)} of a state, in that order. */
    static Batch read(TableData data, long[] rows, int from, int count) {
        int width = data.types().size();
        ColumnBuilder[] builders = new ColumnBuilder[width];
        for (int column = 0; column < width; column++) {
            builders[column] = ColumnBuilder.of(data.types().get(column));
        }
        for (int i = from; i < from + count; i++) {
            ColumnVector[] vectors = data.vectors(rows[i]);
            int position = TableData.position(rows[i]);
            for (int column = 0; column < width; column++) {
                builders[column].append(vectors[column], position, 1);
            }
        }
        ColumnVector[] columns = new ColumnVector[width];
        for (int column = 0; column < width; column++) {
            columns[column] = builders[column].view(count);
        }
        return new Batch(columns, count);
    }
}
