package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Sub-queries that combine an aggregate with a column of the outer query, which Calcite takes for one that should be grouped:
 * {@code (SELECT b + MAX(e) FROM s)} becomes {@code (SELECT b + m FROM (SELECT MAX(e) AS m FROM s))}.
 */
final class OuterTerms extends SqlShuttle {
    private static final Set<SqlKind> CLAUSES_OF_ITS_OWN =
            Set.of(SqlKind.SELECT, SqlKind.UNION, SqlKind.WITH, SqlKind.OVER);

    private int depth;

    private OuterTerms() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new OuterTerms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (!(call instanceof SqlSelect select)) {
            return super.visit(call);
        }
        depth++;
        SqlNode visited = super.visit(select);
        depth--;
        return depth > 0 && visited instanceof SqlSelect inner && isCandidate(inner) ? nested(inner) : visited;
    }

    private boolean isCandidate(SqlSelect select) {
        SqlNodeList items = select.getSelectList();
        if (items.size() != 1
                || select.getFrom() == null
                || select.getGroup() != null
                || select.getHaving() != null
                || select.getQualify() != null
                || select.isDistinct()) {
            return false;
        }
        Parts parts = new Parts(false);
        SqlNode item = items.get(0);
        (item.getKind() == SqlKind.AS ? ((SqlCall) item).<SqlNode>operand(0) : item).accept(parts);
        return parts.bareColumn && !parts.aggregates.isEmpty() && !parts.foreign;
    }

    private SqlNode nested(SqlSelect select) {
        SqlParserPos position = select.getParserPosition();
        Parts parts = new Parts(true);
        SqlNode item = select.getSelectList().get(0).accept(parts);
        SqlSelect inner = (SqlSelect) select.clone(position);
        SqlNodeList aggregates = new SqlNodeList(position);
        for (int i = 0; i < parts.aggregates.size(); i++) {
            aggregates.add(SqlStdOperatorTable.AS.createCall(
                    position, parts.aggregates.get(i), new SqlIdentifier("$aggregate" + i, position)));
        }
        inner.setSelectList(aggregates);
        SqlNode from = SqlStdOperatorTable.AS.createCall(position, inner, new SqlIdentifier("$aggregates", position));
        return PlainSelect.of(position, List.of(item), from, null);
    }

    /** Finds, and replaces, the aggregates of an expression. */
    private static final class Parts extends SqlShuttle {
        private final boolean replaces;
        private final List<SqlNode> aggregates = new ArrayList<>();
        private boolean bareColumn;
        private boolean foreign;

        Parts(boolean replaces) {
            this.replaces = replaces;
        }

        @Override
        public SqlNode visit(SqlIdentifier name) {
            bareColumn = true;
            return name;
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (CLAUSES_OF_ITS_OWN.contains(call.getKind())) {
                foreign = true;
                return call;
            }
            boolean aggregate =
                    OperatorTable.INSTANCE.isAggregate(call.getOperator().getName())
                            || call.getKind() == SqlKind.FILTER
                            || call.getKind() == SqlKind.WITHIN_GROUP;
            if (aggregate) {
                aggregates.add(call);
                return replaces
                        ? new SqlIdentifier(
                                List.of("$aggregates", "$aggregate" + (aggregates.size() - 1)),
                                call.getParserPosition())
                        : call;
            }
            return super.visit(call);
        }
    }
}
