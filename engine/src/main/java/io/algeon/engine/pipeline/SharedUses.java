package io.algeon.engine.pipeline;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PreparationKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who reads the shared sub-plans of a plan: preparations of table functions, or others too, for whom rows must be kept. */
final class SharedUses {
    private final Map<Integer, Set<Object>> readers = new HashMap<>();
    private final Set<Integer> seen = new HashSet<>();

    private SharedUses() {}

    static SharedUses of(PlanNode root) {
        SharedUses uses = new SharedUses();
        uses.visit(root);
        return uses;
    }

    private void visit(PlanNode node) {
        PreparationKey key = node instanceof PlanNode.TableFunction function ? PreparationKey.of(function) : null;
        for (PlanNode input : node.inputs()) {
            if (input instanceof PlanNode.Shared shared) {
                boolean prepared = key != null && key.inputs().contains(input);
                readers.computeIfAbsent(shared.id(), id -> new HashSet<>()).add(prepared ? key : new Object());
                if (!seen.add(shared.id())) {
                    continue;
                }
            }
            visit(input);
        }
    }

    /** Whether a shared sub-plan is read for this preparation and for nothing else. */
    boolean onlyIn(int sharedId, PreparationKey key) {
        return readers.getOrDefault(sharedId, Set.of()).equals(Set.of(key));
    }
}
