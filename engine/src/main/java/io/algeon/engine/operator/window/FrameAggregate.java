package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.operator.aggregate.AggregateStates;
import org.jspecify.annotations.Nullable;

/** An aggregate over the frames of a region, see {@link AggregateRegion}. For one worker. */
final class FrameAggregate implements WindowFunction {
    private static final int CHECKED = 1 << 14;

    private final AggregateRegion region;
    private final AggregateArguments arguments;
    private final Frames frames;
    private final CancellationToken cancellation;
    private final AggregateArguments.Reader reader;
    private final int[] groups = OrderedRows.batch();
    private final int[] places = OrderedRows.batch();
    private final int[] placeGroups = OrderedRows.batch();
    private final int[][] nodes;
    private final int[][] nodeGroups;
    private final int[] nodeCounts;
    private int placeCount;
    private int steps;
    private @Nullable AggregateStates target;
    private @Nullable ColumnVector result;

    FrameAggregate(
            AggregateRegion region,
            AggregateArguments arguments,
            OrderedRows rows,
            Frames frames,
            CancellationToken cancellation) {
        this.region = region;
        this.arguments = arguments;
        this.frames = frames;
        this.cancellation = cancellation;
        this.reader = arguments.reader(rows);
        int levels = region.way == AggregateRegion.Way.TREE ? region.states.length : 0;
        this.nodes = new int[levels][Batch.ROWS];
        this.nodeGroups = new int[levels][Batch.ROWS];
        this.nodeCounts = new int[levels];
    }

    @Override
    public ColumnVector evaluate(Span span) {
        int count = span.count();
        switch (region.way) {
            case PARTITIONS -> {
                for (int i = 0; i < count; i++) {
                    groups[i] = span.partition[i] - region.firstPartition;
                }
                return result(region.states[0], count);
            }
            case FORWARD, BACKWARD -> {
                frames.set(span);
                boolean forward = region.way == AggregateRegion.Way.FORWARD;
                for (int i = 0; i < count; i++) {
                    int start = frames.start(0, i);
                    int end = frames.end(0, i);
                    int place = start == end ? region.to : forward ? end - 1 : start;
                    groups[i] = place - region.from;
                }
                return result(region.states[0], count);
            }
            case TREE, PLACES -> {
                frames.set(span);
                return collected(count);
            }
        }
        throw new IllegalStateException();
    }

    private ColumnVector result(AggregateStates states, int count) {
        // states may be of a region that several workers read, and keep buffers
        synchronized (states) {
            ColumnVector values = states.result(groups, count, result);
            result = values;
            return values;
        }
    }

    /** From nodes and places of the frames. */
    private ColumnVector collected(int count) {
        try (AggregateStates collecting = arguments.empty()) {
            target = collecting;
            collecting.ensure(count);
            for (int i = 0; i < count; i++) {
                for (int piece = 0; piece < frames.pieces(); piece++) {
                    collect(i, frames.start(piece, i), frames.end(piece, i));
                }
                groups[i] = i;
            }
            flushPlaces();
            for (int level = 0; level < nodeCounts.length; level++) {
                flushNodes(level);
            }
            return result(collecting, count);
        } finally {
            target = null;
        }
    }

    private void collect(int row, int start, int end) {
        if (nodes.length == 0) {
            for (int place = start; place < end; place++) {
                if ((++steps & CHECKED - 1) == 0) {
                    cancellation.check();
                }
                if (isFirst(row, place)) {
                    addPlace(place, row);
                }
            }
            return;
        }
        int from = start - region.from;
        int to = end - region.from;
        int left = from + AggregateRegion.FANOUT - 1 >> AggregateRegion.FANOUT_BITS;
        int right = to >> AggregateRegion.FANOUT_BITS;
        if (left >= right) {
            addPlaces(start, end, row);
            return;
        }
        addPlaces(start, region.from + (left << AggregateRegion.FANOUT_BITS), row);
        addPlaces(region.from + (right << AggregateRegion.FANOUT_BITS), end, row);
        int mask = AggregateRegion.FANOUT - 1;
        for (int level = 0; left < right; level++) {
            boolean top = level == nodes.length - 1;
            while (left < right && (top || (left & mask) != 0)) {
                addNode(level, left++, row);
            }
            while (left < right && (right & mask) != 0) {
                addNode(level, --right, row);
            }
            left >>= AggregateRegion.FANOUT_BITS;
            right >>= AggregateRegion.FANOUT_BITS;
        }
    }

    /** With DISTINCT: whether no earlier place of the row's frame has the same values. */
    private boolean isFirst(int row, int place) {
        EarlierEqual earlier = region.earlier;
        if (earlier == null) {
            return true;
        }
        for (int other = earlier.before(place); other >= frames.start(0, row); other = earlier.before(other)) {
            for (int piece = 0; piece < frames.pieces(); piece++) {
                if (other >= frames.start(piece, row) && other < frames.end(piece, row)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void addPlaces(int start, int end, int row) {
        for (int place = start; place < end; place++) {
            addPlace(place, row);
        }
    }

    private void addPlace(int place, int row) {
        places[placeCount] = place;
        placeGroups[placeCount++] = row;
        if (placeCount == Batch.ROWS) {
            flushPlaces();
        }
    }

    private void addNode(int level, int node, int row) {
        int at = nodeCounts[level]++;
        nodes[level][at] = node;
        nodeGroups[level][at] = row;
        if (at == Batch.ROWS - 1) {
            flushNodes(level);
        }
    }

    private void flushPlaces() {
        cancellation.check();
        AggregateStates states = target;
        if (placeCount > 0 && states != null) {
            states.add(reader.read(places, placeCount), placeGroups, placeCount);
        }
        placeCount = 0;
    }

    private void flushNodes(int level) {
        cancellation.check();
        AggregateStates states = target;
        if (nodeCounts[level] > 0 && states != null) {
            states.merge(region.states[level], nodes[level], nodeGroups[level], nodeCounts[level]);
        }
        nodeCounts[level] = 0;
    }
}
