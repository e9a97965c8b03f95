package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first search level by level, a thread an edge that leaves the frontier, so that hubs are no thread's burden. Who comes first
 * to a vertex puts it into the next frontier; its predecessor is the smallest of those of the level, whatever the schedule.
 */
final class BreadthFirstSearch implements DeviceFunction {
    @Override
    public DeviceRelation run(GraphCall call) {
        DeviceRelation given = call.relation("sources");
        Block sources = given == null ? call.vertex("source") : call.vertices("sources", 0);
        long sourceCount = given == null ? 1 : given.rows();
        DeviceRelation targetRows = call.relation("targets");
        Targets targets = targetRows == null
                ? null
                : new Targets(
                        call.vertices("targets", 0),
                        targetRows.rows(),
                        call.options().flag("stop_on_first_target"));
        long limit = call.options().get("depth_limit") == null ? Long.MAX_VALUE : call.integer("depth_limit");
        Search search = new Search(call);
        int levels = search.run(sources, sourceCount, limit, targets);
        call.work().set("iterations", levels);
        sources.release();
        if (targets != null) {
            targets.vertices().release();
        }
        return search.rows();
    }

    /** Where the search may end: with the first, or the last of some vertices. */
    private record Targets(Block vertices, long count, boolean first) {}

    /** One search. */
    private static final class Search {
        private final GraphCall call;
        private final Workspace workspace;
        private final Rows out;
        private final long vertices;
        private final Block distances;
        private final Block predecessors;

        Search(GraphCall call) {
            this.call = call;
            this.workspace = call.workspace();
            this.out = call.graph().out();
            this.vertices = call.graph().vertices();
            this.distances = workspace.allocate(4 * vertices, -1);
            this.predecessors = workspace.allocate(4 * vertices, -1);
        }

        int run(Block sources, long sourceCount, long limit, @Nullable Targets targets) {
            Block frontier = workspace.allocate(4 * vertices);
            Block next = workspace.allocate(4 * vertices);
            Block counter = workspace.allocate(8, 0);
            Block first = frontier;
            workspace.launch(
                    KernelName.BFS_START,
                    sourceCount,
                    a -> a.address(sources.address())
                            .int64(sourceCount)
                            .address(distances.address())
                            .address(first.address())
                            .address(counter.address()));
            long size = workspace.read(counter, 1)[0];
            long reached = size;
            int level = 0;
            while (size > 0 && level < limit && !isFound(targets)) {
                expand(frontier, size, level, next, counter);
                Block other = frontier;
                frontier = next;
                next = other;
                size = workspace.read(counter, 1)[0];
                level++;
                reached += size;
                call.work().setProgress((double) reached / Math.max(1, vertices));
            }
            frontier.release();
            next.release();
            counter.release();
            return level;
        }

        private void expand(Block frontier, long size, int level, Block next, Block counter) {
            Block degrees = workspace.allocate(4 * size);
            workspace.launch(
                    KernelName.BFS_DEGREES,
                    size,
                    a -> a.address(frontier.address())
                            .int64(size)
                            .address(out.offsets().address())
                            .address(degrees.address()));
            RowMaps.Offsets starts = call.operators().maps().offsets(degrees, size);
            degrees.release();
            workspace.stream().fill(counter.address(), (byte) 0, 8);
            workspace.launch(
                    KernelName.BFS_EXPAND,
                    starts.total(),
                    a -> a.address(frontier.address())
                            .int64(size)
                            .address(starts.offsets().address())
                            .int64(starts.total())
                            .address(out.offsets().address())
                            .address(out.targets().address())
                            .int32(level)
                            .address(distances.address())
                            .address(predecessors.address())
                            .address(next.address())
                            .address(counter.address()));
            starts.offsets().release();
        }

        private boolean isFound(@Nullable Targets targets) {
            if (targets == null) {
                return false;
            }
            Block found = workspace.allocate(8, 0);
            workspace.launch(
                    KernelName.BFS_FOUND,
                    targets.count(),
                    a -> a.address(targets.vertices().address())
                            .int64(targets.count())
                            .address(distances.address())
                            .address(found.address()));
            long count = workspace.read(found, 1)[0];
            found.release();
            return targets.first() ? count > 0 : count == targets.count();
        }

        /** The vertices that were reached, in the order of their ids. */
        DeviceRelation rows() {
            RowMaps maps = call.operators().maps();
            Block flags = workspace.allocate(vertices);
            workspace.launch(
                    KernelName.BFS_REACHED,
                    vertices,
                    a -> a.address(distances.address()).int64(vertices).address(flags.address()));
            RowMaps.Selection reached = maps.select(flags, vertices, null);
            flags.release();
            long count = reached.count();
            Block distance = workspace.allocate(8 * count);
            workspace.launch(
                    KernelName.GRAPH_WIDEN,
                    count,
                    a -> a.address(distances.address())
                            .address(reached.rows().address())
                            .int64(count)
                            .address(distance.address()));
            Block before = maps.compose(predecessors, reached.rows(), count);
            DeviceRelation rows = new DeviceRelation(
                    List.of(
                            call.ids(reached.rows(), count),
                            DeviceColumn.dense(ValueKind.I64, count, distance, null),
                            call.ids(before, count)),
                    count);
            before.release();
            reached.rows().release();
            distances.release();
            predecessors.release();
            return rows;
        }
    }
}
