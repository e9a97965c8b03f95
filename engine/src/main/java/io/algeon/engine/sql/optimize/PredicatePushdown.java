package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One pass from the root down that takes predicates to where their columns come from, turns outer joins into inner ones
 * where a predicate above drops their padding, and orders the joins of each region on the way back.
 *
 * <p>Only predicates that cannot fail move. Those that can stay in the filter in which they were written, above everything
 * that might remove rows first; an equality of two sides that may overflow is still used as a join key.
 */
final class PredicatePushdown {
    private final ConstantFolder folder;
    private final QueryColumns columns;
    private final Estimator estimator;

    PredicatePushdown(ConstantFolder folder, QueryColumns columns, Estimator estimator) {
        this.folder = folder;
        this.columns = columns;
        this.estimator = estimator;
    }

    LogicalNode rewrite(LogicalNode root) {
        return push(root, List.of(), List.of());
    }

    /**
     * The node with predicates applied in it.
     *
     * @param predicates that cannot fail; the result has only rows for which they are true
     * @param above predicates that are applied above in any case, known for the sake of outer joins
     */
    LogicalNode push(LogicalNode node, List<Expr> predicates, List<Expr> above) {
        columns.checkCancelled();
        if (predicates.stream().anyMatch(ExprTrees::isNeverTrue)) {
            return new LogicalNode.Values(List.of(), node.columns());
        }
        if (node instanceof LogicalNode.Filter || node instanceof LogicalNode.Join) {
            JoinRegion region = new JoinRegion(this, columns, estimator, above);
            region.addPredicates(predicates);
            region.flatten(node);
            return region.build();
        } else if (node instanceof LogicalNode.Compute compute) {
            return pushCompute(compute, predicates, above);
        } else if (node instanceof LogicalNode.Aggregate aggregate) {
            return pushAggregate(aggregate, predicates, above);
        } else if (node instanceof LogicalNode.Sort sort) {
            return pushSort(sort, predicates, above);
        } else if (node instanceof LogicalNode.Window window) {
            return pushWindow(window, predicates);
        } else if (node instanceof LogicalNode.Unnest unnest) {
            return pushUnnest(unnest, predicates);
        } else if (node instanceof LogicalNode.Sample sample) {
            LogicalNode input = push(sample.input(), List.of(), List.of());
            return filter(new LogicalNode.Sample(input, sample.share(), sample.byBatch(), sample.seed()), predicates);
        } else if (node instanceof LogicalNode.Recursion recursion) {
            LogicalNode rewritten = new LogicalNode.Recursion(
                    recursion.id(),
                    push(recursion.seed(), List.of(), List.of()),
                    push(recursion.step(), List.of(), List.of()),
                    recursion.seedArguments(),
                    recursion.stepArguments(),
                    recursion.distinct(),
                    recursion.columns());
            return filter(rewritten, predicates);
        } else if (node instanceof LogicalNode.UnionAll union) {
            List<LogicalNode> inputs = new ArrayList<>();
            for (int i = 0; i < union.inputs().size(); i++) {
                Map<Integer, Expr> arguments =
                        definitions(union.columns(), union.arguments().get(i));
                inputs.add(push(union.inputs().get(i), substitute(predicates, arguments), List.of()));
            }
            return new LogicalNode.UnionAll(inputs, union.arguments(), union.columns());
        } else if (node instanceof LogicalNode.SetOperation operation) {
            Map<Integer, Expr> left = definitions(operation.columns(), operation.leftArguments());
            Map<Integer, Expr> right = definitions(operation.columns(), operation.rightArguments());
            return new LogicalNode.SetOperation(
                    push(operation.left(), substitute(predicates, left), List.of()),
                    push(operation.right(), substitute(predicates, right), List.of()),
                    operation.leftArguments(),
                    operation.rightArguments(),
                    operation.except(),
                    operation.all(),
                    operation.columns());
        }
        if (node instanceof LogicalNode.TableFunction function) {
            List<LogicalNode> inputs = new ArrayList<>();
            function.inputs().forEach(input -> inputs.add(push(input, List.of(), List.of())));
            LogicalNode.TableFunction pushed =
                    new LogicalNode.TableFunction(function.call(), inputs, function.arguments(), function.columns());
            return filter(EdgeAggregation.rewrite(pushed, estimator), predicates);
        }
        return filter(node, predicates);
    }

    static LogicalNode filter(LogicalNode node, List<Expr> conjuncts) {
        if (conjuncts.stream().anyMatch(ExprTrees::isNeverTrue)) {
            return new LogicalNode.Values(List.of(), node.columns());
        }
        return LogicalBuilder.filter(node, conjuncts);
    }

    private LogicalNode pushCompute(LogicalNode.Compute compute, List<Expr> predicates, List<Expr> above) {
        Map<Integer, Expr> definitions = new HashMap<>();
        for (int i = 0; i < compute.computed().size(); i++) {
            definitions.put(
                    compute.computed().get(i).id(), compute.expressions().get(i));
        }
        List<Expr> below = new ArrayList<>();
        List<Expr> kept = new ArrayList<>();
        List<Expr> known = new ArrayList<>(substitute(above, definitions));
        for (Expr predicate : predicates) {
            Expr substituted = substitute(predicate, definitions);
            if (Fallibility.isSafe(substituted, columns)) {
                below.addAll(ExprTrees.conjuncts(folder.fold(substituted)));
            } else {
                kept.add(predicate);
                known.add(substituted);
            }
        }
        LogicalNode input = push(compute.input(), below, known);
        return filter(new LogicalNode.Compute(input, compute.computed(), compute.expressions()), kept);
    }

    private LogicalNode pushAggregate(LogicalNode.Aggregate original, List<Expr> predicates, List<Expr> above) {
        EagerAggregation.Split split = EagerAggregation.rewrite(original, this, columns, estimator);
        LogicalNode.Aggregate aggregate = split.aggregate();
        List<Expr> below = new ArrayList<>();
        List<Expr> kept = new ArrayList<>();
        List<Expr> known = new ArrayList<>();
        boolean plain = aggregate.sets().size() == 1 && !aggregate.groups().isEmpty();
        BitSet groups = ExprTrees.ids(aggregate.groups());
        for (Expr predicate : predicates) {
            (plain && ExprTrees.within(ExprTrees.columns(predicate), groups) ? below : kept).add(predicate);
        }
        if (plain) {
            for (Expr predicate : above) {
                if (ExprTrees.within(ExprTrees.columns(predicate), groups)) {
                    known.add(predicate);
                }
            }
        }
        LogicalNode input = push(aggregate.input(), below, known);
        LogicalNode grouped = new LogicalNode.Aggregate(
                input,
                aggregate.groups(),
                aggregate.outputs(),
                aggregate.sets(),
                aggregate.calls(),
                aggregate.setNumber());
        if (!split.computed().isEmpty()) {
            grouped = new LogicalNode.Compute(grouped, split.computed(), split.expressions());
        }
        return filter(grouped, kept);
    }

    /** Below a limit go only predicates that keep or drop whole partitions. */
    private LogicalNode pushSort(LogicalNode.Sort sort, List<Expr> predicates, List<Expr> above) {
        if (!sort.cuts()) {
            return LogicalNode.Sort.of(push(sort.input(), predicates, above), sort.keys(), null, null);
        }
        BitSet partition = new BitSet();
        sort.keys().subList(0, sort.partitionKeys()).forEach(key -> partition.set(key.column()));
        List<Expr> below = new ArrayList<>();
        List<Expr> kept = new ArrayList<>();
        for (Expr predicate : predicates) {
            BitSet used = ExprTrees.columns(predicate);
            (!used.isEmpty() && ExprTrees.within(used, partition) ? below : kept).add(predicate);
        }
        LogicalNode input = push(sort.input(), below, List.of());
        return filter(
                new LogicalNode.Sort(input, sort.keys(), sort.partitionKeys(), sort.limit(), sort.offset()), kept);
    }

    /** Predicates over the input's columns go below; the row that stands for no elements has them too. */
    private LogicalNode pushUnnest(LogicalNode.Unnest unnest, List<Expr> predicates) {
        BitSet own = ExprTrees.ids(unnest.input().columns());
        List<Expr> below = new ArrayList<>();
        List<Expr> kept = new ArrayList<>();
        for (Expr predicate : predicates) {
            (ExprTrees.within(ExprTrees.columns(predicate), own) ? below : kept).add(predicate);
        }
        LogicalNode input = push(unnest.input(), below, List.of());
        return filter(
                new LogicalNode.Unnest(input, unnest.collections(), unnest.elements(), unnest.number(), unnest.outer()),
                kept);
    }

    /** Below a window go only predicates that keep or drop whole partitions. */
    private LogicalNode pushWindow(LogicalNode.Window window, List<Expr> predicates) {
        BitSet partition = ExprTrees.ids(window.partition());
        List<Expr> below = new ArrayList<>();
        List<Expr> kept = new ArrayList<>();
        for (Expr predicate : predicates) {
            BitSet used = ExprTrees.columns(predicate);
            (!used.isEmpty() && ExprTrees.within(used, partition) ? below : kept).add(predicate);
        }
        LogicalNode input = push(window.input(), below, List.of());
        return filter(new LogicalNode.Window(input, window.partition(), window.order(), window.calls()), kept);
    }

    private static Map<Integer, Expr> definitions(List<Column> outputs, List<Column> arguments) {
        Map<Integer, Expr> definitions = new HashMap<>();
        for (int i = 0; i < outputs.size(); i++) {
            definitions.put(outputs.get(i).id(), arguments.get(i).reference());
        }
        return definitions;
    }

    private static Expr substitute(Expr expr, Map<Integer, Expr> definitions) {
        return ExprTrees.replaceReferences(
                expr, reference -> definitions.getOrDefault(((Expr.InputRef) reference).column(), reference));
    }

    private static List<Expr> substitute(List<Expr> all, Map<Integer, Expr> definitions) {
        List<Expr> result = new ArrayList<>();
        all.forEach(expr -> result.add(substitute(expr, definitions)));
        return result;
    }

    /**
     * Predicates over some columns that follow from a disjunction: if every alternative has conjuncts over those columns
     * only, one of these conjunctions holds.
     */
    static List<Expr> implied(Expr predicate, BitSet over) {
        if (!(predicate instanceof Expr.Or) || ExprTrees.within(ExprTrees.columns(predicate), over)) {
            return List.of();
        }
        List<Expr> alternatives = new ArrayList<>();
        Set<Expr> seen = new HashSet<>();
        for (Expr alternative : ExprTrees.disjuncts(predicate)) {
            List<Expr> covered = new ArrayList<>();
            for (Expr conjunct : ExprTrees.conjuncts(alternative)) {
                BitSet used = ExprTrees.columns(conjunct);
                if (!used.isEmpty() && ExprTrees.within(used, over)) {
                    covered.add(conjunct);
                }
            }
            if (covered.isEmpty()) {
                return List.of();
            }
            Expr conjunction = ExprTrees.conjunction(covered);
            if (seen.add(conjunction)) {
                alternatives.add(conjunction);
            }
        }
        return List.of(ExprTrees.disjunction(alternatives));
    }
}
