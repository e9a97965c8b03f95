package io.algeon.engine.placement;

import io.algeon.engine.device.Devices;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Optional;

/** Decides where a plan runs. All nodes run on the CPU until device operators exist. */
public final class PlacementPass {
    private PlacementPass() {}

    /**
     * Places a plan.
     *
     * @param executionMode value of the setting
     * @throws EngineException {@code device_required} if the mode is {@code native_required} and an operator cannot run on a
     *     device; reading tables, constant rows and delivering the result (projection, LIMIT) are exempt
     */
    public static Placement place(PlanNode plan, String executionMode, Devices devices) {
        if (executionMode.equals("cpu_only")) {
            return new Placement("cpu", "execution_mode is cpu_only");
        }
        String reason = devices.acceleratorReason();
        if (executionMode.equals("native_required")) {
            firstOperator(plan).ifPresent(operator -> {
                throw new EngineException(
                        ErrorCode.DEVICE_REQUIRED,
                        "The operator " + operator + " cannot run on a GPU (" + reason
                                + "), and execution_mode is native_required. Set execution_mode to auto to let it run on"
                                + " the CPU.");
            });
        }
        return new Placement("cpu", reason);
    }

    private static Optional<String> firstOperator(PlanNode node) {
        boolean exempt = node instanceof PlanNode.Scan
                || node instanceof PlanNode.Values
                || node instanceof PlanNode.Project
                || node instanceof PlanNode.Limit;
        if (!exempt) {
            return Optional.of(node.getClass().getSimpleName());
        }
        return node.inputs().stream()
                .map(PlacementPass::firstOperator)
                .flatMap(Optional::stream)
                .findFirst();
    }
}
