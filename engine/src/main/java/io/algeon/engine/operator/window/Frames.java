package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.plan.WindowFrame;
import io.algeon.engine.plan.WindowFrame.Bound;
import io.algeon.engine.plan.WindowFrame.Exclusion;
import io.algeon.engine.plan.WindowFrame.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The frames of the rows of a span, as places. Without exclusion a frame is one piece {@code [start, end)}; with one it is up
 * to three, in order: what is before the current row's peers, the row itself, what is after them; any may be empty. For one
 * worker.
 */
final class Frames {
    private final WindowFrame frame;
    private final OrderedRows rows;
    private final long startOffset;
    private final long endOffset;
    private final @Nullable RangeBounds range;
    private final int pieces;
    private final int[][] starts;
    private final int[][] ends;
    private @Nullable Span current;
    private int currentFrom = -1;

    /**
     * For one worker.
     *
     * @param startOffset value of the start's offset for ROWS and GROUPS
     * @param endOffset likewise of the end's
     * @param range finds the bounds of RANGE with offsets; null otherwise
     */
    Frames(WindowFrame frame, OrderedRows rows, long startOffset, long endOffset, @Nullable RangeBounds range) {
        this.frame = frame;
        this.rows = rows;
        this.startOffset = startOffset;
        this.endOffset = endOffset;
        this.range = range;
        this.pieces = frame.exclusion() == Exclusion.NO_OTHERS ? 1 : 3;
        this.starts = new int[pieces][Batch.ROWS];
        this.ends = new int[pieces][Batch.ROWS];
    }

    int pieces() {
        return pieces;
    }

    int start(int piece, int row) {
        return starts[piece][row];
    }

    /** At least the start. */
    int end(int piece, int row) {
        return ends[piece][row];
    }

    /** Computes the frames of a span, once. */
    void set(Span span) {
        if (span == current && span.from() == currentFrom) {
            return;
        }
        current = span;
        currentFrom = span.from();
        int[] from = starts[0];
        int[] to = ends[0];
        bounds(span, frame.start(), startOffset, true, from);
        bounds(span, frame.end(), endOffset, false, to);
        for (int i = 0; i < span.count(); i++) {
            to[i] = Math.max(from[i], to[i]);
        }
        if (pieces == 3) {
            exclude(span);
        }
    }

    private void bounds(Span span, Bound bound, long offset, boolean start, int[] target) {
        int count = span.count();
        switch (bound.kind()) {
            case UNBOUNDED_PRECEDING -> System.arraycopy(span.partitionStart, 0, target, 0, count);
            case UNBOUNDED_FOLLOWING -> System.arraycopy(span.partitionEnd, 0, target, 0, count);
            case CURRENT_ROW -> {
                if (frame.unit() == Unit.ROWS) {
                    for (int i = 0; i < count; i++) {
                        target[i] = span.from() + i + (start ? 0 : 1);
                    }
                } else {
                    System.arraycopy(start ? span.peerStart : span.peerEnd, 0, target, 0, count);
                }
            }
            case PRECEDING, FOLLOWING -> {
                boolean back = bound.kind() == WindowFrame.BoundKind.PRECEDING;
                switch (frame.unit()) {
                    case ROWS -> rowBounds(span, back ? -offset : offset, start, target);
                    case GROUPS -> groupBounds(span, back ? -offset : offset, start, target);
                    case RANGE -> {
                        if (range != null) {
                            range.find(span, start, target);
                        }
                    }
                }
            }
        }
    }

    private static void rowBounds(Span span, long steps, boolean start, int[] target) {
        long shift = span.from() + steps + (start ? 0 : 1);
        for (int i = 0; i < span.count(); i++) {
            target[i] = (int) Math.max(span.partitionStart[i], Math.min(span.partitionEnd[i], shift + i));
        }
    }

    private void groupBounds(Span span, long steps, boolean start, int[] target) {
        for (int i = 0; i < span.count(); i++) {
            // a bound lies at the beginning of a group: of the next one, if it is an end
            long group = span.peers[i] + steps + (start ? 0 : 1);
            if (group <= span.firstPeers[i]) {
                target[i] = span.partitionStart[i];
            } else if (group >= rows.peerGroups()) {
                target[i] = span.partitionEnd[i];
            } else {
                target[i] = Math.min(span.partitionEnd[i], rows.peerStart((int) group));
            }
        }
    }

    private void exclude(Span span) {
        Exclusion exclusion = frame.exclusion();
        for (int i = 0; i < span.count(); i++) {
            int from = starts[0][i];
            int to = ends[0][i];
            int place = span.from() + i;
            boolean single = exclusion == Exclusion.CURRENT_ROW;
            int holeStart = single ? place : span.peerStart[i];
            int holeEnd = single ? place + 1 : span.peerEnd[i];
            ends[0][i] = Math.max(from, Math.min(to, holeStart));
            boolean keepsRow = exclusion == Exclusion.TIES && place >= from && place < to;
            starts[1][i] = place;
            ends[1][i] = keepsRow ? place + 1 : place;
            starts[2][i] = Math.min(to, Math.max(from, holeEnd));
            ends[2][i] = to;
        }
    }
}
