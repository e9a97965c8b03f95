package io.algeon.engine.sql.testing;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.StatementChecker;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.function.SessionValues;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.sql.optimize.ConstantEvaluator;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Computes constants as the engine does. */
public final class Constants {
    private static final ExecutionContext CONTEXT = new ExecutionContext(
            MemoryBudget.root("planning", Long.MAX_VALUE, "memory_limit"),
            new CancellationToken(),
            List.of(),
            Instant.EPOCH,
            "UTC",
            "",
            "",
            "",
            1,
            StatementChecker.NONE,
            new CountingSession());

    /** Has any sequence that is asked for. */
    private static final class CountingSession implements SessionValues {
        private final Map<String, Long> given = new HashMap<>();
        private long last;

        @Override
        public long next(String sequence) {
            last = given.merge(sequence, 1L, Long::sum);
            return last;
        }

        @Override
        public long current(String sequence) {
            return given.get(sequence);
        }

        @Override
        public long last() {
            return last;
        }

        @Override
        public void set(String sequence, long value, boolean counts) {
            given.put(sequence, counts ? value : value - 1);
        }

        @Override
        public void seed(double seed) {}

        @Override
        public SplittableRandom random() {
            return new SplittableRandom();
        }
    }

    public static final ConstantEvaluator EVALUATOR =
            constant -> ExpressionCompiler.evaluateConstant(constant, CONTEXT);

    private Constants() {}
}
