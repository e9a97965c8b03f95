package io.algeon.engine.placement;

import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;

/**
 * What a fragment costs on the CPU and on a device, in nanoseconds. The CPU's figures are those of one thread, measured on TPC-H;
 * they need to be right to a factor of two.
 */
final class CostModel {
    private static final double FILTER = 2;
    private static final double EXPRESSION = 2;
    private static final double JOIN = 15;
    private static final double AGGREGATE = 12;
    private static final double SORT = 60;
    /** A graph is built and gone over some times. */
    private static final double FUNCTION = 400;

    private static final double PASS = 1;
    private static final double TEXT_BYTES = 24;

    private final DeviceCosts costs;
    private final double threads = Runtime.getRuntime().availableProcessors();

    CostModel(DeviceCosts costs) {
        this.costs = costs;
    }

    /** Time of the CPU, with all threads, that the device would save, less its own. */
    double saved(PlanNode node) {
        double rows =
                node.inputs().stream().mapToDouble(PlanNode::estimatedRows).sum();
        double cpu = rows * perRow(node);
        return cpu / threads - cpu * costs.rowNanoseconds();
    }

    private static double perRow(PlanNode node) {
        if (node instanceof PlanNode.Filter) {
            return FILTER;
        } else if (node instanceof PlanNode.Project project) {
            return EXPRESSION * project.expressions().size();
        } else if (node instanceof PlanNode.Join) {
            return JOIN;
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            return AGGREGATE + EXPRESSION * aggregate.calls().size();
        } else if (node instanceof PlanNode.Sort || node instanceof PlanNode.SetOperation) {
            return SORT;
        } else if (node instanceof PlanNode.TableFunction) {
            return FUNCTION;
        }
        return PASS;
    }

    double start() {
        return costs.startNanoseconds();
    }

    /** Time to copy rows from or to the device. */
    double copied(double rows, List<ColumnDef> columns) {
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
        return rows * width * costs.copyNanosecondsAByte();
    }
}
