package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Aggregates that make one JSON value of many: {@code json_agg(x ORDER BY y)} is {@code '[' || string_agg(x as JSON, ',' ORDER BY
 * y) || ']'}, {@code json_object_agg(k, v)} likewise. Filters, orders and windows stay where they were.
 */
final class JsonAggregates {
    private static final String ARRAY = "$JSON_AGG";
    private static final String OBJECT = "$JSON_OBJECT_AGG";
    private static final Map<String, String> MARKERS = Map.of(
            "JSON_AGG", ARRAY,
            "JSONB_AGG", ARRAY,
            "JSON_GROUP_ARRAY", ARRAY,
            "JSON_OBJECT_AGG", OBJECT,
            "JSONB_OBJECT_AGG", OBJECT,
            "JSON_GROUP_OBJECT", OBJECT);

    private JsonAggregates() {}

    static boolean isName(String word) {
        return MARKERS.containsKey(word.toUpperCase(Locale.ROOT));
    }

    /** What stands around the aggregate of a function. */
    static String marker(String name) {
        return MARKERS.getOrDefault(name.toUpperCase(Locale.ROOT), ARRAY);
    }

    static boolean isMarker(String name) {
        return name.equals(ARRAY) || name.equals(OBJECT);
    }

    /** The expression that a marker's call stands for. */
    static SqlNode rewrite(SqlCall call) {
        SqlParserPos position = call.getParserPosition();
        boolean object = call.getOperator().getName().equals(OBJECT);
        SqlNode joined = joined(call.operand(0), object);
        SqlNode opened = SqlStdOperatorTable.CONCAT.createCall(
                position, SqlLiteral.createCharString(object ? "{" : "[", position), joined);
        return SqlStdOperatorTable.CONCAT.createCall(
                position, opened, SqlLiteral.createCharString(object ? "}" : "]", position));
    }

    /** The aggregate, below what filters, orders and windows it, with its argument as JSON text. */
    private static SqlNode joined(SqlNode node, boolean object) {
        SqlCall call = (SqlCall) node;
        SqlParserPos position = call.getParserPosition();
        if (call.getKind() == SqlKind.OVER
                || call.getKind() == SqlKind.FILTER
                || call.getKind() == SqlKind.WITHIN_GROUP) {
            List<SqlNode> operands = new ArrayList<>(call.getOperandList());
            operands.set(0, joined(operands.get(0), object));
            return call.getOperator().createCall(call.getFunctionQuantifier(), position, operands);
        }
        List<SqlNode> arguments = new ArrayList<>();
        SqlNodeList order = null;
        for (SqlNode operand : call.getOperandList()) {
            if (operand instanceof SqlNodeList list) {
                order = list;
            } else if (operand != null) {
                arguments.add(operand);
            }
        }
        SqlNode text = element(arguments, object, position);
        SqlNode delimiter = SqlLiteral.createCharString(",", position);
        SqlNode aggregate = FunctionForms.function("LISTAGG", List.of(text, delimiter), position);
        SqlLiteral quantifier = call.getFunctionQuantifier();
        if (quantifier != null) {
            aggregate = ((SqlCall) aggregate).getOperator().createCall(quantifier, position, text, delimiter);
        }
        return order == null ? aggregate : SqlStdOperatorTable.WITHIN_GROUP.createCall(position, aggregate, order);
    }

    private static SqlNode element(List<SqlNode> arguments, boolean object, SqlParserPos position) {
        if (!object) {
            return value(arguments.get(0), position);
        }
        if (arguments.size() < 2) {
            return FunctionForms.wrongCount("JSON_OBJECT_AGG", "two arguments: a key and a value", position);
        }
        SqlNode key = FunctionForms.function(
                "json_quote",
                position,
                SqlStdOperatorTable.CONCAT.createCall(
                        position,
                        SqlLiteral.createCharString("", position),
                        JsonForms.text(arguments.get(0), position)));
        SqlNode named =
                SqlStdOperatorTable.CONCAT.createCall(position, key, SqlLiteral.createCharString(":", position));
        return SqlStdOperatorTable.CONCAT.createCall(position, named, value(arguments.get(1), position));
    }

    /** A value as JSON; NULL is JSON's null. */
    private static SqlNode value(SqlNode value, SqlParserPos position) {
        return SqlStdOperatorTable.COALESCE.createCall(
                position, JsonForms.asJson(value, position), SqlLiteral.createCharString("null", position));
    }
}
