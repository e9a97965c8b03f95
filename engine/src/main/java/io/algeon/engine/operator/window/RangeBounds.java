package io.algeon.engine.operator.window;

import io.algeon.engine.operator.window.RangeKeys.Offset;
import io.algeon.engine.plan.WindowFrame.BoundKind;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of RANGE frames with offsets. Within a partition, bounds move only forward with the current row, so that finding
 * them takes a few steps from the bound of the row before. Rows whose key is NULL are peers, and at no distance from others.
 */
final class RangeBounds {
    private final OrderedRows rows;
    private final RangeKeys keys;
    private final int column;
    private final boolean descending;
    private final boolean nullsFirst;
    private final Bounded start;
    private final Bounded end;

    /** A bound with an offset; the offset is null for other bounds. */
    record Bounded(BoundKind kind, @Nullable Offset offset) {}

    RangeBounds(
            OrderedRows rows,
            RangeKeys keys,
            int column,
            boolean descending,
            boolean nullsFirst,
            Bounded start,
            Bounded end) {
        this.rows = rows;
        this.keys = keys;
        this.column = column;
        this.descending = descending;
        this.nullsFirst = nullsFirst;
        this.start = start;
        this.end = end;
    }

    /** Writes the places of a bound for the rows of a span. */
    void find(Span span, boolean isStart, int[] target) {
        Bounded bound = isStart ? start : end;
        Offset offset = bound.offset;
        if (offset == null) {
            throw new IllegalStateException("a bound without offset");
        }
        boolean up = bound.kind == BoundKind.FOLLOWING != descending;
        int partition = -1;
        int from = 0;
        int to = 0;
        int at = 0;
        for (int i = 0; i < span.count(); i++) {
            int place = span.from() + i;
            if (span.partition[i] != partition) {
                partition = span.partition[i];
                from = firstPresent(span.partitionStart[i], span.partitionEnd[i]);
                to = lastPresent(from, span.partitionEnd[i]);
                at = from;
            }
            if (place < from || place >= to) {
                target[i] = isStart ? span.peerStart[i] : span.peerEnd[i];
                continue;
            }
            at = gallop(at, to, place, offset, up, isStart);
            target[i] = at;
        }
    }

    private int firstPresent(int from, int to) {
        if (!nullsFirst || !rows.mayHaveNulls(column)) {
            return from;
        }
        return boundary(from, to, true);
    }

    private int lastPresent(int from, int to) {
        if (nullsFirst || !rows.mayHaveNulls(column)) {
            return to;
        }
        return boundary(from, to, false);
    }

    /** The first place whose key is NULL, or is not. */
    private int boundary(int from, int to, boolean present) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (rows.isNull(column, middle) != present) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The first place from {@code at} that is not before the bound (a start), or that is after it (an end). */
    private int gallop(int at, int to, int place, Offset offset, boolean up, boolean isStart) {
        int low = at;
        int step = 1;
        while (low < to && isBefore(low, place, offset, up, isStart)) {
            int next = (int) Math.min(to, (long) low + step);
            if (next == to || !isBefore(next, place, offset, up, isStart)) {
                return search(low + 1, next, place, offset, up, isStart);
            }
            low = next;
            step *= 2;
        }
        return low;
    }

    private int search(int from, int to, int place, Offset offset, boolean up, boolean isStart) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isBefore(middle, place, offset, up, isStart)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isBefore(int candidate, int place, Offset offset, boolean up, boolean isStart) {
        int order = keys.compare(candidate, place, offset, up);
        if (descending) {
            order = -order;
        }
        return isStart ? order < 0 : order <= 0;
    }
}
