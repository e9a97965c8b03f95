package io.algeon.engine.plan;

import java.util.List;

/** Rebuilds plan nodes over other inputs. */
public final class PlanInputs {
    private PlanInputs() {}

    /** The node over these inputs; itself if they are the same objects. */
    public static PlanNode replace(PlanNode node, List<PlanNode> inputs) {
        boolean same = true;
        for (int i = 0; i < inputs.size(); i++) {
            same &= inputs.get(i) == node.inputs().get(i);
        }
        if (same) {
            return node;
        }
        if (node instanceof PlanNode.Filter filter) {
            return new PlanNode.Filter(inputs.get(0), filter.condition(), filter.estimatedRows());
        } else if (node instanceof PlanNode.Project project) {
            return new PlanNode.Project(inputs.get(0), project.expressions(), project.output());
        } else if (node instanceof PlanNode.Join join) {
            return new PlanNode.Join(
                    inputs.get(0),
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
                    inputs.get(0),
                    aggregate.groupColumns(),
                    aggregate.groupingSets(),
                    aggregate.calls(),
                    aggregate.output(),
                    aggregate.estimatedRows());
        } else if (node instanceof PlanNode.Sort sort) {
            return new PlanNode.Sort(
                    inputs.get(0),
                    sort.keys(),
                    sort.partitionKeys(),
                    sort.limit(),
                    sort.offset(),
                    sort.estimatedRows());
        } else if (node instanceof PlanNode.Limit limit) {
            return new PlanNode.Limit(inputs.get(0), limit.limit(), limit.offset(), limit.estimatedRows());
        } else if (node instanceof PlanNode.UnionAll union) {
            return new PlanNode.UnionAll(inputs, union.output());
        } else if (node instanceof PlanNode.SetOperation operation) {
            return new PlanNode.SetOperation(
                    inputs.get(0),
                    inputs.get(1),
                    operation.except(),
                    operation.all(),
                    operation.output(),
                    operation.estimatedRows());
        } else if (node instanceof PlanNode.Window window) {
            return new PlanNode.Window(
                    inputs.get(0),
                    window.partitionKeys(),
                    window.order(),
                    window.calls(),
                    window.firstRows(),
                    window.outputColumns(),
                    window.output());
        } else if (node instanceof PlanNode.TableFunction function) {
            return new PlanNode.TableFunction(function.call(), inputs, function.output(), function.estimatedRows());
        } else if (node instanceof PlanNode.Unnest unnest) {
            return new PlanNode.Unnest(
                    inputs.get(0),
                    unnest.collections(),
                    unnest.ordinality(),
                    unnest.outer(),
                    unnest.outputColumns(),
                    unnest.output(),
                    unnest.estimatedRows());
        } else if (node instanceof PlanNode.Sample sample) {
            return new PlanNode.Sample(inputs.get(0), sample.share(), sample.byBatch(), sample.seed());
        } else if (node instanceof PlanNode.Recursion recursion) {
            return new PlanNode.Recursion(
                    recursion.id(),
                    inputs.get(0),
                    inputs.get(1),
                    recursion.distinct(),
                    recursion.output(),
                    recursion.estimatedRows());
        } else if (node instanceof PlanNode.Write write) {
            return new PlanNode.Write(inputs.get(0), write.file(), write.columns());
        } else if (node instanceof PlanNode.Shared wrapped) {
            return new PlanNode.Shared(wrapped.id(), inputs.get(0));
        }
        throw new IllegalArgumentException("no inputs to replace");
    }
}
