package io.algeon.tck.tpcds;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns generated rows of one table, which are texts, into columns: surrogate keys INTEGER, ticket and order numbers BIGINT,
 * money DECIMAL(7, 2), dates DATE, all text VARCHAR.
 */
final class TpcdsColumns {
    private final List<ColumnDef> definitions = new ArrayList<>();
    private final ColumnVector[] vectors;
    private final Batch batch;

    TpcdsColumns(Table table) {
        Column[] columns = table.getColumns();
        vectors = new ColumnVector[columns.length];
        for (int i = 0; i < vectors.length; i++) {
            SqlType type = type(columns[i]);
            definitions.add(new ColumnDef(columns[i].getName(), type));
            vectors[i] = Vectors.create(type, Batch.ROWS);
        }
        batch = new Batch(vectors, 0);
    }

    private static SqlType type(Column column) {
        ColumnType type = column.getType();
        SqlType sql = switch (type.getBase()) {
            case INTEGER -> SqlTypes.INTEGER;
            case IDENTIFIER -> column.getName().endsWith("_sk") ? SqlTypes.INTEGER : SqlTypes.BIGINT;
            case DATE -> SqlTypes.DATE;
            case DECIMAL ->
                SqlTypes.decimal(
                        type.getPrecision().orElseThrow(), type.getScale().orElse(0));
            case VARCHAR, CHAR, TIME -> SqlTypes.VARCHAR;
        };
        return sql.withNullable(true);
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
        for (ColumnVector vector : vectors) {
            vector.setNoNulls();
        }
    }

    /** Adds a row; false: the batch is full now. */
    boolean add(List<@Nullable String> values) {
        int row = batch.rowCount();
        for (int i = 0; i < vectors.length; i++) {
            @Nullable String value = values.get(i);
            SqlType type = definitions.get(i).type();
            if (vectors[i] instanceof BytesVector texts) {
                texts.set(row, value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8));
            }
            if (value == null) {
                vectors[i].setNull(row, Batch.ROWS);
            } else if (vectors[i] instanceof IntVector ints) {
                ints.values()[row] = (int) number(value, type);
            } else if (vectors[i] instanceof LongVector longs) {
                longs.values()[row] = number(value, type);
            }
        }
        batch.setRowCount(row + 1);
        return row + 1 < Batch.ROWS;
    }

    private static long number(String value, SqlType type) {
        return switch (type.kind()) {
            case DATE -> LocalDate.parse(value).toEpochDay();
            case DECIMAL ->
                new BigDecimal(value).setScale(type.scale()).unscaledValue().longValueExact();
            default -> Long.parseLong(value);
        };
    }
}
