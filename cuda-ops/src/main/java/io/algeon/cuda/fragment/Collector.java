package io.algeon.cuda.fragment;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.memory.DeviceMemoryException;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Relations;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where feeds end: the rows of all of them as one relation, or what a {@link Reduction} makes of them. Feeds from the host push into
 * it; those from other collectors run when the result is asked for, in their order, and once.
 *
 * <p>One part alone is kept as it is. With a second one the reduction begins, so that rows of the input need not fit the device
 * together.
 */
final class Collector {
    /** Reduced parts are combined when they have so many times the rows that they had after the last time. */
    private static final int GROWTH = 2;

    private static final long LEAST_ROWS = 1 << 16;

    private final List<Feed> feeds;
    private final List<ValueKind> kinds;
    private final Operators operators;
    private final @Nullable Reduction reduction;
    private final List<DeviceRelation> parts = new ArrayList<>();
    private boolean reduced;
    private long combinedRows;
    private @Nullable DeviceRelation result;

    Collector(List<Feed> feeds, List<ValueKind> kinds, @Nullable Reduction reduction, Operators operators) {
        this.feeds = feeds;
        this.kinds = kinds;
        this.reduction = reduction;
        this.operators = operators;
        feeds.forEach(feed -> feed.endIn(this));
    }

    /** More rows may come: what is there is reduced, if it is not yet. */
    void begin() {
        Reduction reducing = reduction;
        if (reducing != null && !reduced && !parts.isEmpty()) {
            for (int i = 0; i < parts.size(); i++) {
                DeviceRelation raw = parts.get(i);
                parts.set(i, reducing.reduce(raw));
                raw.close();
            }
            reduced = true;
        }
    }

    /** What is to be added instead of a relation, which this closes; may run out of memory. */
    DeviceRelation prepare(DeviceRelation relation) {
        Reduction reducing = reduction;
        if (reducing == null || !reduced) {
            return relation;
        }
        try (relation) {
            return reducing.reduce(relation);
        }
    }

    /** Takes what {@link #prepare} gave; never fails. */
    void add(DeviceRelation prepared) {
        if (prepared.rows() == 0) {
            prepared.close();
        } else {
            parts.add(prepared);
        }
    }

    /** After a portion: makes room. Does without where there is none to make room in. */
    void compact() {
        if (reduced) {
            attempt(this::combine);
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            int part = i;
            if (!attempt(() -> densify(part))) {
                return;
            }
        }
    }

    /** False if there is no room; nothing was changed then. */
    private boolean attempt(Runnable change) {
        Workspace.Mark mark = operators.workspace().mark();
        try {
            change.run();
            return true;
        } catch (DeviceMemoryException full) {
            operators.workspace().giveBackSince(mark);
            return false;
        }
    }

    private void combine() {
        long rows = parts.stream().mapToLong(DeviceRelation::rows).sum();
        if (parts.size() > 1 && rows > Math.max(LEAST_ROWS, GROWTH * combinedRows)) {
            DeviceRelation combined;
            try (DeviceRelation whole = Relations.concat(parts, operators)) {
                combined = java.util.Objects.requireNonNull(reduction).combine(whole);
            }
            parts.forEach(DeviceRelation::close);
            parts.clear();
            parts.add(combined);
            combinedRows = combined.rows();
        }
    }

    /** Copies rows that are few among those of the columns behind them, so that the rest can go. */
    private void densify(int number) {
        DeviceRelation part = parts.get(number);
        if (part.columns().stream().noneMatch(column -> isSparse(column, part.rows()))) {
            return;
        }
        List<DeviceColumn> dense = new ArrayList<>();
        for (DeviceColumn column : part.columns()) {
            dense.add(
                    isSparse(column, part.rows())
                            ? operators.maps().dense(column, part.rows(), column.kind())
                            : column.retain());
        }
        parts.set(number, new DeviceRelation(dense, part.rows()));
        part.close();
    }

    private static boolean isSparse(DeviceColumn column, long rows) {
        return column.map() != null && column.elements() > rows;
    }

    /** All rows; stays the collector's. */
    DeviceRelation result() {
        DeviceRelation finished = result;
        if (finished == null) {
            feeds.forEach(Feed::run);
            DeviceRelation whole = parts.isEmpty()
                    ? Relations.empty(kinds, operators.workspace())
                    : Relations.concat(parts, operators);
            parts.forEach(DeviceRelation::close);
            parts.clear();
            finished = whole;
            if (reduction != null) {
                try (whole) {
                    finished = reduced ? reduction.finishReduced(whole) : reduction.finish(whole);
                }
            }
            result = finished;
        }
        return finished;
    }

    /** All rows, which are the caller's from now on; asked once, and nothing else afterwards. */
    DeviceRelation take() {
        DeviceRelation finished = result();
        result = null;
        return finished;
    }
}
