package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One worker's source and streaming steps, opened together and measured one by one. Closing adds the counters to the
 * execution's statistics. Used by one thread at a time.
 */
public final class OperatorChain implements Operator {
    private final NodeStatistics statistics;
    private final List<Measured> links = new ArrayList<>();
    private @Nullable Operator top;

    private OperatorChain(NodeStatistics statistics) {
        this.statistics = statistics;
    }

    /** Opens source and steps; what was opened is closed again if one of them fails. */
    public static OperatorChain open(
            Pipeline pipeline, ExecutionContext execution, int worker, NodeStatistics statistics) {
        OperatorChain chain = new OperatorChain(statistics);
        try {
            OperatorStatistics counters = new OperatorStatistics();
            Operator source = pipeline.source().open(new WorkerContext(execution, worker, counters));
            Measured input = chain.link(source, counters, pipeline.sourceNode(), null);
            for (Pipeline.PipelineStep step : pipeline.steps()) {
                OperatorStatistics stepCounters = new OperatorStatistics();
                Operator operator = step.factory().open(input, new WorkerContext(execution, worker, stepCounters));
                input = chain.link(operator, stepCounters, step.node(), input);
            }
            return chain;
        } catch (Throwable failure) {
            chain.close();
            throw failure;
        }
    }

    private Measured link(Operator operator, OperatorStatistics counters, int node, @Nullable Measured input) {
        Measured link = new Measured(operator, counters, node, input);
        links.add(link);
        top = link;
        return link;
    }

    @Override
    public @Nullable Batch next() {
        return top == null ? null : top.next();
    }

    /** Concerns the source and all steps. */
    @Override
    public long idle() {
        long freed = 0;
        for (Measured link : links) {
            freed += top == null ? 0 : link.operator.idle();
        }
        return freed;
    }

    @Override
    public void close() {
        Operator open = top;
        top = null;
        if (open != null) {
            try {
                open.close();
            } finally {
                for (Measured link : links) {
                    link.report(statistics);
                }
            }
        }
    }

    /** Counts what an operator gives on, and the time that it takes with and without its input. */
    private static final class Measured implements Operator {
        private final Operator operator;
        private final OperatorStatistics counters;
        private final int node;
        private final @Nullable Measured input;
        private long nanoseconds;
        private long rows;
        private long batches;

        Measured(Operator operator, OperatorStatistics counters, int node, @Nullable Measured input) {
            this.operator = operator;
            this.counters = counters;
            this.node = node;
            this.input = input;
        }

        @Override
        public @Nullable Batch next() {
            long start = System.nanoTime();
            Batch batch = operator.next();
            nanoseconds += System.nanoTime() - start;
            if (batch != null) {
                rows += batch.rowCount();
                batches++;
            }
            return batch;
        }

        @Override
        public void close() {
            operator.close();
        }

        void report(NodeStatistics statistics) {
            counters.rows = rows;
            counters.batches = batches;
            counters.nanoseconds = nanoseconds - (input == null ? 0 : input.nanoseconds);
            statistics.add(node, counters);
        }
    }
}
