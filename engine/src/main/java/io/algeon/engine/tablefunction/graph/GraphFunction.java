package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.Adjacency;
import io.algeon.engine.graph.Convergence;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.graph.GraphWork;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FieldType;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Invocation;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.engine.tablefunction.Preparation;
import io.algeon.engine.tablefunction.RelationRows;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.engine.tablefunction.VertexNames;
import io.algeon.engine.tablefunction.Work;
import io.algeon.engine.tablefunction.graph.GraphPreparation.PreparedGraph;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the functions on graphs have in common: the arguments that describe the graph, and ways from ids to vertices. */
abstract class GraphFunction implements TableFunction {
    /** Share of a run that building rows is, as a guess. */
    private static final double ROWS = 0.3;

    private final String name;
    private final String summary;
    private final List<Argument> arguments = new ArrayList<>();
    private final List<OutputColumn> columns;

    /**
     * @param directed whether edges lead one way by default
     * @param dropLoops whether loops are left out by default
     * @param own the function's own arguments, which come right after {@code edges}
     */
    GraphFunction(
            String name,
            String summary,
            boolean directed,
            boolean dropLoops,
            List<? extends Argument> own,
            List<OutputColumn> columns) {
        this.name = name;
        this.summary = summary;
        this.columns = List.copyOf(columns);
        arguments.add(new Argument.Relation(
                "edges",
                List.of(
                        new Argument.Field("src", FieldType.VERTEX, true, "Where the edge begins."),
                        new Argument.Field("dst", FieldType.VERTEX, true, "Where it ends."),
                        new Argument.Field(
                                "weight", FieldType.NUMBER, false, "Its weight; without, every edge has 1.")),
                true,
                "The edges of the graph."));
        arguments.addAll(own);
        arguments.add(Argument.Option.of(
                "directed",
                OptionType.BOOLEAN,
                directed,
                Limits.NONE,
                "Whether an edge leads from src to dst only, not both ways."));
        arguments.add(Argument.Option.of(
                "parallel_edges",
                OptionType.TEXT,
                null,
                Limits.oneOf("sum", "min", "max", "distinct", "keep"),
                "What becomes of several edges between two vertices: one with the sum, the least or the greatest of their"
                        + " weights, just one, or all are kept. NULL: 'sum' if there are weights, else 'distinct'."));
        arguments.add(Argument.Option.of(
                "self_loops",
                OptionType.TEXT,
                dropLoops ? "drop" : "keep",
                Limits.oneOf("keep", "drop"),
                "Whether edges from a vertex to itself count."));
        arguments.add(new Argument.Relation(
                "vertices",
                List.of(new Argument.Field("vertex", FieldType.VERTEX, true, "An id.")),
                false,
                "Vertices that take part even if no edge has them."));
    }

    /** An own relation of ids. */
    static Argument.Relation ids(String name, boolean required, String meaning) {
        return new Argument.Relation(
                name, List.of(new Argument.Field("vertex", FieldType.VERTEX, true, "An id.")), required, meaning);
    }

    static List<Argument> arguments(Argument... own) {
        return List.of(own);
    }

    static Argument.Option seed() {
        return Argument.Option.of(
                "seed",
                OptionType.INTEGER,
                42L,
                Limits.NONE,
                "Where random choices begin; the same seed, the same result.");
    }

    static Argument.Option failOnNonconvergence() {
        return Argument.Option.of(
                "fail_on_nonconvergence",
                OptionType.BOOLEAN,
                true,
                Limits.NONE,
                "Whether it is an error if the iterations do not suffice; if not, the last state is the result.");
    }

    static OutputColumn vertex() {
        return OutputColumn.vertex("vertex", "The vertex.");
    }

    static OutputColumn value(String meaning) {
        return OutputColumn.of("value", SqlTypes.DOUBLE, meaning);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String family() {
        return "graph";
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final List<Argument> arguments() {
        return arguments;
    }

    @Override
    public final List<OutputColumn> columns() {
        return columns;
    }

    @Override
    public final Preparation preparation() {
        return GraphPreparation.INSTANCE;
    }

    /** Fails if the graph is to be directed. */
    final void requireUndirected(Options options) {
        if (options.flag("directed")) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "The option directed of " + name + " is true; it works on undirected graphs only. Leave it out.");
        }
    }

    /** Vertices: a quarter of the edges, as a guess. */
    @Override
    public double estimatedRows(List<Double> relationRows) {
        return Math.max(1, relationRows.get(0) / 4);
    }

    @Override
    public long estimatedBytes(FunctionCall call, List<Double> relationRows) {
        double edges = relationRows.get(0);
        double vertices = Math.max(1, edges / 4);
        boolean weighted = call.relations().get(0).fields().contains("weight");
        return (long) (edges * (weighted ? 64 : 40) + vertices * 48);
    }

    @Override
    public String outlook(FunctionCall call, List<Double> relationRows) {
        double edges = relationRows.get(0);
        double vertices = Math.max(1, edges / 4);
        long bytes = estimatedBytes(call, relationRows);
        return "graph ~" + Math.round(vertices) + " vertices, ~" + Math.round(edges) + " edges, ~"
                + Math.max(1, bytes >> 20) + " MiB" + iterations(call);
    }

    private static String iterations(FunctionCall call) {
        for (Argument.Option option : call.function().options()) {
            if (option.name().equals("max_iterations")
                    && call.option("max_iterations") instanceof Expr.Literal literal) {
                return ", at most " + literal.value() + " iterations";
            }
        }
        return "";
    }

    @Override
    public final FunctionRows run(Invocation invocation) {
        PreparedGraph prepared = (PreparedGraph) Objects.requireNonNull(invocation.prepared());
        if (prepared.graph().vertexCount() == 0) {
            throw GraphFailures.noVertices(name);
        }
        long built = prepared.graph().buildNanoseconds();
        FunctionRows rows;
        try {
            rows = run(new GraphCall(invocation, prepared));
        } catch (EngineException e) {
            throw withSize(
                    e,
                    "The memory does not suffice for " + name + " on the graph of its argument edges, which has "
                            + prepared.graph().vertexCount() + " vertices and " + prepared.edges() + " edges. ");
        }
        long rowsBuilt = prepared.graph().buildNanoseconds() - built;
        if (rowsBuilt > 0) {
            invocation.facts().put("rowsMilliseconds", rowsBuilt / 1e6);
        }
        return rows;
    }

    /** An error, beginning with what was too large if it is about memory. */
    static EngineException withSize(EngineException error, String what) {
        return error.code() == ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED
                ? new EngineException(error.code(), what + error.getMessage(), error)
                : error;
    }

    /** Computes the rows of a call. */
    abstract FunctionRows run(GraphCall call);

    static GraphWork work(Work work) {
        return new GraphWork(work.crew(), work.cancellation(), work.memory(), work.progress()::done);
    }

    /** One run. */
    final class GraphCall {
        final Invocation invocation;
        final Graph graph;
        final GraphWork work;
        private final GraphWork whole;
        private final PreparedGraph prepared;

        GraphCall(Invocation invocation, PreparedGraph prepared) {
            this.invocation = invocation;
            this.prepared = prepared;
            this.graph = prepared.graph();
            this.whole = GraphFunction.work(invocation.work());
            this.work = whole.share(ROWS, 1);
        }

        /** The rows of outgoing edges, built if nobody has asked for them yet; functions ask before they compute. */
        Adjacency out() {
            return graph.out(whole.share(0, ROWS));
        }

        /** The rows of incoming edges, likewise. */
        Adjacency in() {
            return graph.in(whole.share(0, ROWS));
        }

        boolean weighted() {
            return prepared.weighted();
        }

        @Nullable
        VertexNames names() {
            return prepared.names();
        }

        double number(String option) {
            return invocation.options().number(option);
        }

        int integer(String option) {
            return (int) Math.min(Integer.MAX_VALUE, invocation.options().integer(option));
        }

        /** The text of an id, for messages. */
        String text(long id) {
            VertexNames names = names();
            return names == null ? Long.toString(id) : "'" + names.text((int) id) + "'";
        }

        /** The vertices of an own relation, in its order by chunk. */
        int[] vertices(String argument, int column) {
            RelationRows rows = Objects.requireNonNull(invocation.relations().get(argument));
            VertexNames own = rows.names();
            VertexNames names = names();
            int[] positions = own == null || names == null ? null : names.positionsOf(own);
            work.memory().grow(4 * rows.rowCount());
            int[] found = new int[Math.toIntExact(rows.rowCount())];
            List<RelationRows.Chunk> chunks = rows.chunks();
            int[] starts = new int[chunks.size() + 1];
            for (int chunk = 0; chunk < chunks.size(); chunk++) {
                starts[chunk + 1] = starts[chunk] + chunks.get(chunk).rows();
            }
            work.crew().each(chunks.size(), chunk -> {
                work.cancellation().check();
                long[] ids = chunks.get(chunk).longs(column);
                int at = starts[chunk];
                long last = 0;
                int lastVertex = -1;
                for (int i = 0; at + i < starts[chunk + 1]; i++) {
                    long id = ids[i];
                    if (lastVertex < 0 || id != last) {
                        lastVertex = vertex(id, positions);
                        last = id;
                    }
                    if (lastVertex < 0) {
                        throw unknown(argument, own == null ? Long.toString(id) : "'" + own.text((int) id) + "'");
                    }
                    found[at + i] = lastVertex;
                }
            });
            return found;
        }

        /** The vertex of an id, or of the text for whose position there is another; -1 if there is none. */
        private int vertex(long id, int @Nullable [] positions) {
            long known = positions == null ? id : positions[(int) id];
            return known < 0 && positions != null ? -1 : graph.find(known);
        }

        /** The vertex that an option names. */
        int vertex(String option) {
            Object id = Objects.requireNonNull(invocation.options().get(option));
            VertexNames names = names();
            if ((id instanceof String) != (names != null)) {
                throw GraphFailures.idOfOtherType(name, option, id instanceof String);
            }
            int vertex;
            if (id instanceof String text) {
                byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                int position = names == null ? -1 : names.find(bytes, 0, bytes.length);
                vertex = position < 0 ? -1 : graph.find(position);
            } else {
                vertex = graph.find(((Number) id).longValue());
            }
            if (vertex < 0) {
                throw unknown(option, id instanceof String ? "'" + id + "'" : id.toString());
            }
            return vertex;
        }

        private EngineException unknown(String argument, String id) {
            return GraphFailures.unknownVertex(name, argument, id);
        }

        /**
         * Fails if a weight is negative, or so large that sums of weights or of their squares are not numbers.
         *
         * @param arriving whether the rows are those of arriving edges
         */
        void requireUsable(Adjacency rows, boolean arriving) {
            double[] weights = rows.weights();
            if (weights == null || !weighted()) {
                return;
            }
            double squares = 0;
            for (int i = 0; i < weights.length; i++) {
                squares += weights[i] * weights[i];
                if (weights[i] < 0 || squares > Double.MAX_VALUE) {
                    throw unusable(rows, i, weights[i], arriving);
                }
            }
        }

        private EngineException unusable(Adjacency rows, int entry, double weight, boolean arriving) {
            int row = row(rows, entry);
            int target = rows.targets()[entry];
            // an edge both ways is named by the order of its ids
            boolean turned = graph.shape().directed() ? arriving : graph.ranks()[target] < graph.ranks()[row];
            String first = text(graph.id(turned ? target : row));
            String second = text(graph.id(turned ? row : target));
            return weight < 0
                    ? GraphFailures.negativeWeight(name, weight, first, second)
                    : GraphFailures.hugeWeight(name, weight, first, second);
        }

        /** The vertex that an entry belongs to. */
        private static int row(Adjacency rows, int entry) {
            int vertex = 0;
            while (rows.offsets()[vertex + 1] <= entry) {
                vertex++;
            }
            return vertex;
        }

        /** Tells how an iteration ended, and fails if it did not come to rest and that is not allowed. */
        double[] settled(Convergence result) {
            invocation.facts().put("iterations", result.iterations());
            if (!result.converged() && invocation.options().flag("fail_on_nonconvergence")) {
                throw GraphFailures.notConverged(name, result.iterations(), result.error(), invocation.options());
            }
            return result.values();
        }
    }
}
