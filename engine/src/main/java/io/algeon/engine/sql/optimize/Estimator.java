package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.Argument;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimated rows of nodes and selectivities of predicates, from row counts, distinct counts and value ranges. Joins assume
 * that the values of the side with fewer distinct ones are contained in the other's. Of combinations of columns see
 * {@link DistinctCounts}.
 */
final class Estimator {
    /** A comparison of one column with something unknown, such as a parameter or the bound of a HAVING. */
    private static final double UNKNOWN_COMPARISON = 0.15;

    /** A comparison of two columns. */
    private static final double UNKNOWN_ORDER = 0.4;

    private static final double UNKNOWN_PREDICATE = 0.25;

    /** Elements of an array. */
    private static final double ELEMENTS = 5;

    /** Steps of a recursive query, and rows of one. */
    private static final double ITERATIONS = 10;

    private static final double RECURSIVE_ROWS = 100;

    /**
     * Rows of a node; distinct values of columns that its predicates narrowed (others have those of their origin).
     */
    record Estimate(double rows, Map<Integer, Double> narrowed) {}

    /** Mean and standard deviation of an aggregate's values. */
    private record Spread(double mean, double deviation) {}

    private final QueryColumns columns;
    private final DistinctCounts combinations;
    private final Map<Integer, Spread> spreads = new HashMap<>();
    private final Map<LogicalNode, Estimate> known = new IdentityHashMap<>();

    Estimator(QueryColumns columns) {
        this.columns = columns;
        this.combinations = new DistinctCounts(columns);
    }

    DistinctCounts combinations() {
        return combinations;
    }

    double rows(LogicalNode node) {
        return estimate(node).rows;
    }

    Estimate estimate(LogicalNode node) {
        Estimate estimate = known.get(node);
        if (estimate == null) {
            estimate = compute(node);
            known.put(node, estimate);
        }
        return estimate;
    }

    /** Records the estimate of a node that was made with better knowledge than the node's own shape gives. */
    void record(LogicalNode node, Estimate estimate) {
        known.put(node, estimate);
    }

    /** Distinct values of a column among the values that a node's rows are drawn from. */
    double domain(int column, Estimate estimate) {
        Double narrowed = estimate.narrowed.get(column);
        return narrowed == null ? columns.facts(column).distinct() : narrowed;
    }

    /** Distinct values of a column among a node's rows. */
    double distinct(int column, Estimate estimate) {
        return present(
                domain(column, estimate), estimate.rows, columns.facts(column).originRows());
    }

    /**
     * Distinct values expected in some rows.
     *
     * @param origin rows that have all the values; so many or more have them all
     */
    static double present(double domain, double rows, double origin) {
        double share = rows / origin;
        return share >= 1 ? domain : Math.max(1, domain * -Math.expm1(Math.log1p(-share) * origin / domain));
    }

    /** Distinct values expected in a number of draws from a domain. */
    static double drawn(double domain, double rows) {
        if (rows >= 10 * domain) {
            return domain;
        }
        return Math.max(1, domain * -Math.expm1(-rows / domain));
    }

    private Estimate compute(LogicalNode node) {
        if (node instanceof LogicalNode.Scan scan) {
            return new Estimate(Math.max(1, scan.table().statistics().rowCount()), Map.of());
        } else if (node instanceof LogicalNode.Values values) {
            return new Estimate(values.rows().size(), Map.of());
        } else if (node instanceof LogicalNode.Filter filter) {
            return filtered(estimate(filter.input()), filter.conjuncts());
        } else if (node instanceof LogicalNode.Compute compute) {
            return estimate(compute.input());
        } else if (node instanceof LogicalNode.Join join) {
            return joined(join);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return grouped(aggregate);
        } else if (node instanceof LogicalNode.Sort sort) {
            Estimate input = estimate(sort.input());
            double partitions = 1;
            for (LogicalNode.Order key : sort.keys().subList(0, sort.partitionKeys())) {
                partitions *= distinct(key.column(), input);
            }
            double limit = sort.limit() instanceof Expr.Literal literal && literal.value() != null
                    ? ColumnFacts.real(literal) * partitions
                    : input.rows;
            return new Estimate(Math.min(input.rows, limit), input.narrowed);
        } else if (node instanceof LogicalNode.UnionAll union) {
            double rows = 0;
            for (LogicalNode input : union.inputs()) {
                rows += rows(input);
            }
            return new Estimate(rows, Map.of());
        }
        if (node instanceof LogicalNode.Window window) {
            return estimate(window.input());
        } else if (node instanceof LogicalNode.Unnest unnest) {
            return new Estimate(estimate(unnest.input()).rows * ELEMENTS, Map.of());
        } else if (node instanceof LogicalNode.Sample sample) {
            Estimate input = estimate(sample.input());
            return new Estimate(Math.max(1, input.rows * sample.share()), input.narrowed);
        } else if (node instanceof LogicalNode.Recursion recursion) {
            return new Estimate((rows(recursion.seed()) + rows(recursion.step())) * ITERATIONS, Map.of());
        } else if (node instanceof LogicalNode.RecursiveRows) {
            return new Estimate(RECURSIVE_ROWS, Map.of());
        }
        if (node instanceof LogicalNode.TableFunction function) {
            return new Estimate(functionRows(function), Map.of());
        }
        LogicalNode.SetOperation operation = (LogicalNode.SetOperation) node;
        double left = rows(operation.left());
        double right = rows(operation.right());
        return new Estimate(Math.max(1, operation.except() ? left / 2 : Math.min(left, right) / 2), Map.of());
    }

    /** Rows of each relation that a function declares, 0 for those that are not given. */
    List<Double> relationRows(LogicalNode.TableFunction node) {
        List<Double> rows = new ArrayList<>();
        for (Argument.Relation relation : node.call().function().relations()) {
            int given = node.call().relation(relation.name());
            rows.add(given < 0 ? 0 : rows(node.inputs().get(given)));
        }
        return rows;
    }

    private double functionRows(LogicalNode.TableFunction node) {
        return Math.max(1, node.call().function().estimatedRows(relationRows(node)));
    }

    private Estimate filtered(Estimate input, List<Expr> conjuncts) {
        double rows = input.rows;
        Map<Integer, Double> narrowed = new HashMap<>(input.narrowed);
        Map<Integer, double[]> ranges = new HashMap<>();
        for (Expr conjunct : conjuncts) {
            if (addRange(conjunct, ranges)) {
                continue;
            }
            double selectivity = selectivity(conjunct, input);
            rows *= selectivity;
            BitSet used = ExprTrees.columns(conjunct);
            if (used.cardinality() == 1) {
                int column = used.nextSetBit(0);
                narrowed.merge(column, Math.max(1, domain(column, input) * selectivity), Math::min);
            }
        }
        for (Map.Entry<Integer, double[]> range : ranges.entrySet()) {
            double selectivity = ofRange(range.getKey(), range.getValue()[0], range.getValue()[1]);
            rows *= selectivity;
            narrowed.merge(range.getKey(), Math.max(1, domain(range.getKey(), input) * selectivity), Math::min);
        }
        return new Estimate(Math.max(1, rows), narrowed);
    }

    /** Collects a comparison of a column with a number, so that lower and upper bounds count as one range. */
    private boolean addRange(Expr conjunct, Map<Integer, double[]> ranges) {
        if (!(conjunct instanceof Expr.Call call) || call.operands().size() != 2) {
            return false;
        }
        Expr left = stripCast(call.operands().get(0));
        Expr right = stripCast(call.operands().get(1));
        boolean flipped = left instanceof Expr.Literal;
        Expr column = flipped ? right : left;
        Expr bound = flipped ? left : right;
        if (!(column instanceof Expr.InputRef reference) || !(bound instanceof Expr.Literal literal)) {
            return false;
        }
        double value = ColumnFacts.real(literal);
        boolean comparable =
                reference.type().kind().isNumeric() == literal.type().kind().isNumeric()
                        && (reference.type().kind().isNumeric()
                                || reference.type().kind() == literal.type().kind());
        if (Double.isNaN(value)
                || !comparable
                || !columns.facts(reference.column()).observed()) {
            return false;
        }
        boolean upper = switch (call.function()) {
            case "less", "less_or_equal" -> !flipped;
            case "greater", "greater_or_equal" -> flipped;
            default -> {
                yield false;
            }
        };
        if (!upper && !call.function().startsWith("greater") && !call.function().startsWith("less")) {
            return false;
        }
        double[] range = ranges.computeIfAbsent(
                reference.column(), id -> new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY});
        if (upper) {
            range[1] = Math.min(range[1], value);
        } else {
            range[0] = Math.max(range[0], value);
        }
        return true;
    }

    private double ofRange(int column, double low, double high) {
        ColumnFacts facts = columns.facts(column);
        double from = Math.max(low, facts.low());
        double to = Math.min(high, facts.high());
        if (from > to) {
            return 1e-6;
        }
        double width = facts.high() - facts.low();
        double share = width <= 0 ? 1 : (to - from) / width;
        return Math.min(1, Math.max(share, 1 / facts.distinct())) * (1 - facts.nullFraction());
    }

    private static Expr stripCast(Expr expr) {
        return expr instanceof Expr.Cast cast ? cast.operand() : expr;
    }

    /** Share of rows for which a predicate is true. */
    double selectivity(Expr predicate, Estimate input) {
        if (predicate instanceof Expr.Literal) {
            return ExprTrees.isTrue(predicate) ? 1 : 1e-6;
        } else if (predicate instanceof Expr.And and) {
            return filtered(new Estimate(1e9, input.narrowed), and.operands()).rows / 1e9;
        } else if (predicate instanceof Expr.Or or) {
            double none = 1;
            for (Expr operand : or.operands()) {
                none *= 1 - selectivity(operand, input);
            }
            return 1 - none;
        } else if (predicate instanceof Expr.InSet set) {
            return Math.min(1, set.values().size() / distinctOf(set.operand(), input));
        } else if (predicate instanceof Expr.InputRef) {
            return 0.5;
        } else if (predicate instanceof Expr.Call call) {
            return ofCall(call, input);
        }
        return UNKNOWN_PREDICATE;
    }

    private double distinctOf(Expr expr, Estimate input) {
        Expr stripped = stripCast(expr);
        return stripped instanceof Expr.InputRef reference
                ? domain(reference.column(), input)
                : columns.derive(stripped).distinct();
    }

    private double ofCall(Expr.Call call, Estimate input) {
        List<Expr> operands = call.operands();
        return switch (call.function()) {
            case "equal", "is_not_distinct_from" ->
                1 / Math.max(distinctOf(operands.get(0), input), distinctOf(operands.get(1), input));
            case "not_equal", "is_distinct_from" ->
                1 - 1 / Math.max(2, Math.max(distinctOf(operands.get(0), input), distinctOf(operands.get(1), input)));
            case "less", "less_or_equal", "greater", "greater_or_equal" -> {
                Map<Integer, double[]> range = new HashMap<>();
                if (addRange(call, range)) {
                    Map.Entry<Integer, double[]> only =
                            range.entrySet().iterator().next();
                    yield ofRange(only.getKey(), only.getValue()[0], only.getValue()[1]);
                }
                yield ofOrder(call);
            }
            case "like", "ilike" -> ofPattern(operands.get(1));
            case "starts_with" -> 0.05;
            case "not", "is_not_true", "is_false" -> Math.max(0.02, 1 - selectivity(operands.get(0), input));
            case "is_null" -> Math.max(0.001, columns.derive(operands.get(0)).nullFraction());
            case "is_not_null" -> 1 - columns.derive(operands.get(0)).nullFraction();
            case "is_true", "is_not_false" -> selectivity(operands.get(0), input);
            default -> UNKNOWN_PREDICATE;
        };
    }

    /** Share of rows for which a comparison by order holds that is no range of an observed column. */
    private double ofOrder(Expr.Call call) {
        Expr left = stripCast(call.operands().get(0));
        Expr right = stripCast(call.operands().get(1));
        boolean less = call.function().startsWith("less");
        if (left instanceof Expr.InputRef reference && right instanceof Expr.Literal bound) {
            return ofSpread(reference.column(), ColumnFacts.real(bound), less);
        } else if (right instanceof Expr.InputRef reference && left instanceof Expr.Literal bound) {
            return ofSpread(reference.column(), ColumnFacts.real(bound), !less);
        } else if (ExprTrees.columns(call).cardinality() == 1) {
            return UNKNOWN_COMPARISON;
        }
        ColumnFacts smaller = columns.derive(less ? left : right);
        ColumnFacts larger = columns.derive(less ? right : left);
        return smaller.observed() && larger.observed() && smaller.hasRange() && larger.hasRange()
                ? ofUniform(smaller, larger)
                : UNKNOWN_ORDER;
    }

    private double ofSpread(int column, double bound, boolean below) {
        Spread spread = spreads.get(column);
        if (spread == null || Double.isNaN(bound)) {
            return UNKNOWN_COMPARISON;
        }
        double distance = (bound - spread.mean) / spread.deviation;
        // the normal distribution function, close enough to six deviations
        double share = 1 / (1 + Math.exp(-1.5976 * distance - 0.07056 * distance * distance * distance));
        return Math.max(1e-6, below ? share : 1 - share);
    }

    /** Share of the pairs of two independent, evenly spread values of which the first is smaller. */
    private static double ofUniform(ColumnFacts smaller, ColumnFacts larger) {
        int steps = 16;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double value = smaller.low() + (smaller.high() - smaller.low()) * (i + 0.5) / steps;
            double width = Math.max(larger.high() - larger.low(), Double.MIN_NORMAL);
            sum += Math.min(1, Math.max(0, (larger.high() - value) / width));
        }
        return Math.min(0.95, Math.max(0.05, sum / steps));
    }

    private static double ofPattern(Expr pattern) {
        if (!(pattern instanceof Expr.Literal literal) || !(literal.value() instanceof String text)) {
            return 0.1;
        }
        if (text.startsWith("%")) {
            boolean manyParts = text.indexOf('%', 1) < text.length() - 1 && text.indexOf('%', 1) > 0;
            return manyParts ? 0.02 : text.endsWith("%") ? 0.06 : 0.15;
        }
        return text.length() <= 2 ? 0.2 : text.length() <= 5 ? 0.04 : 0.015;
    }

    private Estimate grouped(LogicalNode.Aggregate aggregate) {
        Estimate input = estimate(aggregate.input());
        double rows = 0;
        for (List<Integer> set : aggregate.sets()) {
            List<Integer> ids = new ArrayList<>();
            set.forEach(position -> ids.add(aggregate.groups().get(position).id()));
            DistinctCounts.Groups groups = combinations.ofNode(ids, aggregate.input(), input.narrowed);
            rows += groups.origin() > 0
                    ? Math.min(input.rows, present(groups.count(), input.rows, groups.origin()))
                    : drawn(groups.count(), input.rows);
        }
        rows = Math.max(1, Math.min(rows, input.rows * aggregate.sets().size()));
        Map<Integer, Double> narrowed = new HashMap<>(input.narrowed);
        double perGroup = Math.max(1, input.rows / rows);
        for (LogicalNode.Call call : aggregate.calls()) {
            addSpread(call, perGroup);
            Spread spread = spreads.get(call.output().id());
            if (spread != null && call.function().equals("count")) {
                narrowed.put(call.output().id(), Math.max(1, Math.min(rows, 6 * spread.deviation)));
            }
        }
        return new Estimate(rows, narrowed);
    }

    /** Records how an aggregate of so many rows, taken at random, is spread. */
    private void addSpread(LogicalNode.Call call, double rows) {
        int output = call.output().id();
        if (call.function().equals("count")) {
            spreads.put(output, new Spread(rows, Math.sqrt(rows)));
            return;
        }
        if (call.distinct() || call.arguments().size() != 1) {
            return;
        }
        ColumnFacts argument = columns.facts(call.arguments().get(0));
        if (!argument.observed() || !argument.hasRange()) {
            return;
        }
        double mean = (argument.low() + argument.high()) / 2;
        double variance = Math.pow(argument.high() - argument.low(), 2) / 12 + Double.MIN_NORMAL;
        if (call.function().equals("sum")) {
            spreads.put(output, new Spread(rows * mean, Math.sqrt(rows * (variance + mean * mean))));
        } else if (call.function().equals("avg")) {
            spreads.put(output, new Spread(mean, Math.sqrt(variance / rows)));
        }
    }

    private Estimate joined(LogicalNode.Join join) {
        Estimate left = estimate(join.left());
        Estimate right = estimate(join.right());
        return joined(
                join, joinRows(left, ExprTrees.ids(join.left().columns()), right, join.pairing(), join.conjuncts()));
    }

    /** The estimate of a join of which the rows are known: equated columns have the values of the side with fewer. */
    Estimate joined(LogicalNode.Join join, double rows) {
        Estimate left = estimate(join.left());
        Estimate right = estimate(join.right());
        LogicalNode.Pairing pairing = join.pairing();
        Map<Integer, Double> narrowed = new HashMap<>(left.narrowed);
        if (pairing.hasRightColumns()) {
            narrowed.putAll(right.narrowed);
        }
        boolean narrowsLeft = pairing == LogicalNode.Pairing.INNER || pairing == LogicalNode.Pairing.SEMI;
        boolean narrowsRight = pairing == LogicalNode.Pairing.INNER || pairing == LogicalNode.Pairing.LEFT;
        BitSet leftColumns = ExprTrees.ids(join.left().columns());
        for (Expr conjunct : join.conjuncts()) {
            if (!ExprTrees.isCall(conjunct, "equal")
                    || !(ExprTrees.operands(conjunct).get(0) instanceof Expr.InputRef first)
                    || !(ExprTrees.operands(conjunct).get(1) instanceof Expr.InputRef second)
                    || leftColumns.get(first.column()) == leftColumns.get(second.column())) {
                continue;
            }
            int own = leftColumns.get(first.column()) ? first.column() : second.column();
            int other = leftColumns.get(first.column()) ? second.column() : first.column();
            double common = Math.min(distinct(own, left), distinct(other, right));
            if (narrowsLeft) {
                narrowed.merge(own, common, Math::min);
            }
            if (narrowsRight) {
                narrowed.merge(other, common, Math::min);
            }
        }
        return new Estimate(rows, narrowed);
    }

    /** Rows of a join. */
    double joinRows(
            Estimate left, BitSet leftColumns, Estimate right, LogicalNode.Pairing pairing, List<Expr> conjuncts) {
        JoinKeys keys = new JoinKeys(combinations);
        double residual = 1;
        for (Expr conjunct : conjuncts) {
            if (!keys.add(conjunct, leftColumns, this, left, right)) {
                residual *= selectivity(conjunct, left);
            }
        }
        double inner = left.rows * right.rows * keys.selectivity() * residual;
        double partners = keys.matchShare(right);
        if (residual < 1) {
            partners = Math.max(partners * Math.min(1, residual * 2), 0.01);
        }
        double rows = switch (pairing) {
            case INNER -> inner;
            case LEFT -> Math.max(left.rows, inner);
            case FULL -> Math.max(left.rows + right.rows / 2, inner);
            case SEMI -> left.rows * partners;
            case ANTI, ANTI_NULL_AWARE -> left.rows * Math.max(0.02, 1 - partners);
            case MARK -> left.rows;
        };
        return Math.max(1, rows);
    }

    QueryColumns columns() {
        return columns;
    }
}
