package io.algeon.cuda.fragment;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.graph.FunctionWork;
import io.algeon.cuda.graph.GraphBuilder;
import io.algeon.cuda.graph.GraphFunctions;
import io.algeon.cuda.graph.PreparedGraph;
import io.algeon.cuda.operator.Join;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Relations;
import io.algeon.cuda.operator.SetCombination;
import io.algeon.cuda.operator.Sort;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Programs;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.operator.basic.RowLimit;
import io.algeon.engine.operator.function.FunctionExecution;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PreparationKey;
import io.algeon.engine.tablefunction.Options;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a plan fragment into feeds, as {@code PipelineBuilder} cuts plans into pipelines: a streaming node adds a step to each feed of
 * its input, a blocking node collects them and begins a new feed, a join that keeps right rows adds a feed of the rest.
 */
final class FragmentCompiler {
    private final Operators operators;
    private final ExecutionContext execution;
    private final Residents residents;
    private final Map<Integer, Collector> shared = new HashMap<>();
    private final Map<Integer, TreeSet<Integer>> sharedInputs = new HashMap<>();
    private final List<HostInput> inputs = new ArrayList<>();
    private final Map<PlanNode, AtomicLong> rows = new IdentityHashMap<>();
    private final Map<PlanNode, FunctionWork> functions = new IdentityHashMap<>();
    private final Map<PreparationKey, SharedGraph> graphs = new HashMap<>();

    /** An input with the feed that it pushes, and the inputs that must have been finished before. */
    record HostInput(
            PlanNode.Upload node, PlanNode rows, @Nullable ResidentScan resident, Feed feed, TreeSet<Integer> after) {}

    /** A fragment's feeds. */
    record Compiled(
            Collector root,
            List<HostInput> inputs,
            Map<PlanNode, AtomicLong> rows,
            Map<PlanNode, FunctionWork> functions) {}

    /** What is on the device of the rows of an upload; null if they cannot be kept there. */
    interface Residents {
        @Nullable
        ResidentScan apply(PlanNode.Upload upload);
    }

    private FragmentCompiler(Operators operators, ExecutionContext execution, Residents residents) {
        this.operators = operators;
        this.execution = execution;
        this.residents = residents;
    }

    static Compiled compile(PlanNode root, Operators operators, ExecutionContext execution, Residents residents) {
        FragmentCompiler compiler = new FragmentCompiler(operators, execution, residents);
        Built built = compiler.build(root);
        return new Compiled(compiler.collect(root, built), compiler.inputs, compiler.rows, compiler.functions);
    }

    /**
     * The feeds that together give a node's rows.
     *
     * @param needed numbers of all inputs that the rows depend on
     * @param pushed numbers of those that push feeds of the list
     */
    private record Built(List<Feed> feeds, TreeSet<Integer> needed, TreeSet<Integer> pushed) {}

    private Collector collect(PlanNode node, Built built) {
        return collect(node, built, null);
    }

    private Collector collect(PlanNode node, Built built, @Nullable Reduction reduction) {
        return new Collector(built.feeds(), kinds(node), reduction, operators);
    }

    static List<ValueKind> kinds(PlanNode node) {
        return node.output().stream().map(ColumnDef::type).map(ValueKind::of).toList();
    }

    private Built from(Supplier<@Nullable DeviceRelation> source, TreeSet<Integer> needed) {
        List<Feed> feeds = new ArrayList<>();
        feeds.add(new Feed(source, operators));
        return new Built(feeds, needed, new TreeSet<>());
    }

    private Built build(PlanNode node) {
        Built built = form(node);
        AtomicLong count = rows.computeIfAbsent(node, first -> new AtomicLong());
        built.feeds().forEach(feed -> feed.count(count));
        return built;
    }

    private Built form(PlanNode node) {
        if (node instanceof PlanNode.Upload upload) {
            return upload(upload);
        } else if (node instanceof PlanNode.Filter filter) {
            Programs.Compiled condition = operators.programs().condition(List.of(filter.condition()));
            return step(build(filter.input()), relation -> {
                try (relation) {
                    return List.of(operators.programs().filter(condition, relation));
                }
            });
        } else if (node instanceof PlanNode.Project project) {
            Programs.Compiled projection = operators.programs().projection(project.expressions());
            return step(build(project.input()), relation -> {
                try (relation) {
                    return List.of(operators.programs().project(projection, relation));
                }
            });
        } else if (node instanceof PlanNode.Join join) {
            return join(join);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (node instanceof PlanNode.Sort sort) {
            Built input = build(sort.input());
            RowLimit bounds = RowLimit.of(sort.limit(), sort.offset(), execution);
            Collector rows = collect(sort.input(), input, new SortReduction(new Sort(sort, bounds, operators)));
            return from(rows::take, input.needed());
        } else if (node instanceof PlanNode.Limit limit) {
            Built input = build(limit.input());
            Collector rows = collect(limit.input(), input);
            RowLimit bounds = RowLimit.of(limit.limit(), limit.offset(), execution);
            return from(
                    () -> {
                        try (DeviceRelation whole = rows.take()) {
                            return Relations.slice(whole, bounds.offset(), bounds.limit(), operators);
                        }
                    },
                    input.needed());
        } else if (node instanceof PlanNode.UnionAll union) {
            return union(union);
        } else if (node instanceof PlanNode.SetOperation operation) {
            return setOperation(operation);
        } else if (node instanceof PlanNode.Shared sub) {
            return shared(sub);
        } else if (node instanceof PlanNode.TableFunction function) {
            return tableFunction(function);
        }
        throw new EngineException(
                ErrorCode.INTERNAL, "The plan node " + node.getClass().getSimpleName() + " has no form on the GPU.");
    }

    private Built upload(PlanNode.Upload upload) {
        ResidentScan resident = residents.apply(upload);
        if (resident != null && resident.isComplete()) {
            Built built = new Built(new ArrayList<>(), new TreeSet<>(), new TreeSet<>());
            for (int morsel = 0; morsel < resident.morsels(); morsel++) {
                int part = morsel;
                built.feeds().add(new Feed(() -> resident.rows(part), operators));
            }
            return built;
        }
        int number = inputs.size();
        Feed feed = new Feed(null, operators);
        PlanNode rows = resident == null ? upload.input() : resident.missing();
        inputs.add(new HostInput(upload, rows, resident, feed, new TreeSet<>()));
        List<Feed> feeds = new ArrayList<>();
        feeds.add(feed);
        return new Built(feeds, new TreeSet<>(List.of(number)), new TreeSet<>(List.of(number)));
    }

    private static Built step(Built input, Step step) {
        input.feeds().forEach(feed -> feed.then(step));
        return input;
    }

    private Built join(PlanNode.Join node) {
        Join join = new Join(node, operators);
        Built left = build(node.left());
        Built right = build(node.right());
        Collector built = collect(node.right(), right);
        boolean[] isBuilt = new boolean[1];
        Runnable ready = () -> {
            if (!isBuilt[0]) {
                isBuilt[0] = true;
                join.build(built.take());
            }
        };
        for (int input : left.pushed()) {
            inputs.get(input).after().addAll(right.needed());
        }
        left.feeds().forEach(feed -> feed.before(ready));
        step(left, relation -> {
            try (relation) {
                return join.probe(relation);
            }
        });
        List<Feed> leftFeeds = List.copyOf(left.feeds());
        left.feeds()
                .add(new Feed(
                        () -> {
                            // the feeds of the left side end where this one does, and come before it
                            leftFeeds.forEach(Feed::run);
                            ready.run();
                            DeviceRelation rest = join.rest();
                            join.close();
                            return rest;
                        },
                        operators));
        left.needed().addAll(right.needed());
        return left;
    }

    private Built aggregate(PlanNode.Aggregate node) {
        Built input = build(node.input());
        Collector rows = collect(node.input(), input, AggregateReduction.of(node, operators));
        return from(rows::take, input.needed());
    }

    private Built union(PlanNode.UnionAll node) {
        Built all = new Built(new ArrayList<>(), new TreeSet<>(), new TreeSet<>());
        for (PlanNode input : node.inputs()) {
            Built built = build(input);
            all.feeds().addAll(built.feeds());
            all.needed().addAll(built.needed());
            all.pushed().addAll(built.pushed());
        }
        return all;
    }

    private Built setOperation(PlanNode.SetOperation node) {
        Built left = build(node.left());
        Built right = build(node.right());
        Collector leftRows = collect(node.left(), left);
        Collector rightRows = collect(node.right(), right);
        left.needed().addAll(right.needed());
        return from(
                () -> {
                    try (DeviceRelation a = leftRows.take();
                            DeviceRelation b = rightRows.take()) {
                        return SetCombination.combine(node, a, b, operators);
                    }
                },
                left.needed());
    }

    private Built shared(PlanNode.Shared node) {
        Collector rows = shared.get(node.id());
        if (rows == null) {
            Built input = build(node.input());
            rows = collect(node.input(), input);
            shared.put(node.id(), rows);
            sharedInputs.put(node.id(), input.needed());
        }
        Collector whole = rows;
        return from(
                () -> whole.result().retain(), new TreeSet<>(sharedInputs.getOrDefault(node.id(), new TreeSet<>())));
    }

    /** The relations of a graph are collected for the first call that needs it; others of the fragment share it. */
    private Built tableFunction(PlanNode.TableFunction node) {
        Options options = FunctionExecution.options(node.call(), execution);
        PreparationKey key = Objects.requireNonNull(PreparationKey.of(node));
        SharedGraph known = graphs.get(key);
        TreeSet<Integer> needed = new TreeSet<>();
        Map<String, Collector> own = new LinkedHashMap<>();
        Map<String, Collector> ofGraph = new LinkedHashMap<>();
        for (int i = 0; i < node.inputs().size(); i++) {
            String relation = node.call().relations().get(i).argument();
            boolean isOfGraph = key.relations().contains(relation);
            if (!isOfGraph || known == null) {
                Built built = build(node.inputs().get(i));
                (isOfGraph ? ofGraph : own).put(relation, collect(node.inputs().get(i), built));
                needed.addAll(built.needed());
            }
        }
        if (known == null) {
            Collector vertices = ofGraph.get("vertices");
            known = new SharedGraph(
                    new PreparedGraph(
                            new GraphBuilder(node.call(), options, operators),
                            Objects.requireNonNull(ofGraph.get("edges"))::take,
                            vertices == null ? null : vertices::take),
                    new TreeSet<>(needed));
            graphs.put(key, known);
        }
        needed.addAll(known.needed());
        PreparedGraph graph = known.graph();
        graph.addUser();
        FunctionWork work = new FunctionWork();
        functions.put(node, work);
        return from(
                () -> {
                    Map<String, DeviceRelation> relations = new LinkedHashMap<>();
                    own.forEach((name, rows) -> relations.put(name, rows.take()));
                    DeviceRelation result =
                            GraphFunctions.run(node.call(), options, graph, relations, operators, execution, work);
                    relations.values().forEach(DeviceRelation::close);
                    graph.release();
                    return result;
                },
                needed);
    }

    private record SharedGraph(PreparedGraph graph, TreeSet<Integer> needed) {}
}
