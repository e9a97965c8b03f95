package io.algeon.cuda.graph;

import io.algeon.cuda.relation.DeviceRelation;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A graph that several calls of a fragment share: built when the first runs, given back when the last has run. One thread. */
public final class PreparedGraph {
    private final GraphBuilder builder;
    private final Supplier<DeviceRelation> edges;
    private final @Nullable Supplier<DeviceRelation> vertices;
    private @Nullable DeviceGraph graph;
    private double buildMilliseconds;
    private double prepareMilliseconds;
    private int users;

    /**
     * @param edges gives the relation, which this closes
     * @param vertices the same, if it is given
     */
    public PreparedGraph(
            GraphBuilder builder, Supplier<DeviceRelation> edges, @Nullable Supplier<DeviceRelation> vertices) {
        this.builder = builder;
        this.edges = edges;
        this.vertices = vertices;
    }

    /** Another call will use the graph. */
    public void addUser() {
        users++;
    }

    /** A call has run. */
    public void release() {
        if (--users == 0 && graph != null) {
            graph.close();
            graph = null;
        }
    }

    DeviceGraph graph(FunctionWork work) {
        DeviceGraph built = graph;
        if (built == null) {
            long start = System.nanoTime();
            try (DeviceRelation edgeRows = edges.get();
                    DeviceRelation vertexRows = vertices == null ? null : vertices.get()) {
                long collected = System.nanoTime();
                built = builder.build(edgeRows, vertexRows);
                prepareMilliseconds = (collected - start) / 1e6;
                buildMilliseconds = (System.nanoTime() - collected) / 1e6;
            }
            graph = built;
        }
        work.set("vertices", built.vertices());
        work.set("edges", built.edges());
        work.set("buildMilliseconds", buildMilliseconds);
        work.set("prepareMilliseconds", prepareMilliseconds);
        return built;
    }
}
