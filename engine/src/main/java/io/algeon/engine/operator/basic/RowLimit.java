package io.algeon.engine.operator.basic;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT and OFFSET of one execution.
 *
 * @param limit rows to pass, {@link #NO_LIMIT} for all
 * @param offset rows to skip before
 */
public record RowLimit(long limit, long offset) {
    /** Value of {@link #limit} that stands for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /**
     * Values of the two expressions, which name no columns; NULL means no limit and no offset.
     *
     * @throws EngineException {@code argument_invalid} if one is negative
     */
    public static RowLimit of(Expr limit, Expr offset, ExecutionContext context) {
        return new RowLimit(evaluate(limit, "LIMIT", NO_LIMIT, context), evaluate(offset, "OFFSET", 0, context));
    }

    /** Rows that have to be seen to give all that the limit allows; saturates. */
    public long rowsNeeded() {
        long sum = limit + offset;
        return sum < 0 ? NO_LIMIT : sum;
    }

    private static long evaluate(Expr expression, String clause, long absent, ExecutionContext context) {
        @Nullable Object value;
        if (expression instanceof Expr.Literal literal) {
            value = literal.value();
        } else if (expression instanceof Expr.Parameter parameter) {
            value = context.parameters().get(parameter.index());
        } else {
            value = ExpressionCompiler.evaluateConstant(expression, context);
        }
        if (value == null) {
            return absent;
        }
        long rows = ((Number) value).longValue();
        if (rows < 0) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID, clause + " must not be negative, but it is " + rows + ".");
        }
        return rows;
    }
}
