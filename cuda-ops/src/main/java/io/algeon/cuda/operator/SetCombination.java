package io.algeon.cuda.operator;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.plan.PlanNode;
import java.util.List;

/**
 * INTERSECT and EXCEPT: the rows of both sides are grouped together, each group counts its rows of either side, and gives as many
 * rows as the operation says.
 */
public final class SetCombination {
    private SetCombination() {}

    /** The rows that the operation leaves; the inputs stay the caller's. */
    public static DeviceRelation combine(
            PlanNode.SetOperation node, DeviceRelation left, DeviceRelation right, Operators operators) {
        if (left.rows() == 0) {
            return left.retain();
        }
        Workspace workspace = operators.workspace();
        try (DeviceRelation all = Relations.concat(List.of(left, right), operators);
                Groups groups = Groups.find(all.columns(), all.rows(), operators)) {
            Block leftCounts = count(groups, all.rows(), 0, left.rows(), workspace);
            Block rightCounts = count(groups, all.rows(), left.rows(), right.rows(), workspace);
            Block copies = workspace.allocate(4 * groups.count());
            workspace.launch(
                    KernelName.SET_COUNTS,
                    groups.count(),
                    a -> a.address(leftCounts.address())
                            .address(rightCounts.address())
                            .int64(groups.count())
                            .int32(node.except() ? 1 : 0)
                            .int32(node.all() ? 1 : 0)
                            .address(copies.address()));
            leftCounts.release();
            rightCounts.release();
            RowMaps.Offsets offsets = operators.maps().offsets(copies, groups.count());
            copies.release();
            Block repeated = workspace.allocate(4 * offsets.total());
            workspace.launch(
                    KernelName.MAP_REPEAT,
                    groups.count(),
                    a -> a.address(offsets.offsets().address())
                            .int64(groups.count())
                            .address(repeated.address()));
            offsets.offsets().release();
            Block rows = operators.maps().compose(groups.firstRows(), repeated, offsets.total());
            repeated.release();
            List<DeviceColumn> columns = operators.maps().pick(all.columns(), rows, offsets.total());
            rows.release();
            return new DeviceRelation(columns, offsets.total());
        }
    }

    /** Rows of each group among {@code count} rows from {@code first} on. */
    private static Block count(Groups groups, long allRows, long first, long count, Workspace workspace) {
        Block counts = workspace.allocate(8 * groups.count());
        workspace.stream().fill(counts.address(), (byte) 0, Math.max(1, 8 * groups.count()));
        Block seen = workspace.allocate(groups.count());
        Block groupOf = java.util.Objects.requireNonNull(groups.groupOf());
        if (first + count > allRows) {
            throw new IllegalArgumentException(first + " + " + count + " > " + allRows);
        }
        workspace.launch(
                KernelName.AGGREGATE_UPDATE,
                count,
                a -> a.address(0)
                        .address(0)
                        .address(groupOf.address() + ValueKind.I32.bytes() * first)
                        .int64(count)
                        .int32(AggregateOperation.COUNT)
                        .int64(groups.count())
                        .address(counts.address())
                        .address(seen.address()));
        seen.release();
        return counts;
    }
}
