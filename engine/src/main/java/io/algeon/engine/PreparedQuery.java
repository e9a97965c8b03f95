package io.algeon.engine;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A planned statement; serves any number of executions, also at the same time. Holds no data. */
public interface PreparedQuery {
    String sql();

    /** Columns of the result; empty for a statement that gives no rows. */
    List<ColumnDef> columns();

    /** Whether the statement gives rows (SELECT, VALUES, EXPLAIN, SHOW), and not a count of changed rows. */
    boolean hasResult();

    /**
     * Types of the parameters, in order. A parameter that nothing around it types is of kind NULL here: its type is that of
     * the value given at execution.
     */
    List<SqlType> parameterTypes();

    /**
     * Starts an execution.
     *
     * @param parameters one value a parameter
     * @param run whose time limit and cancellation hold until the execution has begun, and its time limit after that
     * @param maxRows rows after which the result ends; 0: all
     * @throws io.algeon.metadata.error.EngineException if it cannot be started
     */
    QueryExecution execute(List<ParameterValue> parameters, StatementRun run, long maxRows);

    /** As the other one, for a run that begins now. */
    default QueryExecution execute(List<ParameterValue> parameters, Duration timeout, long maxRows) {
        return execute(parameters, new StatementRun(timeout), maxRows);
    }

    /** Whether {@link #executeAll} can do the work: an INSERT of one row of values. */
    default boolean canExecuteAll() {
        return false;
    }

    /**
     * Starts one execution for many lists of parameters, which inserts all of their rows or none.
     *
     * @param parameters a row of values for each row to insert
     * @throws io.algeon.metadata.error.EngineException if it cannot be started
     */
    default QueryExecution executeAll(ParameterBatch parameters, StatementRun run) {
        throw new UnsupportedOperationException(sql());
    }

    /** Whether the statement is an INSERT, UPDATE, DELETE or MERGE. */
    default boolean changesRows() {
        return false;
    }

    /**
     * A parameter's value with the type that the caller gave it; the engine casts it to the planned type.
     *
     * @param value in the stored form of {@code Expr.Literal}; null is NULL
     */
    record ParameterValue(SqlType type, @Nullable Object value) {}
}
