package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps aggregates from computing groups that a join then drops: where an aggregate is joined on group columns with
 * something that has few of their values, its input is first semi-joined with a copy of that. The copy is read a second
 * time, so it has to be small work next to the aggregate's.
 */
final class AggregateReduction {
    /** Groups must become fewer by this factor. */
    private static final double LEAST_GAIN = 4;

    private final PredicatePushdown pushdown;
    private final QueryColumns columns;
    private final Estimator estimator;

    AggregateReduction(PredicatePushdown pushdown, QueryColumns columns, Estimator estimator) {
        this.pushdown = pushdown;
        this.columns = columns;
        this.estimator = estimator;
    }

    /** The join tree with its aggregates reduced. */
    LogicalNode reduce(LogicalNode node) {
        if (node instanceof LogicalNode.Filter filter) {
            LogicalNode input = reduce(filter.input());
            return input == filter.input() ? filter : same(filter, new LogicalNode.Filter(input, filter.conjuncts()));
        }
        if (!(node instanceof LogicalNode.Join join) || join.pairing() == LogicalNode.Pairing.FULL) {
            return node;
        }
        LogicalNode left = reduce(join.left());
        LogicalNode right = reduce(join.right());
        boolean nullAware =
                join.pairing() == LogicalNode.Pairing.ANTI_NULL_AWARE || join.pairing() == LogicalNode.Pairing.MARK;
        if (!nullAware) {
            right = reduced(right, left, join.conjuncts());
        }
        if (join.pairing() == LogicalNode.Pairing.INNER || join.pairing() == LogicalNode.Pairing.SEMI) {
            left = reduced(left, join.right(), join.conjuncts());
        }
        if (left == join.left() && right == join.right()) {
            return join;
        }
        return same(join, new LogicalNode.Join(left, right, join.pairing(), join.conjuncts(), join.mark()));
    }

    private LogicalNode same(LogicalNode original, LogicalNode rebuilt) {
        estimator.record(rebuilt, estimator.estimate(original));
        return rebuilt;
    }

    /** The side with the aggregate in it reduced to the keys of the other side; itself if that does not pay. */
    private LogicalNode reduced(LogicalNode side, LogicalNode other, List<Expr> conjuncts) {
        if (side instanceof LogicalNode.Filter filter) {
            LogicalNode input = reduced(filter.input(), other, conjuncts);
            return input == filter.input() ? side : new LogicalNode.Filter(input, filter.conjuncts());
        } else if (side instanceof LogicalNode.Compute compute) {
            LogicalNode input = reduced(compute.input(), other, conjuncts);
            return input == compute.input()
                    ? side
                    : new LogicalNode.Compute(input, compute.computed(), compute.expressions());
        } else if (side instanceof LogicalNode.Aggregate aggregate
                && aggregate.sets().size() == 1) {
            LogicalNode input = reducedInput(aggregate, other, conjuncts);
            return input == null ? side : LogicalNode.Aggregate.of(input, aggregate.groups(), aggregate.calls());
        }
        return side;
    }

    private @Nullable LogicalNode reducedInput(
            LogicalNode.Aggregate aggregate, LogicalNode other, List<Expr> conjuncts) {
        BitSet groups = ExprTrees.ids(aggregate.groups());
        BitSet others = ExprTrees.ids(other.columns());
        List<Expr.InputRef> own = new ArrayList<>();
        List<Expr.InputRef> partners = new ArrayList<>();
        for (Expr conjunct : conjuncts) {
            if (ExprTrees.isCall(conjunct, "equal")
                    && ExprTrees.operands(conjunct).get(0) instanceof Expr.InputRef first
                    && ExprTrees.operands(conjunct).get(1) instanceof Expr.InputRef second) {
                boolean straight = groups.get(first.column()) && others.get(second.column());
                boolean crossed = groups.get(second.column()) && others.get(first.column());
                if (straight || crossed) {
                    own.add(straight ? first : second);
                    partners.add(straight ? second : first);
                }
            }
        }
        if (own.isEmpty() || !pays(aggregate, other, own, partners)) {
            return null;
        }
        Renumbering renumbering = new Renumbering(columns);
        LogicalNode copy = renumbering.copy(other);
        List<Expr> matches = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            Column partner = renumbering.copyOf(columns.column(partners.get(i).column()));
            matches.add(ExprTrees.call("equal", own.get(i), partner.reference()));
        }
        BitSet keys = new BitSet();
        own.forEach(reference -> keys.set(reference.column()));
        return semiJoined(aggregate.input(), copy, matches, keys);
    }

    /** The rows that have a partner; found out before anything is computed of them. */
    private LogicalNode semiJoined(LogicalNode node, LogicalNode partners, List<Expr> matches, BitSet keys) {
        if (node instanceof LogicalNode.Compute compute
                && !ExprTrees.ids(compute.computed()).intersects(keys)) {
            LogicalNode input = semiJoined(compute.input(), partners, matches, keys);
            return new LogicalNode.Compute(input, compute.computed(), compute.expressions());
        }
        return pushdown.push(
                new LogicalNode.Join(node, partners, LogicalNode.Pairing.SEMI, matches, null), List.of(), List.of());
    }

    private boolean pays(
            LogicalNode.Aggregate aggregate, LogicalNode other, List<Expr.InputRef> own, List<Expr.InputRef> partners) {
        double work = work(other);
        double input = estimator.rows(aggregate.input());
        if (work > 2 * input) {
            return false;
        }
        Estimator.Estimate keys = estimator.estimate(other);
        Estimator.Estimate groups = estimator.estimate(aggregate);
        double available = 1;
        double present = 1;
        for (int i = 0; i < own.size(); i++) {
            available *= estimator.distinct(partners.get(i).column(), keys);
            present *= estimator.distinct(own.get(i).column(), groups);
        }
        available = Math.min(available, keys.rows());
        present = Math.min(present, groups.rows());
        return available * LEAST_GAIN < present;
    }

    /** Rows that are read to compute a tree; infinity if it does more than filter and join tables. */
    private double work(LogicalNode node) {
        if (node instanceof LogicalNode.Scan) {
            return estimator.rows(node);
        } else if (node instanceof LogicalNode.Filter filter) {
            return work(filter.input());
        } else if (node instanceof LogicalNode.Compute compute) {
            return work(compute.input());
        } else if (node instanceof LogicalNode.Join join) {
            return work(join.left()) + work(join.right()) + estimator.rows(join);
        }
        return node instanceof LogicalNode.Values ? estimator.rows(node) : Double.POSITIVE_INFINITY;
    }
}
