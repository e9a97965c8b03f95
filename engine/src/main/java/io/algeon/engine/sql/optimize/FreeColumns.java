package io.algeon.engine.sql.optimize;

import java.util.BitSet;

/** The columns of an outer query that a tree refers to. */
final class FreeColumns {
    private FreeColumns() {}

    /** Numbers of the columns that a tree refers to and does not produce. */
    static BitSet of(LogicalNode node) {
        BitSet used = new BitSet();
        BitSet produced = new BitSet();
        collect(node, used, produced);
        used.andNot(produced);
        return used;
    }

    private static void collect(LogicalNode node, BitSet used, BitSet produced) {
        if (node instanceof LogicalNode.Scan scan) {
            produced.or(ExprTrees.ids(scan.columns()));
        } else if (node instanceof LogicalNode.Values values) {
            produced.or(ExprTrees.ids(values.columns()));
            values.rows().forEach(row -> row.forEach(cell -> ExprTrees.collectColumns(cell, used)));
        } else if (node instanceof LogicalNode.Filter filter) {
            filter.conjuncts().forEach(conjunct -> ExprTrees.collectColumns(conjunct, used));
            collect(filter.input(), used, produced);
        } else if (node instanceof LogicalNode.Compute compute) {
            compute.expressions().forEach(expression -> ExprTrees.collectColumns(expression, used));
            produced.or(ExprTrees.ids(compute.computed()));
            collect(compute.input(), used, produced);
        } else if (node instanceof LogicalNode.Join join) {
            join.conjuncts().forEach(conjunct -> ExprTrees.collectColumns(conjunct, used));
            if (join.mark() != null) {
                produced.set(join.mark().id());
            }
            collect(join.left(), used, produced);
            collect(join.right(), used, produced);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            used.or(ExprTrees.ids(aggregate.groups()));
            for (LogicalNode.Call call : aggregate.calls()) {
                call.arguments().forEach(used::set);
                if (call.filter() >= 0) {
                    used.set(call.filter());
                }
                call.order().forEach(order -> used.set(order.column()));
            }
            if (aggregate.sets().size() > 1) {
                produced.or(ExprTrees.ids(aggregate.outputs()));
            }
            aggregate.calls().forEach(call -> produced.set(call.output().id()));
            if (aggregate.setNumber() != null) {
                produced.set(aggregate.setNumber().id());
            }
            collect(aggregate.input(), used, produced);
        } else if (node instanceof LogicalNode.Sort sort) {
            sort.keys().forEach(key -> used.set(key.column()));
            collect(sort.input(), used, produced);
        } else if (node instanceof LogicalNode.Window window) {
            used.or(ExprTrees.ids(window.partition()));
            window.order().forEach(key -> used.set(key.column()));
            for (LogicalNode.WindowCall call : window.calls()) {
                call.arguments().forEach(used::set);
                call.order().forEach(key -> used.set(key.column()));
                produced.set(call.output().id());
            }
            collect(window.input(), used, produced);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            used.or(ExprTrees.ids(unnest.collections()));
            produced.or(ExprTrees.ids(unnest.elements()));
            if (unnest.number() != null) {
                produced.set(unnest.number().id());
            }
            collect(unnest.input(), used, produced);
        } else if (node instanceof LogicalNode.Sample sample) {
            collect(sample.input(), used, produced);
        } else if (node instanceof LogicalNode.Recursion recursion) {
            used.or(ExprTrees.ids(recursion.seedArguments()));
            used.or(ExprTrees.ids(recursion.stepArguments()));
            produced.or(ExprTrees.ids(recursion.columns()));
            collect(recursion.seed(), used, produced);
            collect(recursion.step(), used, produced);
        } else if (node instanceof LogicalNode.RecursiveRows rows) {
            produced.or(ExprTrees.ids(rows.columns()));
        } else if (node instanceof LogicalNode.UnionAll union) {
            produced.or(ExprTrees.ids(union.columns()));
            union.arguments().forEach(arguments -> used.or(ExprTrees.ids(arguments)));
            union.inputs().forEach(input -> collect(input, used, produced));
        } else if (node instanceof LogicalNode.SetOperation operation) {
            produced.or(ExprTrees.ids(operation.columns()));
            used.or(ExprTrees.ids(operation.leftArguments()));
            used.or(ExprTrees.ids(operation.rightArguments()));
            collect(operation.left(), used, produced);
            collect(operation.right(), used, produced);
        } else if (node instanceof LogicalNode.TableFunction function) {
            produced.or(ExprTrees.ids(function.columns()));
            function.arguments().forEach(arguments -> used.or(ExprTrees.ids(arguments)));
            function.inputs().forEach(input -> collect(input, used, produced));
        }
    }
}
