package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the correlation of a sub-query out of it: its predicates with free columns become predicates of the join. Possible if they
 * sit in filters below nothing but projections, inner joins and, if they are equalities, aggregates (whose groups grow by the
 * equality's inner side) and limits (which then count for each of its values).
 */
final class PullUp {
    private final QueryColumns columns;

    PullUp(QueryColumns columns) {
        this.columns = columns;
    }

    /**
     * A sub-query without its correlation.
     *
     * @param conjuncts the predicates taken out
     * @param definitions projected columns that the node no longer has, because they depend on free columns
     */
    record Pulled(LogicalNode node, List<Expr> conjuncts, Map<Integer, Expr> definitions) {
        List<Expr> substitute(List<Expr> expressions) {
            List<Expr> result = new ArrayList<>();
            for (Expr expression : expressions) {
                result.add(PullUp.substitute(expression, definitions));
            }
            return result;
        }
    }

    /**
     * Takes predicates with free columns out of a tree; null if that is not possible.
     *
     * @param existential whether only the existence of rows counts, not their number
     */
    @Nullable
    Pulled pull(LogicalNode node, BitSet free, boolean existential) {
        if (!FreeColumns.of(node).intersects(free)) {
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
            boolean rightFree = FreeColumns.of(join.right()).intersects(free);
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
    static LogicalNode limited(LogicalNode input, Collection<Column> partition, LogicalNode.Sort sort) {
        List<LogicalNode.Order> keys = new ArrayList<>();
        for (Column column : new LinkedHashSet<>(partition)) {
            keys.add(new LogicalNode.Order(column.id(), false, false));
        }
        int partitionKeys = keys.size() + sort.partitionKeys();
        keys.addAll(sort.keys());
        return new LogicalNode.Sort(input, keys, partitionKeys, sort.limit(), sort.offset());
    }

    /** Pulled equalities, their inner sides as columns of the node. */
    record Keys(LogicalNode node, List<Column> columns, List<Expr> conjuncts) {}

    /** The pulled predicates as equalities of an outer expression and an inner column; null if one is something else. */
    @Nullable
    Keys keys(Pulled pulled, BitSet free) {
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

    /** Whether no expression of the tree can fail, so that it may run for more rows than the query needs. */
    boolean hasSafeInputs(LogicalNode node) {
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

    static Expr substitute(Expr expr, Map<Integer, Expr> definitions) {
        return ExprTrees.replaceReferences(
                expr, reference -> definitions.getOrDefault(((Expr.InputRef) reference).column(), reference));
    }
}
