package io.algeon.engine.operator.window;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** FIRST_VALUE, LAST_VALUE and NTH_VALUE: the value of one row of the frame, NULL if there is no such row. */
final class FrameValue implements WindowFunction {
    private final OrderedRows rows;
    private final Frames frames;
    private final String function;
    private final int column;
    private final int numberColumn;
    private final @Nullable PresentPlaces present;
    private final int[] places = OrderedRows.batch();
    private final int[] numbers = OrderedRows.batch();
    private @Nullable ColumnVector wanted;
    private @Nullable ColumnVector result;

    /**
     * For one worker.
     *
     * @param numberColumn which row NTH_VALUE wants; -1 for the others
     * @param present with IGNORE NULLS, the rows that count
     */
    FrameValue(
            OrderedRows rows,
            Frames frames,
            String function,
            int column,
            int numberColumn,
            @Nullable PresentPlaces present) {
        this.rows = rows;
        this.frames = frames;
        this.function = function;
        this.column = column;
        this.numberColumn = numberColumn;
        this.present = present;
    }

    @Override
    public ColumnVector evaluate(Span span) {
        frames.set(span);
        int count = span.count();
        ColumnVector which =
                numberColumn < 0 ? null : rows.range(numberColumn, span.from(), span.count(), numbers, wanted);
        wanted = which;
        boolean last = function.equals("last_value");
        for (int i = 0; i < count; i++) {
            long number = 1;
            if (which != null) {
                if (which.isNull(i)) {
                    places[i] = -1;
                    continue;
                }
                number = Integers.at(which, i);
                if (number <= 0) {
                    throw new EngineException(
                            ErrorCode.ARGUMENT_INVALID,
                            "The row number of NTH_VALUE must be above 0, but it is " + number + ".");
                }
            }
            places[i] = last ? last(i) : nth(i, number);
        }
        ColumnVector values = rows.gather(column, places, count, numbers, result);
        result = values;
        return values;
    }

    private int nth(int row, long number) {
        long left = number - 1;
        for (int piece = 0; piece < frames.pieces(); piece++) {
            int from = frames.start(piece, row);
            int to = frames.end(piece, row);
            PresentPlaces counted = present;
            int first = counted == null ? from : counted.before(from);
            int size = counted == null ? to - from : counted.before(to) - first;
            if (left < size) {
                return counted == null ? (int) (from + left) : counted.place(first + left, from, to);
            }
            left -= Math.max(0, size);
        }
        return -1;
    }

    private int last(int row) {
        for (int piece = frames.pieces() - 1; piece >= 0; piece--) {
            int from = frames.start(piece, row);
            int to = frames.end(piece, row);
            int place = present == null ? to - 1 : present.place(present.before(to) - 1L, from, to);
            if (from < to && place >= 0) {
                return place;
            }
        }
        return -1;
    }
}
