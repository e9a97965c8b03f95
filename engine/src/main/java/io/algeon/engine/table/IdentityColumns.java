package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.TypeKind;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Numbers the rows of identity columns. Numbers are given once, also to rows that are rolled back. */
final class IdentityColumns {
    private IdentityColumns() {}

    /** The rows with numbers in place of the NULLs of identity columns. */
    static Batch number(MemoryTable table, Batch rows) {
        Batch numbered = rows;
        @Nullable AtomicLong[] sequences = table.sequences();
        for (int column = 0; column < sequences.length; column++) {
            AtomicLong sequence = sequences[column];
            if (sequence == null) {
                continue;
            }
            if (numbered == rows) {
                numbered = copyOf(rows);
            }
            numbered.setColumn(column, number(table, column, sequence, rows.column(column), rows.rowCount()));
        }
        return numbered;
    }

    private static Batch copyOf(Batch rows) {
        ColumnVector[] columns = new ColumnVector[rows.columnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = rows.column(i);
        }
        return new Batch(columns, rows.rowCount());
    }

    private static ColumnVector number(
            MemoryTable table, int column, AtomicLong sequence, ColumnVector given, int rows) {
        ColumnDetails.Identity identity =
                table.tableDetails().columns().get(column).identity();
        long increment = identity == null ? 1 : identity.increment();
        boolean wide = table.types().get(column).kind() == TypeKind.BIGINT;
        LongVector longs = new LongVector(wide ? rows : 0);
        IntVector ints = new IntVector(wide ? 0 : rows);
        for (int row = 0; row < rows; row++) {
            long value = !given.isNull(row)
                    ? wide ? ((LongVector) given).values()[row] : ((IntVector) given).values()[row]
                    : sequence.getAndAdd(increment);
            if (wide) {
                longs.values()[row] = value;
            } else {
                requireFit(table, column, value);
                ints.values()[row] = (int) value;
            }
        }
        return wide ? longs : ints;
    }

    private static void requireFit(MemoryTable table, int column, long value) {
        TypeKind kind = table.types().get(column).kind();
        long largest = kind == TypeKind.TINYINT
                ? Byte.MAX_VALUE
                : kind == TypeKind.SMALLINT ? Short.MAX_VALUE : Integer.MAX_VALUE;
        if (value > largest || value < -largest - 1) {
            throw new EngineException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "The identity column '" + TableWriter.name(table, column) + "' of '" + table.name()
                            + "' has come to " + value + ", which " + kind + " does not hold. Make it BIGINT.");
        }
    }
}
