package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place behind the last rows of a table, for the next ones. Several states of a table may end in the same tail; the first
 * that adds rows takes the place, and the others continue in a copy. Thread-safe.
 */
final class TailBlock {
    private final List<SqlType> types;
    private final ColumnBuilder[] columns;
    private int rows;

    TailBlock(List<SqlType> types) {
        this.types = types;
        this.columns = new ColumnBuilder[types.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ColumnBuilder.of(types.get(i));
        }
    }

    /** A tail of its own that begins with the rows of a block. */
    TailBlock(List<SqlType> types, @Nullable Block block) {
        this(types);
        if (block != null) {
            append(0, block.columns(), 0, block.rows());
        }
    }

    /** A tail with the same first rows, which nobody else adds to. */
    TailBlock copy(Block block) {
        return new TailBlock(types, block);
    }

    /**
     * Adds rows behind the first {@code expected} ones.
     *
     * @return the block with them; null if somebody else has added rows there
     */
    synchronized @Nullable Block append(int expected, ColumnVector[] source, int from, int count) {
        if (rows != expected) {
            return null;
        }
        ColumnVector[] views = new ColumnVector[columns.length];
        rows += count;
        for (int i = 0; i < columns.length; i++) {
            columns[i].append(source[i], from, count);
            views[i] = columns[i].view(rows);
        }
        return new Block(views, rows);
    }

    static int room(int rows) {
        return Batch.ROWS - rows;
    }
}
