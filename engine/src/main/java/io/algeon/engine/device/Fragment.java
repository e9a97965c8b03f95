package io.algeon.engine.device;

import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.plan.PlanNode;
import java.util.List;
import java.util.Map;

/**
 * A part of a plan on a device, in one execution: rows of the host go into its inputs, rows of its root come out. One operator to
 * the rest of the query. Thread-safe where {@link Sink} and {@link Source} are.
 */
public interface Fragment extends AutoCloseable {
    /**
     * Where rows come in: one input an {@link PlanNode.Upload} of the fragment, in preorder. Scans whose rows are on the device
     * already have none.
     */
    List<Input> inputs();

    /** The rows of the root; read when every input has been finished. */
    Source output();

    /** Takes the time of kernels and copies from now on, which costs some; called before anything runs. */
    default void measure() {}

    /** What it has done so far. */
    FragmentReport report();

    /** Rows that a node of the fragment has given so far; -1 if that is not known. Nodes are found by identity. */
    long rows(PlanNode node);

    /** What is known of a table function of the fragment, name to number, in the order in which it is shown; found by identity. */
    default Map<String, Number> facts(PlanNode node) {
        return Map.of();
    }

    /** How far each of its table functions is, 0 to 1. */
    default List<Double> progress() {
        return List.of();
    }

    /** Gives all memory of the device back. Idempotent; called once no worker can touch the fragment. */
    @Override
    void close();

    /**
     * An input.
     *
     * @param node its place in the plan
     * @param rows what the host does for it: the upload's input, or a scan of fewer columns in place of a scan
     * @param sink takes its rows
     * @param after numbers of the inputs that must be finished before this one begins
     */
    record Input(PlanNode.Upload node, PlanNode rows, Sink sink, List<Integer> after) {
        public Input {
            after = List.copyOf(after);
        }
    }
}
