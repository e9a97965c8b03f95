package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/** Physical joins: which conditions are keys, which side is built, which columns come out. */
final class JoinBuilder {
    private final QueryColumns columns;
    private final Estimator estimator;
    private final PhysicalBuilder builder;

    JoinBuilder(QueryColumns columns, Estimator estimator, PhysicalBuilder builder) {
        this.columns = columns;
        this.estimator = estimator;
        this.builder = builder;
    }

    /** One key: the columns to compare, in the left and the right input. */
    private record Key(Column left, Column right, boolean nullsEqual) {}

    /** An input and the key expressions that have to be computed over it. */
    private static final class Side {
        private final LogicalNode node;
        private final BitSet available;
        private final List<Column> computed = new ArrayList<>();
        private final List<Expr> expressions = new ArrayList<>();

        Side(LogicalNode node) {
            this.node = node;
            this.available = ExprTrees.ids(node.columns());
        }

        LogicalNode withKeys() {
            return computed.isEmpty() ? node : new LogicalNode.Compute(node, computed, expressions);
        }
    }

    PhysicalBuilder.Built build(LogicalNode.Join given, BitSet needed) {
        LogicalNode.Join join = withoutPartners(given);
        Side left = new Side(join.left());
        Side right = new Side(join.right());
        boolean nullAware =
                join.pairing() == LogicalNode.Pairing.ANTI_NULL_AWARE || join.pairing() == LogicalNode.Pairing.MARK;
        List<Key> keys = new ArrayList<>();
        List<Expr> residual = new ArrayList<>();
        for (Expr conjunct : join.conjuncts()) {
            if (!addKey(conjunct, left, right, nullAware, keys)) {
                residual.add(conjunct);
            }
        }
        BitSet below = PhysicalBuilder.with(needed, residual);
        for (Key key : keys) {
            below.set(key.left.id());
            below.set(key.right.id());
        }
        boolean swapped = isSwapped(join, keys.isEmpty());
        PhysicalBuilder.Built leftPlan = input(left, below);
        PhysicalBuilder.Built rightPlan = input(right, below);
        return assemble(join, needed, swapped, leftPlan, rightPlan, keys, residual);
    }

    /** Reads no rows on the right of an outer, semi or anti join whose condition nothing fulfils. */
    private static LogicalNode.Join withoutPartners(LogicalNode.Join join) {
        return switch (join.pairing()) {
            case LEFT, SEMI, ANTI ->
                join.conjuncts().stream().anyMatch(ExprTrees::isNeverTrue)
                        ? new LogicalNode.Join(
                                join.left(),
                                new LogicalNode.Values(List.of(), join.right().columns()),
                                join.pairing(),
                                List.of(),
                                join.mark())
                        : join;
            case INNER, FULL, ANTI_NULL_AWARE, MARK -> join;
        };
    }

    private PhysicalBuilder.Built input(Side side, BitSet below) {
        LogicalNode node = side.withKeys();
        BitSet wanted = ExprTrees.ids(node.columns());
        wanted.and(below);
        if (node != side.node) {
            estimator.record(node, estimator.estimate(side.node));
        }
        return PhysicalBuilder.narrow(builder.build(node, wanted, false), wanted);
    }

    private boolean addKey(Expr conjunct, Side left, Side right, boolean constantsToo, List<Key> keys) {
        boolean nullsEqual = ExprTrees.isCall(conjunct, "is_not_distinct_from");
        if (!nullsEqual && !ExprTrees.isCall(conjunct, "equal")) {
            return false;
        }
        Expr first = ExprTrees.operands(conjunct).get(0);
        Expr second = ExprTrees.operands(conjunct).get(1);
        boolean straight = isOver(first, left, constantsToo) && isOver(second, right, constantsToo);
        if (!straight && !(isOver(first, right, constantsToo) && isOver(second, left, constantsToo))) {
            return false;
        }
        keys.add(
                new Key(column(straight ? first : second, left), column(straight ? second : first, right), nullsEqual));
        return true;
    }

    private static boolean isOver(Expr expr, Side side, boolean constantsToo) {
        BitSet used = ExprTrees.columns(expr);
        return used.isEmpty() ? constantsToo : ExprTrees.within(used, side.available);
    }

    private Column column(Expr expr, Side side) {
        if (expr instanceof Expr.InputRef reference) {
            return columns.column(reference.column());
        }
        int known = side.expressions.indexOf(expr);
        if (known >= 0) {
            return side.computed.get(known);
        }
        Column column = columns.create("key", expr);
        side.computed.add(column);
        side.expressions.add(expr);
        return column;
    }

    /** Whether the left input is built: it is clearly smaller and the pairing has a mirrored kind. */
    private boolean isSwapped(LogicalNode.Join join, boolean withoutKeys) {
        boolean mirrored = switch (join.pairing()) {
            case INNER, FULL -> true;
            case LEFT, SEMI, ANTI -> !withoutKeys;
            case ANTI_NULL_AWARE, MARK -> false;
        };
        return mirrored && estimator.rows(join.left()) < estimator.rows(join.right());
    }

    private static JoinKind kind(LogicalNode.Pairing pairing, boolean swapped) {
        return switch (pairing) {
            case INNER -> JoinKind.INNER;
            case LEFT -> swapped ? JoinKind.RIGHT : JoinKind.LEFT;
            case FULL -> JoinKind.FULL;
            case SEMI -> swapped ? JoinKind.RIGHT_SEMI : JoinKind.SEMI;
            case ANTI -> swapped ? JoinKind.RIGHT_ANTI : JoinKind.ANTI;
            case ANTI_NULL_AWARE -> JoinKind.ANTI_NULL_AWARE;
            case MARK -> JoinKind.MARK;
        };
    }

    private PhysicalBuilder.Built assemble(
            LogicalNode.Join join,
            BitSet needed,
            boolean swapped,
            PhysicalBuilder.Built left,
            PhysicalBuilder.Built right,
            List<Key> keys,
            List<Expr> residual) {
        PhysicalBuilder.Built probe = swapped ? right : left;
        PhysicalBuilder.Built build = swapped ? left : right;
        List<Integer> probeKeys = new ArrayList<>();
        List<Integer> buildKeys = new ArrayList<>();
        List<Boolean> nullsEqual = new ArrayList<>();
        for (Key key : keys) {
            probeKeys.add(probe.position(swapped ? key.right.id() : key.left.id()));
            buildKeys.add(build.position(swapped ? key.left.id() : key.right.id()));
            nullsEqual.add(key.nullsEqual);
        }
        JoinKind kind = kind(join.pairing(), swapped);
        List<Integer> both = new ArrayList<>(probe.columns());
        both.addAll(build.columns());
        List<ColumnDef> definitions = new ArrayList<>(probe.node().output());
        definitions.addAll(build.node().output());
        Expr condition = ExprTrees.replaceReferences(ExprTrees.conjunction(residual), reference -> {
            int position = both.indexOf(((Expr.InputRef) reference).column());
            return new Expr.InputRef(position, definitions.get(position).type());
        });
        List<Integer> outputColumns = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        List<ColumnDef> output = new ArrayList<>();
        int probeCount = probe.columns().size();
        for (int i = 0; i < both.size(); i++) {
            boolean fromProbe = i < probeCount;
            boolean has = fromProbe ? kind.hasLeftColumns() : kind.hasRightColumns();
            if (!has || !needed.get(both.get(i)) || kept.contains(both.get(i))) {
                continue;
            }
            outputColumns.add(i);
            kept.add(both.get(i));
            boolean padded = kind == JoinKind.FULL || kind == (fromProbe ? JoinKind.RIGHT : JoinKind.LEFT);
            ColumnDef definition = definitions.get(i);
            output.add(
                    padded ? new ColumnDef(definition.name(), definition.type().withNullable(true)) : definition);
        }
        if (kind == JoinKind.MARK) {
            Column mark = Objects.requireNonNull(join.mark());
            outputColumns.add(probeCount);
            kept.add(mark.id());
            output.add(new ColumnDef(mark.name(), mark.type()));
        }
        return new PhysicalBuilder.Built(
                new PlanNode.Join(
                        probe.node(),
                        build.node(),
                        kind,
                        probeKeys,
                        buildKeys,
                        nullsEqual,
                        condition,
                        outputColumns,
                        output,
                        estimator.rows(join)),
                kept);
    }
}
