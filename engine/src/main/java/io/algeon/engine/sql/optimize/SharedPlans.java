package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.PlanInputs;
import io.algeon.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds sub-plans that stand in a plan more than once and wraps them as {@link PlanNode.Shared}. Positions instead of
 * names and value equality make equal work equal records. Scans and what merely filters, projects or appends them are
 * cheaper read again than kept.
 */
final class SharedPlans {
    /** Results above this are not kept in memory to save their making. */
    private static final double MOST_ROWS = 4e6;

    private final Map<PlanNode, PlanNode> canonical = new HashMap<>();
    private final Map<PlanNode, Integer> uses = new IdentityHashMap<>();
    private final Map<PlanNode, PlanNode> rebuilt = new IdentityHashMap<>();
    private final PreparedInputs prepared = new PreparedInputs();
    private int shared;

    private SharedPlans() {}

    static PlanNode share(PlanNode root) {
        SharedPlans plans = new SharedPlans();
        return plans.rebuild(plans.intern(root));
    }

    /** The one node for all equal ones; counts the distinct parents' uses of each. */
    private PlanNode intern(PlanNode node) {
        List<PlanNode> inputs = new ArrayList<>();
        for (PlanNode input : node.inputs()) {
            inputs.add(intern(input));
        }
        PlanNode candidate = PlanInputs.replace(node, inputs);
        PlanNode known = canonical.putIfAbsent(candidate, candidate);
        if (known != null) {
            for (PlanNode input : inputs) {
                uses.merge(input, -1, Integer::sum);
            }
        }
        PlanNode result = known == null ? candidate : known;
        if (known == null) {
            prepared.add(result);
        }
        uses.merge(result, 1, Integer::sum);
        return result;
    }

    private PlanNode rebuild(PlanNode node) {
        PlanNode done = rebuilt.get(node);
        if (done != null) {
            return done;
        }
        List<PlanNode> inputs = new ArrayList<>();
        for (PlanNode input : node.inputs()) {
            inputs.add(rebuild(input));
        }
        PlanNode result = PlanInputs.replace(node, inputs);
        if (uses.getOrDefault(node, 0) > 1 && (isWorthKeeping(node) || prepared.isShared(node))) {
            result = new PlanNode.Shared(shared++, result);
        }
        rebuilt.put(node, result);
        return result;
    }

    private static boolean isWorthKeeping(PlanNode node) {
        return node.estimatedRows() <= MOST_ROWS && doesWork(node);
    }

    private static boolean doesWork(PlanNode node) {
        if (node instanceof PlanNode.Filter
                || node instanceof PlanNode.Project
                || node instanceof PlanNode.Limit
                || node instanceof PlanNode.Sample) {
            return doesWork(node.inputs().get(0));
        }
        if (node instanceof PlanNode.UnionAll union) {
            return union.inputs().stream().anyMatch(SharedPlans::doesWork);
        }
        return !(node instanceof PlanNode.Scan)
                && !(node instanceof PlanNode.Values)
                && !(node instanceof PlanNode.RecursiveRows)
                && !(node instanceof PlanNode.Shared);
    }
}
