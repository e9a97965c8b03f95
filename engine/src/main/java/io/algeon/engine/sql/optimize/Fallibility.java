package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.List;
import java.util.Set;

/**
 * Whether the evaluation of an expression can raise an error. An expression that can must not be evaluated for rows that
 * a filter or join of the query would have removed first.
 */
enum Fallibility {
    /** Never fails. */
    SAFE,
    /** Fails only if a number outgrows its type. Allowed as the key of a join, where nothing better is possible. */
    OVERFLOW,
    /** May fail on ordinary values: division, casts of text. */
    FAILS;

    private static final Set<String> SAFE_FUNCTIONS = Set.of(
            "equal",
            "not_equal",
            "less",
            "less_or_equal",
            "greater",
            "greater_or_equal",
            "is_distinct_from",
            "is_not_distinct_from",
            "not",
            "is_null",
            "is_not_null",
            "is_true",
            "is_false",
            "is_not_true",
            "is_not_false",
            "concat",
            "concat_ignore_null",
            "upper",
            "lower",
            "char_length",
            "octet_length",
            "position",
            "trim_both",
            "trim_leading",
            "trim_trailing",
            "replace",
            "left",
            "right",
            "reverse",
            "starts_with",
            "extract",
            "date_trunc",
            "floor",
            "ceil",
            "sign",
            "greatest",
            "least");

    private static final Set<String> OVERFLOW_FUNCTIONS =
            Set.of("add", "subtract", "multiply", "negate", "abs", "round", "truncate");

    /** The worst that may happen in an expression. */
    static Fallibility of(Expr expr, QueryColumns columns) {
        Fallibility worst = own(expr, columns);
        for (Expr operand : ExprTrees.operands(expr)) {
            if (worst == FAILS) {
                return FAILS;
            }
            Fallibility other = of(operand, columns);
            worst = other.compareTo(worst) > 0 ? other : worst;
        }
        return worst;
    }

    static boolean isSafe(Expr expr, QueryColumns columns) {
        return of(expr, columns) == SAFE;
    }

    private static Fallibility own(Expr expr, QueryColumns columns) {
        if (expr instanceof Expr.Cast cast) {
            return cast.safe() ? SAFE : ofCast(cast, columns);
        }
        if (!(expr instanceof Expr.Call call)) {
            return SAFE;
        }
        String function = call.function();
        List<Expr> operands = call.operands();
        if (SAFE_FUNCTIONS.contains(function)) {
            return SAFE;
        }
        if (OVERFLOW_FUNCTIONS.contains(function)) {
            return call.type().kind().isFloating() || fits(call, columns) ? SAFE : OVERFLOW;
        }
        return switch (function) {
            case "like", "ilike" -> operands.size() == 2 || operands.get(1) instanceof Expr.Literal ? SAFE : FAILS;
            case "substring" ->
                operands.size() == 2
                                || (operands.get(2) instanceof Expr.Literal length && ColumnFacts.real(length) >= 0)
                        ? SAFE
                        : FAILS;
            case "divide", "modulo" ->
                operands.get(1) instanceof Expr.Literal divisor
                                && ColumnFacts.real(divisor) != 0
                                && !Double.isNaN(ColumnFacts.real(divisor))
                        ? OVERFLOW
                        : FAILS;
            default -> FAILS;
        };
    }

    /** Whether the ranges of the operands prove that the result fits its type. */
    private static boolean fits(Expr.Call call, QueryColumns columns) {
        if (call.operands().size() != 2 || !call.type().kind().isExactNumeric()) {
            return false;
        }
        ColumnFacts a = columns.derive(call.operands().get(0));
        ColumnFacts b = columns.derive(call.operands().get(1));
        if (!a.hasRange() || !b.hasRange()) {
            return false;
        }
        double first = Math.max(Math.abs(a.low()), Math.abs(a.high()));
        double second = Math.max(Math.abs(b.low()), Math.abs(b.high()));
        double largest = switch (call.function()) {
            case "add", "subtract" -> first + second;
            case "multiply" -> first * second;
            default -> Double.POSITIVE_INFINITY;
        };
        return largest < ColumnFacts.typeHigh(call.type());
    }

    private static Fallibility ofCast(Expr.Cast cast, QueryColumns columns) {
        SqlType from = cast.operand().type();
        SqlType to = cast.type();
        if (from.kind() == to.kind() && !from.kind().isNested() && from.kind() != TypeKind.DECIMAL) {
            return SAFE;
        }
        if (to.kind().isCharacter()) {
            return from.kind().isNested() ? FAILS : SAFE;
        }
        if (from.kind() == TypeKind.NULL) {
            return SAFE;
        }
        if (from.kind().isNumeric() && to.kind().isNumeric()) {
            if (to.kind().isFloating()) {
                return SAFE;
            }
            ColumnFacts facts = columns.derive(cast.operand());
            boolean fits = facts.hasRange()
                    && facts.low() >= ColumnFacts.typeLow(to)
                    && facts.high() <= ColumnFacts.typeHigh(to)
                    && from.scale() <= to.scale();
            return fits ? SAFE : OVERFLOW;
        }
        if (from.kind() == TypeKind.DATE && to.kind().isDateTime()) {
            return OVERFLOW;
        }
        return from.kind() == TypeKind.TIMESTAMP && (to.kind() == TypeKind.DATE || to.kind() == TypeKind.TIME)
                ? SAFE
                : FAILS;
    }
}
