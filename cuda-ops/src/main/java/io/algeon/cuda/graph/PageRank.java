package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.tablefunction.graph.GraphFailures;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * PageRank by power iteration, pulling, as the CPU does it; personalised if there is a relation {@code personalization}. Every sum is
 * made in an order that the graph alone decides. The host waits once an iteration, for the change.
 */
final class PageRank implements DeviceFunction {
    @Override
    public DeviceRelation run(GraphCall call) {
        call.requireUsable(call.graph().in(), true);
        Block restart = call.relation("personalization") == null ? null : restart(call);
        long vertices = call.graph().vertices();
        Block rank = new Iteration(call, restart).run();
        if (restart != null) {
            restart.release();
        }
        return call.byVertex(DeviceColumn.dense(ValueKind.F64, vertices, rank, null));
    }

    /** The probability of each vertex to be the next one of those who follow no edge. */
    private static Block restart(GraphCall call) {
        DeviceRelation given = Objects.requireNonNull(call.relation("personalization"));
        Workspace workspace = call.workspace();
        long rows = given.rows();
        long vertices = call.graph().vertices();
        Block found = call.vertices("personalization", 0);
        Block values = Columns.values(given.columns().get(1), rows, ValueKind.F64, call.operators());
        long negative = call.negative(values, rows);
        if (negative >= 0) {
            Block one = workspace.allocate(8);
            workspace.launch(
                    KernelName.GRAPH_TOTAL,
                    1,
                    a -> a.address(values.address() + 8 * negative).int64(1).address(one.address()));
            throw GraphFailures.personalization(
                    call.functionName(), Double.longBitsToDouble(workspace.read(one, 1)[0]));
        }
        Block restart = workspace.allocate(8 * vertices, 0);
        if (rows > 0) {
            try (DeviceRelation pairs = new DeviceRelation(
                            List.of(
                                    DeviceColumn.dense(ValueKind.I32, rows, found, null),
                                    DeviceColumn.dense(ValueKind.F64, rows, values, null)),
                            rows);
                    DeviceRelation sorted = GraphBuilder.sorted(pairs, 2, call.operators())) {
                Block sortedVertices = Columns.values(sorted.columns().get(0), rows, ValueKind.I32, call.operators());
                Block sortedValues = Columns.values(sorted.columns().get(1), rows, ValueKind.F64, call.operators());
                workspace.launch(
                        KernelName.RANK_RESTART,
                        rows,
                        a -> a.address(sortedVertices.address())
                                .address(sortedValues.address())
                                .int64(rows)
                                .address(restart.address()));
                sortedVertices.release();
                sortedValues.release();
            }
        }
        // not the sum of large values, which could be infinite
        Block most = workspace.allocate(8, 0);
        workspace.launch(
                KernelName.RANK_MOST,
                vertices,
                a -> a.address(restart.address()).int64(vertices).address(most.address()));
        double greatest = Double.longBitsToDouble(workspace.read(most, 1)[0]);
        most.release();
        if (!(greatest > 0)) {
            throw GraphFailures.personalization(call.functionName(), 0);
        }
        workspace.launch(
                KernelName.RANK_RELATE,
                vertices,
                a -> a.address(restart.address()).int64(vertices).float64(greatest));
        scale(restart, vertices, 1 / Sums.of(restart, vertices, workspace), workspace);
        return restart;
    }

    private static void scale(Block values, long count, double factor, Workspace workspace) {
        workspace.launch(
                KernelName.GRAPH_SCALE,
                count,
                a -> a.address(values.address()).int64(count).float64(factor));
    }

    /** The iteration of one call. */
    private static final class Iteration {
        private final GraphCall call;
        private final Workspace workspace;
        private final Rows in;
        private final long vertices;
        private final double alpha;
        private final @Nullable Block restart;

        Iteration(GraphCall call, @Nullable Block restart) {
            this.call = call;
            this.workspace = call.workspace();
            this.in = call.graph().in();
            this.vertices = call.graph().vertices();
            this.alpha = call.options().number("alpha");
            this.restart = restart;
        }

        Block run() {
            double epsilon = call.options().number("epsilon");
            int mostIterations = call.integer("max_iterations");
            Block inverse = inverse();
            Block rank = workspace.allocate(8 * vertices);
            if (restart == null) {
                workspace.launch(
                        KernelName.RANK_FILL,
                        vertices,
                        a -> a.address(rank.address()).int64(vertices).float64(1.0 / vertices));
            } else {
                workspace.stream().copy(restart.address(), rank.address(), 8 * vertices);
            }
            Block shares = workspace.allocate(8 * vertices);
            Block tileSums = workspace.allocate(16 * Sums.tiles(vertices));
            // rank without edges to follow, change, sum
            Block totals = workspace.allocate(24);
            double error = Double.POSITIVE_INFINITY;
            double first = error;
            double sum = 1;
            int iteration = 0;
            try (RowPieces pieces = new RowPieces(in, call.operators())) {
                while (iteration < mostIterations && !(error < epsilon)) {
                    step(rank, inverse, shares, pieces, tileSums, totals);
                    long[] read = workspace.read(totals, 3);
                    error = Double.longBitsToDouble(read[1]);
                    sum = Double.longBitsToDouble(read[2]);
                    first = iteration++ == 0 ? error : first;
                    double way = Math.log(first / error) / Math.log(first / epsilon);
                    double counted = (double) iteration / mostIterations;
                    call.work().setProgress(way > counted && way <= 1 ? way : counted);
                }
            }
            List.of(inverse, shares, tileSums, totals).forEach(Block::release);
            if (Double.isFinite(1 / sum)) {
                scale(rank, vertices, 1 / sum, workspace);
            }
            call.work().set("iterations", iteration);
            if (!(error < epsilon) && call.options().flag("fail_on_nonconvergence")) {
                throw GraphFailures.notConverged(call.functionName(), iteration, error, call.options());
            }
            return rank;
        }

        private void step(Block rank, Block inverse, Block shares, RowPieces pieces, Block tileSums, Block totals) {
            long secondHalf = tileSums.address() + 8 * Sums.tiles(vertices);
            workspace.launch(
                    KernelName.RANK_SHARES,
                    Sums.launch(vertices),
                    a -> a.address(rank.address())
                            .address(inverse.address())
                            .float64(alpha)
                            .int64(vertices)
                            .address(shares.address())
                            .address(tileSums.address()));
            Sums.total(tileSums.address(), vertices, totals.address(), workspace);
            pieces.sum(shares, true, false);
            workspace.launch(
                    KernelName.RANK_NEXT,
                    Sums.launch(vertices),
                    a -> a.address(pieces.first().address())
                            .address(pieces.sums().address())
                            .address(restart == null ? 0 : restart.address())
                            .address(totals.address())
                            .float64(alpha)
                            .int64(vertices)
                            .address(rank.address())
                            .address(tileSums.address())
                            .address(secondHalf));
            Sums.total(tileSums.address(), vertices, totals.address() + 8, workspace);
            Sums.total(secondHalf, vertices, totals.address() + 16, workspace);
        }

        /** One divided by the weight of all edges that leave a vertex; 0 where none do. */
        private Block inverse() {
            DeviceGraph graph = call.graph();
            Block leaving;
            Block counts = null;
            if (graph.shape().directed() && in.weights() == null) {
                leaving = workspace.allocate(8 * vertices);
                Block senders = workspace.allocate(4 * vertices, 0);
                workspace.launch(
                        KernelName.RANK_SENDERS,
                        in.entries(),
                        a -> a.address(in.targets().address())
                                .int64(in.entries())
                                .address(senders.address()));
                counts = senders;
            } else {
                try (RowPieces pieces = new RowPieces(graph.out(), call.operators())) {
                    pieces.sum(null, true, false);
                    leaving = pieces.rowSums();
                }
            }
            long countsAddress = counts == null ? 0 : counts.address();
            workspace.launch(
                    KernelName.RANK_INVERSE,
                    vertices,
                    a -> a.address(countsAddress).address(leaving.address()).int64(vertices));
            if (counts != null) {
                counts.release();
            }
            return leaving;
        }
    }
}
