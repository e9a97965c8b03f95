package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves it to a graph to merge parallel edges. {@code SELECT DISTINCT src, dst}, or GROUP BY, below a function on graphs that
 * merges parallel edges anyway is dropped, and {@code SELECT src, dst, count(*)} is where it sums their weights: the rows
 * themselves are the edges then. Building the graph sorts them in any case, at a fraction of what grouping costs.
 */
final class EdgeAggregation {
    /** Rows are not kept one by one where grouping leaves this much fewer. */
    private static final double MOST_ROWS_A_GROUP = 4;

    private static final double MOST_ROWS = 2e8;

    private final Estimator estimator;
    private @Nullable LogicalNode merged;
    private @Nullable LogicalNode source;

    private EdgeAggregation(Estimator estimator) {
        this.estimator = estimator;
    }

    /** The call over edges that are not grouped, if that changes nothing; else the call itself. */
    static LogicalNode.TableFunction rewrite(LogicalNode.TableFunction node, Estimator estimator) {
        FunctionCall call = node.call();
        int edges = call.relation("edges");
        if (edges < 0 || !(hasOption(call) && call.option("parallel_edges") instanceof Expr.Literal policy)) {
            return node;
        }
        List<Column> arguments = node.arguments().get(edges);
        boolean weighted = arguments.size() == 3;
        String merge = policy.value() == null ? (weighted ? "sum" : "distinct") : String.valueOf(policy.value());
        if (weighted ? !merge.equalsIgnoreCase("sum") : merge.matches("(?i)sum|keep")) {
            return node;
        }
        EdgeAggregation rewriting = new EdgeAggregation(estimator);
        List<Column> ends = arguments.subList(0, 2);
        LogicalNode rows =
                rewriting.without(node.inputs().get(edges), ExprTrees.ids(ends), weighted ? arguments.get(2) : null);
        if (rows == null || !rewriting.isWorthwhile()) {
            return node;
        }
        List<LogicalNode> inputs = new ArrayList<>(node.inputs());
        inputs.set(edges, rows);
        List<List<Column>> allArguments = new ArrayList<>(node.arguments());
        allArguments.set(edges, ends);
        return new LogicalNode.TableFunction(
                weighted ? counting(call, edges) : call, inputs, allArguments, node.columns());
    }

    private static boolean hasOption(FunctionCall call) {
        return call.function().options().stream()
                .anyMatch(option -> option.name().equals("parallel_edges"));
    }

    /** The call with edges of weight 1, to be summed. */
    private static FunctionCall counting(FunctionCall call, int edges) {
        List<FunctionCall.RelationInput> relations = new ArrayList<>(call.relations());
        relations.set(edges, new FunctionCall.RelationInput("edges", List.of("src", "dst")));
        List<Expr> options = new ArrayList<>(call.options());
        for (int i = 0; i < options.size(); i++) {
            if (call.function().options().get(i).name().equals("parallel_edges")) {
                options.set(i, new Expr.Literal("sum", SqlTypes.VARCHAR));
            }
        }
        return new FunctionCall(call.function(), relations, options, call.vertexType());
    }

    private boolean isWorthwhile() {
        if (merged == null || source == null) {
            return false;
        }
        double rows = estimator.rows(source);
        return rows <= MOST_ROWS && rows <= MOST_ROWS_A_GROUP * estimator.rows(merged);
    }

    /**
     * The tree without the aggregate at its bottom; null if something else needs what the aggregate computes.
     *
     * @param needed columns that are needed above
     * @param weight the column that has to be the number of rows of each group; null: none is needed
     */
    private @Nullable LogicalNode without(LogicalNode node, BitSet needed, @Nullable Column weight) {
        if (node instanceof LogicalNode.Compute compute) {
            return withoutBelow(compute, needed, weight);
        } else if (node instanceof LogicalNode.Filter filter) {
            BitSet below = PhysicalBuilder.with(needed, filter.conjuncts());
            LogicalNode input = uses(filter.conjuncts(), weight) ? null : without(filter.input(), below, weight);
            return input == null ? null : new LogicalNode.Filter(input, filter.conjuncts());
        } else if (node instanceof LogicalNode.Join join
                && (join.pairing() == LogicalNode.Pairing.SEMI || join.pairing() == LogicalNode.Pairing.ANTI)) {
            BitSet below = PhysicalBuilder.with(needed, join.conjuncts());
            below.andNot(ExprTrees.ids(join.right().columns()));
            LogicalNode left = uses(join.conjuncts(), weight) ? null : without(join.left(), below, weight);
            return left == null
                    ? null
                    : new LogicalNode.Join(left, join.right(), join.pairing(), join.conjuncts(), null);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return input(aggregate, needed, weight);
        }
        return null;
    }

    private static boolean uses(List<Expr> expressions, @Nullable Column weight) {
        return weight != null
                && expressions.stream()
                        .anyMatch(expression -> ExprTrees.columns(expression).get(weight.id()));
    }

    private @Nullable LogicalNode withoutBelow(LogicalNode.Compute compute, BitSet needed, @Nullable Column weight) {
        List<Column> kept = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        BitSet below = (BitSet) needed.clone();
        Column weightBelow = weight;
        for (int i = 0; i < compute.computed().size(); i++) {
            Column column = compute.computed().get(i);
            Expr expression = compute.expressions().get(i);
            below.clear(column.id());
            if (needed.get(column.id())) {
                kept.add(column);
                expressions.add(expression);
            } else if (weight != null && column.id() == weight.id()) {
                Expr counted = expression instanceof Expr.Cast cast ? cast.operand() : expression;
                if (!(counted instanceof Expr.InputRef reference)) {
                    return null;
                }
                weightBelow = new Column(reference.column(), column.name(), reference.type());
            }
        }
        expressions.forEach(expression -> ExprTrees.collectColumns(expression, below));
        LogicalNode input = without(compute.input(), below, weightBelow);
        if (input == null) {
            return null;
        }
        return kept.isEmpty() ? input : new LogicalNode.Compute(input, kept, expressions);
    }

    private @Nullable LogicalNode input(LogicalNode.Aggregate aggregate, BitSet needed, @Nullable Column weight) {
        boolean plain = aggregate.sets().size() == 1
                && !aggregate.groups().isEmpty()
                && aggregate.groups().equals(aggregate.outputs());
        if (!plain || !ExprTrees.within(needed, ExprTrees.ids(aggregate.groups()))) {
            return null;
        }
        if (weight != null && aggregate.calls().stream().noneMatch(call -> isCount(call, weight))) {
            return null;
        }
        merged = aggregate;
        source = aggregate.input();
        return aggregate.input();
    }

    private static boolean isCount(LogicalNode.Call call, Column weight) {
        return call.output().id() == weight.id()
                && call.function().equals("count")
                && call.arguments().isEmpty()
                && call.filter() < 0;
    }
}
