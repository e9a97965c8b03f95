package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.WindowCall;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Windows of the logical form as physical nodes: calls that nobody needs are left out. */
final class WindowPlans {
    private WindowPlans() {}

    static PhysicalBuilder.Built build(LogicalNode.Window window, BitSet needed, PhysicalBuilder builder) {
        List<LogicalNode.WindowCall> calls = new ArrayList<>();
        BitSet passed = (BitSet) needed.clone();
        window.calls().forEach(call -> passed.clear(call.output().id()));
        BitSet below = (BitSet) passed.clone();
        for (LogicalNode.WindowCall call : window.calls()) {
            if (needed.get(call.output().id())) {
                calls.add(call);
                call.arguments().forEach(below::set);
                call.order().forEach(key -> below.set(key.column()));
            }
        }
        if (calls.isEmpty()) {
            return builder.build(window.input(), needed, false);
        }
        below.or(ExprTrees.ids(window.partition()));
        window.order().forEach(key -> below.set(key.column()));
        PhysicalBuilder.Built input = PhysicalBuilder.narrow(builder.build(window.input(), below, false), below);
        List<Integer> outputColumns = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < input.columns().size(); i++) {
            int id = input.columns().get(i);
            if (passed.get(id)) {
                outputColumns.add(i);
                output.add(input.node().output().get(i));
                kept.add(id);
            }
        }
        List<WindowCall> planned = new ArrayList<>();
        for (LogicalNode.WindowCall call : calls) {
            planned.add(new WindowCall(
                    call.function(),
                    call.arguments().stream().map(input::position).toList(),
                    call.distinct(),
                    call.ignoreNulls(),
                    PhysicalBuilder.keys(call.order(), input),
                    call.frame(),
                    call.output().type()));
            output.add(new ColumnDef(call.output().name(), call.output().type()));
            kept.add(call.output().id());
        }
        List<Integer> partition = new ArrayList<>();
        window.partition().forEach(column -> partition.add(input.position(column.id())));
        return new PhysicalBuilder.Built(
                new PlanNode.Window(
                        input.node(),
                        partition,
                        PhysicalBuilder.keys(window.order(), input),
                        planned,
                        outputColumns,
                        output),
                kept);
    }
}
