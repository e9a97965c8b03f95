package io.algeon.engine;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Failures;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.SqlFrontEnd;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** The way from a session to the SQL front end, which is loaded when the first statement is planned. */
final class Planning {
    private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

    private Planning() {}

    /**
     * Plans a statement in the session's catalog, schema and zone.
     *
     * @param parameterTypes types of parameters, in order; empty if nothing is known of them
     * @throws io.algeon.metadata.error.EngineException if the statement is wrong; {@code internal} if planning breaks
     */
    static PlannedStatement plan(String sql, List<SqlType> parameterTypes, EngineSession session) {
        PlanningContext context = new PlanningContext(
                session.catalog(),
                session.currentSchema(),
                parameterTypes.isEmpty() ? null : parameterTypes,
                session.timeZone(),
                new CancellationToken());
        try {
            return FRONT_END.prepare(sql, context);
        } catch (RuntimeException | StackOverflowError | AssertionError failure) {
            throw Failures.of(failure);
        }
    }
}
