package io.algeon.engine.exec;

import io.algeon.engine.function.SessionValues;
import io.algeon.engine.memory.MemoryBudget;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is fixed for one execution of a plan.
 *
 * @param budget the query's node of the budget tree
 * @param cancellation stops the query
 * @param parameters values of the statement's parameters in the stored form of {@code Expr.Literal}, of the types that
 *     planning gave them
 * @param startTime value of CURRENT_TIMESTAMP
 * @param timeZone zone of the session, an id of {@code java.time.ZoneId}
 * @param user name that CURRENT_USER gives
 * @param catalog name that CURRENT_CATALOG gives
 * @param schema name that CURRENT_SCHEMA gives
 * @param threads workers that the query may use
 * @param checker checks other statements for this one
 * @param session what functions keep between calls
 */
public record ExecutionContext(
        MemoryBudget budget,
        CancellationToken cancellation,
        List<@Nullable Object> parameters,
        Instant startTime,
        String timeZone,
        String user,
        String catalog,
        String schema,
        int threads,
        StatementChecker checker,
        SessionValues session) {

    /** One that checks no statements, of a session that keeps nothing. */
    public ExecutionContext(
            MemoryBudget budget,
            CancellationToken cancellation,
            List<@Nullable Object> parameters,
            Instant startTime,
            String timeZone,
            String user,
            String catalog,
            String schema,
            int threads) {
        this(
                budget,
                cancellation,
                parameters,
                startTime,
                timeZone,
                user,
                catalog,
                schema,
                threads,
                StatementChecker.NONE,
                SessionValues.NONE);
    }

    /** One outside any session. */
    public ExecutionContext(
            MemoryBudget budget,
            CancellationToken cancellation,
            List<@Nullable Object> parameters,
            Instant startTime,
            String timeZone,
            String user,
            int threads) {
        this(budget, cancellation, parameters, startTime, timeZone, user, "", "", threads);
    }

    /** The same execution with another budget, for a part of it. */
    public ExecutionContext withBudget(MemoryBudget newBudget) {
        return new ExecutionContext(
                newBudget,
                cancellation,
                parameters,
                startTime,
                timeZone,
                user,
                catalog,
                schema,
                threads,
                checker,
                session);
    }
}
