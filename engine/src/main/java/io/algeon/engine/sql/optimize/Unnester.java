package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Joins a node with a sub-query that refers to the node's columns (its free columns), so that no reference is left.
 *
 * <p>Two ways. <em>Pulling up</em>: the sub-query's predicates with free columns become predicates of the join; possible
 * if they sit in filters below nothing but projections, inner joins and, if they are equalities, aggregates (whose groups
 * grow by the equality's inner side) and limits (which then count for each of its values). <em>Pushing the domain
 * down</em>, always possible: the distinct values of the free columns (the domain) are joined into the sub-query where it
 * refers to them, every operator on the way keeps them apart, and the result is joined on them (Neumann and Kemper,
 * "Unnesting Arbitrary Queries", BTW 2015).
 *
 * <p>Whatever may fail is never evaluated for rows outside the domain: aggregates with fallible arguments and the check
 * that a scalar sub-query has one row are not pulled.
 */
final class Unnester {
    private final QueryColumns columns;
    private final PullUp pullUp;

    Unnester(QueryColumns columns) {
        this.columns = columns;
        this.pullUp = new PullUp(columns);
    }

    /** The join; the right input may refer to columns of the left one. */
    LogicalNode join(
            LogicalNode left,
            LogicalNode right,
            LogicalNode.Pairing pairing,
            List<Expr> conjuncts,
            @Nullable Column mark) {
        BitSet free = FreeColumns.of(right);
        free.and(ExprTrees.ids(left.columns()));
        if (free.isEmpty()) {
            return new LogicalNode.Join(left, right, pairing, conjuncts, mark);
        }
        if (pairing == LogicalNode.Pairing.INNER || pairing == LogicalNode.Pairing.LEFT) {
            LogicalNode rowWise = RowWise.apply(left, right, pairing == LogicalNode.Pairing.LEFT);
            if (rowWise != null) {
                return LogicalBuilder.filter(rowWise, conjuncts);
            }
        }
        boolean existential = !pairing.hasRightColumns();
        PullUp.Pulled pulled =
                pullUp.pull(existential && conjuncts.isEmpty() ? withoutLimit(right) : right, free, existential);
        if (pulled != null) {
            List<Expr> all = new ArrayList<>(pulled.substitute(conjuncts));
            all.addAll(pulled.substitute(pulled.conjuncts()));
            if (!pairing.hasRightColumns() || pulled.definitions().isEmpty()) {
                return new LogicalNode.Join(left, pulled.node(), pairing, ExprTrees.conjuncts(all), mark);
            }
            if (pairing == LogicalNode.Pairing.INNER) {
                return define(
                        new LogicalNode.Join(left, pulled.node(), pairing, ExprTrees.conjuncts(all), mark),
                        pulled.definitions());
            }
        }
        Domain domain = new Domain(left, free, columns);
        Domain.Pushed pushed = domain.push(right);
        List<Expr> all = new ArrayList<>(conjuncts);
        all.addAll(domain.conditions(pushed));
        return new LogicalNode.Join(domain.left(), pushed.node(), pairing, all, mark);
    }

    /** A sub-query of which only matters whether it has a row. */
    private static LogicalNode withoutLimit(LogicalNode node) {
        if (node instanceof LogicalNode.Compute compute) {
            return new LogicalNode.Compute(withoutLimit(compute.input()), compute.computed(), compute.expressions());
        }
        return node instanceof LogicalNode.Sort sort
                        && sort.offset() == null
                        && sort.limit() instanceof Expr.Literal limit
                        && ColumnFacts.real(limit) >= 1
                ? withoutLimit(sort.input())
                : node;
    }

    private LogicalNode define(LogicalNode input, Map<Integer, Expr> definitions) {
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        definitions.forEach((id, expression) -> {
            computed.add(columns.column(id));
            expressions.add(expression);
        });
        return new LogicalNode.Compute(input, computed, expressions);
    }

    /** Adds the value of a scalar sub-query: NULL where it has no row, an error where it has several. */
    SubQueries.Value scalar(LogicalNode left, LogicalNode right, Column value) {
        BitSet free = FreeColumns.of(right);
        free.and(ExprTrees.ids(left.columns()));
        if (free.isEmpty()) {
            return uncorrelatedScalar(left, right, value);
        }
        SubQueries.Value simple = pulledScalar(left, right, value, free);
        if (simple == null) {
            simple = pulledFirst(left, right, value, free);
        }
        if (simple != null) {
            return simple;
        }
        Domain domain = new Domain(left, free, columns);
        Domain.Pushed pushed = domain.push(right);
        LogicalNode inner = pushed.node();
        Column result = value;
        if (!hasAtMostOneRow(right)) {
            result = columns.copy(value, true);
            inner = LogicalNode.Aggregate.of(
                    inner, List.copyOf(domain.keys(pushed).values()), List.of(singleValue(value, result)));
        }
        return new SubQueries.Value(
                new LogicalNode.Join(domain.left(), inner, LogicalNode.Pairing.LEFT, domain.conditions(pushed), null),
                result.reference());
    }

    private SubQueries.Value uncorrelatedScalar(LogicalNode left, LogicalNode right, Column value) {
        if (hasExactlyOneRow(right)) {
            return new SubQueries.Value(
                    new LogicalNode.Join(left, right, LogicalNode.Pairing.INNER, List.of(), null), value.reference());
        }
        if (hasAtMostOneRow(right)) {
            return new SubQueries.Value(
                    new LogicalNode.Join(left, right, LogicalNode.Pairing.LEFT, List.of(), null),
                    columns.column(value.id()).reference());
        }
        Column result = columns.copy(value, true);
        LogicalNode single = LogicalNode.Aggregate.of(right, List.of(), List.of(singleValue(value, result)));
        return new SubQueries.Value(
                new LogicalNode.Join(left, single, LogicalNode.Pairing.INNER, List.of(), null), result.reference());
    }

    private static LogicalNode.Call singleValue(Column argument, Column result) {
        return new LogicalNode.Call("single_value", List.of(argument.id()), false, -1, List.of(), result);
    }

    private static boolean hasExactlyOneRow(LogicalNode node) {
        if (node instanceof LogicalNode.Compute compute) {
            return hasExactlyOneRow(compute.input());
        }
        return node instanceof LogicalNode.Aggregate aggregate && aggregate.isGlobal()
                || node instanceof LogicalNode.Values values && values.rows().size() == 1;
    }

    private static boolean hasAtMostOneRow(LogicalNode node) {
        if (node instanceof LogicalNode.Filter filter) {
            return hasAtMostOneRow(filter.input());
        } else if (node instanceof LogicalNode.Compute compute) {
            return hasAtMostOneRow(compute.input());
        } else if (node instanceof LogicalNode.Sort sort) {
            boolean one = sort.partitionKeys() == 0
                    && sort.limit() instanceof Expr.Literal limit
                    && ColumnFacts.real(limit) <= 1;
            return one || hasAtMostOneRow(sort.input());
        }
        return hasExactlyOneRow(node);
    }

    /**
     * A sub-query of the form expression over [filters over] a global aggregate, whose free columns are all in equalities
     * that can be pulled: the aggregate grouped by their inner sides, outer-joined. The expression is computed above the
     * join, so that it sees NULL (COUNT: 0) where there is no group, which is what the aggregate of no rows gives.
     */
    private SubQueries.@Nullable Value pulledScalar(LogicalNode left, LogicalNode right, Column value, BitSet free) {
        List<LogicalNode> above = new ArrayList<>();
        LogicalNode node = right;
        while (node instanceof LogicalNode.Compute || node instanceof LogicalNode.Filter) {
            above.add(0, node);
            node = node instanceof LogicalNode.Compute compute ? compute.input() : ((LogicalNode.Filter) node).input();
        }
        if (!(node instanceof LogicalNode.Aggregate aggregate) || !aggregate.isGlobal()) {
            return null;
        }
        if (!pullUp.hasSafeInputs(aggregate.input())) {
            return null;
        }
        PullUp.Pulled pulled = pullUp.pull(aggregate.input(), free, false);
        if (pulled == null || !pulled.definitions().isEmpty()) {
            return null;
        }
        PullUp.Keys keys = pullUp.keys(pulled, free);
        if (keys == null) {
            return null;
        }
        LogicalNode grouped = LogicalNode.Aggregate.of(keys.node(), keys.columns(), aggregate.calls());
        LogicalNode joined = new LogicalNode.Join(left, grouped, LogicalNode.Pairing.LEFT, keys.conjuncts(), null);
        Map<Integer, Expr> definitions = new HashMap<>();
        for (LogicalNode.Call call : aggregate.calls()) {
            if (Domain.isCount(call)) {
                definitions.put(
                        call.output().id(), Domain.zeroIfNull(call.output().reference()));
            }
        }
        List<Expr> conditions = new ArrayList<>();
        for (LogicalNode step : above) {
            if (step instanceof LogicalNode.Compute compute) {
                for (int i = 0; i < compute.computed().size(); i++) {
                    definitions.put(
                            compute.computed().get(i).id(),
                            PullUp.substitute(compute.expressions().get(i), definitions));
                }
            } else {
                for (Expr conjunct : ((LogicalNode.Filter) step).conjuncts()) {
                    conditions.add(PullUp.substitute(conjunct, definitions));
                }
            }
        }
        Expr result = PullUp.substitute(value.reference(), definitions);
        if (!conditions.isEmpty()) {
            result = new Expr.Case(
                    List.of(new Expr.Case.When(ExprTrees.conjunction(conditions), result)),
                    new Expr.Literal(null, result.type().withNullable(true)),
                    result.type().withNullable(true));
        }
        return new SubQueries.Value(joined, result);
    }

    /** A sub-query that ends in LIMIT 1: outer-joined with the first row for each value of its correlation. */
    private SubQueries.@Nullable Value pulledFirst(LogicalNode left, LogicalNode right, Column value, BitSet free) {
        LogicalNode top = right;
        while (top instanceof LogicalNode.Compute compute) {
            top = compute.input();
        }
        if (!(top instanceof LogicalNode.Sort) || !hasAtMostOneRow(top)) {
            return null;
        }
        PullUp.Pulled pulled = pullUp.pull(right, free, false);
        if (pulled == null || !pulled.definitions().isEmpty() || !pullUp.hasSafeInputs(pulled.node())) {
            return null;
        }
        return new SubQueries.Value(
                new LogicalNode.Join(left, pulled.node(), LogicalNode.Pairing.LEFT, pulled.conjuncts(), null),
                value.reference());
    }
}
