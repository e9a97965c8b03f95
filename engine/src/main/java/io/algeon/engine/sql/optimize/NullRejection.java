package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import java.util.BitSet;
import java.util.Set;

/** Whether a predicate is never true for a row in which certain columns are all NULL: then an outer join is an inner one. */
final class NullRejection {
    /** Functions that give NULL as soon as an operand is NULL. */
    private static final Set<String> STRICT = Set.of(
            "equal",
            "not_equal",
            "less",
            "less_or_equal",
            "greater",
            "greater_or_equal",
            "not",
            "add",
            "subtract",
            "multiply",
            "divide",
            "modulo",
            "negate",
            "like",
            "ilike",
            "concat",
            "upper",
            "lower",
            "substring",
            "extract",
            "abs",
            "round",
            "floor",
            "ceil",
            "date_trunc",
            "char_length");

    private NullRejection() {}

    /** Whether the predicate is not true where the columns are NULL. */
    static boolean rejects(Expr predicate, BitSet nullColumns) {
        if (predicate instanceof Expr.And and) {
            return and.operands().stream().anyMatch(operand -> rejects(operand, nullColumns));
        } else if (predicate instanceof Expr.Or or) {
            return or.operands().stream().allMatch(operand -> rejects(operand, nullColumns));
        } else if (ExprTrees.isCall(predicate, "is_not_null") || ExprTrees.isCall(predicate, "is_true")) {
            Expr operand = ExprTrees.operands(predicate).get(0);
            return isNull(operand, nullColumns)
                    || ExprTrees.isCall(predicate, "is_true") && rejects(operand, nullColumns);
        } else if (ExprTrees.isCall(predicate, "is_false")) {
            return isNull(ExprTrees.operands(predicate).get(0), nullColumns);
        }
        return isNull(predicate, nullColumns) || ExprTrees.isNeverTrue(predicate);
    }

    private static boolean isNull(Expr expr, BitSet nullColumns) {
        if (expr instanceof Expr.InputRef reference) {
            return nullColumns.get(reference.column());
        } else if (expr instanceof Expr.Literal literal) {
            return literal.value() == null;
        } else if (expr instanceof Expr.Cast cast) {
            return isNull(cast.operand(), nullColumns);
        } else if (expr instanceof Expr.InSet set) {
            return isNull(set.operand(), nullColumns);
        } else if (expr instanceof Expr.And || expr instanceof Expr.Or || expr instanceof Expr.Coalesce) {
            return ExprTrees.operands(expr).stream().allMatch(operand -> isNull(operand, nullColumns));
        } else if (expr instanceof Expr.Call call && STRICT.contains(call.function())) {
            return call.operands().stream().anyMatch(operand -> isNull(operand, nullColumns));
        }
        return false;
    }
}
