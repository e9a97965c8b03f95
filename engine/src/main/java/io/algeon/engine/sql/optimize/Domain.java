package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The distinct values of a sub-query's free columns, and the sub-query carried out for all of them: the domain is joined into it where
 * it refers to them, and every operator on the way keeps them apart (Neumann and Kemper, "Unnesting Arbitrary Queries", BTW 2015).
 */
final class Domain {
    /** A tree that has, for every row of the domain, the rows that the sub-query has for it; the free column's copy. */
    record Pushed(LogicalNode node, Map<Integer, Column> matches) {
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

    private final LogicalNode left;
    private final BitSet free;
    private final QueryColumns columns;

    /** Outer columns that may be NULL whatever their type says. */
    private final PaddedColumns padded;

    /** Outer columns by which values are told apart: the free ones, and texts in the place of those that cannot be compared. */
    private final BitSet keys = new BitSet();

    Domain(LogicalNode left, BitSet free, QueryColumns columns) {
        this.free = free;
        this.columns = columns;
        List<Column> texts = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int id = free.nextSetBit(0); id >= 0; id = free.nextSetBit(id + 1)) {
            Column column = columns.column(id);
            if (column.type().kind().isNested()) {
                Expr text = new Expr.Call("json_quote", List.of(column.reference()), SqlTypes.VARCHAR);
                Column key = columns.create("key", text);
                texts.add(key);
                expressions.add(text);
                keys.set(key.id());
            } else {
                keys.set(id);
            }
        }
        this.padded = new PaddedColumns(left);
        this.left = texts.isEmpty() ? left : new LogicalNode.Compute(left, texts, expressions);
    }

    /** The outer query, with the columns by which it is joined with what {@link #push} makes. */
    LogicalNode left() {
        return left;
    }

    /** Columns of a pushed tree by which the values of the domain are told apart, by their outer columns. */
    Map<Integer, Column> keys(Pushed pushed) {
        Map<Integer, Column> found = new LinkedHashMap<>();
        pushed.matches.forEach((outer, inner) -> {
            if (keys.get(outer)) {
                found.put(outer, inner);
            }
        });
        return found;
    }

    /** Joins the outer query with a pushed tree. */
    List<Expr> conditions(Pushed pushed) {
        List<Expr> conditions = new ArrayList<>();
        keys(pushed).forEach((outer, inner) -> conditions.add(same(outer, columns.column(outer), inner)));
        return conditions;
    }

    private Pushed instance() {
        Renumbering renumbering = new Renumbering(columns);
        LogicalNode copy = renumbering.copy(left);
        Map<Integer, Column> matches = new LinkedHashMap<>();
        for (int id = keys.nextSetBit(0); id >= 0; id = keys.nextSetBit(id + 1)) {
            matches.put(id, renumbering.copyOf(columns.column(id)));
        }
        List<Column> groups = new ArrayList<>(new LinkedHashSet<>(matches.values()));
        List<LogicalNode.Call> carried = new ArrayList<>();
        for (int id = free.nextSetBit(0); id >= 0; id = free.nextSetBit(id + 1)) {
            if (!keys.get(id)) {
                matches.put(id, carry(renumbering.copyOf(columns.column(id)), carried));
            }
        }
        return new Pushed(LogicalNode.Aggregate.of(copy, groups, carried), matches);
    }

    /** Lets an aggregate pass on a column that is the same for all rows of a group. */
    private Column carry(Column column, List<LogicalNode.Call> calls) {
        Column output = columns.copy(column, true);
        calls.add(new LogicalNode.Call("any_value", List.of(column.id()), false, -1, List.of(), output));
        return output;
    }

    Pushed push(LogicalNode node) {
        if (!FreeColumns.of(node).intersects(free)) {
            Pushed domain = instance();
            return new Pushed(
                    new LogicalNode.Join(domain.node, node, LogicalNode.Pairing.INNER, List.of(), null),
                    domain.matches);
        }
        if (node instanceof LogicalNode.Filter filter) {
            Pushed input = push(filter.input());
            return new Pushed(new LogicalNode.Filter(input.node, input.substitute(filter.conjuncts())), input.matches);
        } else if (node instanceof LogicalNode.Compute compute) {
            Pushed input = push(compute.input());
            return new Pushed(
                    new LogicalNode.Compute(input.node, compute.computed(), input.substitute(compute.expressions())),
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
                    new LogicalNode.Unnest(input.node, collections, unnest.elements(), unnest.number(), unnest.outer()),
                    input.matches);
        } else if (node instanceof LogicalNode.Values values && values.rows().size() == 1) {
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
        boolean rightFree = FreeColumns.of(join.right()).intersects(free);
        boolean leftFree = FreeColumns.of(join.left()).intersects(free);
        if (join.pairing() == LogicalNode.Pairing.INNER && rightFree && !leftFree) {
            Pushed right = push(join.right());
            return new Pushed(
                    new LogicalNode.Join(
                            join.left(), right.node, join.pairing(), right.substitute(join.conjuncts()), join.mark()),
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
        keys(left)
                .forEach((outer, inner) ->
                        conjuncts.add(same(outer, inner, Objects.requireNonNull(right.matches.get(outer)))));
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
        for (Column match : keys(input).values()) {
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
        Map<Integer, Column> matches = new LinkedHashMap<>(input.matches);
        matches.replaceAll((outer, inner) -> keys.get(outer) ? inner : carry(inner, calls));
        LogicalNode grouped = aggregate.sets().size() == 1
                ? LogicalNode.Aggregate.of(input.node, new ArrayList<>(new LinkedHashSet<>(groups)), calls)
                : new LogicalNode.Aggregate(input.node, groups, outputs, sets, calls, aggregate.setNumber());
        if (!aggregate.isGlobal()) {
            return new Pushed(grouped, matches);
        }
        Pushed domain = instance();
        List<Expr> conjuncts = new ArrayList<>();
        keys(domain)
                .forEach((outer, copy) ->
                        conjuncts.add(same(outer, copy, Objects.requireNonNull(input.matches.get(outer)))));
        LogicalNode joined = new LogicalNode.Join(domain.node, grouped, LogicalNode.Pairing.LEFT, conjuncts, null);
        return new Pushed(
                computed.isEmpty() ? joined : new LogicalNode.Compute(joined, computed, expressions), domain.matches);
    }

    private Pushed pushSort(LogicalNode.Sort sort) {
        Pushed input = push(sort.input());
        if (!sort.cuts()) {
            return input;
        }
        LogicalNode.Sort own = new LogicalNode.Sort(
                sort.input(), input.orders(sort.keys()), sort.partitionKeys(), sort.limit(), sort.offset());
        return new Pushed(PullUp.limited(input.node, keys(input).values(), own), input.matches);
    }

    /** The window's partitions are those of each value of the domain. */
    private Pushed pushWindow(LogicalNode.Window window) {
        Pushed input = push(window.input());
        LinkedHashSet<Column> partition = new LinkedHashSet<>(keys(input).values());
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

    static boolean isCount(LogicalNode.Call call) {
        return call.function().equals("count") || call.function().equals("approx_count_distinct");
    }

    static Expr zeroIfNull(Expr count) {
        return new Expr.Coalesce(
                List.of(count, new Expr.Literal(0L, SqlTypes.BIGINT.withNullable(false))),
                count.type().withNullable(false));
    }

    /** Compares two columns that hold values of an outer column. */
    private Expr same(int outer, Column one, Column other) {
        return padded.same(columns.column(outer), one, other);
    }
}
