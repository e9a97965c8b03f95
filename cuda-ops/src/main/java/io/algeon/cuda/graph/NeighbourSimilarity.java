package io.algeon.cuda.graph;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.operator.Relations;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.ParallelEdges;
import io.algeon.engine.graph.Similarity;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.FunctionCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Similarity of neighbourhoods. Given pairs: a warp a pair looks for the neighbours of one in the row of the other. The nearest of each
 * vertex: a block a vertex counts everything two steps away in an array of its own, and picks the best; no pairs are kept but those.
 */
final class NeighbourSimilarity implements DeviceFunction {
    private static final int THREADS = 256;
    private static final int WARPS = 8;
    private static final int MOST_BLOCKS = 1024;
    /** Picking more than so many, one after the other, is work for a sort. */
    private static final long MOST_NEAREST = 128;
    /** Arrays of the blocks take at most such a fraction of the memory that is free, results of a launch so many bytes. */
    private static final int SHARE_OF_MEMORY = 4;

    private static final long RESULT_BYTES = 64 << 20;
    private static final long BYTES_A_VERTEX = 16;
    private static final List<ValueKind> KINDS = List.of(ValueKind.I32, ValueKind.I32, ValueKind.F64);

    private final Similarity.Measure measure;

    NeighbourSimilarity(Similarity.Measure measure) {
        this.measure = measure;
    }

    @Override
    public @Nullable String objection(FunctionCall call) {
        if (call.option("top_k") instanceof Expr.Literal literal
                && literal.value() instanceof Number k
                && k.longValue() > MOST_NEAREST) {
            return tooMany(k.longValue());
        }
        return call.option("parallel_edges") instanceof Expr.Literal literal
                        && "keep".equalsIgnoreCase(String.valueOf(literal.value()))
                ? "similarities in graphs that keep parallel edges"
                : null;
    }

    private static String tooMany(long k) {
        return "a top_k of " + k + "; the most is " + MOST_NEAREST;
    }

    @Override
    public DeviceRelation run(GraphCall call) {
        boolean useWeight = call.options().flag("use_weight");
        DeviceGraph graph = call.graph();
        if (graph.shape().parallel() == ParallelEdges.KEEP) {
            throw new NotOnDevice("similarities in graphs that keep parallel edges");
        }
        if (useWeight) {
            call.requireUsable(graph.out(), false);
        }
        boolean weighted = useWeight && graph.out().weights() != null;
        Work work = new Work(call, measure, weighted);
        DeviceRelation result;
        if (call.relation("pairs") != null) {
            result = work.pairs();
        } else {
            long k = call.options().integer("top_k");
            if (k > MOST_NEAREST) {
                throw new NotOnDevice(tooMany(k));
            }
            result = work.nearest((int) k);
        }
        work.close();
        return result;
    }

    /** One call. */
    private static final class Work {
        private final GraphCall call;
        private final Workspace workspace;
        private final Rows out;
        private final Rows back;
        private final int measure;
        private final long weights;
        private final Block norms;

        Work(GraphCall call, Similarity.Measure measure, boolean weighted) {
            this.call = call;
            this.workspace = call.workspace();
            this.out = call.graph().out();
            this.back = call.graph().in();
            this.measure = measure.ordinal();
            this.weights = weighted ? out.weightsAddress() : 0;
            try (RowPieces pieces = new RowPieces(out, call.operators())) {
                pieces.sum(null, weighted, weighted && measure == Similarity.Measure.COSINE);
                this.norms = pieces.rowSums();
            }
        }

        void close() {
            norms.release();
        }

        DeviceRelation pairs() {
            DeviceRelation given = Objects.requireNonNull(call.relation("pairs"));
            long count = given.rows();
            Block firsts = call.vertices("pairs", 0);
            Block seconds = call.vertices("pairs", 1);
            Block values = workspace.allocate(8 * count);
            Pace pace = new Pace(1 << 16, 1 << 12, 1L << 26);
            for (long begin = 0; begin < count; ) {
                long from = begin;
                long to = Math.min(count, begin + pace.amount());
                long start = System.nanoTime();
                workspace.launch(
                        KernelName.SIMILARITY_PAIRS,
                        Launch.forRows((to - from) * (THREADS / WARPS), THREADS),
                        a -> a.address(out.offsets().address())
                                .address(out.targets().address())
                                .address(weights)
                                .address(norms.address())
                                .int32(measure)
                                .address(firsts.address())
                                .address(seconds.address())
                                .int64(from)
                                .int64(to)
                                .address(values.address()));
                workspace.await();
                pace.took(System.nanoTime() - start);
                begin = to;
                call.work().setProgress((double) to / count);
            }
            DeviceRelation rows = new DeviceRelation(
                    List.of(
                            call.ids(firsts, count),
                            call.ids(seconds, count),
                            DeviceColumn.dense(ValueKind.F64, count, values, null)),
                    count);
            firsts.release();
            seconds.release();
            return rows;
        }

        DeviceRelation nearest(int k) {
            long vertices = out.vertices();
            long fitting = workspace.availableBytes() / (SHARE_OF_MEMORY * BYTES_A_VERTEX * vertices);
            long blocks = Math.max(1, Math.min(Math.min(MOST_BLOCKS, vertices), fitting));
            workspace.requireRoom(
                    blocks * BYTES_A_VERTEX * vertices,
                    "Counting for " + blocks + " vertices of " + call.functionName() + " at a time (argument edges)");
            Block counts = workspace.allocate(4 * blocks * vertices, 0);
            Block found = workspace.allocate(4 * blocks * vertices);
            Block likeness = workspace.allocate(8 * blocks * vertices);
            long mostRows = Math.max(1, Math.min(vertices, RESULT_BYTES / (12L * k)));
            Block seconds = workspace.allocate(4 * mostRows * k);
            Block values = workspace.allocate(8 * mostRows * k);
            Block sizes = workspace.allocate(4 * mostRows);
            List<DeviceRelation> parts = new ArrayList<>();
            Pace pace = new Pace(128, 1, mostRows);
            for (long begin = 0; begin < vertices; ) {
                long from = begin;
                long to = Math.min(vertices, begin + pace.amount());
                long start = System.nanoTime();
                workspace.launch(
                        KernelName.SIMILARITY_NEAREST,
                        new Launch((int) Math.min(blocks, to - from), THREADS),
                        a -> a.address(out.offsets().address())
                                .address(out.targets().address())
                                .address(weights)
                                .address(back.offsets().address())
                                .address(back.targets().address())
                                .address(norms.address())
                                .int32(measure)
                                .int64(vertices)
                                .int64(from)
                                .int64(to)
                                .int32(k)
                                .address(counts.address())
                                .address(found.address())
                                .address(likeness.address())
                                .address(sizes.address())
                                .address(seconds.address())
                                .address(values.address()));
                RowMaps.Offsets offsets = call.operators().maps().offsets(sizes, to - from);
                pace.took(System.nanoTime() - start);
                if (offsets.total() > 0) {
                    parts.add(collected(offsets, from, to - from, k, seconds, values));
                }
                offsets.offsets().release();
                begin = to;
                call.work().setProgress((double) to / vertices);
            }
            List.of(counts, found, likeness, seconds, values, sizes).forEach(Block::release);
            if (parts.isEmpty()) {
                return byNumber(Relations.empty(KINDS, workspace));
            }
            DeviceRelation all = Relations.concat(parts, call.operators());
            parts.forEach(DeviceRelation::close);
            return byNumber(all);
        }

        private DeviceRelation collected(
                RowMaps.Offsets offsets, long begin, long count, int k, Block seconds, Block values) {
            long total = offsets.total();
            Block firstsTo = workspace.allocate(4 * total);
            Block secondsTo = workspace.allocate(4 * total);
            Block valuesTo = workspace.allocate(8 * total);
            workspace.launch(
                    KernelName.SIMILARITY_COLLECT,
                    count * k,
                    a -> a.address(offsets.offsets().address())
                            .int64(begin)
                            .int64(count)
                            .int32(k)
                            .address(seconds.address())
                            .address(values.address())
                            .address(firstsTo.address())
                            .address(secondsTo.address())
                            .address(valuesTo.address()));
            return new DeviceRelation(
                    List.of(
                            DeviceColumn.dense(ValueKind.I32, total, firstsTo, null),
                            DeviceColumn.dense(ValueKind.I32, total, secondsTo, null),
                            DeviceColumn.dense(ValueKind.F64, total, valuesTo, null)),
                    total);
        }

        /** Rows with ids, of rows with numbers of vertices, which this takes. */
        private DeviceRelation byNumber(DeviceRelation numbers) {
            try (numbers) {
                return new DeviceRelation(
                        List.of(
                                call.ids(numbers.columns().get(0).data(), numbers.rows()),
                                call.ids(numbers.columns().get(1).data(), numbers.rows()),
                                numbers.columns().get(2).retain()),
                        numbers.rows());
            }
        }
    }
}
