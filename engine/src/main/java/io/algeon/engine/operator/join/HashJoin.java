package io.algeon.engine.operator.join;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.plan.PlanNode;
import java.util.Optional;

/** The parts of a join: fill {@link #buildSink()}, stream through {@link #probe()}, then read {@link #unmatched()}. */
public final class HashJoin {
    /** A join of one execution. */
    public HashJoin(PlanNode.Join node, ExecutionContext context) {
        throw new UnsupportedOperationException(node.kind() + " " + context.threads());
    }

    /** Takes the rows of the right input. Must have finished before a probe opens. */
    public Sink buildSink() {
        throw new UnsupportedOperationException();
    }

    /** The step that the rows of the left input pass through. */
    public OperatorFactory probe() {
        throw new UnsupportedOperationException();
    }

    /**
     * Rows of the right input that belong to the result once every probe has ended (RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI);
     * empty for the other kinds. RIGHT_SEMI and RIGHT_ANTI give all of their rows here and none from the probe.
     */
    public Optional<Source> unmatched() {
        throw new UnsupportedOperationException();
    }
}
