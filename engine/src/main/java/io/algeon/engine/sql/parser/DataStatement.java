package io.algeon.engine.sql.parser;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows, after parsing. A value that is null stands for DEFAULT. */
public sealed interface DataStatement extends ParsedStatement {
    /** The table whose rows change. */
    Target target();

    /** What RETURNING lists; empty: nothing. */
    List<SqlNode> returning();

    /** Parameters of the statement. */
    int parameters();

    /**
     * WITH before a statement.
     *
     * @param queries items of WITH
     */
    record With(SqlNodeList queries, DataStatement statement) implements DataStatement {
        @Override
        public Target target() {
            return statement.target();
        }

        @Override
        public List<SqlNode> returning() {
            return statement.returning();
        }

        @Override
        public int parameters() {
            return statement.parameters();
        }
    }

    /** A table, and the name by which the statement calls it. */
    record Target(SqlIdentifier table, @Nullable SqlIdentifier alias) {
        /** The name that columns are qualified with. */
        public String label() {
            SqlIdentifier given = alias;
            return given == null ? table.names.get(table.names.size() - 1) : given.getSimple();
        }
    }

    /** {@code column = value}, or {@code (a, b) = (1, 2)} with a row or a query as value. */
    record Assignment(List<SqlIdentifier> columns, @Nullable SqlNode value, SqlParserPos position) {}

    /**
     * INSERT.
     *
     * @param columns empty: all
     * @param source a query or VALUES; null: DEFAULT VALUES
     * @param overriding whether values for GENERATED ALWAYS columns are taken
     */
    record Insert(
            Target target,
            List<SqlIdentifier> columns,
            @Nullable SqlNode source,
            boolean overriding,
            @Nullable Conflict conflict,
            List<SqlNode> returning,
            int parameters)
            implements DataStatement {}

    /**
     * ON CONFLICT.
     *
     * @param columns of the key that conflicts; empty: any
     * @param constraint name of the key; null: not given
     * @param update empty: DO NOTHING
     * @param where of DO UPDATE
     */
    record Conflict(
            List<SqlIdentifier> columns,
            @Nullable SqlIdentifier constraint,
            List<Assignment> update,
            @Nullable SqlNode where) {}

    /** UPDATE. */
    record Update(
            Target target,
            List<Assignment> assignments,
            @Nullable SqlNode from,
            @Nullable SqlNode where,
            List<SqlNode> returning,
            int parameters)
            implements DataStatement {}

    /** DELETE; {@code using} are the further tables. */
    record Delete(
            Target target,
            @Nullable SqlNode using,
            @Nullable SqlNode where,
            List<SqlNode> returning,
            int parameters) implements DataStatement {}

    /** MERGE. */
    record Merge(Target target, SqlNode source, SqlNode on, List<When> whens, List<SqlNode> returning, int parameters)
            implements DataStatement {}

    /**
     * A clause of MERGE: WHEN [NOT] MATCHED [BY SOURCE] [AND condition] THEN action.
     *
     * @param matched whether it is for rows of the table that match
     * @param bySource whether it is for rows of the table that match nothing
     * @param columns of INSERT; empty: all
     * @param values of INSERT
     * @param assignments of UPDATE
     */
    record When(
            boolean matched,
            boolean bySource,
            @Nullable SqlNode condition,
            Action action,
            List<SqlIdentifier> columns,
            List<@Nullable SqlNode> values,
            List<Assignment> assignments,
            SqlParserPos position) {}

    /** What a clause of MERGE does. */
    enum Action {
        INSERT,
        UPDATE,
        DELETE,
        NOTHING
    }
}
