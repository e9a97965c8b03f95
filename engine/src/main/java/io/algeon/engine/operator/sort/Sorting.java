package io.algeon.engine.operator.sort;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.plan.PlanNode;

/** Sorts: fill {@link #sink()}, then read {@link #source()}, which is ordered and has one worker. */
public final class Sorting {
    /** For one execution of the node. */
    public Sorting(PlanNode.Sort node, ExecutionContext context) {
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
