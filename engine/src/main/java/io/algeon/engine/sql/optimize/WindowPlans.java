package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.WindowCall;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Windows of the logical form as physical nodes: calls that nobody needs are left out. */
final class WindowPlans {
    private WindowPlans() {}

    /**
     * The most rows of a partition that conjuncts let through by their number or rank; -1 if they do not say, or if the
     * window's functions look at rows behind these.
     */
    static long firstRows(LogicalNode.Window window, List<Expr> conjuncts) {
        Set<Integer> ranks = new HashSet<>();
        for (LogicalNode.WindowCall call : window.calls()) {
            switch (call.function()) {
                case "row_number", "rank" -> ranks.add(call.output().id());
                case "dense_rank" -> {}
                default -> {
                    return -1;
                }
            }
        }
        long first = -1;
        for (Expr conjunct : conjuncts) {
            long bound = bound(conjunct, ranks);
            first = bound < 0 ? first : first < 0 ? bound : Math.min(first, bound);
        }
        return first;
    }

    /** The largest rank that a conjunct lets through; -1 if it does not say. */
    private static long bound(Expr conjunct, Set<Integer> ranks) {
        if (!(conjunct instanceof Expr.Call call) || call.operands().size() != 2) {
            return -1;
        }
        boolean flipped = call.operands().get(0) instanceof Expr.Literal;
        Expr rank = call.operands().get(flipped ? 1 : 0);
        Expr bound = call.operands().get(flipped ? 0 : 1);
        if (!(rank instanceof Expr.InputRef reference)
                || !ranks.contains(reference.column())
                || !(bound instanceof Expr.Literal literal)
                || !(literal.value() instanceof Long || literal.value() instanceof Integer)
                || literal.type().scale() != 0) {
            return -1;
        }
        long value = Math.max(0, ((Number) literal.value()).longValue());
        return switch (call.function()) {
            case "equal" -> value;
            case "less_or_equal" -> flipped ? -1 : value;
            case "less" -> flipped ? -1 : Math.max(0, value - 1);
            case "greater_or_equal" -> flipped ? value : -1;
            case "greater" -> flipped ? Math.max(0, value - 1) : -1;
            default -> -1;
        };
    }

    /** @param firstRows as in {@link PlanNode.Window} */
    static PhysicalBuilder.Built build(
            LogicalNode.Window window, long firstRows, BitSet needed, PhysicalBuilder builder) {
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
                        firstRows,
                        outputColumns,
                        output),
                kept);
    }
}
