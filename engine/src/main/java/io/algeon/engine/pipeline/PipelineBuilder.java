package io.algeon.engine.pipeline;

import io.algeon.engine.device.Device;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.device.MorselSink;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.exec.Pipeline.PipelineStep;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.export.Export;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.aggregate.HashAggregation;
import io.algeon.engine.operator.basic.FilterOperator;
import io.algeon.engine.operator.basic.LimitOperator;
import io.algeon.engine.operator.basic.Materialisation;
import io.algeon.engine.operator.basic.ProjectOperator;
import io.algeon.engine.operator.basic.RowLimit;
import io.algeon.engine.operator.basic.SampleOperator;
import io.algeon.engine.operator.basic.UnnestOperator;
import io.algeon.engine.operator.function.FunctionExecution;
import io.algeon.engine.operator.function.FunctionStatistics;
import io.algeon.engine.operator.function.PreparedInput;
import io.algeon.engine.operator.join.HashJoin;
import io.algeon.engine.operator.set.SetOperating;
import io.algeon.engine.operator.sort.Sorting;
import io.algeon.engine.operator.window.Windowing;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PreparationKey;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.ScanBound;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.tablefunction.Options;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a plan into pipelines for one execution, binding table snapshots on the way.
 *
 * <p>A node is built into <em>streams</em>: sources with streaming steps that together give the node's rows. A streaming node
 * adds a step to each stream of its input. A blocking node ends the streams of its input in its sink and begins a new stream
 * with its source, which waits for them. UNION ALL puts streams side by side; a join that keeps right rows adds a stream of
 * the rows that no probe has met, which waits for the probes. What is left at the root ends in the result's sink. A scan that
 * a join's keys restrict ({@link DynamicFilterPlan}) waits for that join's built side, wherever it is.
 */
public final class PipelineBuilder {
    /** Up to here a bare {@code SELECT ... LIMIT} is read in file order, by one worker, which gives the same rows each time. */
    private static final long ORDERED_LIMIT_ROWS = 100_000;

    private final ExecutionContext context;
    private final Function<TableSource, TableSnapshot> binder;
    private final List<Stream> streams = new ArrayList<>();
    private final Map<TableSource, TableSnapshot> snapshots = new IdentityHashMap<>();
    private final Map<Integer, SharedRows> shared = new HashMap<>();
    private final Map<Integer, ScanSource> scans = new HashMap<>();
    private final Map<Integer, MemoryBudget> budgets = new HashMap<>();
    private final Map<Integer, OpenJoin> openJoins = new HashMap<>();
    private final Map<Integer, OrderBound> bounds = new HashMap<>();
    private final Map<Integer, FunctionStatistics> functions = new HashMap<>();
    private final Map<PreparationKey, SharedInput> preparedInputs = new HashMap<>();
    private final SharedUses sharedUses;
    private final Map<Integer, Fragment> fragments = new HashMap<>();
    private final Optional<Device> device;
    private final DynamicFilterPlan dynamicFilters;
    private final Map<Integer, Supplier<Source>> given;
    private int nodeCount;

    private PipelineBuilder(
            PlanNode plan,
            Function<TableSource, TableSnapshot> binder,
            ExecutionContext context,
            Optional<Device> device,
            Map<Integer, Supplier<Source>> given) {
        this.binder = binder;
        this.context = context;
        this.device = device;
        this.given = given;
        this.dynamicFilters = DynamicFilterPlan.of(plan);
        this.sharedUses = SharedUses.of(plan);
    }

    /**
     * Builds the pipelines of a plan.
     *
     * @param result where the rows of the root end
     * @throws EngineException if a table cannot be bound
     */
    public static QueryPipelines build(PlanNode plan, Sink result, ExecutionContext context) {
        return build(plan, result, TableSource::snapshot, context, Optional.empty());
    }

    /**
     * Builds the pipelines of a plan.
     *
     * @param result where the rows of the root end
     * @param binder gives the state of a table that is read
     * @param device carries out what is below {@link PlanNode.Download}s
     * @throws EngineException if a table cannot be bound, or the device takes no work
     */
    public static QueryPipelines build(
            PlanNode plan,
            Sink result,
            Function<TableSource, TableSnapshot> binder,
            ExecutionContext context,
            Optional<Device> device) {
        return build(plan, result, binder, context, device, Map.of());
    }

    /** Builds the pipelines of a recursive query's step; {@code given} are the rows that it reads, from the start at each place. */
    static QueryPipelines build(
            PlanNode plan,
            Sink result,
            Function<TableSource, TableSnapshot> binder,
            ExecutionContext context,
            Optional<Device> device,
            Map<Integer, Supplier<Source>> given) {
        PipelineBuilder builder = new PipelineBuilder(plan, binder, context, device, given);
        boolean built = false;
        try {
            end(builder.streams(plan), result, -1);
            built = true;
        } finally {
            if (!built) {
                builder.fragments.values().forEach(Fragment::close);
            }
        }
        return new QueryPipelines(
                builder.pipelines(),
                builder.nodeCount,
                builder.scans,
                builder.budgets,
                builder.functions,
                builder.fragments);
    }

    private List<Pipeline> pipelines() {
        List<Pipeline> pipelines = new ArrayList<>();
        for (Stream stream : streams) {
            Sink sink = stream.sink;
            if (sink == null) {
                throw new EngineException(ErrorCode.INTERNAL, "A pipeline has no end.");
            }
            pipelines.add(new Pipeline(
                    stream.id,
                    stream.source,
                    stream.sourceNode,
                    stream.steps,
                    sink,
                    stream.sinkNode,
                    List.copyOf(stream.dependencies)));
        }
        return pipelines;
    }

    private List<Stream> streams(PlanNode node) {
        int number = nodeCount++;
        if (node instanceof PlanNode.Scan scan) {
            return scan(scan, number);
        } else if (node instanceof PlanNode.Values values) {
            return List.of(stream(new ValuesSource(values), number));
        } else if (node instanceof PlanNode.Filter filter) {
            return step(
                    streams(filter.input()),
                    FilterOperator.factory(() -> ExpressionCompiler.compilePredicate(filter.condition(), context)),
                    number);
        } else if (node instanceof PlanNode.Project project) {
            return step(streams(project.input()), ProjectOperator.factory(() -> compile(project)), number);
        } else if (node instanceof PlanNode.Limit limit) {
            return limit(limit, number);
        } else if (node instanceof PlanNode.Join join) {
            return join(join, number);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return aggregate(aggregate, number);
        } else if (node instanceof PlanNode.Sort sort) {
            Sorting sorting = new Sorting(sort, operatorContext("sort", number));
            sorting.bound().ifPresent(bound -> bounds.put(number, bound));
            return blocking(streams(sort.input()), sorting.sink(), sorting.source(), number);
        } else if (node instanceof PlanNode.Window window) {
            Windowing windowing = new Windowing(window, operatorContext("window", number));
            return blocking(streams(window.input()), windowing.sink(), windowing.source(), number);
        } else if (node instanceof PlanNode.Write write) {
            List<Stream> input = streams(write.input());
            Export export = new Export(write.file(), write.columns(), operatorContext("writing files", number));
            return blocking(input, export.sink(), export.source(), number);
        } else if (node instanceof PlanNode.UnionAll union) {
            List<Stream> all = new ArrayList<>();
            union.inputs().forEach(input -> all.addAll(streams(input)));
            return all;
        } else if (node instanceof PlanNode.SetOperation operation) {
            return setOperation(operation, number);
        } else if (node instanceof PlanNode.TableFunction function) {
            return tableFunction(function, number);
        } else if (node instanceof PlanNode.Shared sub) {
            return shared(sub, number);
        } else if (node instanceof PlanNode.Download download) {
            return fragment(download, number);
        } else if (node instanceof PlanNode.Unnest unnest) {
            return step(streams(unnest.input()), UnnestOperator.factory(unnest), number);
        } else if (node instanceof PlanNode.Sample sample) {
            List<Stream> input = streams(sample.input());
            if (sample.seed() != null && isBareScan(sample.input())) {
                input.forEach(Stream::readInOrder);
            }
            return step(input, SampleOperator.factory(sample), number);
        } else if (node instanceof PlanNode.Recursion recursion) {
            return recursion(recursion, number);
        } else if (node instanceof PlanNode.RecursiveRows rows) {
            return List.of(stream(keptRows(rows), number));
        }
        throw new EngineException(ErrorCode.INTERNAL, "The plan node " + node + " cannot be carried out.");
    }

    private List<VectorExpression> compile(PlanNode.Project project) {
        List<VectorExpression> compiled = new ArrayList<>(project.expressions().size());
        for (Expr expression : project.expressions()) {
            compiled.add(ExpressionCompiler.compile(expression, context));
        }
        return compiled;
    }

    private List<Stream> scan(PlanNode.Scan node, int number) {
        TableSnapshot snapshot = snapshot(node.table());
        List<DynamicFilter> filters = new ArrayList<>();
        List<OpenJoin> joins = new ArrayList<>();
        for (DynamicFilterPlan.Restriction restriction : dynamicFilters.ofScan(number)) {
            OpenJoin open = openJoins.get(restriction.join());
            if (open != null) {
                filters.add(new DynamicFilter(
                        node.request().columns().get(restriction.column()), open.join.keyFilter(restriction.key())));
                joins.add(open);
            }
        }
        ScanSource source =
                new ScanSource(snapshot.scan(node.request(), filters, bound(node, number), context), context.threads());
        scans.put(number, source);
        Stream stream = stream(source, number);
        joins.forEach(open -> open.filteredScans.add(stream));
        return List.of(stream);
    }

    /** How far the rows of a scan are needed, if a sort says so. */
    private @Nullable ScanBound bound(PlanNode.Scan node, int number) {
        DynamicFilterPlan.Bound bounded = dynamicFilters.boundOfScan(number).orElse(null);
        OrderBound bound = bounded == null ? null : bounds.get(bounded.sort());
        return bounded == null || bound == null
                ? null
                : new ScanBound(node.request().columns().get(bounded.column()), bound);
    }

    private List<Stream> aggregate(PlanNode.Aggregate node, int number) {
        PlanNode.Values known = KnownAggregates.of(node, this::snapshot).orElse(null);
        if (known != null) {
            // The scan below keeps its number, and is not carried out.
            nodeCount++;
            return List.of(stream(new ValuesSource(known), number));
        }
        HashAggregation aggregation = new HashAggregation(node, operatorContext("aggregation", number));
        return blocking(streams(node.input()), aggregation.sink(), aggregation.source(), number);
    }

    /** The state of a table that this execution reads, the same for all of its scans. */
    private TableSnapshot snapshot(TableSource table) {
        return snapshots.computeIfAbsent(table, binder);
    }

    private List<Stream> limit(PlanNode.Limit node, int number) {
        RowLimit rows = RowLimit.of(node.limit(), node.offset(), context);
        List<Stream> input = streams(node.input());
        if (rows.rowsNeeded() <= ORDERED_LIMIT_ROWS && isBareScan(node.input())) {
            input.forEach(Stream::readInOrder);
        }
        Runnable stopScans = () -> input.forEach(Stream::stop);
        return step(input, LimitOperator.factory(rows, stopScans), number);
    }

    private static boolean isBareScan(PlanNode node) {
        PlanNode below = node;
        while (below instanceof PlanNode.Project project) {
            below = project.input();
        }
        return below instanceof PlanNode.Scan scan
                && scan.request().predicates().isEmpty();
    }

    private List<Stream> join(PlanNode.Join node, int number) {
        HashJoin join = new HashJoin(node, operatorContext("join", number));
        OpenJoin open = new OpenJoin(join, new ArrayList<>());
        openJoins.put(number, open);
        List<Stream> left = new ArrayList<>(streams(node.left()));
        List<Stream> right = streams(node.right());
        end(right, join.buildSink(), number);
        for (Stream stream : left) {
            stream.after(right);
        }
        for (Stream stream : open.filteredScans) {
            stream.after(right);
        }
        step(left, join.probe(), number);
        Source unmatched = join.unmatched().orElse(null);
        if (unmatched != null) {
            Stream rest = stream(unmatched, number);
            rest.after(left);
            left.add(rest);
        }
        return left;
    }

    private List<Stream> setOperation(PlanNode.SetOperation node, int number) {
        SetOperating operation = new SetOperating(node, operatorContext("set operation", number));
        List<Stream> left = streams(node.left());
        List<Stream> right = streams(node.right());
        end(left, operation.leftSink(), number);
        end(right, operation.rightSink(), number);
        for (Stream stream : right) {
            stream.after(left);
        }
        Stream result = stream(operation.source(), number);
        result.after(left);
        result.after(right);
        return List.of(result);
    }

    private List<Stream> shared(PlanNode.Shared node, int number) {
        SharedRows rows = shared.get(node.id());
        if (rows == null) {
            Materialisation kept = new Materialisation(node.output(), operatorContext("shared rows", number));
            List<Stream> input = streams(node.input());
            end(input, kept.sink(), number);
            rows = new SharedRows(kept, input);
            shared.put(node.id(), rows);
        }
        Stream reader = stream(rows.kept.source(), number);
        reader.after(rows.input);
        return List.of(reader);
    }

    private List<Stream> tableFunction(PlanNode.TableFunction node, int number) {
        ExecutionContext own = operatorContext(node.call().function().name(), number);
        Options options = FunctionExecution.options(node.call(), own);
        PreparationKey key = PreparationKey.of(node);
        SharedInput known = key == null ? null : preparedInputs.get(key);
        PreparedInput prepared =
                known != null ? known.input : key == null ? null : new PreparedInput(node.call(), options, own);
        FunctionExecution execution = new FunctionExecution(node, options, prepared, own);
        List<Stream> before = new ArrayList<>();
        List<Stream> preparing = known == null ? new ArrayList<>() : known.streams;
        for (int i = 0; i < node.inputs().size(); i++) {
            String relation = node.call().relations().get(i).argument();
            boolean toPrepare = key != null && key.relations().contains(relation);
            if (toPrepare && known != null) {
                // the shared sub-plan keeps its number, and has been read already
                nodeCount++;
                continue;
            }
            PlanNode input = node.inputs().get(i);
            List<Stream> rows;
            if (key != null && toPrepare && input instanceof PlanNode.Shared sub && sharedUses.onlyIn(sub.id(), key)) {
                nodeCount++;
                rows = streams(sub.input());
            } else {
                rows = streams(input);
            }
            end(rows, toPrepare && prepared != null ? prepared.sink(relation) : execution.sink(relation), number);
            (toPrepare ? preparing : before).addAll(rows);
        }
        if (key != null && known == null && prepared != null) {
            preparedInputs.put(key, new SharedInput(prepared, preparing));
        }
        functions.put(number, execution.statistics());
        Stream output = stream(execution.source(), number);
        output.after(before);
        output.after(preparing);
        return List.of(output);
    }

    private List<Stream> fragment(PlanNode.Download node, int number) {
        Fragment fragment = device.orElseThrow(
                        () -> new EngineException(ErrorCode.DEVICE_FAULT, "The GPU of the plan is no longer there."))
                .open(node.input(), context, this::snapshot);
        fragments.put(number, fragment);
        List<List<Stream>> inputs = new ArrayList<>();
        uploads(node.input(), fragment, inputs, new HashSet<>());
        for (int input = 0; input < inputs.size(); input++) {
            for (int before : fragment.inputs().get(input).after()) {
                for (Stream stream : inputs.get(input)) {
                    stream.after(inputs.get(before));
                }
            }
        }
        Stream output = stream(fragment.output(), number);
        inputs.forEach(output::after);
        return List.of(output);
    }

    /** Numbers the nodes of a fragment, and builds what feeds it, in preorder. */
    private void uploads(PlanNode node, Fragment fragment, List<List<Stream>> inputs, Set<Integer> seen) {
        int number = nodeCount++;
        if (node instanceof PlanNode.Upload upload) {
            if (inputs.size() < fragment.inputs().size()
                    && fragment.inputs().get(inputs.size()).node() == upload) {
                Fragment.Input input = fragment.inputs().get(inputs.size());
                List<Stream> streams = streams(input.rows());
                if (input.sink() instanceof MorselSink sink
                        && streams.size() == 1
                        && streams.get(0).steps.isEmpty()
                        && streams.get(0).source instanceof ScanSource source) {
                    source.readWholeMorsels();
                    sink.readsFrom(source.scan(), source::morselOf);
                }
                end(streams, input.sink(), number);
                inputs.add(streams);
            } else {
                // The rows are on the device; the scan keeps its number, and is not carried out.
                nodeCount++;
            }
        } else if (!(node instanceof PlanNode.Shared sub) || seen.add(sub.id())) {
            node.inputs().forEach(below -> uploads(below, fragment, inputs, seen));
        }
    }

    private Source keptRows(PlanNode.RecursiveRows rows) {
        Supplier<Source> kept = given.get(rows.id());
        if (kept == null) {
            throw new EngineException(ErrorCode.INTERNAL, "The rows of a recursive query are read outside of it.");
        }
        return kept.get();
    }

    /**
     * The seed ends in the recursion. What the step reads that does not depend on the rows before is made once and kept; the
     * rest of the step is cut into pipelines anew for each time.
     */
    private List<Stream> recursion(PlanNode.Recursion node, int number) {
        RecursionSource recursion =
                new RecursionSource(node, binder, operatorContext("recursion", number), device, given);
        List<Stream> seed = streams(node.seed());
        end(seed, recursion.seedSink(), number);
        List<Stream> needed = new ArrayList<>(seed);
        PlanNode step = new RecursiveStep(node.id()) {
            @Override
            PlanNode keep(PlanNode independent, int id) {
                Materialisation kept =
                        new Materialisation(independent.output(), operatorContext("kept rows", nodeCount));
                List<Stream> input = streams(independent);
                end(input, kept.sink(), number);
                needed.addAll(input);
                recursion.give(id, kept::source);
                return new PlanNode.RecursiveRows(id, independent.output(), independent.estimatedRows());
            }

            @Override
            void skip() {
                nodeCount++;
            }
        }.rewrite(node.step());
        recursion.setStep(step);
        Stream output = stream(recursion, number);
        output.after(needed);
        return List.of(output);
    }

    private List<Stream> blocking(List<Stream> input, Sink sink, Source source, int number) {
        end(input, sink, number);
        Stream output = stream(source, number);
        output.after(input);
        return List.of(output);
    }

    private ExecutionContext operatorContext(String name, int number) {
        MemoryBudget budget = context.budget().child(name, Long.MAX_VALUE, "query_memory_limit");
        budgets.put(number, budget);
        return context.withBudget(budget);
    }

    private Stream stream(Source source, int node) {
        Stream stream = new Stream(streams.size(), source, node);
        streams.add(stream);
        return stream;
    }

    private static List<Stream> step(List<Stream> input, OperatorFactory factory, int node) {
        PipelineStep step = new PipelineStep(factory, node);
        input.forEach(stream -> stream.steps.add(step));
        return input;
    }

    private static void end(List<Stream> input, Sink sink, int node) {
        for (Stream stream : input) {
            stream.sink = sink;
            stream.sinkNode = node;
        }
    }

    /** A join whose left input is being built, with the scans below that wait for its keys. */
    private record OpenJoin(HashJoin join, List<Stream> filteredScans) {}

    private record SharedInput(PreparedInput input, List<Stream> streams) {}

    private record SharedRows(Materialisation kept, List<Stream> input) {}

    /** A pipeline in the making. */
    private static final class Stream {
        final int id;
        final Source source;
        final int sourceNode;
        final List<PipelineStep> steps = new ArrayList<>();
        final TreeSet<Integer> dependencies = new TreeSet<>();

        @Nullable
        Sink sink;

        int sinkNode = -1;

        Stream(int id, Source source, int sourceNode) {
            this.id = id;
            this.source = source;
            this.sourceNode = sourceNode;
        }

        void after(List<Stream> others) {
            others.forEach(other -> dependencies.add(other.id));
        }

        void readInOrder() {
            if (source instanceof ScanSource scan) {
                scan.readInOrder();
            }
        }

        void stop() {
            if (source instanceof ScanSource scan) {
                scan.stop();
            }
        }
    }
}
