package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The expressions that a plan's nodes compute for rows. */
public final class PlanExpressions {
    private PlanExpressions() {}

    /** Whether all expressions of a plan, those of nodes below too, are as asked. */
    public static boolean allMatch(PlanNode plan, Predicate<Expr> question) {
        return allMatch(plan, question, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean allMatch(PlanNode node, Predicate<Expr> question, Set<PlanNode> seen) {
        return !seen.add(node)
                || of(node).stream().allMatch(question)
                        && node.inputs().stream().allMatch(input -> allMatch(input, question, seen));
    }

    private static List<Expr> of(PlanNode node) {
        if (node instanceof PlanNode.Project project) {
            return project.expressions();
        } else if (node instanceof PlanNode.Filter filter) {
            return List.of(filter.condition());
        } else if (node instanceof PlanNode.Join join) {
            return List.of(join.residual());
        } else if (node instanceof PlanNode.Values values) {
            return values.rows().stream().flatMap(List::stream).toList();
        }
        return List.of();
    }
}
