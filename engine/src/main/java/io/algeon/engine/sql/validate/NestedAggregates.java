package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.OrderItem;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.sql.parser.PlainSelect;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates that meet columns of other queries, of which Calcite knows nothing. By the standard an aggregate belongs to the
 * innermost query that one of its columns comes from: in {@code SELECT (SELECT sum(t.a) FROM s) FROM t} it sums over {@code t}.
 * And columns of outer queries may stand beside an aggregate without being grouped. Queries with either are divided in two, the
 * inner one computes groups and aggregates, the outer one all else; so are queries by whose groups queries inside them name more
 * than columns:
 *
 * <pre>
 * SELECT b, (SELECT max(x) FROM s WHERE y > sum(a)) FROM t GROUP BY b
 * SELECT g.k0 AS b, (SELECT max(x) FROM s WHERE y > g.a0) FROM (SELECT b AS k0, sum(a) AS a0 FROM t GROUP BY b) AS g
 * </pre>
 */
final class NestedAggregates extends ScopedShuttle {
    /** What stands around an aggregate and is part of it. */
    private static final Set<SqlKind> PARTS = Set.of(
            SqlKind.FILTER, SqlKind.WITHIN_GROUP, SqlKind.WITHIN_DISTINCT, SqlKind.IGNORE_NULLS, SqlKind.RESPECT_NULLS);

    private static final Set<SqlKind> GROUPINGS =
            Set.of(SqlKind.ROLLUP, SqlKind.CUBE, SqlKind.GROUPING_SETS, SqlKind.ROW);

    /** Those around what is walked, innermost first. */
    private final Deque<Level> levels = new ArrayDeque<>();

    private int divided;

    private NestedAggregates(QueryScope scope) {
        super(scope);
    }

    /** The statement with such queries divided. */
    static SqlNode rewrite(SqlNode statement, CatalogReader reader) {
        Scan scan = new Scan();
        statement.accept(scan);
        if (!scan.aggregates || scan.queries < 2) {
            return statement;
        }
        SqlNode rewritten = statement.accept(new NestedAggregates(QueryScope.root(reader)));
        return rewritten == null ? statement : rewritten;
    }

    @Override
    void enter(QueryScope query) {
        if (!levels.isEmpty()) {
            levels.peek().clause = clause();
        }
        levels.push(new Level(query));
    }

    @Override
    SqlSelect leave(SqlSelect query) {
        Level level = levels.pop();
        boolean grouped = query.getGroup() != null || level.aggregated || !level.lent.isEmpty();
        if (!grouped || level.lent.isEmpty() && level.columnsInside.isEmpty() && !level.outerColumns) {
            return query;
        }
        Division division = new Division(query, level, divided);
        if (level.lent.isEmpty() && !level.outerColumns && division.groupsBy(level.columnsInside)) {
            return query;
        }
        divided++;
        return division.divide();
    }

    @Override
    SqlNode column(SqlIdentifier name) {
        Level level = levels.peek();
        if (level == null || level.inLent) {
            return name;
        }
        QueryScope.Column column = scope().resolve(name);
        if (column.scope() != level.scope) {
            level.outerColumns |= clause() == Clause.RESULT && !level.inAggregate;
            for (Level outer : levels) {
                if (outer.scope == column.scope() && outer.clause == Clause.RESULT && column.certain()) {
                    outer.columnsInside.add(column);
                }
            }
        }
        return name;
    }

    @Override
    @Nullable
    SqlNode call(SqlCall call) {
        Level level = levels.peek();
        if (level == null || level.inAggregate) {
            return super.call(call);
        } else if (call.getKind() == SqlKind.OVER) {
            visitWindow(call);
            return call;
        } else if (!isAggregate(call)) {
            return super.call(call);
        }
        Level owner = owner(call);
        if (owner == level) {
            level.aggregated = true;
        } else {
            requireResult(owner, call);
            owner.lent.add(call);
            level.borrowed.add(call);
            level.outerColumns |= clause() == Clause.RESULT;
            level.inLent = true;
        }
        level.inAggregate = true;
        SqlNode visited = super.call(call);
        level.inAggregate = false;
        level.inLent = false;
        return visited;
    }

    /** A function over a window is no aggregate, but its arguments may be. */
    private void visitWindow(SqlCall over) {
        SqlNode function = over.operand(0);
        while (PARTS.contains(function.getKind())) {
            function = ((SqlCall) function).operand(0);
        }
        ((SqlCall) function).getOperandList().forEach(this::look);
        if (!(over.operand(1) instanceof SqlIdentifier)) {
            look(over.operand(1));
        }
    }

    private void look(@Nullable SqlNode node) {
        if (node != null) {
            node.accept(this);
        }
    }

    /** The query that an aggregate belongs to; one with a sub-query to the query that it stands in. */
    private Level owner(SqlCall aggregate) {
        Level own = levels.element();
        if (own.scope != scope()) {
            return own;
        }
        Columns columns = new Columns(own.scope);
        aggregate.accept(columns);
        for (Level level : levels) {
            if (columns.scopes.contains(level.scope)) {
                return level;
            }
        }
        return own;
    }

    private static void requireResult(Level owner, SqlCall aggregate) {
        if (owner.clause != Clause.RESULT) {
            throw new EngineException(
                    ErrorCode.GROUPING_INVALID,
                    "All columns of the aggregate at " + Place.of(aggregate.getParserPosition())
                            + " are the outer query's, so that it is an aggregate of that query, and cannot stand in its "
                            + owner.clause + ". Name a column of the inner query, or compute it in another query.");
        }
    }

    private static boolean isAggregate(SqlCall call) {
        return PARTS.contains(call.getKind())
                || OperatorTable.INSTANCE.isAggregate(call.getOperator().getName());
    }

    /** A query that is being walked. */
    private static final class Level {
        private final QueryScope scope;

        /** Aggregates of this query that stand in queries inside it. */
        private final Set<SqlNode> lent = Collections.newSetFromMap(new IdentityHashMap<>());

        /** Aggregates of outer queries that stand in this one. */
        private final Set<SqlNode> borrowed = Collections.newSetFromMap(new IdentityHashMap<>());

        /** Columns of this query that queries inside it name, but in aggregates of this one. */
        private final Set<QueryScope.Column> columnsInside = new HashSet<>();

        private boolean aggregated;

        /** Whether columns of outer queries stand beside aggregates. */
        private boolean outerColumns;

        private boolean inAggregate;
        private boolean inLent;

        /** Where the query that is walked now stands in this one. */
        private Clause clause = Clause.RESULT;

        Level(QueryScope scope) {
            this.scope = scope;
        }
    }

    /** Whether there is anything to look for: most statements need no names resolved. */
    private static final class Scan extends SqlBasicVisitor<Void> {
        private int queries;
        private boolean aggregates;

        @Override
        public @Nullable Void visit(SqlCall call) {
            queries += call instanceof SqlSelect ? 1 : 0;
            aggregates |= isAggregate(call);
            return super.visit(call);
        }
    }

    /** The queries whose columns an aggregate names. */
    private static final class Columns extends ScopedShuttle {
        private final Set<QueryScope> scopes = Collections.newSetFromMap(new IdentityHashMap<>());

        Columns(QueryScope scope) {
            super(scope);
        }

        @Override
        void enter(QueryScope query) {
            scopes.add(scope());
        }

        @Override
        SqlNode column(SqlIdentifier name) {
            scopes.add(scope().resolve(name).scope());
            return name;
        }
    }

    /** One query that is divided in two. */
    private static final class Division {
        private final SqlSelect query;
        private final Level level;
        private final QueryScope scope;
        private final String inner;
        private final @Nullable SqlNodeList groupBy;
        private final List<SqlNode> groups = new ArrayList<>();
        private final List<SqlNode> canonicalGroups = new ArrayList<>();
        private final List<SqlNode> aggregates = new ArrayList<>();

        Division(SqlSelect query, Level level, int number) {
            this.query = query;
            this.level = level;
            this.scope = level.scope;
            this.inner = "$grouped" + number;
            SqlNodeList written = query.getGroup();
            this.groupBy = written == null ? null : (SqlNodeList) withExpressions(written);
        }

        /** Whether all of some columns are what the query groups by. */
        boolean groupsBy(Set<QueryScope.Column> columns) {
            return columns.stream()
                    .allMatch(column -> canonicalGroups.stream()
                            .anyMatch(group -> group.equalsDeep(canonical(column), Litmus.IGNORE)));
        }

        SqlSelect divide() {
            SqlParserPos position = query.getParserPosition();
            Replacement replacement = new Replacement();
            SqlSelect outer = (SqlSelect) query.clone(position);
            SqlNodeList items = new SqlNodeList(query.getSelectList().getParserPosition());
            for (SqlNode item : query.getSelectList()) {
                items.add(named(item, item.accept(replacement)));
            }
            outer.setSelectList(items);
            outer.setWhere(replaced(query.getHaving(), replacement));
            outer.setHaving(null);
            outer.setGroupBy(null);
            outer.setQualify(replaced(query.getQualify(), replacement));
            outer.setOperand(WINDOWS, replaced(query.getWindowList(), replacement));
            outer.setOrderBy(order(replacement));
            SqlNodeList columns = new SqlNodeList(position);
            for (int i = 0; i < groups.size(); i++) {
                columns.add(alias(groups.get(i), "$group" + i));
            }
            for (int i = 0; i < aggregates.size(); i++) {
                columns.add(alias(aggregates.get(i), "$aggregate" + i));
            }
            SqlSelect grouping = PlainSelect.of(position, columns, query.getFrom(), query.getWhere());
            grouping.setGroupBy(groupBy);
            outer.setFrom(alias(grouping, inner));
            return outer;
        }

        private static @Nullable SqlNode replaced(@Nullable SqlNode node, Replacement replacement) {
            return node == null ? null : node.accept(replacement);
        }

        /** A result column keeps its name. */
        private static SqlNode named(SqlNode item, @Nullable SqlNode replaced) {
            String name = item instanceof SqlIdentifier column ? SqlValidatorUtil.alias(column) : null;
            return name == null || replaced == item ? replaced == null ? item : replaced : alias(replaced, name);
        }

        private static SqlNode alias(@Nullable SqlNode node, String name) {
            SqlParserPos position = node == null ? SqlParserPos.ZERO : node.getParserPosition();
            return SqlStdOperatorTable.AS.createCall(position, node, new SqlIdentifier(name, position));
        }

        /** Names of result columns stay. */
        private @Nullable SqlNodeList order(Replacement replacement) {
            SqlNodeList order = query.getOrderList();
            if (order == null) {
                return null;
            }
            SqlNodeList replaced = new SqlNodeList(order.getParserPosition());
            for (SqlNode item : order) {
                SqlNode key = OrderItem.key(item);
                boolean result = key instanceof SqlIdentifier name && name.isSimple() && item(name.getSimple()) != null;
                replaced.add(result ? item : item.accept(replacement));
            }
            return replaced;
        }

        /** The result column of a name. */
        private @Nullable SqlNode item(String name) {
            for (SqlNode item : query.getSelectList()) {
                if (name.equalsIgnoreCase(SqlValidatorUtil.alias(item))) {
                    return SqlUtil.stripAs(item);
                }
            }
            return null;
        }

        /** What GROUP BY has, with expressions for numbers and names of result columns, which are noted. */
        private SqlNode withExpressions(SqlNode group) {
            if (group instanceof SqlNodeList list) {
                SqlNodeList expressions = new SqlNodeList(list.getParserPosition());
                list.forEach(element -> expressions.add(withExpressions(element)));
                return expressions;
            } else if (GROUPINGS.contains(group.getKind())) {
                SqlCall call = (SqlCall) group;
                List<SqlNode> expressions = new ArrayList<>();
                call.getOperandList().forEach(element -> expressions.add(withExpressions(element)));
                return call.getOperator().createCall(call.getParserPosition(), expressions);
            }
            SqlNode expression = group;
            if (group instanceof SqlNumericLiteral number
                    && number.isInteger()
                    && number.intValue(true) >= 1
                    && number.intValue(true) <= query.getSelectList().size()) {
                expression = SqlUtil.stripAs(query.getSelectList().get(number.intValue(true) - 1));
            } else if (group instanceof SqlIdentifier name && name.isSimple()) {
                QueryScope.Column column = scope.resolve(name);
                SqlNode item = column.certain() && column.scope() == scope ? null : item(name.getSimple());
                expression = item == null ? group : item;
            }
            SqlNode canonical = canonical(expression, scope);
            if (canonicalGroups.stream().noneMatch(known -> known.equalsDeep(canonical, Litmus.IGNORE))) {
                groups.add(expression);
                canonicalGroups.add(canonical);
            }
            return expression;
        }

        private SqlNode canonical(SqlNode expression, QueryScope within) {
            SqlNode canonical = expression.accept(new SqlShuttle() {
                @Override
                public SqlNode visit(SqlIdentifier name) {
                    if (name.isStar()) {
                        return name;
                    }
                    return canonical(within.resolve(name));
                }
            });
            return canonical == null ? expression : canonical;
        }

        private SqlIdentifier canonical(QueryScope.Column column) {
            String owner = column.scope() == scope ? "own" : "other";
            return new SqlIdentifier(List.of(owner, column.relation(), column.name()), SqlParserPos.ZERO);
        }

        /** Puts the inner query's columns for groups and aggregates. */
        private final class Replacement extends ScopedShuttle {
            Replacement() {
                super(scope);
            }

            @Override
            SqlNode column(SqlIdentifier name) {
                SqlNode group = group(name);
                if (group != null) {
                    return group;
                }
                QueryScope.Column column = scope().resolve(name);
                if (column.scope() == scope && column.certain()) {
                    throw new EngineException(
                            ErrorCode.GROUPING_INVALID,
                            "'" + name + "' is neither in GROUP BY nor inside an aggregate function ("
                                    + Place.of(name.getParserPosition()) + ").");
                }
                return name;
            }

            @Override
            @Nullable
            SqlNode call(SqlCall call) {
                if (level.borrowed.contains(call)) {
                    return call;
                } else if (level.lent.contains(call) || scope() == scope && isAggregate(call)) {
                    return inner("$aggregate" + number(call), call);
                } else if (call.getKind() == SqlKind.OVER) {
                    return window(call);
                } else if (scope() == scope && call.getKind() == SqlKind.AS) {
                    return alias(call.<SqlNode>operand(0).accept(this), ((SqlIdentifier) call.operand(1)).getSimple());
                }
                SqlNode group = group(call);
                return group != null ? group : super.call(call);
            }

            @Override
            @Nullable
            SqlNode instead(SqlCall subQuery) {
                return group(subQuery);
            }

            private int number(SqlCall aggregate) {
                for (int i = 0; i < aggregates.size(); i++) {
                    if (aggregates.get(i) == aggregate) {
                        return i;
                    }
                }
                aggregates.add(aggregate);
                return aggregates.size() - 1;
            }

            private @Nullable SqlNode group(SqlNode expression) {
                if (canonicalGroups.isEmpty()) {
                    return null;
                }
                SqlNode canonical = canonical(expression, scope());
                for (int i = 0; i < groups.size(); i++) {
                    if (canonicalGroups.get(i).equalsDeep(canonical, Litmus.IGNORE)) {
                        return inner("$group" + i, expression);
                    }
                }
                return null;
            }

            private SqlNode inner(String column, SqlNode replaced) {
                return new SqlIdentifier(List.of(inner, column), replaced.getParserPosition());
            }

            /** The function of a window is computed of groups: its arguments are replaced, not itself. */
            private SqlNode window(SqlCall over) {
                SqlNode window = over.operand(1);
                return over.getOperator()
                        .createCall(
                                over.getParserPosition(),
                                function(over.operand(0)),
                                window instanceof SqlIdentifier ? window : window.accept(this));
            }

            private SqlNode function(SqlCall function) {
                List<@Nullable SqlNode> operands = new ArrayList<>();
                for (SqlNode operand : function.getOperandList()) {
                    boolean part = operands.isEmpty() && PARTS.contains(function.getKind());
                    operands.add(operand == null ? null : part ? function((SqlCall) operand) : operand.accept(this));
                }
                return function.getOperator()
                        .createCall(function.getFunctionQuantifier(), function.getParserPosition(), operands);
            }
        }
    }
}
