package io.algeon.engine;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.List;

/** A statement of a session with its plan; the plan is made again when the tables have changed. */
final class PlannedQuery implements PreparedQuery {
    private final EngineSession session;
    private final CachedPlan plan;

    PlannedQuery(EngineSession session, CachedPlan plan) {
        this.session = session;
        this.plan = plan;
    }

    @Override
    public String sql() {
        return plan.sql;
    }

    @Override
    public List<ColumnDef> columns() {
        return StatementColumns.of(plan.statement);
    }

    @Override
    public boolean hasResult() {
        return !columns().isEmpty()
                || plan.statement instanceof PlannedStatement.Query query && !(query.plan() instanceof PlanNode.Write);
    }

    @Override
    public List<SqlType> parameterTypes() {
        return EngineSession.parameterTypes(plan.statement);
    }

    @Override
    public boolean changesRows() {
        return plan.statement instanceof PlannedStatement.Change
                || plan.statement instanceof PlannedStatement.Chain chain
                        && chain.last() instanceof PlannedStatement.Change;
    }

    @Override
    public boolean canExecuteAll() {
        return ParameterRows.fits(plan.statement);
    }

    @Override
    public QueryExecution executeAll(ParameterBatch parameters, StatementRun run) {
        return session.executeAll(plan, parameters, run);
    }

    @Override
    public QueryExecution execute(List<ParameterValue> parameters, StatementRun run, long maxRows) {
        return session.execute(plan, parameters, run, maxRows);
    }
}
