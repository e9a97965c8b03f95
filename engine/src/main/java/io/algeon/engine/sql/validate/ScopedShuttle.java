package io.algeon.engine.sql.validate;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Walks a statement before validation, knowing at each expression the queries that it stands in. The tree that it is given stays
 * as it is.
 */
abstract class ScopedShuttle extends SqlShuttle {
    /** Place of the WINDOW clause among the operands of a query. */
    static final int WINDOWS = 6;

    /** That of the innermost query. */
    private QueryScope scope;

    /** The clause of it. */
    private Clause clause = Clause.RESULT;

    ScopedShuttle(QueryScope scope) {
        this.scope = scope;
    }

    /** Where expressions of a query stand. */
    enum Clause {
        FROM("FROM"),
        WHERE("WHERE"),
        GROUP_BY("GROUP BY"),
        /** SELECT, HAVING, QUALIFY, WINDOW, ORDER BY: what is computed of groups, if there are any. */
        RESULT("SELECT");

        private final String text;

        Clause(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    final QueryScope scope() {
        return scope;
    }

    final Clause clause() {
        return clause;
    }

    /** A query begins. */
    void enter(QueryScope query) {}

    /** What stands for a query, which is not walked then; null: it is. */
    @Nullable
    SqlNode instead(SqlCall query) {
        return null;
    }

    /** A query ends; gives what stands for it. */
    SqlSelect leave(SqlSelect query) {
        return query;
    }

    /** A name that may be a column's. */
    abstract SqlNode column(SqlIdentifier name);

    /** A call that is no query. */
    @Nullable
    SqlNode call(SqlCall call) {
        return super.visit(call);
    }

    @Override
    public final @Nullable SqlNode visit(SqlIdentifier name) {
        return name.isStar() ? name : column(name);
    }

    @Override
    public final @Nullable SqlNode visit(SqlCall call) {
        SqlNode instead = call.isA(SqlKind.QUERY) ? instead(call) : null;
        if (instead != null) {
            return instead;
        } else if (call instanceof SqlSelect select) {
            return select(select);
        } else if (call instanceof SqlOrderBy sorted && sorted.query instanceof SqlSelect select) {
            return sorted(sorted, select);
        } else if (call instanceof SqlWith with) {
            QueryScope outer = scope;
            scope = outer.of(with);
            SqlNode visited = super.visit(call);
            scope = outer;
            return visited;
        }
        return switch (call.getKind()) {
            case WITH_ITEM -> withOperand(call, 2);
            case ARGUMENT_ASSIGNMENT, NEXT_VALUE, CURRENT_VALUE -> withOperand(call, 0);
            default -> call(call);
        };
    }

    /** The call with only one operand visited: others are names of something else. */
    private SqlNode withOperand(SqlCall call, int index) {
        SqlNode operand = call.operand(index);
        SqlNode visited = operand instanceof SqlIdentifier ? operand : visited(operand);
        if (visited == operand) {
            return call;
        }
        SqlCall copy = (SqlCall) call.clone(call.getParserPosition());
        copy.setOperand(index, visited);
        return copy;
    }

    private SqlNode sorted(SqlOrderBy sorted, SqlSelect select) {
        SqlSelect whole = copy(select);
        whole.setOrderBy(sorted.orderList);
        SqlSelect visited = select(whole);
        if (visited == whole) {
            return sorted;
        }
        SqlNodeList order = visited.getOrderList();
        visited.setOrderBy(null);
        return new SqlOrderBy(
                sorted.getParserPosition(),
                visited,
                order == null ? SqlNodeList.EMPTY : order,
                sorted.offset,
                sorted.fetch);
    }

    private SqlSelect select(SqlSelect select) {
        QueryScope outer = scope;
        Clause outerClause = clause;
        scope = outer.of(select);
        enter(scope);
        SqlSelect copy = copy(select);
        clause = Clause.FROM;
        copy.setFrom(from(select.getFrom(), outer));
        clause = Clause.WHERE;
        copy.setWhere(visited(select.getWhere()));
        clause = Clause.GROUP_BY;
        copy.setGroupBy((SqlNodeList) visited(select.getGroup()));
        clause = Clause.RESULT;
        copy.setSelectList((SqlNodeList) visited(select.getSelectList()));
        copy.setHaving(visited(select.getHaving()));
        copy.setQualify(visited(select.getQualify()));
        copy.setOperand(WINDOWS, visited(select.getWindowList()));
        copy.setOrderBy((SqlNodeList) visited(select.getOrderList()));
        SqlSelect visited = leave(isSame(copy, select) ? select : copy);
        scope = outer;
        clause = outerClause;
        return visited;
    }

    private static boolean isSame(SqlSelect one, SqlSelect other) {
        return one.getFrom() == other.getFrom()
                && one.getWhere() == other.getWhere()
                && one.getGroup() == other.getGroup()
                && one.getSelectList() == other.getSelectList()
                && one.getHaving() == other.getHaving()
                && one.getQualify() == other.getQualify()
                && one.getWindowList() == other.getWindowList()
                && one.getOrderList() == other.getOrderList();
    }

    /** Names of tables stay; queries see what is around the query, those behind LATERAL and functions its tables, too. */
    private @Nullable SqlNode from(@Nullable SqlNode from, QueryScope outer) {
        if (from == null || from instanceof SqlIdentifier) {
            return from;
        } else if (from instanceof SqlJoin join) {
            SqlNode left = from(join.getLeft(), outer);
            SqlNode right = from(join.getRight(), outer);
            SqlNode condition = join.getCondition();
            SqlNode visited = condition instanceof SqlNodeList ? condition : visited(condition);
            if (left == join.getLeft() && right == join.getRight() && visited == condition) {
                return join;
            }
            SqlJoin copy = (SqlJoin) join.clone(join.getParserPosition());
            copy.setLeft(left);
            copy.setRight(right);
            copy.setOperand(5, visited);
            return copy;
        } else if (from.getKind() == SqlKind.AS) {
            SqlCall call = (SqlCall) from;
            SqlNode relation = from(call.operand(0), outer);
            if (relation == call.operand(0)) {
                return call;
            }
            SqlCall copy = (SqlCall) call.clone(call.getParserPosition());
            copy.setOperand(0, relation);
            return copy;
        } else if (from.isA(SqlKind.QUERY)) {
            QueryScope own = scope;
            scope = outer;
            SqlNode visited = visited(from);
            scope = own;
            return visited;
        }
        return visited(from);
    }

    private @Nullable SqlNode visited(@Nullable SqlNode node) {
        return node == null ? null : node.accept(this);
    }

    private static SqlSelect copy(SqlSelect select) {
        return (SqlSelect) select.clone(select.getParserPosition());
    }
}
