package io.algeon.engine.placement;

import io.algeon.engine.plan.PlanNode;
import java.util.List;
import java.util.Map;

/**
 * Where a plan's nodes run. Below a {@link PlanNode.Download}, down to {@link PlanNode.Upload}s, that is the device, elsewhere the
 * CPU.
 *
 * @param plan with its transfers
 * @param device such as {@code cpu}, {@code gpu0}, or {@code gpu0 and cpu}
 * @param reason why there, part of a sentence
 * @param accelerator name of the device below downloads; {@code cpu} if there are none
 * @param reasons why single nodes run on the CPU, by identity; those without one have the reason of the whole
 * @param fallbacks sentences that say what the mode asked the device to do and the CPU does
 */
public record Placement(
        PlanNode plan,
        String device,
        String reason,
        String accelerator,
        Map<PlanNode, String> reasons,
        List<String> fallbacks) {
    /** The name of the CPU. */
    public static final String CPU = "cpu";

    public Placement {
        fallbacks = List.copyOf(fallbacks);
    }

    /** Everything on the CPU. */
    public static Placement cpu(PlanNode plan, String reason) {
        return new Placement(plan, CPU, reason, CPU, Map.of(), List.of());
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return device + " (" + reason + ")";
    }
}
