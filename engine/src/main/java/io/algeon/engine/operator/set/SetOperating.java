package io.algeon.engine.operator.set;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.plan.PlanNode;

/** INTERSECT and EXCEPT: fill both sinks, the left one first, then read {@link #source()}. */
public final class SetOperating {
    /** For one execution of the node. */
    public SetOperating(PlanNode.SetOperation node, ExecutionContext context) {
        throw new UnsupportedOperationException(node + " " + context.threads());
    }

    /** Takes the rows of the left input. */
    public Sink leftSink() {
        throw new UnsupportedOperationException();
    }

    /** Takes the rows of the right input. */
    public Sink rightSink() {
        throw new UnsupportedOperationException();
    }

    /** Gives the result, when the sink has finished. */
    public Source source() {
        throw new UnsupportedOperationException();
    }
}
