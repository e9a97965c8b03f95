package io.algeon.engine.operator.join;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.plan.PlanNode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts of a join: fill {@link #buildSink()}, stream through {@link #probe()}, then read {@link #unmatched()}. Closing
 * the sink gives all memory back.
 */
public final class HashJoin {
    private final JoinLayout layout;
    private final ExecutionContext context;
    private final Supplier<VectorPredicate> residuals;
    private final JoinBuild build;

    /** A join of one execution. */
    public HashJoin(PlanNode.Join node, ExecutionContext context) {
        this(node, context, () -> ExpressionCompiler.compilePredicate(node.residual(), context));
    }

    /** @param residuals compiles the residual for one worker; not asked if the node's is TRUE */
    HashJoin(PlanNode.Join node, ExecutionContext context, Supplier<VectorPredicate> residuals) {
        this.layout = new JoinLayout(node);
        this.context = context;
        this.residuals = residuals;
        this.build = new JoinBuild(layout, context);
    }

    /** Takes the rows of the right input. Must have finished before a probe opens. */
    public Sink buildSink() {
        return build;
    }

    /** The step that the rows of the left input pass through. */
    public OperatorFactory probe() {
        return (input, worker) -> new JoinProbe(
                layout, build.table(), input, layout.hasResidual ? residuals.get() : null, context.cancellation());
    }

    /**
     * Rows of the right input that belong to the result once every probe has ended (RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI);
     * empty for the other kinds. RIGHT_SEMI and RIGHT_ANTI give all of their rows here and none from the probe.
     */
    public Optional<Source> unmatched() {
        return layout.marksRight() ? Optional.of(new UnmatchedRows(layout, build, context)) : Optional.empty();
    }

    /**
     * The values of a key of the right input, to leave out rows of the left input that have none of them: known once the
     * build side has finished, and to be asked for only then. Empty for types without a filter, or if memory is short.
     *
     * <p>Says now that they will be asked for; call it before the build side begins.
     *
     * @param key position among the keys, which must not be one that compares NULLs as equal
     */
    public Supplier<Optional<KeyFilter>> keyFilter(int key) {
        return build.keyFilter(key);
    }
}
