package io.algeon.engine.placement;

import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.DeviceOperation;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import java.util.Locale;

/**
 * What a fragment costs on the CPU and on a device, in nanoseconds. The CPU's figures are those of one thread, measured on TPC-H;
 * they need to be right to a factor of two. What both do alike, such as reading files, is left out.
 */
final class CostModel {
    private static final double FILTER = 2;
    private static final double EXPRESSION = 2;
    private static final double JOIN = 15;
    private static final double AGGREGATE = 12;
    private static final double SORT = 60;
    /** A graph is built and gone over some times. */
    private static final double FUNCTION = 400;

    /** As many passes over the rows as the device makes for it, each like a join. */
    private static final double FUNCTION_PASSES = 10;

    /** Of a value that the device has already, and the CPU must decode. */
    private static final double DECODE = 1.5;

    /** Calls of the aggregate that was measured on the device. */
    private static final double MEASURED_CALLS = 2;

    private static final double TEXT_BYTES = 24;
    private static final double THREADS = Runtime.getRuntime().availableProcessors();

    private CostModel() {}

    /**
     * Two costs.
     *
     * @param cpu of all threads together
     * @param device of the device, with its copies; the least that any could have if {@code isLeast}
     */
    record Estimate(double cpu, double device, boolean isLeast) {
        boolean pays() {
            return device < cpu;
        }

        /** Part of a sentence. */
        String text(String deviceName) {
            return String.format(
                    Locale.ROOT,
                    "cost: %s ms on the CPU, %s%s ms on %s",
                    milliseconds(cpu),
                    isLeast ? "at least " : "",
                    milliseconds(device),
                    deviceName);
        }

        private static String milliseconds(double nanoseconds) {
            double value = nanoseconds / 1e6;
            return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
        }
    }

    /** Time of the CPU for a node, its inputs aside. */
    static double cpu(PlanNode node) {
        double rows = inputRows(node);
        double aRow = 0;
        if (node instanceof PlanNode.Filter) {
            aRow = FILTER;
        } else if (node instanceof PlanNode.Project project) {
            aRow = EXPRESSION * computed(project);
        } else if (node instanceof PlanNode.Join) {
            aRow = JOIN;
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            aRow = AGGREGATE + EXPRESSION * aggregate.calls().size();
        } else if (node instanceof PlanNode.Sort || node instanceof PlanNode.SetOperation) {
            aRow = SORT;
        } else if (node instanceof PlanNode.TableFunction) {
            aRow = FUNCTION;
        }
        return rows * aRow / THREADS;
    }

    /** Time of the device for a node, its inputs aside. */
    static double device(PlanNode node, DeviceCosts costs) {
        double rows = inputRows(node);
        if (node instanceof PlanNode.Filter) {
            return costs.of(DeviceOperation.FILTER, rows);
        } else if (node instanceof PlanNode.Project project) {
            int computed = computed(project);
            return computed == 0 ? 0 : costs.of(DeviceOperation.EXPRESSION, rows * computed);
        } else if (node instanceof PlanNode.Join) {
            return costs.of(DeviceOperation.JOIN, rows);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            double calls = aggregate.calls().size();
            return costs.of(DeviceOperation.AGGREGATE, rows * (1 + calls) / (1 + MEASURED_CALLS));
        } else if (node instanceof PlanNode.Sort || node instanceof PlanNode.SetOperation) {
            return costs.of(DeviceOperation.SORT, rows);
        } else if (node instanceof PlanNode.TableFunction) {
            return FUNCTION_PASSES * costs.of(DeviceOperation.JOIN, rows);
        }
        return 0;
    }

    /** Time of the CPU for a condition in a scan of so many rows. */
    static double scanFilter(double rows) {
        return rows * FILTER / THREADS;
    }

    /** Time of the CPU to get at values that the device has already. */
    static double decoded(double rows, int columns) {
        return rows * columns * DECODE / THREADS;
    }

    private static double inputRows(PlanNode node) {
        return node.inputs().stream().mapToDouble(PlanNode::estimatedRows).sum();
    }

    private static int computed(PlanNode.Project project) {
        return (int) project.expressions().stream()
                .filter(expression -> !(expression instanceof Expr.InputRef))
                .count();
    }

    /** Bytes of rows on their way. */
    static double bytes(double rows, List<ColumnDef> columns) {
        double width = 0;
        for (ColumnDef column : columns) {
            width += switch (column.type().physicalKind()) {
                case BOOLEAN -> 1;
                case INT32, FLOAT32 -> 4;
                case INT64, FLOAT64 -> 8;
                case INT128 -> 16;
                case BYTES, LIST, ROW, MAP -> TEXT_BYTES;
            };
        }
        return rows * width;
    }
}
