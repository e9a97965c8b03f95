package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Orders the joins of a region.
 *
 * <p>Nodes are the region's relations and attachments, numbered; a set of nodes is a bit mask. Up to
 * {@link #EXHAUSTIVE_NODES} nodes, dynamic programming over connected subsets finds the cheapest tree, bushy ones
 * included; above, the cheapest join is done first, again and again. An attachment is joined alone, from the right, to a
 * tree that has all nodes that its condition needs. Cross products are left until nothing else is possible.
 *
 * <p>Cost: rows put out by each join, rows probed, the more the larger the table, and the smaller side, which is built, at
 * a higher price; nested loops pay for every pair. The estimate of a set does not depend on its tree.
 */
final class JoinOrder {
    private static final int EXHAUSTIVE_NODES = 11;
    private static final int MOST_NODES = Long.SIZE;
    private static final double BUILD_COST = 3;
    private static final double PAIR_COST = 0.2;

    /** Tables of so many rows are probed in the nearest caches. */
    private static final double NEAR_ROWS = 65_536;

    /** What each doubling beyond costs a probed row. */
    private static final double FAR_COST = 0.5;

    /** A predicate over several nodes. */
    private record Condition(Expr expr, long mask, double selectivity, boolean equality) {}

    /** A class of equal columns: its members, their nodes, and the distinct values of each. */
    private record Equality(long mask, int[] columns, int[] nodes, JoinKeys.Side[] sides) {
        /** The member with the fewest distinct values among those of a set of nodes. */
        int memberIn(long set) {
            int best = -1;
            for (int i = 0; i < nodes.length; i++) {
                boolean present = (set >> nodes[i] & 1) != 0;
                if (present && (best < 0 || sides[i].domain() < sides[best].domain())) {
                    best = i;
                }
            }
            return best;
        }
    }

    /** A join tree over a set of nodes. */
    private record Tree(
            long mask,
            double rows,
            double cost,
            @Nullable Tree left,
            @Nullable Tree right) {}

    private final QueryColumns columns;
    private final Estimator estimator;
    private final List<LogicalNode> relations;
    private final List<JoinRegion.Attachment> attachments;
    private final EquivalenceClasses classes;
    private final List<Expr> predicates;
    private final int nodes;
    private final Map<Integer, Integer> nodeOf = new HashMap<>();
    private final List<Condition> conditions = new ArrayList<>();
    private final List<Equality> equalities = new ArrayList<>();
    private final Map<Long, Double> rowsOf = new HashMap<>();
    private long[] needs = {};

    /** Pairs of nodes between which a cross product is taken, because nothing connects their parts. */
    private final List<Long> bridges = new ArrayList<>();

    JoinOrder(
            QueryColumns columns,
            Estimator estimator,
            List<LogicalNode> relations,
            List<JoinRegion.Attachment> attachments,
            EquivalenceClasses classes,
            List<Expr> predicates) {
        this.columns = columns;
        this.estimator = estimator;
        this.relations = relations;
        this.attachments = attachments;
        this.classes = classes;
        this.predicates = predicates;
        this.nodes = relations.size() + attachments.size();
    }

    LogicalNode build() {
        if (nodes > MOST_NODES) {
            return inWrittenOrder();
        }
        prepare();
        Tree tree = nodes <= EXHAUSTIVE_NODES ? exhaustive() : null;
        return emit(tree == null ? greedy() : tree);
    }

    private void prepare() {
        for (int i = 0; i < relations.size(); i++) {
            for (Column column : relations.get(i).columns()) {
                nodeOf.put(column.id(), i);
            }
        }
        for (int i = 0; i < attachments.size(); i++) {
            JoinRegion.Attachment attachment = attachments.get(i);
            if (attachment.pairing().hasRightColumns()) {
                for (Column column : attachment.right().columns()) {
                    nodeOf.put(column.id(), relations.size() + i);
                }
            } else if (attachment.mark() != null) {
                nodeOf.put(attachment.mark().id(), relations.size() + i);
            }
        }
        needs = new long[nodes];
        for (int i = 0; i < attachments.size(); i++) {
            int node = relations.size() + i;
            for (Expr conjunct : attachments.get(i).conjuncts()) {
                needs[node] |= maskOf(conjunct);
            }
            needs[node] &= ~(1L << node);
        }
        for (Expr predicate : predicates) {
            conditions.add(new Condition(
                    predicate, maskOf(predicate), selectivity(predicate), ExprTrees.isCall(predicate, "equal")));
        }
        for (BitSet members : classes.classes()) {
            addEquality(members);
        }
        addBridges();
    }

    private void addEquality(BitSet members) {
        int count = members.cardinality();
        int[] ids = new int[count];
        int[] homes = new int[count];
        JoinKeys.Side[] sides = new JoinKeys.Side[count];
        KeyOverlap overlap = KeyOverlap.of(members, columns, estimator);
        long mask = 0;
        int i = 0;
        for (int column = members.nextSetBit(0); column >= 0; column = members.nextSetBit(column + 1)) {
            int home = nodeOf.getOrDefault(column, 0);
            ids[i] = column;
            homes[i] = home;
            ColumnFacts facts = columns.facts(column);
            double domain = estimator.domain(column, estimator.estimate(relations.get(home)));
            sides[i] = new JoinKeys.Side(
                    column,
                    domain * overlap.correction(relations.get(home), column),
                    facts.distinct(),
                    facts.originRows());
            mask |= 1L << home;
            i++;
        }
        equalities.add(new Equality(mask, ids, homes, sides));
    }

    private long maskOf(Expr expr) {
        long mask = 0;
        BitSet used = ExprTrees.columns(expr);
        for (int column = used.nextSetBit(0); column >= 0; column = used.nextSetBit(column + 1)) {
            Integer node = nodeOf.get(column);
            if (node != null) {
                mask |= 1L << node;
            }
        }
        return mask;
    }

    /** Selectivity beyond that of the predicates that were derived from a disjunction for single relations. */
    private double selectivity(Expr predicate) {
        Estimator.Estimate none = new Estimator.Estimate(1, Map.of());
        double selectivity = estimator.selectivity(predicate, none);
        if (predicate instanceof Expr.Or) {
            for (LogicalNode relation : relations) {
                for (Expr implied : PredicatePushdown.implied(predicate, ExprTrees.ids(relation.columns()))) {
                    selectivity /= Math.max(1e-6, estimator.selectivity(implied, none));
                }
            }
        }
        return Math.min(1, selectivity);
    }

    /** Connects the parts of the region that no predicate connects, at their smallest relations. */
    private void addBridges() {
        long covered = 0;
        long all = -1L >>> Long.SIZE - relations.size();
        int previous = -1;
        while (covered != all) {
            long part = Long.lowestOneBit(all & ~covered);
            long grown = grow(part, all);
            while (grown != part) {
                part = grown;
                grown = grow(part, all);
            }
            int smallest = -1;
            for (int i = 0; i < relations.size(); i++) {
                boolean member = (part >> i & 1) != 0;
                if (member && (smallest < 0 || leafRows(i) < leafRows(smallest))) {
                    smallest = i;
                }
            }
            if (previous >= 0) {
                bridges.add(1L << previous | 1L << smallest);
            }
            if (previous < 0 || leafRows(smallest) < leafRows(previous)) {
                previous = smallest;
            }
            covered |= part;
        }
    }

    private long grow(long part, long all) {
        long grown = part;
        for (Equality equality : equalities) {
            if ((equality.mask & grown) != 0) {
                grown |= equality.mask;
            }
        }
        for (Condition condition : conditions) {
            if ((condition.mask & grown & all) != 0) {
                grown |= condition.mask & all;
            }
        }
        return grown;
    }

    private double leafRows(int node) {
        return node < relations.size()
                ? estimator.rows(relations.get(node))
                : estimator.rows(attachments.get(node - relations.size()).right());
    }

    private Tree leaf(int node) {
        long mask = 1L << node;
        double rows = leafRows(node);
        for (Condition condition : conditions) {
            if (condition.mask == mask && node < relations.size()) {
                rows = Math.max(1, rows * condition.selectivity);
            }
        }
        return new Tree(mask, rows, 0, null, null);
    }

    private boolean isAttachment(long mask) {
        return Long.bitCount(mask) == 1 && Long.numberOfTrailingZeros(mask) >= relations.size();
    }

    /** The cheapest tree of all nodes; null if connected joins alone do not reach them. */
    private @Nullable Tree exhaustive() {
        Tree[] best = new Tree[1 << nodes];
        for (int mask = 1; mask < best.length; mask++) {
            columns.checkCancelled();
            if (Integer.bitCount(mask) == 1) {
                best[mask] = leaf(Integer.numberOfTrailingZeros(mask));
                continue;
            }
            int lowest = Integer.lowestOneBit(mask);
            if (Integer.numberOfTrailingZeros(lowest) >= relations.size()) {
                continue;
            }
            Tree cheapest = null;
            int rest = mask ^ lowest;
            for (int part = rest; part > 0; part = (part - 1) & rest) {
                Tree right = best[part];
                Tree left = best[mask ^ part];
                if (left == null || right == null) {
                    continue;
                }
                Tree candidate = join(left, right, false, cheapest == null ? Double.MAX_VALUE : cheapest.cost);
                if (candidate != null) {
                    cheapest = candidate;
                }
            }
            best[mask] = cheapest;
        }
        return best[best.length - 1];
    }

    private Tree greedy() {
        List<Tree> parts = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            parts.add(leaf(i));
        }
        while (parts.size() > 1) {
            Tree best = cheapest(parts, false);
            if (best == null) {
                best = cheapest(parts, true);
            }
            if (best == null) {
                throw new IllegalStateException("no join is possible");
            }
            long mask = best.mask;
            parts.removeIf(part -> (part.mask & mask) != 0);
            parts.add(best);
        }
        return parts.get(0);
    }

    private @Nullable Tree cheapest(List<Tree> parts, boolean cross) {
        Tree best = null;
        double bestCost = Double.MAX_VALUE;
        for (Tree left : parts) {
            columns.checkCancelled();
            for (Tree right : parts) {
                if (left == right || left.mask > right.mask && !isAttachment(right.mask) && !isAttachment(left.mask)) {
                    continue;
                }
                Tree candidate = join(left, right, cross, Double.MAX_VALUE);
                if (candidate != null) {
                    double cost = candidate.cost - left.cost - right.cost;
                    if (cost < bestCost) {
                        best = candidate;
                        bestCost = cost;
                    }
                }
            }
        }
        return best;
    }

    /** The join of two trees; null if it is not possible, not connected, or not cheaper than the bound. */
    private @Nullable Tree join(Tree left, Tree right, boolean cross, double bound) {
        if (isAttachment(left.mask)) {
            return null;
        }
        long mask = left.mask | right.mask;
        double cost = left.cost + right.cost;
        if (cost >= bound) {
            return null;
        }
        boolean attached = isAttachment(right.mask);
        boolean keyed;
        if (attached) {
            int node = Long.numberOfTrailingZeros(right.mask);
            if ((needs[node] & ~left.mask) != 0) {
                return null;
            }
            JoinRegion.Attachment attachment = attachments.get(node - relations.size());
            keyed = attachment.conjuncts().stream()
                    .anyMatch(conjunct ->
                            ExprTrees.isCall(conjunct, "equal") || ExprTrees.isCall(conjunct, "is_not_distinct_from"));
        } else {
            keyed = hasKey(left.mask, right.mask);
            if (!keyed && !cross && !isConnected(left.mask, right.mask)) {
                return null;
            }
        }
        Double known = rowsOf.get(mask);
        double rows;
        if (known == null) {
            rows = attached ? attachedRows(left, right) : joinedRows(left, right);
            rowsOf.put(mask, rows);
        } else {
            rows = known;
        }
        double build = Math.min(left.rows, right.rows);
        double probe = Math.max(left.rows, right.rows);
        cost += rows
                + (keyed || build <= 1
                        ? build * BUILD_COST + probe * probeCost(build)
                        : build * probe * PAIR_COST + build);
        return cost < bound ? new Tree(mask, rows, cost, left, right) : null;
    }

    private static double probeCost(double build) {
        return build <= NEAR_ROWS ? 1 : 1 + FAR_COST * Math.log(build / NEAR_ROWS) / Math.log(2);
    }

    private boolean hasKey(long left, long right) {
        for (Equality equality : equalities) {
            if ((equality.mask & left) != 0 && (equality.mask & right) != 0) {
                return true;
            }
        }
        for (Condition condition : conditions) {
            if (condition.equality && isNew(condition, left, right)) {
                return true;
            }
        }
        return false;
    }

    private boolean isConnected(long left, long right) {
        for (Condition condition : conditions) {
            if (isNew(condition, left, right)) {
                return true;
            }
        }
        for (long bridge : bridges) {
            if ((bridge & left) != 0 && (bridge & right) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the join of two sets is the first place where a condition can be applied. */
    private boolean isNew(Condition condition, long left, long right) {
        long mask = condition.mask;
        boolean covered = (mask & ~(left | right)) == 0;
        return covered && (mask & ~left) != 0 && ((mask & ~right) != 0 || isAttachment(right));
    }

    private double joinedRows(Tree left, Tree right) {
        double rows = left.rows * right.rows;
        List<Equality> open = new ArrayList<>();
        for (Equality equality : equalities) {
            if ((equality.mask & left.mask) != 0 && (equality.mask & right.mask) != 0) {
                open.add(equality);
            }
        }
        while (!open.isEmpty()) {
            rows *= together(open, left.mask, right.mask).selectivity();
        }
        for (Condition condition : conditions) {
            if (isNew(condition, left.mask, right.mask)) {
                rows *= condition.selectivity;
            }
        }
        return Math.max(1, rows);
    }

    /**
     * Takes the first equality off a list, and with it those that equate columns of one relation of the left and one of
     * the right set, as a foreign key of several columns does; others are independent of it.
     */
    private JoinKeys together(List<Equality> open, long left, long right) {
        Equality first = open.remove(0);
        List<Equality> group = new ArrayList<>(List.of(first));
        long shared = first.mask;
        for (Equality equality : List.copyOf(open)) {
            long both = shared & equality.mask;
            if ((both & left) != 0 && (both & right) != 0) {
                group.add(equality);
                open.remove(equality);
                shared = both;
            }
        }
        // of several columns, those of the relations that have all of them tell how many combinations there are
        long leftHome = group.size() == 1 ? left : Long.lowestOneBit(shared & left);
        long rightHome = group.size() == 1 ? right : Long.lowestOneBit(shared & right);
        JoinKeys keys = new JoinKeys(estimator.combinations());
        for (Equality equality : group) {
            keys.add(equality.sides[equality.memberIn(leftHome)], equality.sides[equality.memberIn(rightHome)]);
        }
        return keys;
    }

    private double attachedRows(Tree left, Tree right) {
        int node = Long.numberOfTrailingZeros(right.mask);
        JoinRegion.Attachment attachment = attachments.get(node - relations.size());
        Map<Integer, Double> narrowed = new HashMap<>();
        BitSet leftColumns = new BitSet();
        for (int i = 0; i < nodes; i++) {
            if ((left.mask >> i & 1) != 0) {
                LogicalNode member = i < relations.size()
                        ? relations.get(i)
                        : attachments.get(i - relations.size()).right();
                leftColumns.or(ExprTrees.ids(member.columns()));
                narrowed.putAll(estimator.estimate(member).narrowed());
            }
        }
        Estimator.Estimate leftEstimate = new Estimator.Estimate(left.rows, narrowed);
        double rows = estimator.joinRows(
                leftEstimate,
                leftColumns,
                estimator.estimate(attachment.right()),
                attachment.pairing(),
                attachment.conjuncts());
        for (Condition condition : conditions) {
            if (isNew(condition, left.mask, right.mask)) {
                rows *= condition.selectivity;
            }
        }
        return Math.max(1, rows);
    }

    private LogicalNode emit(Tree tree) {
        if (tree.left == null || tree.right == null) {
            int node = Long.numberOfTrailingZeros(tree.mask);
            if (node >= relations.size()) {
                return attachments.get(node - relations.size()).right();
            }
            List<Expr> own = new ArrayList<>();
            for (Condition condition : conditions) {
                if (condition.mask == tree.mask) {
                    own.add(condition.expr);
                }
            }
            return LogicalBuilder.filter(relations.get(node), own);
        }
        LogicalNode left = emit(tree.left);
        LogicalNode right = emit(tree.right);
        List<Expr> fresh = new ArrayList<>();
        for (Condition condition : conditions) {
            if (isNew(condition, tree.left.mask, tree.right.mask)) {
                fresh.add(condition.expr);
            }
        }
        LogicalNode joined;
        if (isAttachment(tree.right.mask)) {
            JoinRegion.Attachment attachment =
                    attachments.get(Long.numberOfTrailingZeros(tree.right.mask) - relations.size());
            joined = new LogicalNode.Join(left, right, attachment.pairing(), attachment.conjuncts(), attachment.mark());
            if (!fresh.isEmpty()) {
                joined = new LogicalNode.Filter(joined, fresh);
            }
        } else {
            List<Expr> conjuncts = new ArrayList<>();
            for (Equality equality : equalities) {
                if ((equality.mask & tree.left.mask) != 0 && (equality.mask & tree.right.mask) != 0) {
                    conjuncts.add(classes.equality(
                            equality.columns[equality.memberIn(tree.left.mask)],
                            equality.columns[equality.memberIn(tree.right.mask)]));
                }
            }
            conjuncts.addAll(fresh);
            joined = new LogicalNode.Join(left, right, LogicalNode.Pairing.INNER, conjuncts, null);
        }
        LogicalNode.Join join = joined instanceof LogicalNode.Filter filter
                ? (LogicalNode.Join) filter.input()
                : (LogicalNode.Join) joined;
        estimator.record(joined, estimator.joined(join, tree.rows));
        return joined;
    }

    /** For regions beyond any search: joins as written, every predicate as early as possible. */
    private LogicalNode inWrittenOrder() {
        List<Expr> open = new ArrayList<>(predicates);
        BitSet all = new BitSet();
        relations.forEach(relation -> all.or(ExprTrees.ids(relation.columns())));
        LogicalNode joined = relations.get(0);
        for (int i = 1; i < relations.size(); i++) {
            LogicalNode next = relations.get(i);
            BitSet leftColumns = ExprTrees.ids(joined.columns());
            BitSet rightColumns = ExprTrees.ids(next.columns());
            List<Expr> conjuncts = new ArrayList<>();
            for (BitSet members : classes.classes()) {
                BitSet left = (BitSet) members.clone();
                left.and(leftColumns);
                BitSet right = (BitSet) members.clone();
                right.and(rightColumns);
                if (!left.isEmpty() && !right.isEmpty()) {
                    conjuncts.add(classes.equality(left.nextSetBit(0), right.nextSetBit(0)));
                }
            }
            leftColumns.or(rightColumns);
            takeCovered(open, leftColumns, conjuncts);
            joined = new LogicalNode.Join(joined, next, LogicalNode.Pairing.INNER, conjuncts, null);
        }
        for (int i = attachments.size() - 1; i >= 0; i--) {
            JoinRegion.Attachment attachment = attachments.get(i);
            joined = new LogicalNode.Join(
                    joined, attachment.right(), attachment.pairing(), attachment.conjuncts(), attachment.mark());
            List<Expr> covered = new ArrayList<>();
            takeCovered(open, ExprTrees.ids(joined.columns()), covered);
            joined = LogicalBuilder.filter(joined, covered);
        }
        return LogicalBuilder.filter(joined, open);
    }

    private static void takeCovered(List<Expr> open, BitSet available, List<Expr> taken) {
        open.removeIf(predicate -> {
            boolean covered = ExprTrees.within(ExprTrees.columns(predicate), available);
            if (covered) {
                taken.add(predicate);
            }
            return covered;
        });
    }
}
