package io.algeon.engine.operator.aggregate;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.plan.PlanNode;

/** Groups and aggregates: fill {@link #sink()}, then read {@link #source()}. */
public final class HashAggregation {
    /** For one execution of the node. */
    public HashAggregation(PlanNode.Aggregate node, ExecutionContext context) {
        throw new UnsupportedOperationException(node + " " + context.threads());
    }

    /** Takes the rows of the input. */
    public Sink sink() {
        throw new UnsupportedOperationException();
    }

    /** Gives the result, when the sink has finished. */
    public Source source() {
        throw new UnsupportedOperationException();
    }
}
