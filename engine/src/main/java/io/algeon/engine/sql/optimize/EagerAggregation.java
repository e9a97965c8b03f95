package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates before the join that brings wide group columns, and once more after it: {@code GROUP BY c_custkey, c_name,
 * c_address} over orders joined with customers first sums by the orders' customer key, a number, and then groups far fewer
 * rows by the strings. Right whatever is a key of what, because the second aggregation merges whatever the first left
 * apart (Yan and Larson, "Eager Aggregation and Lazy Aggregation", VLDB 1995).
 *
 * <p>The relations of the join fall into two parts: the <em>wide</em> relation, which has the strings, with those that are
 * connected only through it; and the others, which have everything that is aggregated.
 */
final class EagerAggregation {
    /** Group columns of this many different values are worth keeping out of the rows. */
    private static final double LEAST_DISTINCT = 1000;

    /** Group columns that have so many values, for the first aggregation to pay with any gain. */
    private static final int LEAST_STRINGS = 2;

    private static final double LEAST_ROWS = 5000;

    /** The first aggregation must leave at most this share of its rows. */
    private static final double MOST_GROUPS = 0.8;

    /** The same where only one string has many values. */
    private static final double FEW_GROUPS = 0.1;

    /** Digits of values whose sums do not overflow. */
    private static final int MOST_DIGITS = 18;

    /** The later joins must not have dropped most of what is aggregated early. */
    private static final double MOST_SURPLUS = 1.3;

    /** An aggregation, and what is computed of its results. */
    record Split(LogicalNode.Aggregate aggregate, List<Column> computed, List<Expr> expressions) {}

    private final PredicatePushdown pushdown;
    private final QueryColumns columns;
    private final Estimator estimator;
    private final List<LogicalNode> relations = new ArrayList<>();
    private final List<Expr> predicates = new ArrayList<>();
    private final Map<Integer, Integer> homes = new HashMap<>();
    private final Map<Integer, Expr> definitions = new HashMap<>();

    private int wideStrings;

    private EagerAggregation(PredicatePushdown pushdown, QueryColumns columns, Estimator estimator) {
        this.pushdown = pushdown;
        this.columns = columns;
        this.estimator = estimator;
    }

    /** The aggregation in two steps; itself if that is not possible or does not pay. */
    static Split rewrite(
            LogicalNode.Aggregate aggregate, PredicatePushdown pushdown, QueryColumns columns, Estimator estimator) {
        Split split = new EagerAggregation(pushdown, columns, estimator).split(aggregate);
        return split == null ? new Split(aggregate, List.of(), List.of()) : split;
    }

    private @Nullable Split split(LogicalNode.Aggregate aggregate) {
        if (aggregate.groups().size() <= LEAST_STRINGS
                || !aggregate.calls().stream().allMatch(this::isDecomposable)) {
            return null;
        }
        LogicalNode input = aggregate.input();
        if (input instanceof LogicalNode.Compute compute) {
            for (int i = 0; i < compute.computed().size(); i++) {
                definitions.put(
                        compute.computed().get(i).id(), compute.expressions().get(i));
            }
            input = compute.input();
        }
        flatten(input);
        if (relations.size() < 2
                || !predicates.stream().allMatch(predicate -> Fallibility.isSafe(predicate, columns))) {
            return null;
        }
        BitSet aggregated = aggregated(aggregate.calls());
        if (aggregated == null || aggregated.isEmpty()) {
            return null;
        }
        int wide = wideRelation(aggregate.groups());
        if (wide < 0 || aggregated.get(wide)) {
            return null;
        }
        return split(aggregate, connected(aggregated, wide));
    }

    private boolean isDecomposable(LogicalNode.Call call) {
        boolean plain = !call.distinct()
                && call.filter() < 0
                && call.order().isEmpty()
                && call.arguments().size() == 1;
        TypeKind result = call.output().type().kind();
        return plain
                && switch (call.function()) {
                    case "min", "max" -> true;
                    case "sum" -> result == TypeKind.DECIMAL || result == TypeKind.DOUBLE;
                    case "avg" ->
                        result == TypeKind.DECIMAL
                                && hasExactSum(call.arguments().get(0));
                    default -> false;
                };
    }

    /** Whether a column holds exact numbers whose sums fit a decimal in any case. */
    private boolean hasExactSum(int column) {
        SqlType type = columns.column(column).type();
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL && type.precision() <= MOST_DIGITS;
    }

    private void flatten(LogicalNode node) {
        if (node instanceof LogicalNode.Filter filter) {
            predicates.addAll(filter.conjuncts());
            flatten(filter.input());
        } else if (node instanceof LogicalNode.Join join && join.pairing() == LogicalNode.Pairing.INNER) {
            predicates.addAll(join.conjuncts());
            flatten(join.left());
            flatten(join.right());
        } else {
            for (Column column : node.columns()) {
                homes.put(column.id(), relations.size());
            }
            relations.add(node);
        }
    }

    /**
     * The relation with the most group columns that are strings, if {@value #LEAST_STRINGS} of them have many values, or else
     * the one with the most of those; -1 if there are none. More strings than needed are not looked at.
     */
    private int wideRelation(List<Column> groups) {
        List<List<ColumnFacts>> strings = new ArrayList<>();
        relations.forEach(relation -> strings.add(new ArrayList<>()));
        for (Column group : groups) {
            Integer home = homes.get(group.id());
            if (home == null) {
                return -1;
            }
            if (group.type().kind().isCharacter()) {
                strings.get(home).add(columns.facts(group.id()));
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < strings.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(i -> -strings.get(i).size()));
        int widest = -1;
        for (int relation : order) {
            int many = (int) strings.get(relation).stream()
                    .filter(facts -> facts.hasDistinct(LEAST_DISTINCT))
                    .limit(LEAST_STRINGS)
                    .count();
            if (many > wideStrings) {
                wideStrings = many;
                widest = relation;
            }
            if (many == LEAST_STRINGS) {
                break;
            }
        }
        return widest;
    }

    /** The relations that the aggregates read; null if something in them may fail. */
    private @Nullable BitSet aggregated(List<LogicalNode.Call> calls) {
        BitSet result = new BitSet();
        for (LogicalNode.Call call : calls) {
            int argument = call.arguments().get(0);
            Expr definition =
                    definitions.getOrDefault(argument, columns.column(argument).reference());
            if (!Fallibility.isSafe(definition, columns)) {
                return null;
            }
            result.or(homesOf(definition));
        }
        return result;
    }

    private BitSet homesOf(Expr expr) {
        BitSet result = new BitSet();
        BitSet used = ExprTrees.columns(expr);
        for (int column = used.nextSetBit(0); column >= 0; column = used.nextSetBit(column + 1)) {
            Integer home = homes.get(column);
            if (home != null) {
                result.set(home);
            }
        }
        return result;
    }

    /** What is connected with some relations without the wide one. */
    private BitSet connected(BitSet from, int wide) {
        BitSet reached = (BitSet) from.clone();
        boolean grown = true;
        while (grown) {
            int before = reached.cardinality();
            for (Expr predicate : predicates) {
                BitSet touched = homesOf(predicate);
                if (touched.intersects(reached)) {
                    touched.clear(wide);
                    reached.or(touched);
                }
            }
            grown = reached.cardinality() > before;
        }
        return reached;
    }

    private @Nullable Split split(LogicalNode.Aggregate aggregate, BitSet early) {
        List<Expr> earlyPredicates = new ArrayList<>();
        List<Expr> latePredicates = new ArrayList<>();
        Set<Column> earlyGroups = new LinkedHashSet<>();
        for (Expr predicate : predicates) {
            BitSet touched = homesOf(predicate);
            if (ExprTrees.within(touched, early) && !touched.isEmpty()) {
                earlyPredicates.add(predicate);
                continue;
            }
            latePredicates.add(predicate);
            if (touched.intersects(early) && !addSide(predicate, early, earlyGroups)) {
                return null;
            }
        }
        for (Column group : aggregate.groups()) {
            if (isIn(early, group.id())) {
                earlyGroups.add(group);
            }
        }
        List<LogicalNode> first = new ArrayList<>();
        List<LogicalNode> second = new ArrayList<>();
        for (int i = 0; i < relations.size(); i++) {
            (early.get(i) ? first : second).add(relations.get(i));
        }
        boolean isDone = first.size() == 1 && first.get(0) instanceof LogicalNode.Aggregate;
        if (isDone || earlyGroups.isEmpty() || !pays(first, earlyPredicates, earlyGroups)) {
            return null;
        }
        return build(aggregate, first, earlyPredicates, List.copyOf(earlyGroups), second, latePredicates);
    }

    /** Takes the early side of an equality of two columns. */
    private boolean addSide(Expr predicate, BitSet early, Set<Column> sides) {
        if (!ExprTrees.isCall(predicate, "equal")
                || !(ExprTrees.operands(predicate).get(0) instanceof Expr.InputRef left)
                || !(ExprTrees.operands(predicate).get(1) instanceof Expr.InputRef right)) {
            return false;
        }
        sides.add(columns.column(isIn(early, left.column()) ? left.column() : right.column()));
        return true;
    }

    private boolean isIn(BitSet part, int column) {
        Integer home = homes.get(column);
        return home != null && part.get(home);
    }

    private boolean pays(List<LogicalNode> first, List<Expr> earlyPredicates, Set<Column> groups) {
        Estimator.Estimate early = estimate(first, earlyPredicates);
        double all = estimate(relations, predicates).rows();
        double share = wideStrings >= LEAST_STRINGS ? MOST_GROUPS : FEW_GROUPS;
        double distinct = 1;
        for (Column group : groups) {
            distinct *= estimator.distinct(group.id(), early);
        }
        return early.rows() >= LEAST_ROWS
                && early.rows() <= MOST_SURPLUS * all
                && Estimator.drawn(distinct, early.rows()) <= share * early.rows();
    }

    /** Rows of a join, which is planned for that if it is one of tables. */
    private Estimator.Estimate estimate(List<LogicalNode> inputs, List<Expr> conditions) {
        LogicalNode join = joined(inputs, conditions);
        boolean tables = inputs.stream().allMatch(LogicalNode.Scan.class::isInstance);
        return estimator.estimate(tables ? pushdown.push(join, List.of(), List.of()) : join);
    }

    private static LogicalNode joined(List<LogicalNode> inputs, List<Expr> conditions) {
        LogicalNode node = inputs.get(0);
        for (LogicalNode next : inputs.subList(1, inputs.size())) {
            node = new LogicalNode.Join(node, next, LogicalNode.Pairing.INNER, List.of(), null);
        }
        return LogicalBuilder.filter(node, conditions);
    }

    private Split build(
            LogicalNode.Aggregate aggregate,
            List<LogicalNode> first,
            List<Expr> earlyPredicates,
            List<Column> earlyGroups,
            List<LogicalNode> second,
            List<Expr> latePredicates) {
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        List<LogicalNode.Call> partial = new ArrayList<>();
        List<LogicalNode.Call> merging = new ArrayList<>();
        List<Column> quotients = new ArrayList<>();
        List<Expr> quotientExpressions = new ArrayList<>();
        for (LogicalNode.Call call : aggregate.calls()) {
            Column argument = columns.column(call.arguments().get(0));
            Expr definition = definitions.get(argument.id());
            if (definition != null && !computed.contains(argument)) {
                computed.add(argument);
                expressions.add(definition);
            }
            if (call.function().equals("avg")) {
                Column summed = argument;
                if (argument.type().kind().isInteger()) {
                    Expr wide = new Expr.Cast(
                            definition == null ? argument.reference() : definition,
                            SqlTypes.BIGINT.withNullable(argument.type().nullable()),
                            false);
                    summed = columns.create(argument.name(), wide);
                    computed.add(summed);
                    expressions.add(wide);
                }
                SqlType sum = SqlTypes.decimal(
                        SqlType.MAX_DECIMAL_PRECISION, argument.type().scale());
                SqlType count = SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, 0);
                Column dividend = partial("sum", summed, sum, sum, partial, merging);
                Column divisor =
                        partial("count", argument, SqlTypes.BIGINT.withNullable(false), count, partial, merging);
                quotients.add(call.output());
                quotientExpressions.add(new Expr.Call(
                        "divide",
                        List.of(dividend.reference(), divisor.reference()),
                        call.output().type().withNullable(true)));
                continue;
            }
            Column part = columns.copy(call.output(), true);
            partial.add(new LogicalNode.Call(call.function(), call.arguments(), false, -1, List.of(), part));
            merging.add(new LogicalNode.Call(call.function(), List.of(part.id()), false, -1, List.of(), call.output()));
        }
        LogicalNode input = joined(first, earlyPredicates);
        if (!computed.isEmpty()) {
            input = new LogicalNode.Compute(input, computed, expressions);
        }
        List<LogicalNode> inputs = new ArrayList<>();
        inputs.add(LogicalNode.Aggregate.of(input, earlyGroups, partial));
        inputs.addAll(second);
        return new Split(
                new LogicalNode.Aggregate(
                        joined(inputs, latePredicates),
                        aggregate.groups(),
                        aggregate.outputs(),
                        aggregate.sets(),
                        merging,
                        aggregate.setNumber()),
                quotients,
                quotientExpressions);
    }

    /** Adds an aggregate of the first step and its sum in the second, which is returned. */
    private Column partial(
            String function,
            Column argument,
            SqlType type,
            SqlType sum,
            List<LogicalNode.Call> partial,
            List<LogicalNode.Call> merging) {
        Column part = columns.create(function, type, ColumnFacts.unknown(type, LEAST_ROWS));
        Column merged = columns.create(function, sum, ColumnFacts.unknown(sum, LEAST_ROWS));
        partial.add(new LogicalNode.Call(function, List.of(argument.id()), false, -1, List.of(), part));
        merging.add(new LogicalNode.Call("sum", List.of(part.id()), false, -1, List.of(), merged));
        return merged;
    }
}
