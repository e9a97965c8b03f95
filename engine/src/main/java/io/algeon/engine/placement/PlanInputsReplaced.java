package io.algeon.engine.placement;

import io.algeon.engine.plan.PlanNode;
import java.util.List;

/** Plan nodes with other inputs of the same form. */
final class PlanInputsReplaced {
    private PlanInputsReplaced() {}

    static PlanNode of(PlanNode node, List<PlanNode> inputs) {
        if (inputs.equals(node.inputs())) {
            return node;
        }
        PlanNode first = inputs.get(0);
        if (node instanceof PlanNode.Filter filter) {
            return new PlanNode.Filter(first, filter.condition(), filter.estimatedRows());
        } else if (node instanceof PlanNode.Project project) {
            return new PlanNode.Project(first, project.expressions(), project.output());
        } else if (node instanceof PlanNode.Join join) {
            return new PlanNode.Join(
                    first,
                    inputs.get(1),
                    join.kind(),
                    join.leftKeys(),
                    join.rightKeys(),
                    join.nullsEqual(),
                    join.residual(),
                    join.outputColumns(),
                    join.output(),
                    join.estimatedRows());
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return new PlanNode.Aggregate(
                    first,
                    aggregate.groupColumns(),
                    aggregate.groupingSets(),
                    aggregate.calls(),
                    aggregate.output(),
                    aggregate.estimatedRows());
        } else if (node instanceof PlanNode.Sort sort) {
            return new PlanNode.Sort(
                    first, sort.keys(), sort.partitionKeys(), sort.limit(), sort.offset(), sort.estimatedRows());
        } else if (node instanceof PlanNode.Limit limit) {
            return new PlanNode.Limit(first, limit.limit(), limit.offset(), limit.estimatedRows());
        } else if (node instanceof PlanNode.UnionAll union) {
            return new PlanNode.UnionAll(inputs, union.output());
        } else if (node instanceof PlanNode.SetOperation operation) {
            return new PlanNode.SetOperation(
                    first,
                    inputs.get(1),
                    operation.except(),
                    operation.all(),
                    operation.output(),
                    operation.estimatedRows());
        } else if (node instanceof PlanNode.Shared shared) {
            return new PlanNode.Shared(shared.id(), first);
        } else if (node instanceof PlanNode.Window window) {
            return new PlanNode.Window(
                    first,
                    window.partitionKeys(),
                    window.order(),
                    window.calls(),
                    window.outputColumns(),
                    window.output());
        } else if (node instanceof PlanNode.TableFunction function) {
            return new PlanNode.TableFunction(function.call(), inputs, function.output(), function.estimatedRows());
        }
        throw new IllegalStateException("An input of " + node.getClass().getSimpleName() + " cannot be replaced.");
    }

    /** Whether inputs of the node can be replaced; others keep what is below them on the CPU. */
    static boolean isPossible(PlanNode node) {
        return node instanceof PlanNode.Filter
                || node instanceof PlanNode.Project
                || node instanceof PlanNode.Join
                || node instanceof PlanNode.Aggregate
                || node instanceof PlanNode.Sort
                || node instanceof PlanNode.Limit
                || node instanceof PlanNode.UnionAll
                || node instanceof PlanNode.SetOperation
                || node instanceof PlanNode.Shared
                || node instanceof PlanNode.Window
                || node instanceof PlanNode.TableFunction;
    }
}
