package io.algeon.engine.sql.optimize;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

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

    /** What the function registry says, and what the ranges of columns add to it. */
    private static Fallibility own(Expr expr, QueryColumns columns) {
        if (expr instanceof Expr.Cast cast) {
            boolean safe =
                    cast.safe() || !ExprProperties.castMayFail(cast.operand().type(), cast.type());
            return safe ? SAFE : ofCast(cast, columns);
        }
        if (!(expr instanceof Expr.Call call)) {
            return SAFE;
        }
        if (!ExprProperties.isDeterministic(call)) {
            // must not be evaluated for other rows, or another number of times, than the query says
            return FAILS;
        }
        if (!ExprProperties.callMayFail(call)) {
            return SAFE;
        }
        return switch (call.function()) {
            case "add", "subtract", "multiply", "negate", "abs", "round", "truncate" ->
                fits(call, columns) ? SAFE : OVERFLOW;
            case "divide", "modulo" ->
                call.operands().get(1) instanceof Expr.Literal divisor
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
        if (from.kind().isNumeric() && to.kind().isNumeric()) {
            ColumnFacts facts = columns.derive(cast.operand());
            boolean fits = facts.hasRange()
                    && facts.low() >= ColumnFacts.typeLow(to)
                    && facts.high() <= ColumnFacts.typeHigh(to)
                    && from.scale() <= to.scale();
            return fits ? SAFE : OVERFLOW;
        }
        return from.kind() == TypeKind.DATE && to.kind().isDateTime() ? OVERFLOW : FAILS;
    }
}
