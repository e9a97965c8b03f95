package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that left a table, each with that which came in its place, if one did. */
final class ReplacedRows {
    /** Takes a row, and the row in its place; null if there is none. */
    interface Consumer {
        void accept(ColumnVector[] old, int oldRow, ColumnVector @Nullable [] replacement, int row);
    }

    private final TableData before;
    private final List<long[]> deleted = new ArrayList<>();
    private final List<long[]> replaced = new ArrayList<>();
    private final List<Batch> replacements = new ArrayList<>();

    /** @param before has the rows that leave */
    ReplacedRows(TableData before) {
        this.before = before;
    }

    void delete(long[] rows, int count) {
        deleted.add(Arrays.copyOf(rows, count));
    }

    /** @param replacement the rows in the places of {@code rows[from ..]}, in their order */
    void replace(long[] rows, int from, Batch replacement) {
        replaced.add(Arrays.copyOfRange(rows, from, from + replacement.rowCount()));
        replacements.add(replacement);
    }

    void forEach(Consumer consumer) {
        for (long[] rows : deleted) {
            for (long row : rows) {
                // a row that the same statement added and changed again is of no use to others
                if (before.isLive(row)) {
                    consumer.accept(before.vectors(row), TableData.position(row), null, 0);
                }
            }
        }
        for (int i = 0; i < replaced.size(); i++) {
            Batch replacement = replacements.get(i);
            ColumnVector[] vectors = new ColumnVector[replacement.columnCount()];
            Arrays.setAll(vectors, replacement::column);
            long[] rows = replaced.get(i);
            for (int row = 0; row < rows.length; row++) {
                if (before.isLive(rows[row])) {
                    consumer.accept(before.vectors(rows[row]), TableData.position(rows[row]), vectors, row);
                }
            }
        }
    }
}
