package io.algeon.engine.sql.testing;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.sql.optimize.ConstantEvaluator;
import java.time.Instant;
import java.util.List;

/** Computes constants as the engine does. */
public final class Constants {
    private static final ExecutionContext CONTEXT = new ExecutionContext(
            MemoryBudget.root("planning", Long.MAX_VALUE, "memory_limit"),
            new CancellationToken(),
            List.of(),
            Instant.EPOCH,
            "UTC",
            "",
            1);

    public static final ConstantEvaluator EVALUATOR =
            constant -> ExpressionCompiler.evaluateConstant(constant, CONTEXT);

    private Constants() {}
}
