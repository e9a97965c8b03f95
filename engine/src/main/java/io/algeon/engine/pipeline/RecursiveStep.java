package io.algeon.engine.pipeline;

import io.algeon.engine.plan.PlanInputs;
import io.algeon.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides the step of a recursive query: the largest sub-plans that do not read the rows of the step before are kept, the rest is
 * rebuilt over them. Visits every node once, in preorder, as {@link PipelineBuilder} numbers them.
 */
abstract class RecursiveStep {
    private final int id;
    private final Map<Integer, PlanNode> shared = new HashMap<>();
    private final Set<Integer> seen = new HashSet<>();
    private int kept;

    RecursiveStep(int id) {
        this.id = id;
    }

    /** Gives what stands for a sub-plan, whose rows are found under a number. */
    abstract PlanNode keep(PlanNode independent, int number);

    /** Passes the number of a node that is not carried out here. */
    abstract void skip();

    PlanNode rewrite(PlanNode node) {
        if (!depends(node)) {
            // numbers below 0: no recursion has them
            return keep(node, -1 - id * 1000 - kept++);
        }
        skip();
        if (node instanceof PlanNode.Shared sub) {
            PlanNode known = shared.get(sub.id());
            if (known != null) {
                return known;
            }
        }
        if (node.inputs().isEmpty()) {
            return node;
        }
        List<PlanNode> inputs = new ArrayList<>();
        for (PlanNode input : node.inputs()) {
            inputs.add(rewrite(input));
        }
        PlanNode result = PlanInputs.replace(node, inputs);
        if (node instanceof PlanNode.Shared sub) {
            shared.put(sub.id(), result);
        }
        return result;
    }

    private boolean depends(PlanNode node) {
        seen.clear();
        return reads(node);
    }

    private boolean reads(PlanNode node) {
        if (node instanceof PlanNode.RecursiveRows) {
            return true;
        }
        if (node instanceof PlanNode.Shared sub && !seen.add(sub.id())) {
            return false;
        }
        return node.inputs().stream().anyMatch(this::reads);
    }
}
