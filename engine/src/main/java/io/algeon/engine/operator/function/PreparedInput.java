package io.algeon.engine.operator.function;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.Preparation;
import io.algeon.engine.tablefunction.RelationCollector;
import io.algeon.engine.tablefunction.RelationRows;
import io.algeon.engine.tablefunction.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a preparation makes of its relations in one execution, for every call that needs the same. Built by the thread that
 * completes the last relation, which then lets the calls that wait know.
 */
public final class PreparedInput {
    private final Preparation preparation;
    private final Options options;
    private final ExecutionContext context;
    private final Reservation memory;
    private final Map<String, RelationSink> sinks = new LinkedHashMap<>();
    private final List<FunctionExecution> waiting = new ArrayList<>();
    private final FunctionStatistics statistics = new FunctionStatistics();
    private int incomplete;
    private Preparation.@Nullable Prepared prepared;
    private boolean done;

    /**
     * @param context its budget is charged
     * @param call the first call that needs it
     */
    public PreparedInput(FunctionCall call, Options options, ExecutionContext context) {
        this.preparation = Objects.requireNonNull(call.function().preparation());
        this.options = options;
        this.context = context;
        this.memory =
                context.budget().reservation("The graph of " + call.function().name());
        for (FunctionCall.RelationInput relation : call.relations()) {
            if (preparation.relations().contains(relation.argument())) {
                sinks.put(relation.argument(), sink(call, relation));
            }
        }
        incomplete = sinks.size();
    }

    private RelationSink sink(FunctionCall call, FunctionCall.RelationInput relation) {
        Argument.Relation argument = FunctionExecution.argument(call, relation);
        RelationCollector collector = new RelationCollector(
                call.function(),
                argument,
                relation.fields(),
                preparation.ignoresRepeatedRows(relation, options),
                context.budget());
        return new RelationSink(collector, context.cancellation(), this::complete, this::close);
    }

    /** Where the rows of a relation end. */
    public Sink sink(String relation) {
        return Objects.requireNonNull(sinks.get(relation), relation);
    }

    /** Whether a relation is used up here. */
    boolean takes(String relation) {
        return sinks.containsKey(relation);
    }

    synchronized void addWaiting(FunctionExecution execution) {
        waiting.add(execution);
        execution.statistics().setPrepared(0);
    }

    private synchronized void progress(double share) {
        waiting.forEach(execution -> execution.statistics().setPrepared(share));
    }

    FunctionStatistics statistics() {
        return statistics;
    }

    private void complete(Crew crew) {
        synchronized (this) {
            if (--incomplete > 0) {
                return;
            }
        }
        long start = System.nanoTime();
        Map<String, RelationRows> given = new HashMap<>();
        sinks.forEach((name, sink) -> given.put(name, sink.rows()));
        Preparation.Prepared made =
                preparation.prepare(options, given, new Work(crew, context.cancellation(), memory, this::progress));
        sinks.values().forEach(RelationSink::release);
        progress(1);
        statistics.setAll(made.facts());
        statistics.set("buildMilliseconds", (System.nanoTime() - start) / 1e6);
        List<FunctionExecution> ready;
        synchronized (this) {
            prepared = made;
            done = true;
            ready = List.copyOf(waiting);
        }
        ready.forEach(execution -> execution.inputComplete(crew));
    }

    synchronized Preparation.Prepared prepared() {
        if (!done) {
            throw new IllegalStateException("the input is not complete");
        }
        return Objects.requireNonNull(prepared);
    }

    private synchronized void close() {
        if (prepared != null) {
            prepared.close();
            prepared = null;
        }
        memory.close();
        waiting.forEach(FunctionExecution::close);
    }
}
