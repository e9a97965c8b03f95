package io.algeon.engine.placement;

import io.algeon.engine.device.Device;
import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.Devices;
import io.algeon.engine.plan.PlanInputs;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides where the nodes of a plan run. What a device can carry out is cut into fragments as large as possible; in the mode
 * {@code auto} a fragment goes to the device only if that is expected to be faster.
 */
public final class PlacementPass {
    private static final String REQUIRED = "native_required";
    private static final String FUNCTIONS_ONLY = "functions_only";

    private final Device device;
    private final boolean byCost;
    private final boolean required;
    private final boolean functionsOnly;
    private final boolean sharedOnDevice;
    private final Map<PlanNode, String> reasons = new IdentityHashMap<>();
    private final Set<String> fallbacks = new java.util.LinkedHashSet<>();
    /** Why the first fragment was placed as it was, by its cost. */
    private @Nullable String costs;

    private boolean anyOnDevice;
    private boolean anyOnHost;

    private PlacementPass(Device device, String mode, boolean sharedOnDevice) {
        this.device = device;
        this.byCost = mode.equals("auto");
        this.required = mode.equals(REQUIRED);
        this.functionsOnly = mode.equals(FUNCTIONS_ONLY);
        this.sharedOnDevice = sharedOnDevice;
    }

    /**
     * Places a plan.
     *
     * @param executionMode value of the setting
     * @throws EngineException {@code device_required} if the mode is {@code native_required} and an operator cannot run on a
     *     device; reading tables, constant rows and delivering the result (projection, LIMIT) are exempt
     */
    public static Placement place(PlanNode plan, String executionMode, Devices devices) {
        if (executionMode.equals("cpu_only") || executionMode.equals(FUNCTIONS_ONLY) && !hasFunction(plan)) {
            return Placement.cpu(plan, "execution_mode is " + executionMode);
        }
        Optional<Device> found = devices.accelerator();
        if (found.isEmpty()) {
            if (executionMode.equals(REQUIRED)) {
                firstOperator(plan).ifPresent(operator -> {
                    throw required(operator, devices.acceleratorReason());
                });
            }
            return Placement.cpu(plan, devices.acceleratorReason());
        }
        Device device = found.get();
        boolean whole = isWhole(plan, device);
        return new PlacementPass(device, executionMode, whole).place(plan);
    }

    private static boolean hasFunction(PlanNode node) {
        return isFunction(node) || node.inputs().stream().anyMatch(PlacementPass::hasFunction);
    }

    private static boolean isFunction(PlanNode node) {
        return node instanceof PlanNode.TableFunction && !isLeaf(node);
    }

    /** Everything on the CPU, after the device failed to carry the plan out; the reason is a sentence. */
    public static Placement fallback(PlanNode plan, String reason) {
        return new Placement(
                plan,
                Placement.CPU,
                "the GPU failed",
                Placement.CPU,
                Map.of(),
                List.of("The query ran on the CPU. " + reason));
    }

    private static EngineException required(String operator, String reason) {
        return new EngineException(
                ErrorCode.DEVICE_REQUIRED,
                "The operator " + operator + " cannot run on a GPU (" + reason
                        + "), and execution_mode is native_required. Set execution_mode to auto to let it run on"
                        + " the CPU.");
    }

    private static Optional<String> firstOperator(PlanNode node) {
        if (!isExempt(node)) {
            return Optional.of(name(node));
        }
        return node.inputs().stream()
                .map(PlacementPass::firstOperator)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static String name(PlanNode node) {
        return node instanceof PlanNode.TableFunction function
                ? function.call().function().name()
                : node.getClass().getSimpleName();
    }

    private static boolean isExempt(PlanNode node) {
        return isLeaf(node)
                || node instanceof PlanNode.Project
                || node instanceof PlanNode.Limit
                || node instanceof PlanNode.Write;
    }

    /** Whether the host provides the rows, whatever the device can do. */
    private static boolean isLeaf(PlanNode node) {
        return node.inputs().isEmpty();
    }

    /** Whether the device can carry out all of a plan, so that shared sub-plans are shared on the device. */
    private static boolean isWhole(PlanNode node, Device device) {
        return (isLeaf(node) || device.objection(node).isEmpty())
                && node.inputs().stream().allMatch(input -> isWhole(input, device));
    }

    private Placement place(PlanNode plan) {
        PlanNode placed = onHost(plan);
        String reason = costs;
        if (reason == null) {
            reason = anyOnDevice
                    ? "the GPU can do it"
                    : reasons.isEmpty()
                            ? "nothing that the GPU does"
                            : reasons.values().iterator().next();
        }
        String name = !anyOnDevice ? Placement.CPU : anyOnHost ? device.name() + " and cpu" : device.name();
        return new Placement(
                placed,
                name,
                reason,
                anyOnDevice ? device.name() : Placement.CPU,
                reasons,
                byCost ? List.of() : List.copyOf(fallbacks));
    }

    /** The node where its consumer is on the host. */
    private PlanNode onHost(PlanNode node) {
        String objection = objection(node);
        String tooExpensive = null;
        if (objection == null && isWorth(node)) {
            tooExpensive = byCost ? tooExpensive(node) : null;
            if (tooExpensive == null) {
                anyOnDevice = true;
                return new PlanNode.Download(onDevice(node));
            }
        }
        if (objection != null) {
            refuse(node, objection);
        } else if (!byCost && !functionsOnly && node instanceof PlanNode.Scan scan) {
            refuseFilters(scan);
        }
        if (!isExempt(node)) {
            anyOnHost = true;
        }
        PlanNode placed = node;
        if (!isLeaf(node) && inputsMayMove(node)) {
            placed = PlanInputs.replace(
                    node, node.inputs().stream().map(this::onHost).toList());
        }
        if (objection != null || tooExpensive != null) {
            reasons.put(placed, objection != null ? objection : String.valueOf(tooExpensive));
        }
        return placed;
    }

    /** Whether parts of the inputs may be placed apart from the node; other nodes keep what is below them on the CPU. */
    private static boolean inputsMayMove(PlanNode node) {
        return node instanceof PlanNode.Filter
                || node instanceof PlanNode.Project
                || node instanceof PlanNode.Join
                || node instanceof PlanNode.Aggregate
                || node instanceof PlanNode.Sort
                || node instanceof PlanNode.Limit
                || node instanceof PlanNode.UnionAll
                || node instanceof PlanNode.SetOperation
                || node instanceof PlanNode.Shared
                || node instanceof PlanNode.Window
                || node instanceof PlanNode.Write
                || node instanceof PlanNode.Unnest
                || node instanceof PlanNode.Sample
                || node instanceof PlanNode.TableFunction;
    }

    private void refuse(PlanNode node, String objection) {
        if (required && !isExempt(node)) {
            throw required(name(node), objection);
        }
        if (functionsOnly && !isFunction(node)) {
            return;
        }
        fallbacks.add("The operator " + name(node) + " runs on the CPU: the GPU cannot compute " + objection + ".");
    }

    /** The node where its consumer is on the device. */
    private PlanNode onDevice(PlanNode node) {
        if (functionsOnly && !isFunction(node)) {
            return new PlanNode.Upload(onHost(node));
        }
        if (node instanceof PlanNode.Scan scan) {
            refuseFilters(scan);
            return DeviceScan.of(scan, device);
        }
        if (isLeaf(node) || objection(node) != null) {
            return new PlanNode.Upload(onHost(node));
        }
        return PlanInputs.replace(
                node, node.inputs().stream().map(this::onDevice).toList());
    }

    /** The conditions of a scan that the device cannot apply. */
    private void refuseFilters(PlanNode.Scan scan) {
        for (Expr predicate : scan.request().predicates()) {
            String objection = DeviceScan.objection(scan, predicate, device);
            if (objection != null && required) {
                throw required("Filter", objection);
            } else if (objection != null) {
                anyOnHost = true;
                fallbacks.add("A filter runs on the CPU: the GPU cannot compute " + objection + ".");
            }
        }
    }

    private @Nullable String objection(PlanNode node) {
        if (isLeaf(node)) {
            return null;
        }
        if (functionsOnly && !isFunction(node)) {
            return "anything but table functions while execution_mode is functions_only";
        }
        if (node instanceof PlanNode.Shared && !sharedOnDevice) {
            return "a sub-plan that parts on the CPU read too";
        }
        return device.objection(node).orElse(null);
    }

    /** Whether a fragment would do more than pass rows on. */
    private boolean isWorth(PlanNode node) {
        if (node instanceof PlanNode.Scan scan) {
            return !functionsOnly && !(DeviceScan.of(scan, device) instanceof PlanNode.Upload);
        }
        if (isLeaf(node) || objection(node) != null) {
            return false;
        }
        if (node instanceof PlanNode.Project project) {
            return project.expressions().stream()
                            .anyMatch(e -> !(e instanceof Expr.InputRef || e instanceof Expr.Literal))
                    || isWorth(project.input());
        }
        if (node instanceof PlanNode.Limit limit) {
            return isWorth(limit.input());
        }
        if (node instanceof PlanNode.UnionAll || node instanceof PlanNode.Shared) {
            return node.inputs().stream().anyMatch(this::isWorth);
        }
        return true;
    }

    /** Why a fragment does not pay; null if it does. */
    private @Nullable String tooExpensive(PlanNode node) {
        CostModel.Estimate estimate = estimate(node);
        String text = estimate.text(device.name());
        if (costs == null || estimate.pays() && !anyOnDevice) {
            costs = text;
        }
        return estimate.pays() ? null : text;
    }

    /** What a fragment would cost. A device whose costs are not known yet is not bothered for one that is cheap anyway. */
    private CostModel.Estimate estimate(PlanNode top) {
        List<PlanNode> nodes = new ArrayList<>();
        List<PlanNode> leaves = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        List<PlanNode> open = new ArrayList<>(List.of(top));
        while (!open.isEmpty()) {
            PlanNode next = open.remove(open.size() - 1);
            if (next instanceof PlanNode.Shared shared && !seen.add(shared.id())) {
                continue;
            }
            if (isLeaf(next) || objection(next) != null) {
                leaves.add(next);
            } else {
                nodes.add(next);
                open.addAll(next.inputs());
            }
        }
        double cpu = nodes.stream().mapToDouble(CostModel::cpu).sum();
        double bytes = 0;
        List<PlanNode> filters = new ArrayList<>();
        for (PlanNode leaf : leaves) {
            if (leaf instanceof PlanNode.Scan scan) {
                PlanNode placed = DeviceScan.of(scan, device);
                PlanNode below = placed;
                while (!(below instanceof PlanNode.Upload)) {
                    filters.add(below);
                    below = below.inputs().get(0);
                }
                PlanNode.Scan read = (PlanNode.Scan) below.inputs().get(0);
                double rows = read.estimatedRows();
                cpu += placed == below ? 0 : CostModel.scanFilter(rows);
                Set<Integer> resident =
                        device.resident(read.table(), read.request().columns());
                cpu += CostModel.decoded(rows, resident.size());
                List<ColumnDef> copied = new ArrayList<>();
                for (int i = 0; i < read.output().size(); i++) {
                    if (!resident.contains(read.request().columns().get(i))) {
                        copied.add(read.output().get(i));
                    }
                }
                bytes += CostModel.bytes(rows, copied);
            } else {
                bytes += CostModel.bytes(leaf.estimatedRows(), leaf.output());
            }
        }
        if (cpu < DeviceCosts.LEAST_START) {
            return new CostModel.Estimate(cpu, DeviceCosts.LEAST_START, true);
        }
        nodes.addAll(filters);
        DeviceCosts costsOfDevice = device.costs();
        double spent = costsOfDevice.start() + bytes * costsOfDevice.byteToDevice();
        for (PlanNode node : nodes) {
            spent += CostModel.device(node, costsOfDevice);
        }
        spent += CostModel.bytes(top.estimatedRows(), top.output()) * costsOfDevice.byteToHost();
        return new CostModel.Estimate(cpu, spent, false);
    }
}
