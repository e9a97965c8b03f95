package io.algeon.engine;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Failures;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.SqlFrontEnd;
import io.algeon.metadata.type.SqlType;
import java.time.Instant;
import java.util.List;

/** The way from a session to the SQL front end, which is loaded when the first statement is planned. */
final class Planning {
    /** For expressions that depend on nothing in it. */
    private static final ExecutionContext NEUTRAL = new ExecutionContext(
            MemoryBudget.root("planning", Long.MAX_VALUE, "memory_limit"),
            new CancellationToken(),
            List.of(),
            Instant.EPOCH,
            "UTC",
            "",
            1);

    private static final SqlFrontEnd FRONT_END =
            new SqlFrontEnd(constant -> ExpressionCompiler.evaluateConstant(constant, NEUTRAL));

    /** Whether a statement has been planned. */
    private static volatile boolean loaded;

    private Planning() {}

    /**
     * Loads the front end by planning a statement that needs nothing. Whoever plans meanwhile waits, instead of loading the
     * same classes at the same time.
     */
    static void load(Catalog catalog) {
        plan("SELECT 1", new PlanningContext(catalog, catalog.defaultSchema(), null, "UTC", new CancellationToken()));
    }

    /**
     * Plans a statement in the session's catalog, schema and zone.
     *
     * @param parameterTypes types of parameters, in order; empty if nothing is known of them
     * @param cancellation checked often
     * @throws io.algeon.metadata.error.EngineException if the statement is wrong; {@code internal} if planning breaks
     */
    static PlannedStatement plan(
            String sql, List<SqlType> parameterTypes, EngineSession session, CancellationToken cancellation) {
        PlanningContext context = new PlanningContext(
                session.catalog(),
                session.currentSchema(),
                parameterTypes.isEmpty() ? null : parameterTypes,
                session.timeZone(),
                cancellation);
        return plan(sql, context);
    }

    private static PlannedStatement plan(String sql, PlanningContext context) {
        if (loaded) {
            return prepare(sql, context);
        }
        // Most classes are loaded and initialised by the first statement: by one thread, so that no two wait for each
        // other.
        synchronized (Planning.class) {
            try {
                return prepare(sql, context);
            } finally {
                loaded = true;
            }
        }
    }

    private static PlannedStatement prepare(String sql, PlanningContext context) {
        try {
            return FRONT_END.prepare(sql, context);
        } catch (RuntimeException | StackOverflowError | AssertionError failure) {
            throw Failures.of(failure);
        }
    }
}
