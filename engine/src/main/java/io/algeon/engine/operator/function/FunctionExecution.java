package io.algeon.engine.operator.function;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Invocation;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.RelationCollector;
import io.algeon.engine.tablefunction.RelationRows;
import io.algeon.engine.tablefunction.Work;
import io.algeon.metadata.error.EngineException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call in one execution. A blocking operator with several inputs: each relation ends in a sink of its own (those of the
 * preparation in the {@link PreparedInput}, which other calls may share); the thread that completes the last of them runs the
 * function with its crew; the source gives the rows.
 */
public final class FunctionExecution {
    private final FunctionCall call;
    private final Options options;
    private final ExecutionContext context;
    private final @Nullable PreparedInput prepared;
    private final Reservation memory;
    private final Map<String, RelationSink> sinks = new LinkedHashMap<>();
    private final FunctionStatistics statistics;
    private final long created = System.nanoTime();
    private final FunctionRowsSource source;
    private int incomplete;
    private volatile @Nullable FunctionRows rows;

    /**
     * @param context its budget is charged
     * @param prepared what the function's preparation gives; null if it has none
     */
    public FunctionExecution(
            PlanNode.TableFunction node, Options options, @Nullable PreparedInput prepared, ExecutionContext context) {
        this.call = node.call();
        this.options = options;
        this.context = context;
        this.prepared = prepared;
        this.memory = context.budget().reservation(call.function().name());
        this.statistics = new FunctionStatistics();
        this.source = new FunctionRowsSource(this::rows, node.output(), context.cancellation());
        for (FunctionCall.RelationInput relation : call.relations()) {
            if (prepared == null || !prepared.takes(relation.argument())) {
                RelationCollector collector = new RelationCollector(
                        call.function(), argument(call, relation), relation.fields(), false, context.budget());
                sinks.put(
                        relation.argument(),
                        new RelationSink(collector, context.cancellation(), this::inputComplete, this::close));
            }
        }
        incomplete = sinks.size() + (prepared == null ? 0 : 1);
        if (prepared != null) {
            prepared.addWaiting(this);
        }
    }

    static Argument.Relation argument(FunctionCall call, FunctionCall.RelationInput relation) {
        return call.function().relations().stream()
                .filter(argument -> argument.name().equals(relation.argument()))
                .findFirst()
                .orElseThrow();
    }

    /** The options of a call with their values in this execution. */
    public static Options options(FunctionCall call, ExecutionContext context) {
        Options options = new Options(call.function());
        List<Argument.Option> declared = call.function().options();
        for (int i = 0; i < declared.size(); i++) {
            Expr expression = call.options().get(i);
            options.set(
                    declared.get(i),
                    expression instanceof Expr.Literal literal
                            ? literal.value()
                            : computed(call, declared.get(i), expression, context));
        }
        call.function().check(call, options);
        return options;
    }

    private static @Nullable Object computed(
            FunctionCall call, Argument.Option option, Expr expression, ExecutionContext context) {
        try {
            return ExpressionCompiler.evaluateConstant(expression, context);
        } catch (EngineException e) {
            throw new EngineException(
                    e.code(),
                    "The option " + option.name() + " of " + call.function().name() + " has no value: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Where the rows of a relation end that the preparation does not take. */
    public Sink sink(String relation) {
        return Objects.requireNonNull(sinks.get(relation), relation);
    }

    /** The rows; to be opened when all relations are complete. */
    public Source source() {
        return source;
    }

    /** How far the call is, and what it has measured. */
    public FunctionStatistics statistics() {
        return statistics;
    }

    void inputComplete(Crew crew) {
        synchronized (this) {
            if (--incomplete > 0) {
                return;
            }
        }
        run(crew);
    }

    private void run(Crew crew) {
        context.cancellation().check();
        long start = System.nanoTime();
        double building = 0;
        if (prepared != null) {
            Map<String, Number> facts = prepared.statistics().facts();
            building = facts.getOrDefault("buildMilliseconds", 0).doubleValue();
            statistics.setAll(facts);
        }
        statistics.set("prepareMilliseconds", Math.max(0, (start - created) / 1e6 - building));
        Map<String, RelationRows> given = new HashMap<>();
        sinks.forEach((name, sink) -> given.put(name, sink.rows()));
        Map<String, Number> facts = new LinkedHashMap<>();
        rows = call.function()
                .run(new Invocation(
                        call,
                        options,
                        given,
                        prepared == null ? null : prepared.prepared(),
                        new Work(crew, context.cancellation(), memory, statistics::setProgress),
                        context.checker(),
                        facts));
        sinks.values().forEach(RelationSink::release);
        statistics.setAll(facts);
        statistics.set("runMilliseconds", (System.nanoTime() - start) / 1e6);
        statistics.setProgress(1);
    }

    private FunctionRows rows() {
        synchronized (this) {
            if (rows == null && sinks.isEmpty() && prepared == null) {
                // a call without relations has nobody else to run it
                run(Crew.ALONE);
            }
        }
        return Objects.requireNonNull(rows, "the function has not run");
    }

    void close() {
        rows = null;
        memory.close();
    }
}
