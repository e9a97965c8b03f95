package io.algeon.engine.sql.parser;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Names the result's columns that have no alias after the text of their expression, as written: {@code count(*)}. Only the
 * outermost SELECT; a sub-query's columns without alias cannot be referred to.
 */
final class ResultLabels {
    private ResultLabels() {}

    static SqlNode add(SqlNode query, String sql) {
        SqlSelect select = outermost(query);
        if (select != null) {
            label(select.getSelectList(), sql);
        }
        return query;
    }

    /** Names the items of a list of results. */
    static void label(SqlNodeList items, String sql) {
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = items.get(i);
            if (item.getKind() != SqlKind.AS && !(item instanceof SqlIdentifier) && !(item instanceof SqlStarExclude)) {
                SqlParserPos position = item.getParserPosition();
                SqlIdentifier label = new SqlIdentifier(text(item, sql), position);
                items.set(i, SqlStdOperatorTable.AS.createCall(position, item, label));
            }
        }
    }

    private static @Nullable SqlSelect outermost(SqlNode query) {
        SqlNode node = query;
        while (!(node instanceof SqlSelect)) {
            if (node instanceof SqlOrderBy ordered) {
                node = ordered.query;
            } else if (node instanceof SqlWith with) {
                node = with.body;
            } else if (node.isA(SqlKind.SET_QUERY)) {
                List<SqlNode> sides = ((SqlCall) node).getOperandList();
                node = sides.get(0);
            } else {
                return null;
            }
        }
        return (SqlSelect) node;
    }

    private static String text(SqlNode item, String sql) {
        SqlParserPos position = item.getParserPosition();
        int start = SqlParserUtil.lineColToIndex(sql, position.getLineNum(), position.getColumnNum());
        int end = SqlParserUtil.lineColToIndex(sql, position.getEndLineNum(), position.getEndColumnNum());
        int after = Math.min(end + 1, sql.length());
        // the grammar's position of x IN (SELECT ...) ends before the parenthesis
        if (item.getKind() == SqlKind.IN && after < sql.length() && sql.charAt(after) == ')') {
            after++;
        }
        String text = sql.substring(start, after).replaceAll("\\s+", " ");
        // of a JDBC escape the grammar keeps the closing brace's position only
        return text.equals("}") ? item.toString() : text;
    }
}
