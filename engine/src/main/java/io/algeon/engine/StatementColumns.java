package io.algeon.engine;

import io.algeon.engine.plan.PlannedStatement;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;

/** Result columns of the kinds of statements. */
final class StatementColumns {
    static final List<ColumnDef> EXPLAIN = List.of(new ColumnDef("plan", SqlTypes.VARCHAR.withNullable(false)));
    static final List<ColumnDef> SHOW_ALL = List.of(
            new ColumnDef("name", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("value", SqlTypes.VARCHAR.withNullable(false)),
            new ColumnDef("description", SqlTypes.VARCHAR.withNullable(false)));

    private StatementColumns() {}

    /** The columns; empty if the statement gives no rows. */
    static List<ColumnDef> of(PlannedStatement statement) {
        if (statement instanceof PlannedStatement.Query query) {
            return query.columns();
        } else if (statement instanceof PlannedStatement.Explain) {
            return EXPLAIN;
        } else if (statement instanceof PlannedStatement.ShowOption show) {
            return isAll(show) ? SHOW_ALL : List.of(new ColumnDef(show.name(), SqlTypes.VARCHAR.withNullable(false)));
        }
        if (statement instanceof PlannedStatement.Chain chain) {
            return of(chain.last());
        }
        return statement instanceof PlannedStatement.Change change
                ? change.change().returning().columns()
                : List.of();
    }

    static boolean isAll(PlannedStatement.ShowOption show) {
        return show.name().equalsIgnoreCase("all");
    }
}
