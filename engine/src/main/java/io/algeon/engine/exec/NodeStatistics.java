package io.algeon.engine.exec;

import java.util.Arrays;

/** Counters of all plan nodes of one execution, by node number. Thread-safe. */
public final class NodeStatistics {
    private final OperatorStatistics[] nodes;

    public NodeStatistics(int nodeCount) {
        nodes = new OperatorStatistics[nodeCount];
        Arrays.setAll(nodes, i -> new OperatorStatistics());
    }

    /** Nodes of the plan. */
    public int size() {
        return nodes.length;
    }

    /** Adds one worker's counters to a node; a negative number is the result, which has none. */
    public void add(int node, OperatorStatistics counters) {
        if (node >= 0) {
            nodes[node].add(counters);
        }
    }

    /** A copy of a node's counters, as far as workers have ended. */
    public OperatorStatistics of(int node) {
        OperatorStatistics copy = new OperatorStatistics();
        OperatorStatistics original = nodes[node];
        synchronized (original) {
            copy.add(original);
        }
        return copy;
    }

    /** Bytes read by all nodes. */
    public long bytesRead() {
        long sum = 0;
        for (int i = 0; i < nodes.length; i++) {
            sum += of(i).bytesRead;
        }
        return sum;
    }

    /** Bytes of pages that all nodes found in the cache, uncompressed. */
    public long bytesCached() {
        long sum = 0;
        for (int i = 0; i < nodes.length; i++) {
            sum += of(i).bytesCached;
        }
        return sum;
    }

    /** Bytes written out under memory pressure by all nodes. */
    public long bytesSpilled() {
        long sum = 0;
        for (int i = 0; i < nodes.length; i++) {
            sum += of(i).bytesSpilled;
        }
        return sum;
    }
}
