package io.algeon.engine.operator.window;

import io.algeon.engine.batch.ColumnVector;
import org.jspecify.annotations.Nullable;

/** LAG and LEAD: the value some rows before or after, NULL outside of the partition. */
final class Shift implements WindowFunction {
    private final OrderedRows rows;
    private final int column;
    private final int offsetColumn;
    private final boolean back;
    private final @Nullable PresentPlaces present;
    private final int[] places = OrderedRows.batch();
    private final int[] numbers = OrderedRows.batch();
    private @Nullable ColumnVector offsets;
    private @Nullable ColumnVector result;

    /**
     * For one worker.
     *
     * @param offsetColumn how many rows; -1: one
     * @param back LAG, not LEAD
     * @param present with IGNORE NULLS, the rows that count
     */
    Shift(OrderedRows rows, int column, int offsetColumn, boolean back, @Nullable PresentPlaces present) {
        this.rows = rows;
        this.column = column;
        this.offsetColumn = offsetColumn;
        this.back = back;
        this.present = present;
    }

    @Override
    public ColumnVector evaluate(Span span) {
        int count = span.count();
        ColumnVector by =
                offsetColumn < 0 ? null : rows.range(offsetColumn, span.from(), span.count(), numbers, offsets);
        offsets = by;
        for (int i = 0; i < count; i++) {
            if (by != null && by.isNull(i)) {
                places[i] = -1;
                continue;
            }
            long offset = by == null ? 1 : Integers.at(by, i);
            // beyond any partition is beyond it by whatever number
            long steps = Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, offset));
            places[i] = target(span, i, back ? -steps : steps);
        }
        ColumnVector values = rows.gather(column, places, count, numbers, result);
        result = values;
        return values;
    }

    private int target(Span span, int i, long steps) {
        int place = span.from() + i;
        PresentPlaces counted = present;
        if (counted == null || steps == 0) {
            long target = place + steps;
            return target >= span.partitionStart[i] && target < span.partitionEnd[i] ? (int) target : -1;
        }
        long number = steps < 0 ? counted.before(place) + steps : counted.before(place + 1) + steps - 1;
        return counted.place(number, span.partitionStart[i], span.partitionEnd[i]);
    }
}
