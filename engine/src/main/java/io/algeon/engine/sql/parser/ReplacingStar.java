package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * A star some of whose columns are other expressions, {@code t.* REPLACE (x AS a)}. Until validation it is a call of {@link
 * QuerySyntax#REPLACE}, whose expressions are rewritten with the rest; then it becomes Calcite's star, and the columns that this one
 * makes are replaced by who knows the place of the star.
 */
public final class ReplacingStar {
    private final Map<String, SqlNode> expressions = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();
    private final SqlParserPos position;

    private ReplacingStar(SqlParserPos position) {
        this.position = position;
    }

    /** Takes such calls out of a tree, in whose place plain stars come; by the position of the star. */
    public static Map<SqlParserPos, ReplacingStar> take(SqlNode tree) {
        Map<SqlParserPos, ReplacingStar> found = new LinkedHashMap<>();
        tree.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                if (call instanceof SqlSelect select) {
                    SqlNodeList items = select.getSelectList();
                    for (int i = 0; i < items.size(); i++) {
                        SqlNode item = items.get(i);
                        SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
                        if (value instanceof SqlCall marker
                                && marker.getOperator().getName().equals(QuerySyntax.REPLACE)) {
                            items.set(i, take(marker, found));
                        }
                    }
                }
                return super.visit(call);
            }
        });
        return found;
    }

    private static SqlNode take(SqlCall marker, Map<SqlParserPos, ReplacingStar> found) {
        SqlParserPos position = marker.getParserPosition();
        ReplacingStar star = new ReplacingStar(position);
        for (int i = 1; i + 1 < marker.operandCount(); i += 2) {
            String name = marker.operand(i + 1) instanceof SqlIdentifier column && column.isSimple()
                    ? column.getSimple()
                    : marker.operand(i + 1).toString();
            requirePlain(marker.operand(i));
            star.expressions.put(key(name), marker.operand(i));
        }
        if (star.expressions.isEmpty() || marker.operandCount() % 2 == 0) {
            throw new EngineException(
                    ErrorCode.SQL_PARSE,
                    "REPLACE at " + Place.of(position)
                            + " takes expressions with the names of columns: * REPLACE (price * 2 AS price).");
        }
        found.put(position, star);
        SqlNode which = marker.operand(0);
        if (which instanceof SqlCall exclude) {
            List<SqlNode> columns = new ArrayList<>(exclude.getOperandList());
            SqlIdentifier table = (SqlIdentifier) columns.remove(0);
            return SelectForms.star(table, columns, position);
        }
        SqlIdentifier table = (SqlIdentifier) which;
        return table.names.get(0).equals(QuerySyntax.REPLACE)
                ? SqlIdentifier.star(position)
                : SelectForms.starOf(table, position);
    }

    /** The expressions come to light when the queries of the statement are known already. */
    private static void requirePlain(SqlNode expression) {
        expression.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                if (call.isA(SqlKind.QUERY)) {
                    throw new EngineException(
                            ErrorCode.UNSUPPORTED_FEATURE,
                            "REPLACE takes expressions without sub-queries (" + Place.of(call.getParserPosition())
                                    + "). Join the sub-query in FROM, and name its column.");
                }
                return super.visit(call);
            }
        });
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** What stands in the place of a column, with its name; null if the column stays. */
    public @Nullable SqlCall replacement(String column) {
        SqlNode expression = expressions.get(key(column));
        if (expression == null) {
            return null;
        }
        SqlNode own = used.add(key(column)) ? expression : TreeCopy.of(expression);
        return SqlStdOperatorTable.AS.createCall(position, own, new SqlIdentifier(column, position.withQuoting(true)));
    }

    /** @throws EngineException if the star has no column of one of the names */
    public void requireUsed() {
        for (String name : expressions.keySet()) {
            if (!used.contains(name)) {
                throw new EngineException(
                        ErrorCode.FIELD_NOT_FOUND,
                        "REPLACE names the column '" + name + "', which the star at " + Place.of(position)
                                + " does not have.");
            }
        }
    }
}
