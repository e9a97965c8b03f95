package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.optimize.QueryColumns.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Distinct combinations of the values of several columns. Columns of one table are rarely independent: a supplier has few of
 * all parts, a brand one maker. What a sample of the table's rows shows counts. Of columns of several tables those are left
 * out that others determine, through keys and equalities of joins: a customer's number determines the name of his nation.
 */
final class DistinctCounts {
    /** As many combinations can be wrong without any harm, and need no sample. */
    private static final double FEW = 64;

    private final QueryColumns columns;

    DistinctCounts(QueryColumns columns) {
        this.columns = columns;
    }

    /** Combinations of columns of one scan; empty if they are of several, or nothing is known but of each by itself. */
    OptionalDouble ofOneScan(Collection<Integer> ids) {
        TreeMap<Integer, Integer> byPosition = new TreeMap<>();
        Origin first = null;
        for (int id : ids) {
            Origin origin = columns.origin(id);
            if (origin == null || first != null && origin.scan() != first.scan()) {
                return OptionalDouble.empty();
            }
            first = origin;
            byPosition.put(origin.position(), id);
        }
        if (first == null) {
            return OptionalDouble.empty();
        }
        if (byPosition.size() == 1) {
            return OptionalDouble.of(
                    columns.facts(byPosition.firstEntry().getValue()).distinct());
        }
        OptionalInt key = key(byPosition.values());
        if (key.isPresent()) {
            ColumnFacts facts = columns.facts(key.getAsInt());
            return OptionalDouble.of(Math.max(facts.distinct(), facts.originRows()));
        }
        double product = 1;
        double least = 1;
        double rows = 1;
        for (int id : byPosition.values()) {
            ColumnFacts facts = columns.facts(id);
            product *= facts.distinct();
            least = Math.max(least, facts.distinct());
            rows = facts.originRows();
        }
        if (product <= FEW) {
            return OptionalDouble.of(Math.min(product, Math.max(least, rows)));
        }
        OptionalDouble sampled = first.table().distinct(List.copyOf(byPosition.keySet()));
        return sampled.isEmpty()
                ? sampled
                : OptionalDouble.of(Math.max(least, Math.min(Math.min(product, rows), sampled.getAsDouble())));
    }

    /**
     * A column that is a key of its table; then what the others have need not be found out. Numbers are looked at first: they
     * are keys more often than texts, and cheaper to look at.
     */
    private OptionalInt key(Collection<Integer> ids) {
        for (boolean texts : new boolean[] {false, true}) {
            for (int id : ids) {
                if (columns.column(id).type().kind().isCharacter() == texts
                        && columns.facts(id).isKey()) {
                    return OptionalInt.of(id);
                }
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Combinations of values.
     *
     * @param origin rows of the one table that they all come from; 0 if they come from several
     */
    record Groups(double count, double origin) {}

    /**
     * Combinations of the columns of a node.
     *
     * @param narrowed distinct values that are left of a column, of columns that have lost some
     */
    Groups ofNode(List<Integer> ids, LogicalNode node, Map<Integer, Double> narrowed) {
        Map<Integer, List<Integer>> byScan = new TreeMap<>();
        double combinations = 1;
        double rows = 0;
        int counted = 0;
        for (int id : ids) {
            Origin origin = columns.origin(id);
            if (origin == null) {
                counted++;
                rows = columns.facts(id).originRows();
                combinations *= domain(id, narrowed);
            } else {
                byScan.computeIfAbsent(origin.scan(), scan -> new ArrayList<>()).add(id);
            }
        }
        List<Part> parts = new ArrayList<>();
        byScan.values().forEach(members -> parts.add(new Part(members, ofPart(members, narrowed))));
        parts.sort((a, b) -> Double.compare(b.combinations, a.combinations));
        Determined determined = byScan.size() > 1 ? new Determined(node) : null;
        for (Part part : parts) {
            if (determined == null || !determined.containsAll(part.ids)) {
                counted++;
                rows = columns.facts(part.ids.get(0)).originRows();
                combinations = Math.min(1e18, combinations * part.combinations);
            }
            if (determined != null) {
                determined.add(part.ids);
            }
        }
        return new Groups(combinations, counted == 1 ? rows : 0);
    }

    /** Columns of one scan, and their combinations. */
    private record Part(List<Integer> ids, double combinations) {}

    private double domain(int id, Map<Integer, Double> narrowed) {
        Double left = narrowed.get(id);
        return left == null ? columns.facts(id).distinct() : left;
    }

    private double ofPart(List<Integer> ids, Map<Integer, Double> narrowed) {
        double left = 1;
        for (int id : ids) {
            Double values = narrowed.get(id);
            left *= values == null ? 1 : Math.min(1, values / columns.facts(id).distinct());
        }
        OptionalDouble all = ofOneScan(ids);
        if (all.isPresent() && key(ids).isPresent()) {
            return Math.max(1, all.getAsDouble() * left);
        }
        double product = 1;
        for (int id : ids) {
            product *= domain(id, narrowed);
        }
        return all.isEmpty() ? product : Math.max(1, Math.min(product, all.getAsDouble() * left));
    }

    /** The columns that some columns determine in a node's rows. */
    private final class Determined {
        private final Map<Integer, List<Integer>> columnsOfScan = new HashMap<>();
        private final List<int[]> equal = new ArrayList<>();
        private final BitSet members = new BitSet();
        private final BitSet scans = new BitSet();

        Determined(LogicalNode node) {
            collect(node);
        }

        private void collect(LogicalNode node) {
            if (node instanceof LogicalNode.Join join) {
                collect(join.left());
                if (join.pairing().hasRightColumns()) {
                    collect(join.right());
                    join.conjuncts().forEach(this::addEquality);
                }
            } else if (node instanceof LogicalNode.Filter filter) {
                filter.conjuncts().forEach(this::addEquality);
                collect(filter.input());
            } else if (node instanceof LogicalNode.Compute compute) {
                collect(compute.input());
            } else if (node instanceof LogicalNode.Sort sort) {
                collect(sort.input());
            } else if (node instanceof LogicalNode.Scan scan) {
                for (Column column : scan.columns()) {
                    Origin origin = columns.origin(column.id());
                    if (origin != null) {
                        columnsOfScan
                                .computeIfAbsent(origin.scan(), number -> new ArrayList<>())
                                .add(column.id());
                    }
                }
            }
        }

        private void addEquality(Expr conjunct) {
            if (ExprTrees.isCall(conjunct, "equal")
                    && ExprTrees.operands(conjunct).get(0) instanceof Expr.InputRef left
                    && ExprTrees.operands(conjunct).get(1) instanceof Expr.InputRef right) {
                equal.add(new int[] {left.column(), right.column()});
            }
        }

        boolean containsAll(List<Integer> ids) {
            return ids.stream().allMatch(members::get);
        }

        /** Adds columns, and all that these determine: equal ones, and those of a table of which they are a key. */
        void add(List<Integer> ids) {
            List<Integer> added = addEqual(ids);
            OptionalInt key = keyOfOthers(added);
            while (key.isPresent()) {
                int scan =
                        Objects.requireNonNull(columns.origin(key.getAsInt())).scan();
                scans.set(scan);
                added.addAll(addEqual(columnsOfScan.getOrDefault(scan, List.of())));
                key = keyOfOthers(added);
            }
        }

        /** Adds columns and what they equal; returns those that are new. */
        private List<Integer> addEqual(List<Integer> ids) {
            List<Integer> added = new ArrayList<>();
            List<Integer> open = new ArrayList<>(ids);
            while (!open.isEmpty()) {
                int id = open.remove(open.size() - 1);
                if (members.get(id)) {
                    continue;
                }
                members.set(id);
                added.add(id);
                for (int[] pair : equal) {
                    if (pair[0] == id || pair[1] == id) {
                        open.add(pair[0] == id ? pair[1] : pair[0]);
                    }
                }
            }
            return added;
        }

        /** A key of a table of which not all columns are known to be determined. */
        private OptionalInt keyOfOthers(List<Integer> ids) {
            return key(ids.stream()
                    .filter(id -> {
                        Origin origin = columns.origin(id);
                        return origin != null && !scans.get(origin.scan());
                    })
                    .toList());
        }
    }
}
