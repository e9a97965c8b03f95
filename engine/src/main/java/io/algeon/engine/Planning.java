package io.algeon.engine;

import io.algeon.engine.plan.PlannedStatement;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** The way from a session to the SQL front end. */
final class Planning {
    private Planning() {}

    /**
     * Plans a statement in the session's catalog, schema and zone.
     *
     * @param parameterTypes types of parameters, in order; empty if nothing is known of them
     */
    static PlannedStatement plan(String sql, List<SqlType> parameterTypes, EngineSession session) {
        throw new EngineException(
                ErrorCode.UNSUPPORTED_STATEMENT,
                "The statement cannot be planned yet: " + sql + parameterTypes + session);
    }
}
