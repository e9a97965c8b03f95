package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A maximal tree of joins that may be reordered.
 *
 * <p>Inner joins and filters dissolve into <em>relations</em> and predicates. A left outer, semi, anti or mark join
 * becomes an <em>attachment</em>: an operator on rows that hold the columns of its condition's left side. It commutes with
 * inner joins, so the order search may apply it as soon as the relations that it needs are joined. Everything else
 * (aggregates, projections, unions, full joins) is a relation of its own, optimized by itself.
 *
 * <p>Equalities of columns form classes; a comparison of one member with a constant holds for all members.
 */
final class JoinRegion {
    /** An outer, semi, anti or mark join, not yet placed. */
    record Attachment(
            LogicalNode right,
            LogicalNode.Pairing pairing,
            List<Expr> conjuncts,
            @Nullable Column mark) {}

    private final PredicatePushdown pushdown;
    private final QueryColumns columns;
    private final Estimator estimator;

    /** Predicates applied above in any case. */
    private final List<Expr> above;

    private final List<LogicalNode> relations = new ArrayList<>();
    private final List<Attachment> attachments = new ArrayList<>();
    private final Set<Expr> predicates = new LinkedHashSet<>();

    /** Predicates that may fail: applied last. */
    private final Set<Expr> late = new LinkedHashSet<>();

    private boolean empty;

    JoinRegion(PredicatePushdown pushdown, QueryColumns columns, Estimator estimator, List<Expr> above) {
        this.pushdown = pushdown;
        this.columns = columns;
        this.estimator = estimator;
        this.above = above;
    }

    void addPredicates(List<Expr> conditions) {
        for (Expr predicate : ExprTrees.conjuncts(conditions)) {
            if (ExprTrees.isNeverTrue(predicate)) {
                empty = true;
            }
            Fallibility fallibility = Fallibility.of(predicate, columns);
            boolean moves =
                    fallibility == Fallibility.SAFE || fallibility == Fallibility.OVERFLOW && isEquality(predicate);
            (moves ? predicates : late).add(predicate);
        }
    }

    /** Whether a predicate equates expressions over different columns, and may become the key of a join. */
    private static boolean isEquality(Expr predicate) {
        if (!ExprTrees.isCall(predicate, "equal")) {
            return false;
        }
        BitSet left = ExprTrees.columns(ExprTrees.operands(predicate).get(0));
        BitSet right = ExprTrees.columns(ExprTrees.operands(predicate).get(1));
        return !left.isEmpty() && !right.isEmpty() && !left.intersects(right);
    }

    void flatten(LogicalNode node) {
        if (node instanceof LogicalNode.Filter filter) {
            addPredicates(filter.conjuncts());
            flatten(filter.input());
        } else if (node instanceof LogicalNode.Join join) {
            flattenJoin(join);
        } else {
            relations.add(node);
        }
    }

    private void flattenJoin(LogicalNode.Join join) {
        BitSet leftColumns = ExprTrees.ids(join.left().columns());
        switch (join.pairing()) {
            case INNER -> {
                addPredicates(join.conjuncts());
                flatten(join.left());
                flatten(join.right());
            }
            case LEFT -> {
                if (rejectsNull(ExprTrees.ids(join.right().columns()))) {
                    addPredicates(join.conjuncts());
                    flatten(join.left());
                    flatten(join.right());
                } else {
                    attachments.add(new Attachment(join.right(), join.pairing(), join.conjuncts(), null));
                    flatten(join.left());
                }
            }
            case SEMI -> {
                List<Expr> own = new ArrayList<>();
                for (Expr conjunct : join.conjuncts()) {
                    if (ExprTrees.within(ExprTrees.columns(conjunct), leftColumns)) {
                        addPredicates(List.of(conjunct));
                    } else {
                        own.add(conjunct);
                    }
                }
                attachments.add(new Attachment(join.right(), join.pairing(), own, null));
                flatten(join.left());
            }
            case ANTI, ANTI_NULL_AWARE, MARK -> {
                attachments.add(new Attachment(join.right(), join.pairing(), join.conjuncts(), join.mark()));
                flatten(join.left());
            }
            case FULL -> flattenFull(join, leftColumns);
        }
    }

    private void flattenFull(LogicalNode.Join join, BitSet leftColumns) {
        boolean keepsLeft = rejectsNull(leftColumns);
        boolean keepsRight = rejectsNull(ExprTrees.ids(join.right().columns()));
        if (keepsLeft && keepsRight) {
            flatten(new LogicalNode.Join(join.left(), join.right(), LogicalNode.Pairing.INNER, join.conjuncts(), null));
        } else if (keepsLeft) {
            flatten(new LogicalNode.Join(join.left(), join.right(), LogicalNode.Pairing.LEFT, join.conjuncts(), null));
        } else if (keepsRight) {
            flatten(new LogicalNode.Join(join.right(), join.left(), LogicalNode.Pairing.LEFT, join.conjuncts(), null));
        } else {
            relations.add(join);
        }
    }

    private boolean rejectsNull(BitSet nullColumns) {
        for (Expr predicate : above) {
            if (NullRejection.rejects(predicate, nullColumns)) {
                return true;
            }
        }
        for (Expr predicate : predicates) {
            if (NullRejection.rejects(predicate, nullColumns)) {
                return true;
            }
        }
        for (Expr predicate : late) {
            if (NullRejection.rejects(predicate, nullColumns)) {
                return true;
            }
        }
        return false;
    }

    /** The region with its predicates applied and its joins ordered. */
    LogicalNode build() {
        List<Column> outputs = new ArrayList<>();
        relations.forEach(relation -> outputs.addAll(relation.columns()));
        if (empty) {
            for (Attachment attachment : attachments) {
                if (attachment.pairing.hasRightColumns()) {
                    outputs.addAll(attachment.right.columns());
                } else if (attachment.mark != null) {
                    outputs.add(attachment.mark);
                }
            }
            return new LogicalNode.Values(List.of(), outputs);
        }
        List<BitSet> relationColumns = new ArrayList<>();
        relations.forEach(relation -> relationColumns.add(ExprTrees.ids(relation.columns())));
        EquivalenceClasses classes = new EquivalenceClasses(columns);
        BitSet classColumns = ExprTrees.ids(outputs);
        Set<Expr> spanning = new LinkedHashSet<>();
        for (Expr predicate : predicates) {
            if (!classes.add(predicate, classColumns)) {
                spanning.add(predicate);
            }
        }
        spanning = classes.propagate(spanning);
        Map<Integer, List<Expr>> ofRelation = new HashMap<>();
        List<Expr> between = new ArrayList<>();
        for (Expr predicate : spanning) {
            int home = home(predicate, relationColumns);
            if (home >= 0 && Fallibility.isSafe(predicate, columns)) {
                ofRelation.computeIfAbsent(home, key -> new ArrayList<>()).add(predicate);
            } else {
                between.add(predicate);
            }
        }
        for (Expr predicate : between) {
            for (int i = 0; i < relations.size(); i++) {
                List<Expr> implied = PredicatePushdown.implied(predicate, relationColumns.get(i));
                if (!implied.isEmpty()) {
                    ofRelation.computeIfAbsent(i, key -> new ArrayList<>()).addAll(implied);
                }
            }
        }
        List<LogicalNode> planned = new ArrayList<>();
        for (int i = 0; i < relations.size(); i++) {
            List<Expr> own = new ArrayList<>(classes.within(relationColumns.get(i)));
            own.addAll(ofRelation.getOrDefault(i, List.of()));
            planned.add(plan(relations.get(i), own));
        }
        List<Attachment> plannedAttachments = new ArrayList<>();
        for (Attachment attachment : attachments) {
            plannedAttachments.add(plan(attachment, classes, spanning));
        }
        LogicalNode joined;
        if (planned.size() == 1 && plannedAttachments.isEmpty()) {
            joined = PredicatePushdown.filter(planned.get(0), between);
        } else {
            joined = new JoinOrder(columns, estimator, planned, plannedAttachments, classes, between).build();
            joined = new AggregateReduction(pushdown, columns, estimator).reduce(joined);
        }
        return PredicatePushdown.filter(joined, new ArrayList<>(late));
    }

    /** The relation that has all columns of a predicate; -1 if there is none. */
    private static int home(Expr predicate, List<BitSet> relationColumns) {
        BitSet used = ExprTrees.columns(predicate);
        for (int i = 0; i < relationColumns.size(); i++) {
            if (ExprTrees.within(used, relationColumns.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private LogicalNode plan(LogicalNode relation, List<Expr> own) {
        if (relation instanceof LogicalNode.Join full) {
            LogicalNode joined = new LogicalNode.Join(
                    pushdown.push(full.left(), List.of(), List.of()),
                    pushdown.push(full.right(), List.of(), List.of()),
                    full.pairing(),
                    full.conjuncts(),
                    null);
            return PredicatePushdown.filter(joined, own);
        }
        return pushdown.push(relation, own, List.of());
    }

    /** Pushes what concerns only the right side into it, constants of equated left columns included. */
    private Attachment plan(Attachment attachment, EquivalenceClasses classes, Set<Expr> spanning) {
        BitSet rightColumns = ExprTrees.ids(attachment.right.columns());
        boolean nullAware = attachment.pairing == LogicalNode.Pairing.ANTI_NULL_AWARE
                || attachment.pairing == LogicalNode.Pairing.MARK;
        Set<Expr> pushed = new LinkedHashSet<>();
        List<Expr> kept = new ArrayList<>();
        Map<Integer, Column> partners = new LinkedHashMap<>();
        for (Expr conjunct : attachment.conjuncts) {
            BitSet used = ExprTrees.columns(conjunct);
            boolean onlyRight = !used.isEmpty() && ExprTrees.within(used, rightColumns);
            if (onlyRight && !nullAware && Fallibility.isSafe(conjunct, columns)) {
                pushed.add(conjunct);
                continue;
            }
            kept.add(conjunct);
            if (!nullAware) {
                pushed.addAll(PredicatePushdown.implied(conjunct, rightColumns));
                addPartner(conjunct, rightColumns, partners);
            }
        }
        partners.forEach((left, right) -> {
            for (Expr predicate : spanning) {
                BitSet used = ExprTrees.columns(predicate);
                if (used.cardinality() == 1 && classes.sameClass(used.nextSetBit(0), left)) {
                    pushed.add(ExprTrees.replaceReferences(predicate, reference -> right.reference()));
                }
            }
        });
        LogicalNode right = pushdown.push(attachment.right, new ArrayList<>(pushed), List.of());
        return new Attachment(right, attachment.pairing, kept, attachment.mark);
    }

    private void addPartner(Expr conjunct, BitSet rightColumns, Map<Integer, Column> partners) {
        if (ExprTrees.isCall(conjunct, "equal")
                && ExprTrees.operands(conjunct).get(0) instanceof Expr.InputRef first
                && ExprTrees.operands(conjunct).get(1) instanceof Expr.InputRef second
                && EquivalenceClasses.isSameDomain(first.type(), second.type())) {
            if (rightColumns.get(second.column()) && !rightColumns.get(first.column())) {
                partners.put(first.column(), columns.column(second.column()));
            } else if (rightColumns.get(first.column()) && !rightColumns.get(second.column())) {
                partners.put(second.column(), columns.column(first.column()));
            }
        }
    }
}
