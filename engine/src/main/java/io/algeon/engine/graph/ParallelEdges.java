package io.algeon.engine.graph;

/** What becomes of several edges between the same two vertices. */
public enum ParallelEdges {
    /** One edge, its weight the sum of theirs (1 each in a graph without weights, which gets weights by that). */
    SUM,
    /** One edge with the least weight. */
    MIN,
    /** One edge with the greatest weight. */
    MAX,
    /** One edge, with the least weight. */
    DISTINCT,
    /** All of them. */
    KEEP
}
