package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** UNNEST and WITH RECURSIVE of the logical form as physical nodes. */
final class RowPlans {
    private RowPlans() {}

    static PhysicalBuilder.Built unnest(
            LogicalNode.Unnest unnest, BitSet needed, PhysicalBuilder builder, Estimator estimator) {
        BitSet passed = (BitSet) needed.clone();
        unnest.elements().forEach(column -> passed.clear(column.id()));
        Column number = unnest.number();
        if (number != null) {
            passed.clear(number.id());
        }
        BitSet below = (BitSet) passed.clone();
        below.or(ExprTrees.ids(unnest.collections()));
        PhysicalBuilder.Built input = builder.build(unnest.input(), below, false);
        List<Integer> outputColumns = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < input.columns().size(); i++) {
            if (passed.get(input.columns().get(i))) {
                outputColumns.add(i);
                output.add(input.node().output().get(i));
                kept.add(input.columns().get(i));
            }
        }
        List<Column> added = new ArrayList<>(unnest.elements());
        if (number != null) {
            added.add(number);
        }
        for (Column column : added) {
            output.add(new ColumnDef(column.name(), column.type()));
            kept.add(column.id());
        }
        List<Integer> collections = new ArrayList<>();
        unnest.collections().forEach(column -> collections.add(input.position(column.id())));
        return new PhysicalBuilder.Built(
                new PlanNode.Unnest(
                        input.node(),
                        collections,
                        number != null,
                        unnest.outer(),
                        outputColumns,
                        output,
                        estimator.rows(unnest)),
                kept);
    }

    static PhysicalBuilder.Built recursion(
            LogicalNode.Recursion recursion, PhysicalBuilder builder, Estimator estimator) {
        PlanNode seed = builder.exactly(recursion.seed(), recursion.seedArguments());
        PlanNode step = builder.exactly(recursion.step(), recursion.stepArguments());
        return new PhysicalBuilder.Built(
                new PlanNode.Recursion(
                        recursion.id(),
                        seed,
                        step,
                        recursion.distinct(),
                        definitions(recursion.columns()),
                        estimator.rows(recursion)),
                ids(recursion.columns()));
    }

    static PhysicalBuilder.Built recursiveRows(LogicalNode.RecursiveRows rows, Estimator estimator) {
        return new PhysicalBuilder.Built(
                new PlanNode.RecursiveRows(rows.id(), definitions(rows.columns()), estimator.rows(rows)),
                ids(rows.columns()));
    }

    private static List<ColumnDef> definitions(List<Column> columns) {
        return columns.stream()
                .map(column -> new ColumnDef(column.name(), column.type()))
                .toList();
    }

    private static List<Integer> ids(List<Column> columns) {
        return columns.stream().map(Column::id).toList();
    }
}
