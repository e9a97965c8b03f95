package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table's rows: a query gives rows, and what becomes of them. The query reads the state before the statement, so
 * that a table may be changed by what is read of it.
 */
public sealed interface DataChange {
    /** The table that is changed. */
    TableSource target();

    /** The query. */
    PlanNode rows();

    /** What the statement gives back. */
    Returning returning();

    /**
     * RETURNING.
     *
     * @param expressions over the table's columns: new values, old ones of DELETE. Empty: nothing is given back
     */
    record Returning(List<Expr> expressions, List<ColumnDef> columns) {
        public static final Returning NOTHING = new Returning(List.of(), List.of());

        public Returning {
            expressions = List.copyOf(expressions);
            columns = List.copyOf(columns);
        }

        public boolean isEmpty() {
            return expressions.isEmpty();
        }
    }

    /**
     * INSERT.
     *
     * @param rows with a column for each one of the table, in its order; NULL numbers an identity column
     * @param conflict what becomes of rows whose key is there; null: they are an error
     */
    record Insert(
            TableSource target, PlanNode rows, @Nullable Conflict conflict, Returning returning)
            implements DataChange {}

    /**
     * ON CONFLICT.
     *
     * @param key columns of the key that is meant; empty: any
     * @param values new values of the table's columns, over those of the present row, then those of the new row; empty: the
     *     present row stays
     * @param condition over the same; rows for which it is not true stay
     */
    record Conflict(List<Integer> key, List<Expr> values, Expr condition) {
        public Conflict {
            key = List.copyOf(key);
            values = List.copyOf(values);
        }

        /** Whether the present row stays. */
        public boolean doesNothing() {
            return values.isEmpty();
        }
    }

    /** UPDATE; rows have the number of a row of the table, then new values of all of its columns. */
    record Update(TableSource target, PlanNode rows, Returning returning) implements DataChange {}

    /** DELETE; rows have the number of a row of the table. */
    record Delete(TableSource target, PlanNode rows, Returning returning) implements DataChange {}

    /**
     * MERGE; rows have the number of a row of the table (NULL: none), then one of the {@code ACTION}s, then values of all of
     * the table's columns.
     */
    record Merge(TableSource target, PlanNode rows, Returning returning) implements DataChange {
        public static final int NOTHING = 0;
        public static final int INSERT = 1;
        public static final int UPDATE = 2;
        public static final int DELETE = 3;
    }
}
