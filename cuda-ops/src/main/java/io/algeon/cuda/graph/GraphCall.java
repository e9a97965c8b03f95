package io.algeon.cuda.graph;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Downloads;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.graph.GraphFailures;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One run of a function: its options, its graph, and ways from ids to vertices and back. One thread. */
final class GraphCall {
    private final FunctionCall call;
    private final Options options;
    private final DeviceGraph graph;
    private final Map<String, DeviceRelation> relations;
    private final Operators operators;
    private final ExecutionContext execution;
    private final FunctionWork work;

    /** @param relations the given ones that are not the graph's, by name; they stay the caller's */
    GraphCall(
            FunctionCall call,
            Options options,
            DeviceGraph graph,
            Map<String, DeviceRelation> relations,
            Operators operators,
            ExecutionContext execution,
            FunctionWork work) {
        this.call = call;
        this.options = options;
        this.graph = graph;
        this.relations = Map.copyOf(relations);
        this.operators = operators;
        this.execution = execution;
        this.work = work;
    }

    /** The CPU has to do it: rows of the device are numbered by ints. */
    static NotOnDevice tooLarge(long count) {
        return new NotOnDevice("a graph with " + count + " ends of edges; the most is " + Integer.MAX_VALUE);
    }

    DeviceGraph graph() {
        return graph;
    }

    Operators operators() {
        return operators;
    }

    Workspace workspace() {
        return operators.workspace();
    }

    FunctionWork work() {
        return work;
    }

    /** What holds for the query on the host. */
    ExecutionContext execution() {
        return execution;
    }

    Options options() {
        return options;
    }

    int integer(String option) {
        return (int) Math.min(Integer.MAX_VALUE, options.integer(option));
    }

    @Nullable
    DeviceRelation relation(String name) {
        return relations.get(name);
    }

    String functionName() {
        return call.function().name();
    }

    /** The result: a row a vertex, in the order of the ids. */
    DeviceRelation byVertex(DeviceColumn... columns) {
        List<DeviceColumn> all = new ArrayList<>(List.of(graph.ids().retain()));
        all.addAll(List.of(columns));
        return new DeviceRelation(all, graph.vertices());
    }

    /** A column of ids: those of the vertices that a map names, -1 being NULL. The map stays the caller's. */
    DeviceColumn ids(Block vertices, long rows) {
        return operators.maps().pick(List.of(graph.ids()), vertices, rows).get(0);
    }

    /**
     * The vertices in a column of an own relation: an int a row.
     *
     * @throws io.algeon.metadata.error.EngineException {@code graph_input_invalid} if one is not in the graph
     */
    Block vertices(String argument, int column) {
        DeviceRelation relation = Objects.requireNonNull(relations.get(argument), argument);
        return find(argument, relation.columns().get(column), relation.rows());
    }

    private Block find(String argument, DeviceColumn ids, long rows) {
        Block found = workspace().allocate(4 * rows);
        long columns = workspace().columns(List.of(graph.ids(), ids));
        workspace()
                .launch(
                        KernelName.GRAPH_FIND,
                        rows,
                        a -> a.address(columns)
                                .int64(graph.vertices())
                                .address(columns + DeviceColumn.BYTES)
                                .int64(rows)
                                .address(found.address()));
        long unknown = first(KernelName.GRAPH_UNKNOWN, found, rows);
        if (unknown >= 0) {
            throw GraphFailures.unknownVertex(functionName(), argument, text(ids, unknown));
        }
        return found;
    }

    /** The lowest position for which a kernel finds something; -1 if there is none. */
    private long first(KernelName kernel, Block values, long count) {
        Block first = workspace().allocate(8, -1);
        workspace()
                .launch(
                        kernel,
                        count,
                        a -> a.address(values.address()).int64(count).address(first.address()));
        long position = workspace().read(first, 1)[0];
        first.release();
        return position;
    }

    /** The vertex that an option names, as a column of one. */
    Block vertex(String option) {
        Object id = Objects.requireNonNull(options.get(option), option);
        boolean isText = id instanceof String;
        if (isText != (graph.ids().kind() == ValueKind.STRING)) {
            throw GraphFailures.idOfOtherType(functionName(), option, isText);
        }
        byte[] bytes = isText ? ((String) id).getBytes(StandardCharsets.UTF_8) : new byte[0];
        Block value = workspace().allocate(ValueKind.STRING.bytes() + bytes.length);
        ByteBuffer content =
                ByteBuffer.allocate(ValueKind.STRING.bytes() + bytes.length).order(ByteOrder.nativeOrder());
        if (isText) {
            // a view, and what it shows
            content.putLong(value.address() + ValueKind.STRING.bytes())
                    .putLong(bytes.length)
                    .put(bytes);
        } else {
            content.putLong(((Number) id).longValue());
        }
        workspace().write(value, content.array());
        DeviceColumn column = DeviceColumn.dense(isText ? ValueKind.STRING : ValueKind.I64, 1, value, null);
        Block found = find(option, column, 1);
        column.release();
        return found;
    }

    /** The value of an id column, for messages. */
    private String text(DeviceColumn column, long row) {
        DeviceRelation relation = new DeviceRelation(List.of(column), row + 1);
        ColumnVector value = new Downloads(workspace(), operators.maps())
                .rows(relation, row, 1)
                .column(0);
        if (value instanceof BytesVector texts) {
            return "'" + texts.string(0) + "'";
        }
        return Long.toString(value instanceof IntVector ints ? ints.values()[0] : ((LongVector) value).values()[0]);
    }

    /**
     * Fails if a weight is negative, or so large that sums of weights or of their squares are not numbers.
     *
     * @param arriving whether the rows are those of arriving edges
     */
    void requireUsable(Rows rows, boolean arriving) {
        requireUsable(rows, arriving, null);
    }

    /**
     * The same for rows whose vertices have other numbers than the graph's.
     *
     * @param order the number in the graph of each; null: the same
     */
    void requireUsable(Rows rows, boolean arriving, @Nullable Block order) {
        Block weights = rows.weights();
        if (weights == null || !graph.hasWeights()) {
            return;
        }
        long negative = negative(weights, rows.entries());
        if (negative >= 0) {
            Entry entry = entry(rows, weights, negative, arriving, order);
            throw GraphFailures.negativeWeight(functionName(), entry.weight(), entry.first(), entry.second());
        }
        double squares;
        try (RowPieces pieces = new RowPieces(rows, operators)) {
            pieces.sum(null, true, true);
            Block sums = pieces.rowSums();
            squares = Sums.of(sums, rows.vertices(), workspace());
            sums.release();
        }
        if (squares > Double.MAX_VALUE) {
            double limit = Math.sqrt(Double.MAX_VALUE / rows.entries()) * 0.999;
            Block first = workspace().allocate(8, -1);
            workspace()
                    .launch(
                            KernelName.GRAPH_HUGE,
                            rows.entries(),
                            a -> a.address(weights.address())
                                    .int64(rows.entries())
                                    .float64(limit)
                                    .address(first.address()));
            Entry entry = entry(rows, weights, workspace().read(first, 1)[0], arriving, order);
            throw GraphFailures.hugeWeight(functionName(), entry.weight(), entry.first(), entry.second());
        }
    }

    /** An edge, for messages. */
    private record Entry(double weight, String first, String second) {}

    private Entry entry(Rows rows, Block weights, long number, boolean arriving, @Nullable Block order) {
        Block found = workspace().allocate(24);
        workspace()
                .launch(
                        KernelName.GRAPH_ENTRY,
                        1,
                        a -> a.address(rows.offsets().address())
                                .int64(rows.vertices())
                                .address(rows.targets().address())
                                .address(weights.address())
                                .int64(number)
                                .address(found.address()));
        long[] entry = workspace().read(found, 3);
        found.release();
        int[] numbers = order == null
                ? new int[] {(int) entry[0], (int) entry[1]}
                : new int[] {workspace().readInt(order, entry[0]), workspace().readInt(order, entry[1])};
        // an edge both ways is named by the order of its ids
        int first = (graph.isDirected() ? arriving : numbers[1] < numbers[0]) ? 1 : 0;
        return new Entry(
                Double.longBitsToDouble(entry[2]),
                text(graph.ids(), numbers[first]),
                text(graph.ids(), numbers[1 - first]));
    }

    /** The position of the first negative value; -1 if there is none. */
    long negative(Block values, long count) {
        return first(KernelName.GRAPH_NEGATIVE, values, count);
    }
}
