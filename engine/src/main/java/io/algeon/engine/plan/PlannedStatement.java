package io.algeon.engine.plan;

import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement after parsing, validation and planning. Immutable. */
public sealed interface PlannedStatement {
    /**
     * The query in a {@link Query}, a {@link Change} or a {@link Chain}: that of a change gives the rows that it changes, that of a
     * chain is its last one.
     */
    static Query queryOf(PlannedStatement statement) {
        if (statement instanceof Change change) {
            PlanNode rows = change.change().rows();
            return new Query(rows, rows.output(), change.parameterTypes());
        } else if (statement instanceof Chain chain) {
            return queryOf(chain.last());
        }
        return (Query) statement;
    }

    /**
     * A query.
     *
     * @param plan whose output columns are the result's
     * @param columns of the result, under the names that the user sees
     * @param parameterTypes in order; kind NULL: typed by the value given at execution (the statement is planned again)
     */
    record Query(PlanNode plan, List<ColumnDef> columns, List<SqlType> parameterTypes) implements PlannedStatement {
        public Query {
            columns = List.copyOf(columns);
            parameterTypes = List.copyOf(parameterTypes);
        }
    }

    /**
     * EXPLAIN [ANALYZE] [(FORMAT JSON)].
     *
     * @param statement a {@link Query}, a {@link Change} or a {@link Chain}
     */
    record Explain(PlannedStatement statement, boolean analyze, boolean json) implements PlannedStatement {
        /** The query that is explained. */
        public Query query() {
            return queryOf(statement);
        }
    }

    /** SET name = value; a null value is RESET or SET name = DEFAULT. */
    record SetOption(String name, @Nullable String value) implements PlannedStatement {}

    /** SHOW name; the name {@code all} shows every setting. */
    record ShowOption(String name) implements PlannedStatement {}

    /** USE schema, SET SCHEMA 'schema'. */
    record UseSchema(String schema) implements PlannedStatement {}

    /**
     * BEGIN, COMMIT, ROLLBACK, SAVEPOINT, ROLLBACK TO, RELEASE, SET TRANSACTION.
     *
     * @param savepoint its name, for the verbs that have one
     */
    record TransactionControl(String verb, @Nullable String savepoint) implements PlannedStatement {}

    /** INSERT, UPDATE, DELETE, MERGE. */
    record Change(DataChange change, List<SqlType> parameterTypes) implements PlannedStatement {
        public Change {
            parameterTypes = List.copyOf(parameterTypes);
        }
    }

    /**
     * Changes within WITH, and what stands behind them. All read the state before the statement, and what those before them give
     * back.
     *
     * @param last a {@link Query} or a {@link Change}
     */
    record Chain(List<Step> steps, PlannedStatement last, List<SqlType> parameterTypes) implements PlannedStatement {
        public Chain {
            steps = List.copyOf(steps);
            parameterTypes = List.copyOf(parameterTypes);
        }
    }

    /**
     * A change within WITH.
     *
     * @param rows what it gives back, as others read it
     */
    record Step(DataChange change, TableSource rows) {}

    /** CREATE, ALTER, DROP, TRUNCATE. */
    record Define(DataDefinition definition, List<SqlType> parameterTypes) implements PlannedStatement {
        public Define {
            parameterTypes = List.copyOf(parameterTypes);
        }
    }
}
