package io.algeon.engine.device;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An accelerator that runs parts of plans. Thread-safe. */
public interface Device {
    /** Such as {@code gpu0}. */
    String name();

    /**
     * Why the device cannot carry out a node, its inputs aside: part of a sentence, such as {@code the function md5}. Empty if
     * it can. Scans and constant rows are never asked about. A {@link PlanNode.TableFunction} that it can carry out is part of a
     * fragment like any operator: its relations are the node's inputs, on the device or uploaded, its options are constants of
     * the execution ({@code FunctionExecution.options}), its result is a relation of the device. It fails as the CPU's does, with
     * the words of {@code InputFailures} and {@code GraphFailures}, and tells how far it is by {@link Fragment#progress} and
     * what it did by {@link Fragment#facts}.
     */
    Optional<String> objection(PlanNode node);

    /** What it costs to use the device; may measure that first, once, which takes a moment. Never throws. */
    DeviceCosts costs();

    /**
     * Which columns of the present state of a table are in the device's memory.
     *
     * @param columns numbers of columns of the table's definition
     */
    default Set<Integer> resident(TableSource table, List<Integer> columns) {
        return Set.of();
    }

    /**
     * Prepares a part of a plan for one execution. Where the part begins, its leaves are {@link PlanNode.Upload}s.
     *
     * @param root its top, below a {@link PlanNode.Download}
     * @param context the query's; host memory is reserved in its budget
     * @param snapshots binds tables for the query
     * @throws io.algeon.metadata.error.EngineException {@code service_overloaded}, {@code device_fault} or
     *     {@code device_out_of_memory} if the device takes no work now
     */
    Fragment open(PlanNode root, ExecutionContext context, Function<TableSource, TableSnapshot> snapshots);
}
