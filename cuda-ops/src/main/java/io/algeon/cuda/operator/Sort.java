package io.algeon.cuda.operator;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.operator.basic.RowLimit;
import io.algeon.engine.plan.PlanNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ORDER BY with LIMIT, over a whole relation. Stable. */
public final class Sort {
    private static final long MOST_TOP_ROWS = 1 << 20;

    private final PlanNode.Sort node;
    private final RowLimit limit;
    private final Operators operators;

    public Sort(PlanNode.Sort node, RowLimit limit, Operators operators) {
        this.node = node;
        this.limit = limit;
        this.operators = operators;
    }

    /** Why a node cannot be computed, part of a sentence; null if it can. */
    public static @Nullable String objection(PlanNode.Sort node) {
        try {
            node.output().forEach(column -> ValueKind.of(column.type()));
            return null;
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
    }

    /** Whether {@link #first} leaves out rows that cannot be in the result. */
    public boolean isTop() {
        return node.partitionKeys() == 0 && limit.rowsNeeded() < MOST_TOP_ROWS;
    }

    /** Rows of a part of the input that can be in the result; the part stays the caller's. */
    public DeviceRelation first(DeviceRelation part) {
        if (part.rows() <= limit.rowsNeeded()) {
            return part.retain();
        }
        return new Sort(node, new RowLimit(limit.rowsNeeded(), 0), operators).sort(part);
    }

    /** The rows in order, as far as the limit goes; the input stays the caller's. */
    public DeviceRelation sort(DeviceRelation input) {
        long rows = input.rows();
        if (node.keys().isEmpty() || rows == 0) {
            return Relations.slice(input, limit.offset(), limit.limit(), operators);
        }
        RowMaps.Selection candidates =
                isTop() ? RadixSort.candidates(node.keys(), input, limit.rowsNeeded(), operators) : null;
        Block order = RadixSort.order(node.keys(), input, candidates, operators);
        DeviceRelation sorted;
        if (node.partitionKeys() > 0) {
            Block kept = within(input, order);
            RowMaps.Selection selection = operators.maps().select(kept, rows, null);
            kept.release();
            Block picked = operators.maps().compose(order, selection.rows(), selection.count());
            sorted = new DeviceRelation(
                    operators.maps().pick(input.columns(), picked, selection.count()), selection.count());
            picked.release();
            selection.rows().release();
        } else {
            long first = Math.min(limit.offset(), rows);
            long count = Math.min(limit.limit(), rows - first);
            Block wanted = operators.maps().identity(count, Math.toIntExact(first));
            Block picked = operators.maps().compose(order, wanted, count);
            sorted = new DeviceRelation(operators.maps().pick(input.columns(), picked, count), count);
            picked.release();
            wanted.release();
        }
        order.release();
        return sorted;
    }

    /** Flags of the places in the order whose number within their partition the limit allows. */
    private Block within(DeviceRelation input, Block order) {
        Workspace workspace = operators.workspace();
        long rows = input.rows();
        List<DeviceColumn> keys = node.keys().subList(0, node.partitionKeys()).stream()
                .map(key -> input.columns().get(key.column()))
                .toList();
        Block starts = workspace.allocate(4 * rows);
        long columns = workspace.columns(keys);
        workspace.launch(
                KernelName.SORT_STARTS,
                rows,
                a -> a.address(columns)
                        .int32(keys.size())
                        .address(order.address())
                        .int64(rows)
                        .address(starts.address()));
        Block kept = workspace.allocate(rows);
        workspace.launch(
                KernelName.SORT_WITHIN,
                rows,
                a -> a.address(starts.address())
                        .int64(rows)
                        .int64(limit.offset())
                        .int64(limit.rowsNeeded())
                        .address(kept.address()));
        starts.release();
        return kept;
    }
}
