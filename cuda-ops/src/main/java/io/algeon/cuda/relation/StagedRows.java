package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.Reservation;
import java.util.List;

/** Rows on the host, for {@link Uploads}. One thread at a time; the reservation is the caller's to close. */
public final class StagedRows {
    /** Offsets of strings are ints. */
    private static final int MAX_TEXT_BYTES = 1 << 28;

    private final List<StagedColumn> columns;
    private final Reservation reservation;
    private int rows;

    public StagedRows(List<ValueKind> kinds, Reservation reservation) {
        this.columns = kinds.stream().map(StagedColumn::new).toList();
        this.reservation = reservation;
    }

    public int rows() {
        return rows;
    }

    /** Whether the next batch has to wait until these rows have been uploaded. */
    public boolean isFull(long mostRows) {
        return rows + Batch.ROWS > mostRows || columns.stream().anyMatch(c -> c.textBytes() > MAX_TEXT_BYTES);
    }

    public void append(Batch batch) {
        int count = batch.rowCount();
        long bytes = 0;
        for (int i = 0; i < columns.size(); i++) {
            bytes += columns.get(i).bytes() + columns.get(i).growth(batch.column(i), count);
        }
        if (bytes > reservation.bytes()) {
            reservation.resize(bytes);
        }
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).append(batch.column(i), count);
        }
        rows += count;
    }

    List<StagedColumn> columns() {
        return columns;
    }

    /** Forgets the rows. */
    void clear() {
        columns.forEach(StagedColumn::clear);
        rows = 0;
    }
}
