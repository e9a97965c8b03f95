package io.algeon.tck.tpch;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns generated rows of one table into columns: keys BIGINT, money and quantities DECIMAL(12, 2), dates DATE. */
final class TpchColumns<E extends TpchEntity> {
    private final List<TpchColumn<E>> columns;
    private final List<ColumnDef> definitions = new ArrayList<>();
    private final ColumnVector[] vectors;
    private final Batch batch;

    TpchColumns(List<TpchColumn<E>> columns) {
        this.columns = columns;
        vectors = new ColumnVector[columns.size()];
        for (int i = 0; i < vectors.length; i++) {
            SqlType type = type(columns.get(i)).withNullable(false);
            definitions.add(new ColumnDef(columns.get(i).getColumnName(), type));
            vectors[i] = Vectors.create(type, Batch.ROWS);
        }
        batch = new Batch(vectors, 0);
    }

    private static SqlType type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case INTEGER -> SqlTypes.INTEGER;
            case IDENTIFIER -> SqlTypes.BIGINT;
            case DATE -> SqlTypes.DATE;
            case DOUBLE -> SqlTypes.decimal(12, 2);
            case VARCHAR -> SqlTypes.VARCHAR;
        };
    }

    List<ColumnDef> definitions() {
        return definitions;
    }

    /** The rows added since the last {@link #clear}. */
    Batch batch() {
        return batch;
    }

    void clear() {
        batch.setRowCount(0);
    }

    /** Adds a row; false: the batch is full now. */
    boolean add(E entity) {
        int row = batch.rowCount();
        for (int i = 0; i < vectors.length; i++) {
            TpchColumn<E> column = columns.get(i);
            switch (column.getType().getBase()) {
                case INTEGER -> ((IntVector) vectors[i]).values()[row] = column.getInteger(entity);
                case IDENTIFIER -> ((LongVector) vectors[i]).values()[row] = column.getIdentifier(entity);
                case DATE -> ((IntVector) vectors[i]).values()[row] = column.getDate(entity);
                case DOUBLE -> ((LongVector) vectors[i]).values()[row] = Math.round(column.getDouble(entity) * 100);
                case VARCHAR ->
                    ((BytesVector) vectors[i]).set(row, column.getString(entity).getBytes(StandardCharsets.UTF_8));
            }
        }
        batch.setRowCount(row + 1);
        return row + 1 < Batch.ROWS;
    }
}
