package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.graph.CommunityLevel;
import io.algeon.engine.graph.CommunitySearch;
import io.algeon.engine.graph.GraphWork;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayList;
import java.util.List;

/**
 * Communities by the Leiden and Louvain algorithms, the same as {@link io.algeon.engine.graph.Leiden} finds: large levels by kernels,
 * those that have become small by the same code on the host. Vertices are numbered anew, as the host does it, by falling degree.
 */
final class Communities implements DeviceFunction {
    /** Levels with fewer entries are done sooner by the host. */
    private static final long HOST_ENTRIES = 1 << 16;

    private final boolean leiden;

    /** @param leiden false: Louvain */
    Communities(boolean leiden) {
        this.leiden = leiden;
    }

    @Override
    public DeviceRelation run(GraphCall call) {
        long vertices = call.graph().vertices();
        Block partition = call.workspace().allocate(8 * vertices);
        try (Reservation memory = call.execution().budget().reservation(call.functionName())) {
            GraphWork work =
                    new GraphWork(Crew.ALONE, call.execution().cancellation(), memory, call.work()::setProgress);
            new Run(call, options(call), work).into(partition);
        }
        return call.byVertex(DeviceColumn.dense(ValueKind.I64, vertices, partition, null));
    }

    private CommunitySearch.Options options(GraphCall call) {
        return new CommunitySearch.Options(
                call.options().number("resolution"),
                leiden ? call.options().number("theta") : 1,
                call.options().integer("seed"),
                leiden,
                leiden ? 0 : call.options().number("threshold"),
                call.integer(leiden ? "max_iterations" : "max_level"));
    }

    /** One call. */
    private static final class Run {
        private final GraphCall call;
        private final CommunitySearch.Options options;
        private final GraphWork work;
        private final Operators operators;
        private final Workspace workspace;
        private final RowMaps maps;
        private final CommunityLevels levels;
        private final long vertices;

        Run(GraphCall call, CommunitySearch.Options options, GraphWork work) {
            this.call = call;
            this.options = options;
            this.work = work;
            this.operators = call.operators();
            this.workspace = call.workspace();
            this.maps = operators.maps();
            this.levels = new CommunityLevels(operators);
            this.vertices = call.graph().vertices();
        }

        void into(Block partition) {
            Block order = byDegree();
            Block numbers = workspace.allocate(4 * vertices);
            workspace.launch(
                    KernelName.GRAPH_INVERT,
                    vertices,
                    a -> a.address(order.address()).int64(vertices).address(numbers.address()));
            Rows rows = call.graph().renumbered(numbers);
            call.requireUsable(rows, false, order);
            workspace.requireRoom(
                    CommunityLevels.bytes(vertices, rows.entries()),
                    "Work on the levels of " + call.functionName() + " over " + rows.entries()
                            + " neighbours (argument edges)");
            Block labels;
            try (CommunityLevels.Level level = levels.of(rows)) {
                labels = communities(level);
            }
            long count = renumber(labels, vertices);
            number(labels, count, order, numbers, partition);
            List.of(labels, order, numbers).forEach(Block::release);
        }

        /** The vertices by falling degree, then id. */
        private Block byDegree() {
            Block keys = workspace.allocate(4 * vertices);
            workspace.stream().fillInts(keys.address(), Integer.MAX_VALUE, vertices);
            long ends = 2 * call.graph().edges();
            workspace.launch(
                    KernelName.COMMUNITY_ENDS,
                    ends,
                    a -> a.address(call.graph().ends().address()).int64(ends).address(keys.address()));
            return sorted(List.of(keys), vertices);
        }

        /** The numbers of rows in the order of ints, which this takes; rows with the same ones in their own order. */
        private Block sorted(List<Block> keys, long count) {
            List<DeviceColumn> columns = new ArrayList<>();
            keys.forEach(key -> columns.add(DeviceColumn.dense(ValueKind.I32, count, key, null)));
            columns.add(DeviceColumn.dense(ValueKind.I32, count, maps.identity(count, 0), null));
            try (DeviceRelation relation = new DeviceRelation(columns, count);
                    DeviceRelation sorted = GraphBuilder.sorted(relation, columns.size(), operators)) {
                return Columns.values(sorted.columns().get(keys.size()), count, ValueKind.I32, operators);
            }
        }

        private Block communities(CommunityLevels.Level level) {
            Block labels = maps.identity(vertices, 0);
            if (level.total() == 0) {
                call.work().set("iterations", 0);
                call.work().set("modularity", 0.0);
                return labels;
            }
            CommunitySearch search = new CommunitySearch(options, level.total(), work);
            while (search.beginPass(level.entries())) {
                labels = pass(level, labels, search);
            }
            call.work().set("iterations", search.iterations());
            call.work().set("modularity", modularity(level, labels));
            return labels;
        }

        /** All levels once, from communities of the vertices, which this takes. */
        private Block pass(CommunityLevels.Level first, Block given, CommunitySearch search) {
            CommunityLevels.Level level = first;
            Block labels = given;
            Block origin = maps.identity(vertices, 0);
            while (level.entries() >= HOST_ENTRIES) {
                boolean counts = search.visited(moved(level, labels, search));
                long count = renumber(labels, level.vertices());
                boolean rests = !counts && level != first;
                if (count == level.vertices() || rests && !search.unitesWhole() || !search.goesOn()) {
                    return ended(level, first, labels, origin, options.refine());
                }
                Block parts = parts(level, labels, count, rests, search);
                long partCount = options.refine() ? renumber(parts, level.vertices()) : count;
                if (rests && partCount == level.vertices()) {
                    parts.release();
                    return ended(level, first, labels, origin, true);
                }
                Block above = above(level, parts, labels, partCount);
                labels.release();
                labels = above;
                Block further = maps.compose(parts, origin, vertices);
                origin.release();
                origin = further;
                CommunityLevels.Level coarser = levels.aggregate(level, parts, partCount);
                parts.release();
                if (level != first) {
                    level.close();
                }
                level = coarser;
            }
            Block last = onHost(level, labels, level == first, search);
            labels.release();
            return ended(level, first, last, origin, false);
        }

        private Block ended(
                CommunityLevels.Level level, CommunityLevels.Level first, Block labels, Block origin, boolean connect) {
            Block last = connect ? connected(level, labels) : labels.retain();
            labels.release();
            Block result = maps.compose(last, origin, vertices);
            last.release();
            origin.release();
            if (level != first) {
                level.close();
            }
            return result;
        }

        private long moved(CommunityLevels.Level level, Block labels, CommunitySearch search) {
            GraphWork share = search.moving();
            try (CommunityMoving moving = new CommunityMoving(level, labels, search.expectation(), operators)) {
                return moving.run(search.movesKey(), share.progress());
            }
        }

        private Block parts(
                CommunityLevels.Level level, Block labels, long count, boolean rests, CommunitySearch search) {
            if (!options.refine()) {
                return labels.retain();
            }
            if (rests) {
                return connected(level, labels);
            }
            try (CommunityRefining refining = new CommunityRefining(
                    level, labels, count, search.expectation(), search.unit(level.links()), operators)) {
                return refining.run(search.refinementKey(), operators);
            }
        }

        private Block above(CommunityLevels.Level level, Block parts, Block labels, long count) {
            Block above = workspace.allocate(4 * count);
            workspace.launch(
                    KernelName.COMMUNITY_ABOVE,
                    level.vertices(),
                    a -> a.address(parts.address())
                            .address(labels.address())
                            .int64(level.vertices())
                            .address(above.address()));
            return above;
        }

        /** The rest of a pass, by the host. */
        private Block onHost(CommunityLevels.Level level, Block labels, boolean isFirst, CommunitySearch search) {
            long bytes = CommunityLevel.bytes(level.vertices(), level.entries());
            long held = 48 * level.vertices();
            work.memory().grow(bytes + held);
            int[] communities = workspace.readInts(labels, (int) level.vertices());
            int[] found = search.run(levels.onHost(level), communities, isFirst);
            Block last = workspace.allocate(4 * level.vertices());
            workspace.write(last, found);
            work.memory().grow(-held - (isFirst ? bytes : 0));
            return last;
        }

        /** Numbers communities from 0 without gaps, in the order of their first vertex; returns how many there are. */
        private long renumber(Block labels, long size) {
            Block first = workspace.allocate(8 * size, -1);
            workspace.launch(
                    KernelName.COMMUNITY_FIRST,
                    size,
                    a -> a.address(labels.address()).int64(size).address(first.address()));
            Block leads = workspace.allocate(size);
            workspace.launch(
                    KernelName.COMMUNITY_LEADS,
                    size,
                    a -> a.address(labels.address())
                            .int64(size)
                            .address(first.address())
                            .address(leads.address()));
            Block places = workspace.allocate(4 * size);
            RowMaps.Selection leaders = maps.select(leads, size, places);
            workspace.launch(
                    KernelName.COMMUNITY_NUMBER,
                    size,
                    a -> a.address(labels.address())
                            .int64(size)
                            .address(first.address())
                            .address(places.address()));
            List.of(first, leads, places, leaders.rows()).forEach(Block::release);
            return leaders.count();
        }

        /** Parts of communities that hang together, each named after its first vertex. */
        private Block connected(CommunityLevels.Level level, Block labels) {
            Block parents = maps.identity(level.vertices(), 0);
            workspace.launch(
                    KernelName.COMMUNITY_HOOK,
                    level.entries(),
                    a -> a.address(level.rowOf().address())
                            .address(level.targets().address())
                            .int64(level.entries())
                            .address(labels.address())
                            .address(parents.address()));
            Block roots = workspace.allocate(4 * level.vertices());
            workspace.launch(
                    KernelName.COMPONENTS_LABEL,
                    level.vertices(),
                    a -> a.address(parents.address()).int64(level.vertices()).address(roots.address()));
            parents.release();
            return roots;
        }

        private double modularity(CommunityLevels.Level level, Block labels) {
            Block inside = workspace.allocate(8, 0);
            workspace.launch(
                    KernelName.COMMUNITY_INSIDE,
                    level.entries(),
                    a -> level.addEntries(a).address(labels.address()).address(inside.address()));
            Block strengths = levels.strengths(level, labels, vertices);
            Block squares = workspace.allocate(8 * vertices);
            workspace.launch(
                    KernelName.COMMUNITY_SQUARES,
                    vertices,
                    a -> a.address(strengths.address())
                            .int64(vertices)
                            .float64(level.total())
                            .address(squares.address()));
            double expected = Sums.of(squares, vertices, workspace);
            double linked = workspace.read(inside, 1)[0] / (double) level.total();
            List.of(inside, strengths, squares).forEach(Block::release);
            return linked - options.resolution() * expected;
        }

        /** The number of each vertex's community, by falling size, then smallest id. */
        private void number(Block labels, long count, Block order, Block numbers, Block partition) {
            Block sizes = workspace.allocate(4 * count);
            Block smallest = workspace.allocate(4 * count);
            workspace.stream().fillInts(sizes.address(), Integer.MAX_VALUE, count);
            workspace.stream().fillInts(smallest.address(), Integer.MAX_VALUE, count);
            workspace.launch(
                    KernelName.COMMUNITY_SIZES,
                    vertices,
                    a -> a.address(labels.address())
                            .address(order.address())
                            .int64(vertices)
                            .address(sizes.address())
                            .address(smallest.address()));
            Block bySize = sorted(List.of(sizes, smallest), count);
            Block ranks = workspace.allocate(4 * count);
            workspace.launch(
                    KernelName.GRAPH_INVERT,
                    count,
                    a -> a.address(bySize.address()).int64(count).address(ranks.address()));
            Block byId = maps.compose(labels, numbers, vertices);
            workspace.launch(
                    KernelName.GRAPH_WIDEN,
                    vertices,
                    a -> a.address(ranks.address())
                            .address(byId.address())
                            .int64(vertices)
                            .address(partition.address()));
            List.of(bySize, ranks, byId).forEach(Block::release);
        }
    }
}
