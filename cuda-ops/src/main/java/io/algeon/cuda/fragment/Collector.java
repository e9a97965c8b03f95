package io.algeon.cuda.fragment;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Relations;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where feeds end: the rows of all of them as one relation. Feeds from the host push into it; those from other collectors run
 * when the result is asked for, in their order, and once.
 */
final class Collector {
    private final List<Feed> feeds;
    private final List<ValueKind> kinds;
    private final Operators operators;
    private final List<DeviceRelation> parts = new ArrayList<>();
    private @Nullable DeviceRelation result;

    Collector(List<Feed> feeds, List<ValueKind> kinds, Operators operators) {
        this.feeds = feeds;
        this.kinds = kinds;
        this.operators = operators;
        feeds.forEach(feed -> feed.endIn(this));
    }

    /** Takes a relation. Rows that are few among those of the columns behind them are copied, so that the rest can go. */
    void add(DeviceRelation relation) {
        if (relation.rows() == 0) {
            relation.close();
            return;
        }
        parts.add(relation);
    }

    /** Makes room: what was collected no longer keeps alive what it was chosen from. */
    void compact() {
        for (int i = 0; i < parts.size(); i++) {
            DeviceRelation part = parts.get(i);
            if (part.columns().stream().anyMatch(column -> isSparse(column, part.rows()))) {
                List<DeviceColumn> dense = new ArrayList<>();
                for (DeviceColumn column : part.columns()) {
                    dense.add(
                            isSparse(column, part.rows())
                                    ? operators.maps().dense(column, part.rows(), column.kind())
                                    : column.retain());
                }
                parts.set(i, new DeviceRelation(dense, part.rows()));
                part.close();
            }
        }
    }

    private static boolean isSparse(DeviceColumn column, long rows) {
        return column.map() != null && column.elements() > rows;
    }

    /** All rows; stays the collector's. */
    DeviceRelation result() {
        DeviceRelation whole = result;
        if (whole == null) {
            feeds.forEach(Feed::run);
            whole = parts.isEmpty()
                    ? Relations.empty(kinds, operators.workspace())
                    : Relations.concat(parts, operators);
            parts.forEach(DeviceRelation::close);
            parts.clear();
            result = whole;
        }
        return whole;
    }

    /** All rows, which are the caller's from now on; asked once, and nothing else afterwards. */
    DeviceRelation take() {
        DeviceRelation whole = result();
        result = null;
        return whole;
    }
}
