package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Groups;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.operator.Sort;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.graph.ParallelEdges;
import io.algeon.engine.operator.basic.RowLimit;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the vertices of an edge list in the order of their ids. Ids of any kind are grouped, and one of each group sorted, by the
 * operators of queries; so texts need nothing of their own.
 */
public final class GraphBuilder {
    private final FunctionCall call;
    private final Options options;
    private final Operators operators;

    public GraphBuilder(FunctionCall call, Options options, Operators operators) {
        this.call = call;
        this.options = options;
        this.operators = operators;
    }

    /** Builds the graph; the relations stay the caller's. */
    DeviceGraph build(DeviceRelation edges, @Nullable DeviceRelation vertices) {
        Columns.check(call, "edges", edges, operators);
        if (vertices != null) {
            Columns.check(call, "vertices", vertices, operators);
        }
        Workspace workspace = operators.workspace();
        List<String> fields = call.relations().get(call.relation("edges")).fields();
        int weight = fields.indexOf("weight");
        long count = edges.rows();
        long all = 2 * count + (vertices == null ? 0 : vertices.rows());
        if (all > Integer.MAX_VALUE) {
            throw GraphCall.tooLarge(all);
        }
        ValueKind kind = ValueKind.of(call.vertexType());
        // ids, hashes, a table of twice to four times the rows, groups, their numbers, and the ends
        workspace.requireRoom(
                all * (kind.bytes() + 45L),
                "The graph of " + call.function().name() + " (argument edges, " + count + " rows)");
        List<DeviceColumn> parts = new ArrayList<>(List.of(
                edges.columns().get(fields.indexOf("src")), edges.columns().get(fields.indexOf("dst"))));
        List<Long> counts = new ArrayList<>(List.of(count, count));
        if (vertices != null) {
            parts.add(vertices.columns().get(0));
            counts.add(vertices.rows());
        }
        boolean weighted = weight >= 0;
        Block weights = null;
        if (weighted) {
            DeviceColumn dense = operators.maps().dense(edges.columns().get(weight), count, ValueKind.F64);
            weights = dense.data().retain();
            dense.release();
        }
        Graph.GraphShape shape = new Graph.GraphShape(
                options.flag("directed"),
                parallelEdges(options.text("parallel_edges"), weighted),
                "drop".equalsIgnoreCase(options.text("self_loops")));
        if (all == 0) {
            DeviceColumn none = DeviceColumn.dense(kind, 0, workspace.allocate(0), null);
            return new DeviceGraph(shape, none, 0, workspace.allocate(0), weights, 0, operators);
        }
        DeviceColumn ids = operators.maps().concat(parts, counts, kind);
        DeviceGraph graph;
        try (Groups groups = Groups.find(List.of(ids), all, operators)) {
            graph = number(shape, ids, groups, weights, count);
        }
        ids.release();
        return graph;
    }

    private DeviceGraph number(
            Graph.GraphShape shape, DeviceColumn ids, Groups groups, @Nullable Block weights, long edges) {
        RowMaps maps = operators.maps();
        Workspace workspace = operators.workspace();
        long vertices = groups.count();
        DeviceColumn sortedIds;
        Block order;
        List<DeviceColumn> columns = new ArrayList<>(maps.pick(List.of(ids), groups.firstRows(), vertices));
        columns.add(DeviceColumn.dense(ValueKind.I32, vertices, maps.identity(vertices, 0), null));
        try (DeviceRelation distinct = new DeviceRelation(columns, vertices);
                DeviceRelation sorted = sorted(distinct, 1, operators)) {
            sortedIds = Columns.withoutNulls(maps.dense(sorted.columns().get(0), vertices, ids.kind()));
            order = Columns.values(sorted.columns().get(1), vertices, ValueKind.I32, operators);
        }
        Block ranks = workspace.allocate(4 * vertices);
        workspace.launch(
                KernelName.GRAPH_INVERT,
                vertices,
                a -> a.address(order.address()).int64(vertices).address(ranks.address()));
        order.release();
        Block ends = maps.compose(ranks, Objects.requireNonNull(groups.groupOf()), 2 * edges);
        ranks.release();
        return new DeviceGraph(shape, sortedIds, vertices, ends, weights, edges, operators);
    }

    /** The rows in the order of the first so many columns, which have no NULLs. */
    static DeviceRelation sorted(DeviceRelation relation, int keys, Operators operators) {
        List<SortKey> order = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            order.add(new SortKey(i, false, false));
        }
        Expr none = new Expr.Literal(null, SqlTypes.BIGINT);
        PlanNode.Sort node =
                new PlanNode.Sort(new PlanNode.Values(List.of(), List.of()), order, 0, none, none, relation.rows());
        return new Sort(node, new RowLimit(Long.MAX_VALUE, 0), operators).sort(relation);
    }

    private static ParallelEdges parallelEdges(@Nullable String option, boolean weighted) {
        if (option == null) {
            return weighted ? ParallelEdges.SUM : ParallelEdges.DISTINCT;
        }
        return ParallelEdges.valueOf(option.toUpperCase(Locale.ROOT));
    }
}
