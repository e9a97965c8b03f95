package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PreparationKey;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/** Which sub-plans are inputs of several calls of table functions that build the same from them, such as one graph. */
final class PreparedInputs {
    private final Set<PreparationKey> keys = new HashSet<>();
    private final Set<PlanNode> shared = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Looks at a node whose inputs are the one node for all equal ones. */
    void add(PlanNode node) {
        if (node instanceof PlanNode.TableFunction function) {
            PreparationKey key = PreparationKey.of(function);
            if (key != null && !keys.add(key)) {
                shared.addAll(key.inputs());
            }
        }
    }

    boolean isShared(PlanNode node) {
        return shared.contains(node);
    }
}
