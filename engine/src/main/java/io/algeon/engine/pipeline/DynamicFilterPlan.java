package io.algeon.engine.pipeline;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.PhysicalKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which keys of which joins, and which sorts with a limit, restrict which columns of which scans.
 *
 * <p>A join that drops left rows without a partner restricts its left keys to the keys of its built side. A restriction of a
 * node's output column goes down to its inputs as long as every row that it drops there would be dropped, or make no
 * difference, above: through filters, sorts, projections that pass the column on, unions, group columns, and joins, where
 * it also reaches the column on the other side that an inner or semi join makes equal. What ends at a scan is a
 * {@link Restriction}; the scan then has to wait for the join's build side, which it can: a build side is made from nothing
 * that is below its own join's left input but shared sub-plans, and those are not restricted.
 *
 * <p>A sort that gives only its first rows bounds its first key as soon as it has enough: rows behind need not come. The bound
 * goes down where a left-out row takes nothing with it but rows that are behind as well, and no error either: through filters
 * and projections that cannot fail, unions, and the left inputs of joins that do not keep right rows.
 *
 * <p>Nodes are numbered in preorder as {@link PipelineBuilder} numbers them.
 */
public final class DynamicFilterPlan {
    /**
     * A column of a scan is restricted to the values of a join's key.
     *
     * @param scan number of the scan
     * @param column of the scan's output
     * @param join number of the join
     * @param key position among the join's keys
     */
    public record Restriction(int scan, int column, int join, int key) {}

    /**
     * A column of a scan is bounded by a sort's first key.
     *
     * @param column of the scan's output
     * @param sort number of the sort
     */
    public record Bound(int column, int sort) {
        private Bound at(int newColumn) {
            return new Bound(newColumn, sort);
        }
    }

    /** On the way down: a column of the node at hand. */
    private record Pending(int column, int join, int key) {
        Pending at(int newColumn) {
            return new Pending(newColumn, join, key);
        }
    }

    /** Joins that are not expected to drop more than a tenth of the rows are not worth a test of each row. */
    private static final double USELESS_SHARE = 0.9;

    private final Map<Integer, List<Restriction>> byScan = new HashMap<>();
    private final Map<Integer, Bound> boundByScan = new HashMap<>();
    private final Set<Integer> shared = new HashSet<>();
    private int nodeCount;

    private DynamicFilterPlan() {}

    /** Analyses a plan. */
    public static DynamicFilterPlan of(PlanNode root) {
        DynamicFilterPlan plan = new DynamicFilterPlan();
        plan.visit(root, List.of(), null);
        return plan;
    }

    /** What restricts the columns of a scan. */
    public List<Restriction> ofScan(int number) {
        return byScan.getOrDefault(number, List.of());
    }

    /** What bounds a column of a scan, if anything does. */
    public Optional<Bound> boundOfScan(int number) {
        return Optional.ofNullable(boundByScan.get(number));
    }

    private void visit(PlanNode node, List<Pending> pending, @Nullable Bound bound) {
        int number = nodeCount++;
        if (node instanceof PlanNode.Scan scan) {
            scan(scan, number, pending, bound);
        } else if (node instanceof PlanNode.Filter filter) {
            visit(filter.input(), pending, ExprProperties.isFallible(filter.condition()) ? null : bound);
        } else if (node instanceof PlanNode.Project project) {
            visit(project.input(), throughProject(project, pending), throughProject(project, bound));
        } else if (node instanceof PlanNode.Join join) {
            join(join, number, pending, bound);
        } else if (node instanceof PlanNode.Aggregate aggregate) {
            visit(aggregate.input(), throughAggregate(aggregate, pending), null);
        } else if (node instanceof PlanNode.Sort sort) {
            boolean cuts = !isAbsent(sort.limit()) || !isAbsent(sort.offset());
            boolean bounds = !isAbsent(sort.limit())
                    && sort.partitionKeys() == 0
                    && !sort.keys().isEmpty();
            visit(
                    sort.input(),
                    cuts ? List.of() : pending,
                    bounds ? new Bound(sort.keys().get(0).column(), number) : null);
        } else if (node instanceof PlanNode.UnionAll union) {
            union.inputs().forEach(input -> visit(input, pending, bound));
        } else if (node instanceof PlanNode.Shared sub) {
            // others read it too
            if (shared.add(sub.id())) {
                visit(sub.input(), List.of(), null);
            }
        } else {
            node.inputs().forEach(input -> visit(input, List.of(), null));
        }
    }

    private static boolean isAbsent(Expr count) {
        return count instanceof Expr.Literal literal
                && (literal.value() == null || literal.value() instanceof Long number && number == 0);
    }

    private void scan(PlanNode.Scan scan, int number, List<Pending> pending, @Nullable Bound bound) {
        List<Restriction> restrictions = new ArrayList<>();
        for (Pending one : pending) {
            PhysicalKind kind = scan.output().get(one.column).type().physicalKind();
            if (kind == PhysicalKind.INT32 || kind == PhysicalKind.INT64 || kind == PhysicalKind.BYTES) {
                restrictions.add(new Restriction(number, one.column, one.join, one.key));
            }
        }
        if (!restrictions.isEmpty()) {
            byScan.put(number, List.copyOf(restrictions));
        }
        if (bound != null) {
            boundByScan.put(number, bound);
        }
    }

    private static @Nullable Bound throughProject(PlanNode.Project project, @Nullable Bound bound) {
        return bound != null
                        && project.expressions().get(bound.column) instanceof Expr.InputRef input
                        && project.expressions().stream().noneMatch(ExprProperties::isFallible)
                ? bound.at(input.column())
                : null;
    }

    private static List<Pending> throughProject(PlanNode.Project project, List<Pending> pending) {
        List<Pending> passed = new ArrayList<>();
        for (Pending one : pending) {
            if (project.expressions().get(one.column) instanceof Expr.InputRef input) {
                passed.add(one.at(input.column()));
            }
        }
        return passed;
    }

    private static List<Pending> throughAggregate(PlanNode.Aggregate aggregate, List<Pending> pending) {
        List<Pending> passed = new ArrayList<>();
        for (Pending one : pending) {
            boolean groupsByIt = aggregate.groupingSets().stream().allMatch(set -> set.contains(one.column));
            if (groupsByIt && one.column < aggregate.groupColumns().size()) {
                passed.add(one.at(aggregate.groupColumns().get(one.column)));
            }
        }
        return passed;
    }

    private void join(PlanNode.Join join, int number, List<Pending> pending, @Nullable Bound bound) {
        List<Pending> left = new ArrayList<>();
        List<Pending> right = new ArrayList<>();
        int leftCount = join.left().output().size();
        for (Pending one : pending) {
            int column = join.outputColumns().get(one.column);
            if (column < leftCount) {
                passLeft(join, one.at(column), left, right);
            } else if (join.kind() != JoinKind.MARK) {
                passRight(join, one.at(column - leftCount), left, right);
            }
        }
        if (dropsLeftRows(join.kind()) && !isUseless(join, right)) {
            for (int key = 0; key < join.leftKeys().size(); key++) {
                if (!join.nullsEqual().get(key)) {
                    left.add(new Pending(join.leftKeys().get(key), number, key));
                }
            }
        }
        visit(join.left(), left, throughJoin(join, bound));
        visit(join.right(), right, null);
    }

    /** Only to the left: the right rows are all read before the first row comes out. */
    private static @Nullable Bound throughJoin(PlanNode.Join join, @Nullable Bound bound) {
        if (bound == null || ExprProperties.isFallible(join.residual())) {
            return null;
        }
        int column = join.outputColumns().get(bound.column);
        return switch (join.kind()) {
            case INNER, LEFT, SEMI, ANTI, ANTI_NULL_AWARE, MARK ->
                column < join.left().output().size() ? bound.at(column) : null;
            case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> null;
        };
    }

    /** A left column of the output is restricted. */
    private static void passLeft(PlanNode.Join join, Pending one, List<Pending> left, List<Pending> right) {
        switch (join.kind()) {
            case INNER, SEMI -> {
                left.add(one);
                addEqual(join.leftKeys(), join.rightKeys(), join, one, right);
            }
            case LEFT, ANTI, ANTI_NULL_AWARE, MARK -> left.add(one);
            // dropping left rows would change which right rows have none
            case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> {}
        }
    }

    /** A right column of the output is restricted. */
    private static void passRight(PlanNode.Join join, Pending one, List<Pending> left, List<Pending> right) {
        switch (join.kind()) {
            case INNER, RIGHT_SEMI -> {
                right.add(one);
                addEqual(join.rightKeys(), join.leftKeys(), join, one, left);
            }
            case RIGHT, RIGHT_ANTI -> right.add(one);
            case LEFT, FULL, SEMI, ANTI, ANTI_NULL_AWARE, MARK -> {}
        }
    }

    private static void addEqual(
            List<Integer> keys, List<Integer> equalKeys, PlanNode.Join join, Pending one, List<Pending> other) {
        for (int key = 0; key < keys.size(); key++) {
            if (keys.get(key) == one.column && !join.nullsEqual().get(key)) {
                other.add(one.at(equalKeys.get(key)));
            }
        }
    }

    private static boolean dropsLeftRows(JoinKind kind) {
        return switch (kind) {
            case INNER, SEMI, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> true;
            case LEFT, FULL, ANTI, ANTI_NULL_AWARE, MARK -> false;
        };
    }

    /** Whether the built side is a whole table in which every left row is expected to have a partner. */
    private static boolean isUseless(PlanNode.Join join, List<Pending> right) {
        PlanNode built = join.right();
        while (built instanceof PlanNode.Project project) {
            built = project.input();
        }
        return built instanceof PlanNode.Scan scan
                && scan.request().predicates().isEmpty()
                && right.isEmpty()
                && join.estimatedRows() >= USELESS_SHARE * join.left().estimatedRows();
    }
}
