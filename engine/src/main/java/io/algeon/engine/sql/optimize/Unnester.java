package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    Unnester(QueryColumns columns) {
        this.columns = columns;
    }

    /** Numbers of the columns that a tree refers to and does not produce. */
    static BitSet freeColumns(LogicalNode node) {
        BitSet used = new BitSet();
        BitSet produced = new BitSet();
        collect(node, used, produced);
        used.andNot(produced);
        return used;
    }

    private static void collect(LogicalNode node, BitSet used, BitSet produced) {
        if (node instanceof LogicalNode.Scan scan) {
            produced.or(ExprTrees.ids(scan.columns()));
        } else if (node instanceof LogicalNode.Values values) {
            produced.or(ExprTrees.ids(values.columns()));
            values.rows().forEach(row -> row.forEach(cell -> ExprTrees.collectColumns(cell, used)));
        } else if (node instanceof LogicalNode.Filter filter) {
            filter.conjuncts().forEach(conjunct -> ExprTrees.collectColumns(conjunct, used));
            collect(filter.input(), used, produced);
        } else if (node instanceof LogicalNode.Compute compute) {
            compute.expressions().forEach(expression -> ExprTrees.collectColumns(expression, used));
            produced.or(ExprTrees.ids(compute.computed()));
            collect(compute.input(), used, produced);
        } else if (node instanceof LogicalNode.Join join) {
            join.conjuncts().forEach(conjunct -> ExprTrees.collectColumns(conjunct, used));
            if (join.mark() != null) {
                produced.set(join.mark().id());
            }
            collect(join.left(), used, produced);
            collect(join.right(), used, produced);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            used.or(ExprTrees.ids(aggregate.groups()));
            for (LogicalNode.Call call : aggregate.calls()) {
                call.arguments().forEach(used::set);
                if (call.filter() >= 0) {
                    used.set(call.filter());
                }
                call.order().forEach(order -> used.set(order.column()));
            }
            if (aggregate.sets().size() > 1) {
                produced.or(ExprTrees.ids(aggregate.outputs()));
            }
            aggregate.calls().forEach(call -> produced.set(call.output().id()));
            if (aggregate.setNumber() != null) {
                produced.set(aggregate.setNumber().id());
            }
            collect(aggregate.input(), used, produced);
        } else if (node instanceof LogicalNode.Sort sort) {
            sort.keys().forEach(key -> used.set(key.column()));
            collect(sort.input(), used, produced);
        } else if (node instanceof LogicalNode.Window window) {
            used.or(ExprTrees.ids(window.partition()));
            window.order().forEach(key -> used.set(key.column()));
            for (LogicalNode.WindowCall call : window.calls()) {
                call.arguments().forEach(used::set);
                call.order().forEach(key -> used.set(key.column()));
                produced.set(call.output().id());
            }
            collect(window.input(), used, produced);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            used.or(ExprTrees.ids(unnest.collections()));
            produced.or(ExprTrees.ids(unnest.elements()));
            if (unnest.number() != null) {
                produced.set(unnest.number().id());
            }
            collect(unnest.input(), used, produced);
        } else if (node instanceof LogicalNode.Sample sample) {
            collect(sample.input(), used, produced);
        } else if (node instanceof LogicalNode.Recursion recursion) {
            used.or(ExprTrees.ids(recursion.seedArguments()));
            used.or(ExprTrees.ids(recursion.stepArguments()));
            produced.or(ExprTrees.ids(recursion.columns()));
            collect(recursion.seed(), used, produced);
            collect(recursion.step(), used, produced);
        } else if (node instanceof LogicalNode.RecursiveRows rows) {
            produced.or(ExprTrees.ids(rows.columns()));
        } else if (node instanceof LogicalNode.UnionAll union) {
            produced.or(ExprTrees.ids(union.columns()));
            union.arguments().forEach(arguments -> used.or(ExprTrees.ids(arguments)));
            union.inputs().forEach(input -> collect(input, used, produced));
        } else if (node instanceof LogicalNode.SetOperation operation) {
            produced.or(ExprTrees.ids(operation.columns()));
            used.or(ExprTrees.ids(operation.leftArguments()));
            used.or(ExprTrees.ids(operation.rightArguments()));
            collect(operation.left(), used, produced);
            collect(operation.right(), used, produced);
        } else if (node instanceof LogicalNode.TableFunction function) {
            produced.or(ExprTrees.ids(function.columns()));
            function.arguments().forEach(arguments -> used.or(ExprTrees.ids(arguments)));
            function.inputs().forEach(input -> collect(input, used, produced));
        }
    }

    /** The join; the right input may refer to columns of the left one. */
    LogicalNode join(
            LogicalNode left,
            LogicalNode right,
            LogicalNode.Pairing pairing,
            List<Expr> conjuncts,
            @Nullable Column mark) {
        BitSet free = freeColumns(right);
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
        Pulled pulled = pull(existential && conjuncts.isEmpty() ? withoutLimit(right) : right, free, existential);
        if (pulled != null) {
            List<Expr> all = new ArrayList<>(pulled.substitute(conjuncts));
            all.addAll(pulled.substitute(pulled.conjuncts));
            if (!pairing.hasRightColumns() || pulled.definitions.isEmpty()) {
                return new LogicalNode.Join(left, pulled.node, pairing, ExprTrees.conjuncts(all), mark);
            }
            if (pairing == LogicalNode.Pairing.INNER) {
                return define(
                        new LogicalNode.Join(left, pulled.node, pairing, ExprTrees.conjuncts(all), mark),
                        pulled.definitions);
            }
        }
        Pushed pushed = new Domain(left, free).push(right);
        List<Expr> all = new ArrayList<>(conjuncts);
        pushed.matches().forEach((outer, inner) -> all.add(same(columns.column(outer), inner)));
        return new LogicalNode.Join(left, pushed.node, pairing, all, mark);
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
        BitSet free = freeColumns(right);
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
        Pushed pushed = new Domain(left, free).push(right);
        LogicalNode inner = pushed.node;
        Column result = value;
        if (!hasAtMostOneRow(right)) {
            result = columns.copy(value, true);
            inner = LogicalNode.Aggregate.of(
                    inner, List.copyOf(pushed.matches.values()), List.of(singleValue(value, result)));
        }
        List<Expr> matches = new ArrayList<>();
        pushed.matches().forEach((outer, domain) -> matches.add(same(columns.column(outer), domain)));
        return new SubQueries.Value(
                new LogicalNode.Join(left, inner, LogicalNode.Pairing.LEFT, matches, null), result.reference());
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
        if (!hasSafeInputs(aggregate.input())) {
            return null;
        }
        Pulled pulled = pull(aggregate.input(), free, false);
        if (pulled == null || !pulled.definitions.isEmpty()) {
            return null;
        }
        Keys keys = keys(pulled, free);
        if (keys == null) {
            return null;
        }
        LogicalNode grouped = LogicalNode.Aggregate.of(keys.node, keys.columns, aggregate.calls());
        LogicalNode joined = new LogicalNode.Join(left, grouped, LogicalNode.Pairing.LEFT, keys.conjuncts, null);
        Map<Integer, Expr> definitions = new HashMap<>();
        for (LogicalNode.Call call : aggregate.calls()) {
            if (isCount(call)) {
                definitions.put(call.output().id(), zeroIfNull(call.output().reference()));
            }
        }
        List<Expr> conditions = new ArrayList<>();
        for (LogicalNode step : above) {
            if (step instanceof LogicalNode.Compute compute) {
                for (int i = 0; i < compute.computed().size(); i++) {
                    definitions.put(
                            compute.computed().get(i).id(),
                            substitute(compute.expressions().get(i), definitions));
                }
            } else {
                for (Expr conjunct : ((LogicalNode.Filter) step).conjuncts()) {
                    conditions.add(substitute(conjunct, definitions));
                }
            }
        }
        Expr result = substitute(value.reference(), definitions);
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
        Pulled pulled = pull(right, free, false);
        if (pulled == null || !pulled.definitions.isEmpty() || !hasSafeInputs(pulled.node)) {
            return null;
        }
        return new SubQueries.Value(
                new LogicalNode.Join(left, pulled.node, LogicalNode.Pairing.LEFT, pulled.conjuncts, null),
                value.reference());
    }

    private static boolean isCount(LogicalNode.Call call) {
        return call.function().equals("count") || call.function().equals("approx_count_distinct");
    }

    private static Expr zeroIfNull(Expr count) {
        return new Expr.Coalesce(
                List.of(count, new Expr.Literal(0L, SqlTypes.BIGINT.withNullable(false))),
                count.type().withNullable(false));
    }

    /** Whether no expression of the tree can fail, so that it may run for more rows than the query needs. */
    private boolean hasSafeInputs(LogicalNode node) {
        if (node instanceof LogicalNode.Scan) {
            return true;
        } else if (node instanceof LogicalNode.Filter filter) {
            return hasSafeInputs(filter.input()) && filter.conjuncts().stream().allMatch(this::isSafe);
        } else if (node instanceof LogicalNode.Compute compute) {
            return hasSafeInputs(compute.input())
                    && compute.expressions().stream().allMatch(this::isTolerable);
        } else if (node instanceof LogicalNode.Join join) {
            return hasSafeInputs(join.left())
                    && hasSafeInputs(join.right())
                    && join.conjuncts().stream().allMatch(this::isSafe);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return hasSafeInputs(aggregate.input())
                    && aggregate.calls().stream()
                            .noneMatch(call -> call.function().equals("single_value"));
        } else if (node instanceof LogicalNode.Sort sort) {
            return hasSafeInputs(sort.input());
        } else if (node instanceof LogicalNode.Values || node instanceof LogicalNode.TableFunction) {
            // a function has run, over the same rows, wherever it stands
            return true;
        }
        return false;
    }

    private boolean isSafe(Expr expr) {
        return Fallibility.isSafe(expr, columns);
    }

    private boolean isTolerable(Expr expr) {
        return Fallibility.of(expr, columns) != Fallibility.FAILS;
    }

    private static Expr substitute(Expr expr, Map<Integer, Expr> definitions) {
        return ExprTrees.replaceReferences(
                expr, reference -> definitions.getOrDefault(((Expr.InputRef) reference).column(), reference));
    }

    private static Expr same(Column outer, Column inner) {
        boolean nullable = outer.type().nullable();
        return ExprTrees.call(nullable ? "is_not_distinct_from" : "equal", outer.reference(), inner.reference());
    }

    /**
     * A sub-query without its correlation.
     *
     * @param conjuncts the predicates taken out
     * @param definitions projected columns that the node no longer has, because they depend on free columns
     */
    private record Pulled(LogicalNode node, List<Expr> conjuncts, Map<Integer, Expr> definitions) {
        List<Expr> substitute(List<Expr> expressions) {
            List<Expr> result = new ArrayList<>();
            for (Expr expression : expressions) {
                result.add(Unnester.substitute(expression, definitions));
            }
            return result;
        }
    }

    /**
     * Takes predicates with free columns out of a tree; null if that is not possible.
     *
     * @param existential whether only the existence of rows counts, not their number
     */
    private @Nullable Pulled pull(LogicalNode node, BitSet free, boolean existential) {
        if (!freeColumns(node).intersects(free)) {
            return new Pulled(node, List.of(), Map.of());
        }
        if (node instanceof LogicalNode.Filter filter) {
            return pullFilter(filter, free, existential);
        } else if (node instanceof LogicalNode.Compute compute) {
            return pullCompute(compute, free, existential);
        } else if (node instanceof LogicalNode.Join join) {
            return pullJoin(join, free, existential);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return pullAggregate(aggregate, free, existential);
        } else if (node instanceof LogicalNode.Sort sort) {
            return sort.cuts() ? pullLimit(sort, free) : pull(sort.input(), free, existential);
        }
        return null;
    }

    private @Nullable Pulled pullFilter(LogicalNode.Filter filter, BitSet free, boolean existential) {
        Pulled input = pull(filter.input(), free, existential);
        if (input == null) {
            return null;
        }
        List<Expr> pulled = new ArrayList<>(input.conjuncts);
        List<Expr> kept = new ArrayList<>();
        for (Expr conjunct : input.substitute(filter.conjuncts())) {
            (ExprTrees.columns(conjunct).intersects(free) ? pulled : kept).add(conjunct);
        }
        return new Pulled(LogicalBuilder.filter(input.node, kept), pulled, input.definitions);
    }

    private @Nullable Pulled pullCompute(LogicalNode.Compute compute, BitSet free, boolean existential) {
        Pulled input = pull(compute.input(), free, existential);
        if (input == null) {
            return null;
        }
        Map<Integer, Expr> definitions = new LinkedHashMap<>(input.definitions);
        List<Column> kept = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int i = 0; i < compute.computed().size(); i++) {
            Expr expression = substitute(compute.expressions().get(i), input.definitions);
            if (ExprTrees.columns(expression).intersects(free)) {
                definitions.put(compute.computed().get(i).id(), expression);
            } else {
                kept.add(compute.computed().get(i));
                expressions.add(expression);
            }
        }
        LogicalNode node = kept.isEmpty() ? input.node : new LogicalNode.Compute(input.node, kept, expressions);
        return new Pulled(node, input.conjuncts, definitions);
    }

    private @Nullable Pulled pullJoin(LogicalNode.Join join, BitSet free, boolean existential) {
        boolean asInner = join.pairing() == LogicalNode.Pairing.INNER
                || existential && join.pairing() == LogicalNode.Pairing.SEMI;
        Pulled left = join.pairing() == LogicalNode.Pairing.FULL ? null : pull(join.left(), free, existential);
        if (left == null) {
            return null;
        }
        List<Expr> conjuncts = left.substitute(join.conjuncts());
        if (!asInner) {
            boolean rightFree = freeColumns(join.right()).intersects(free);
            boolean conditionFree = conjuncts.stream()
                    .anyMatch(conjunct -> ExprTrees.columns(conjunct).intersects(free));
            if (rightFree || conditionFree) {
                return null;
            }
            return new Pulled(
                    new LogicalNode.Join(left.node, join.right(), join.pairing(), conjuncts, join.mark()),
                    left.conjuncts,
                    left.definitions);
        }
        Pulled right = pull(join.right(), free, existential);
        if (right == null) {
            return null;
        }
        List<Expr> pulled = new ArrayList<>(left.conjuncts);
        pulled.addAll(right.conjuncts);
        List<Expr> kept = new ArrayList<>();
        for (Expr conjunct : right.substitute(conjuncts)) {
            (ExprTrees.columns(conjunct).intersects(free) ? pulled : kept).add(conjunct);
        }
        Map<Integer, Expr> definitions = new LinkedHashMap<>(left.definitions);
        definitions.putAll(right.definitions);
        boolean keepsSemi = join.pairing() == LogicalNode.Pairing.SEMI
                && right.conjuncts.isEmpty()
                && kept.size() == conjuncts.size();
        return new Pulled(
                new LogicalNode.Join(
                        left.node,
                        right.node,
                        keepsSemi ? LogicalNode.Pairing.SEMI : LogicalNode.Pairing.INNER,
                        kept,
                        null),
                pulled,
                definitions);
    }

    private @Nullable Pulled pullAggregate(LogicalNode.Aggregate aggregate, BitSet free, boolean existential) {
        if (aggregate.groups().isEmpty() || aggregate.sets().size() > 1) {
            return null;
        }
        if (existential && aggregate.calls().isEmpty()) {
            return pull(aggregate.input(), free, true);
        }
        if (!hasSafeInputs(aggregate.input())) {
            return null;
        }
        Pulled input = pull(aggregate.input(), free, false);
        if (input == null || !input.definitions.isEmpty()) {
            return null;
        }
        Keys keys = keys(input, free);
        if (keys == null) {
            return null;
        }
        List<Column> groups = new ArrayList<>(aggregate.groups());
        for (Column key : keys.columns) {
            if (!groups.contains(key)) {
                groups.add(key);
            }
        }
        return new Pulled(LogicalNode.Aggregate.of(keys.node, groups, aggregate.calls()), keys.conjuncts, Map.of());
    }

    private @Nullable Pulled pullLimit(LogicalNode.Sort sort, BitSet free) {
        if (!hasSafeInputs(sort.input())) {
            return null;
        }
        Pulled input = pull(sort.input(), free, false);
        if (input == null || !input.definitions.isEmpty()) {
            return null;
        }
        Keys keys = keys(input, free);
        return keys == null ? null : new Pulled(limited(keys.node, keys.columns, sort), keys.conjuncts, Map.of());
    }

    /** A limit that counts for each value of some columns. */
    private static LogicalNode limited(LogicalNode input, Collection<Column> partition, LogicalNode.Sort sort) {
        List<LogicalNode.Order> keys = new ArrayList<>();
        for (Column column : new LinkedHashSet<>(partition)) {
            keys.add(new LogicalNode.Order(column.id(), false, false));
        }
        int partitionKeys = keys.size() + sort.partitionKeys();
        keys.addAll(sort.keys());
        return new LogicalNode.Sort(input, keys, partitionKeys, sort.limit(), sort.offset());
    }

    /** Pulled equalities, their inner sides as columns of the node. */
    private record Keys(LogicalNode node, List<Column> columns, List<Expr> conjuncts) {}

    /** The pulled predicates as equalities of an outer expression and an inner column; null if one is something else. */
    private @Nullable Keys keys(Pulled pulled, BitSet free) {
        List<Column> keys = new ArrayList<>();
        List<Expr> conjuncts = new ArrayList<>();
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (Expr conjunct : pulled.conjuncts) {
            if (!ExprTrees.isCall(conjunct, "equal")) {
                return null;
            }
            Expr outer = ExprTrees.operands(conjunct).get(0);
            Expr inner = ExprTrees.operands(conjunct).get(1);
            if (!ExprTrees.columns(outer).intersects(free)) {
                Expr swap = outer;
                outer = inner;
                inner = swap;
            }
            if (!ExprTrees.within(ExprTrees.columns(outer), free)
                    || ExprTrees.columns(inner).intersects(free)) {
                return null;
            }
            Column key;
            if (inner instanceof Expr.InputRef reference) {
                key = columns.column(reference.column());
            } else {
                if (!isSafe(inner)) {
                    return null;
                }
                key = columns.create("key", inner);
                computed.add(key);
                expressions.add(inner);
            }
            if (!keys.contains(key)) {
                keys.add(key);
            }
            conjuncts.add(ExprTrees.call("equal", outer, key.reference()));
        }
        LogicalNode node =
                computed.isEmpty() ? pulled.node : new LogicalNode.Compute(pulled.node, computed, expressions);
        return new Keys(node, keys, conjuncts);
    }

    /** A tree that has, for every row of the domain, the rows that the sub-query has for it; the free column's copy. */
    private record Pushed(LogicalNode node, Map<Integer, Column> matches) {
        Expr substitute(Expr expr) {
            return ExprTrees.replaceReferences(expr, reference -> {
                Column match = matches.get(((Expr.InputRef) reference).column());
                return match == null ? reference : match.reference();
            });
        }

        List<Expr> substitute(List<Expr> expressions) {
            List<Expr> result = new ArrayList<>();
            expressions.forEach(expression -> result.add(substitute(expression)));
            return result;
        }

        int numberOf(int column) {
            Column match = matches.get(column);
            return match == null ? column : match.id();
        }

        List<LogicalNode.Order> orders(List<LogicalNode.Order> keys) {
            return keys.stream()
                    .map(key -> new LogicalNode.Order(numberOf(key.column()), key.descending(), key.nullsFirst()))
                    .toList();
        }
    }

    /** The distinct values of the free columns. */
    private final class Domain {
        private final LogicalNode left;
        private final BitSet free;

        Domain(LogicalNode left, BitSet free) {
            this.left = left;
            this.free = free;
        }

        private Pushed instance() {
            Renumbering renumbering = new Renumbering(columns);
            LogicalNode copy = renumbering.copy(left);
            Map<Integer, Column> matches = new LinkedHashMap<>();
            for (int id = free.nextSetBit(0); id >= 0; id = free.nextSetBit(id + 1)) {
                matches.put(id, renumbering.copyOf(columns.column(id)));
            }
            return new Pushed(
                    LogicalNode.Aggregate.of(copy, new ArrayList<>(new LinkedHashSet<>(matches.values())), List.of()),
                    matches);
        }

        Pushed push(LogicalNode node) {
            if (!freeColumns(node).intersects(free)) {
                Pushed domain = instance();
                return new Pushed(
                        new LogicalNode.Join(domain.node, node, LogicalNode.Pairing.INNER, List.of(), null),
                        domain.matches);
            }
            if (node instanceof LogicalNode.Filter filter) {
                Pushed input = push(filter.input());
                return new Pushed(
                        new LogicalNode.Filter(input.node, input.substitute(filter.conjuncts())), input.matches);
            } else if (node instanceof LogicalNode.Compute compute) {
                Pushed input = push(compute.input());
                return new Pushed(
                        new LogicalNode.Compute(
                                input.node, compute.computed(), input.substitute(compute.expressions())),
                        input.matches);
            } else if (node instanceof LogicalNode.Join join) {
                return pushJoin(join);
            } else if (node instanceof LogicalNode.Aggregate aggregate) {
                return pushAggregate(aggregate);
            } else if (node instanceof LogicalNode.UnionAll union) {
                return pushUnion(union);
            } else if (node instanceof LogicalNode.SetOperation operation) {
                return pushSetOperation(operation);
            } else if (node instanceof LogicalNode.Sort sort) {
                return pushSort(sort);
            } else if (node instanceof LogicalNode.Window window) {
                return pushWindow(window);
            } else if (node instanceof LogicalNode.Unnest unnest) {
                Pushed input = push(unnest.input());
                List<Column> collections = new ArrayList<>();
                for (Column collection : unnest.collections()) {
                    collections.add(columns.column(input.numberOf(collection.id())));
                }
                return new Pushed(
                        new LogicalNode.Unnest(
                                input.node, collections, unnest.elements(), unnest.number(), unnest.outer()),
                        input.matches);
            } else if (node instanceof LogicalNode.Values values
                    && values.rows().size() == 1) {
                Pushed domain = instance();
                return new Pushed(
                        new LogicalNode.Compute(
                                domain.node,
                                values.columns(),
                                domain.substitute(values.rows().get(0))),
                        domain.matches);
            }
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_OPERATOR,
                    "A sub-query that refers to an outer query in VALUES of several rows, in TABLESAMPLE or in a"
                            + " recursive query is not available.");
        }

        private Pushed pushJoin(LogicalNode.Join join) {
            boolean rightFree = freeColumns(join.right()).intersects(free);
            boolean leftFree = freeColumns(join.left()).intersects(free);
            if (join.pairing() == LogicalNode.Pairing.INNER && rightFree && !leftFree) {
                Pushed right = push(join.right());
                return new Pushed(
                        new LogicalNode.Join(
                                join.left(),
                                right.node,
                                join.pairing(),
                                right.substitute(join.conjuncts()),
                                join.mark()),
                        right.matches);
            }
            Pushed left = push(join.left());
            List<Expr> conjuncts = new ArrayList<>(left.substitute(join.conjuncts()));
            boolean full = join.pairing() == LogicalNode.Pairing.FULL;
            if (!rightFree && !full) {
                return new Pushed(
                        new LogicalNode.Join(left.node, join.right(), join.pairing(), conjuncts, join.mark()),
                        left.matches);
            }
            Pushed right = push(join.right());
            Map<Integer, Column> matches = left.matches;
            left.matches.forEach(
                    (outer, inner) -> conjuncts.add(same(inner, Objects.requireNonNull(right.matches.get(outer)))));
            LogicalNode node = new LogicalNode.Join(left.node, right.node, join.pairing(), conjuncts, join.mark());
            if (full) {
                Map<Integer, Column> merged = new LinkedHashMap<>();
                List<Column> computed = new ArrayList<>();
                List<Expr> expressions = new ArrayList<>();
                left.matches.forEach((outer, inner) -> {
                    Column other = Objects.requireNonNull(right.matches.get(outer));
                    Expr either = new Expr.Coalesce(List.of(inner.reference(), other.reference()), inner.type());
                    Column column = columns.create(inner.name(), either);
                    merged.put(outer, column);
                    computed.add(column);
                    expressions.add(either);
                });
                node = new LogicalNode.Compute(node, computed, expressions);
                matches = merged;
            }
            return new Pushed(node, matches);
        }

        private Pushed pushAggregate(LogicalNode.Aggregate aggregate) {
            Pushed input = push(aggregate.input());
            List<Column> groups = new ArrayList<>();
            List<Column> outputs = new ArrayList<>();
            for (int i = 0; i < aggregate.groups().size(); i++) {
                Column group = aggregate.groups().get(i);
                Column match = input.matches.get(group.id());
                groups.add(match == null ? group : match);
                outputs.add(aggregate.sets().size() > 1 ? aggregate.outputs().get(i) : groups.get(i));
            }
            List<Integer> domainPositions = new ArrayList<>();
            for (Column match : input.matches.values()) {
                domainPositions.add(groups.size());
                groups.add(match);
                outputs.add(match);
            }
            List<List<Integer>> sets = new ArrayList<>();
            for (List<Integer> set : aggregate.sets()) {
                List<Integer> extended = new ArrayList<>(set);
                extended.addAll(domainPositions);
                sets.add(extended);
            }
            List<LogicalNode.Call> calls = new ArrayList<>();
            List<Column> computed = new ArrayList<>();
            List<Expr> expressions = new ArrayList<>();
            for (LogicalNode.Call call : aggregate.calls()) {
                Column output = call.output();
                if (aggregate.isGlobal() && isCount(call)) {
                    Column raw = columns.copy(output, true);
                    computed.add(output);
                    expressions.add(zeroIfNull(raw.reference()));
                    output = raw;
                }
                calls.add(new LogicalNode.Call(
                        call.function(),
                        call.arguments().stream().map(input::numberOf).toList(),
                        call.distinct(),
                        call.filter() < 0 ? -1 : input.numberOf(call.filter()),
                        input.orders(call.order()),
                        output));
            }
            LogicalNode grouped = aggregate.sets().size() == 1
                    ? LogicalNode.Aggregate.of(input.node, new ArrayList<>(new LinkedHashSet<>(groups)), calls)
                    : new LogicalNode.Aggregate(input.node, groups, outputs, sets, calls, aggregate.setNumber());
            if (!aggregate.isGlobal()) {
                return new Pushed(grouped, input.matches);
            }
            Pushed domain = instance();
            List<Expr> conjuncts = new ArrayList<>();
            domain.matches.forEach(
                    (outer, copy) -> conjuncts.add(same(copy, Objects.requireNonNull(input.matches.get(outer)))));
            LogicalNode joined = new LogicalNode.Join(domain.node, grouped, LogicalNode.Pairing.LEFT, conjuncts, null);
            return new Pushed(
                    computed.isEmpty() ? joined : new LogicalNode.Compute(joined, computed, expressions),
                    domain.matches);
        }

        private Pushed pushSort(LogicalNode.Sort sort) {
            Pushed input = push(sort.input());
            if (!sort.cuts()) {
                return input;
            }
            LogicalNode.Sort own = new LogicalNode.Sort(
                    sort.input(), input.orders(sort.keys()), sort.partitionKeys(), sort.limit(), sort.offset());
            return new Pushed(limited(input.node, input.matches.values(), own), input.matches);
        }

        /** The window's partitions are those of each value of the domain. */
        private Pushed pushWindow(LogicalNode.Window window) {
            Pushed input = push(window.input());
            LinkedHashSet<Column> partition = new LinkedHashSet<>(input.matches.values());
            for (Column column : window.partition()) {
                Column match = input.matches.get(column.id());
                partition.add(match == null ? column : match);
            }
            List<LogicalNode.WindowCall> calls = new ArrayList<>();
            for (LogicalNode.WindowCall call : window.calls()) {
                calls.add(new LogicalNode.WindowCall(
                        call.function(),
                        call.arguments().stream().map(input::numberOf).toList(),
                        call.distinct(),
                        call.ignoreNulls(),
                        input.orders(call.order()),
                        call.frame(),
                        call.output()));
            }
            return new Pushed(
                    new LogicalNode.Window(input.node, List.copyOf(partition), input.orders(window.order()), calls),
                    input.matches);
        }

        private Pushed pushUnion(LogicalNode.UnionAll union) {
            List<LogicalNode> inputs = new ArrayList<>();
            List<List<Column>> arguments = new ArrayList<>();
            List<Column> outputs = new ArrayList<>(union.columns());
            Map<Integer, Column> matches = new LinkedHashMap<>();
            for (int i = 0; i < union.inputs().size(); i++) {
                Pushed input = push(union.inputs().get(i));
                inputs.add(input.node);
                arguments.add(extended(input, union.arguments().get(i)));
                if (i == 0) {
                    input.matches.forEach((outer, inner) -> matches.put(outer, columns.copy(inner, true)));
                    outputs.addAll(matches.values());
                }
            }
            return new Pushed(new LogicalNode.UnionAll(inputs, arguments, outputs), matches);
        }

        private Pushed pushSetOperation(LogicalNode.SetOperation operation) {
            Pushed left = push(operation.left());
            Pushed right = push(operation.right());
            Map<Integer, Column> matches = new LinkedHashMap<>();
            left.matches.forEach((outer, inner) -> matches.put(outer, columns.copy(inner, true)));
            List<Column> outputs = new ArrayList<>(operation.columns());
            outputs.addAll(matches.values());
            return new Pushed(
                    new LogicalNode.SetOperation(
                            left.node,
                            right.node,
                            extended(left, operation.leftArguments()),
                            extended(right, operation.rightArguments()),
                            operation.except(),
                            operation.all(),
                            outputs),
                    matches);
        }

        private List<Column> extended(Pushed input, List<Column> arguments) {
            List<Column> result = new ArrayList<>();
            for (Column argument : arguments) {
                Column match = input.matches.get(argument.id());
                result.add(match == null ? argument : match);
            }
            result.addAll(input.matches.values());
            return result;
        }
    }
}
