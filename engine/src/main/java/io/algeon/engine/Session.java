package io.algeon.engine;

import io.algeon.engine.source.Catalog;
import java.util.List;

/**
 * One connection's view of a database: settings, current schema, prepared statements. Statements of one session may run at
 * the same time and be cancelled from other threads.
 */
public interface Session extends AutoCloseable {
    Catalog catalog();

    /** Schema in which unqualified names are looked up first. */
    String currentSchema();

    /** @throws io.algeon.metadata.error.EngineException {@code schema_not_found} */
    void setCurrentSchema(String schema);

    /**
     * Parses, validates and plans a statement, or takes its plan from the cache. Does not touch data.
     *
     * @throws io.algeon.metadata.error.EngineException if the statement is wrong; the message says where
     */
    default PreparedQuery prepare(String sql) {
        return prepare(sql, StatementRun.unlimited());
    }

    /**
     * As {@link #prepare(String)}, on behalf of a run.
     *
     * @throws io.algeon.metadata.error.EngineException also {@code cancelled} and {@code timeout}
     */
    PreparedQuery prepare(String sql, StatementRun run);

    /**
     * As {@link #prepare(String, StatementRun)}; if the statement changes rows and has no RETURNING, it gives back the keys of these rows.
     *
     * @throws io.algeon.metadata.error.EngineException if the statement is wrong, or the table has no such columns
     */
    PreparedQuery prepare(String sql, GeneratedKeys keys, StatementRun run);

    /** The session's transaction on tables of one's own. */
    SessionTransaction transaction();

    /** Value of a setting of {@link SessionSetting}, as text. */
    String setting(SessionSetting setting);

    /** @throws io.algeon.metadata.error.EngineException {@code property_invalid} if the value does not fit */
    void set(SessionSetting setting, String value);

    /** Reports of the latest executions of this session, the newest last; at most a few dozen are kept. */
    List<QueryReport> recentReports();

    /** Cancels what still runs and gives everything back. Idempotent. */
    @Override
    void close();
}
