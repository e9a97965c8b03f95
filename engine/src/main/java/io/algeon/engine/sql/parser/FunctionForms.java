package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Functions that are written as such and are other expressions:
 *
 * <ul>
 *   <li>{@code if(c, a, b)}, {@code iif}, {@code nvl2(x, a, b)}, {@code decode(x, s, r, ..., otherwise)}: CASE
 *   <li>{@code date_add(d, i)}, {@code date_sub}, {@code datediff}: {@code d + i}, {@code d - i}, date_diff
 *   <li>{@code x = ANY (array)}, {@code x < ALL (array)}: compare_any, compare_all
 *   <li>{@code extract(YEAR FROM age(a, b))}: age_part
 *   <li>{@code count_if(c)}: {@code count(CASE WHEN c THEN 1 END)}; {@code max_by(x, y)}, {@code arg_max}: the first of {@code
 *       array_agg(x ORDER BY y DESC)}, {@code min_by} likewise
 *   <li>{@code make_interval(days => x)}: {@code x * INTERVAL '1' DAY}, see {@link IntervalForms}
 *   <li>{@code ARRAY[]}: {@code "$EMPTY_ARRAY"()}
 *   <li>JSON_VALUE, JSON_QUERY, JSON_OBJECT and JSON_ARRAY with their clauses: functions of the registry; see {@link JsonForms}
 * </ul>
 */
final class FunctionForms extends SqlShuttle {
    private static final Set<String> NAMES = Set.of(
            "IF",
            "IIF",
            "NVL2",
            "DECODE",
            "DATE_ADD",
            "DATE_SUB",
            "ADDDATE",
            "SUBDATE",
            "DATEDIFF",
            "AGE",
            "JSON_BUILD_OBJECT",
            "JSONB_BUILD_OBJECT",
            "JSON_BUILD_ARRAY",
            "JSONB_BUILD_ARRAY",
            "MAKE_INTERVAL",
            "CURRENT_DATABASE",
            "COUNT_IF",
            "COUNTIF",
            "MAX_BY",
            "MIN_BY",
            "ARG_MAX",
            "ARG_MIN",
            "JSON_VALUE",
            "JSON_QUERY",
            "JSON_EXISTS",
            "JSON_OBJECT",
            "JSON_ARRAY");

    /** Functions that give a field of a time. */
    private static final Set<String> AGE_FIELDS = Set.of("EXTRACT", "DATE_PART", "DATEPART");

    /** Stands for an array without elements, which Calcite's constructor refuses. */
    static final String EMPTY_ARRAY = "$EMPTY_ARRAY";

    private FunctionForms() {}

    static boolean isNeeded(SqlTokens tokens) {
        return tokens.callsOneOf(NAMES)
                || tokens.comparesWithAnyOrAll()
                || tokens.hasEmptyArray()
                || tokens.hasWordStartingWith("value")
                || tokens.hasWordStartingWith("\"$JSON_");
    }

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new FunctionForms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlCall rewritten)) {
            return visited;
        }
        SqlOperator operator = rewritten.getOperator();
        List<SqlNode> operands = rewritten.getOperandList();
        SqlParserPos position = rewritten.getParserPosition();
        if (AGE_FIELDS.contains(operator.getName().toUpperCase(Locale.ROOT)) && isAge(operands)) {
            return fieldOfAge(operands, position);
        }
        if (operator instanceof SqlQuantifyOperator quantifier
                && operands.get(1) instanceof SqlNodeList list
                && list.size() == 1
                && !list.get(0).isA(SqlKind.QUERY)) {
            return overArray(quantifier, operands.get(0), list.get(0), position);
        }
        if (operator == SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR && operands.isEmpty()) {
            return function(EMPTY_ARRAY, List.of(), position);
        }
        if (operator.getKind() == SqlKind.NEXT_VALUE || operator.getKind() == SqlKind.CURRENT_VALUE) {
            String function = operator.getKind() == SqlKind.NEXT_VALUE ? "nextval" : "currval";
            return function(function, List.of(sequenceName((SqlIdentifier) operands.get(0))), position);
        }
        if ((operator.getKind() == SqlKind.FILTER || operator.getKind() == SqlKind.OVER)
                && operands.get(0) instanceof SqlCall first
                && first.getOperator() == SqlStdOperatorTable.ITEM) {
            if (operator.getKind() == SqlKind.OVER) {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_FEATURE,
                        "max_by and min_by take no OVER (" + Place.of(position)
                                + "). Write first_value(x) OVER (PARTITION BY ... ORDER BY y DESC).");
            }
            SqlNode array = operator.createCall(position, first.operand(0), operands.get(1));
            return SqlStdOperatorTable.ITEM.createCall(position, array, first.operand(1));
        }
        SqlNode json = JsonForms.rewrite(rewritten);
        if (json != null) {
            return json;
        }
        if (JsonAggregates.isMarker(operator.getName())) {
            return JsonAggregates.rewrite(rewritten);
        }
        if (!(operator instanceof SqlUnresolvedFunction)) {
            return rewritten;
        }
        String name = operator.getName().toUpperCase(Locale.ROOT);
        int count = operands.size();
        return switch (name) {
            case "IF", "IIF" ->
                count == 3
                        ? choice(position, operands.get(0), operands.get(1), operands.get(2))
                        : wrongCount(name, "three arguments: a condition and two values", position);
            case "NVL2" ->
                count == 3
                        ? choice(
                                position,
                                SqlStdOperatorTable.IS_NOT_NULL.createCall(position, operands.get(0)),
                                operands.get(1),
                                operands.get(2))
                        : wrongCount(name, "three arguments", position);
            case "JSON_BUILD_OBJECT", "JSONB_BUILD_OBJECT" -> JsonForms.build("json_object", operands, position);
            case "JSON_BUILD_ARRAY", "JSONB_BUILD_ARRAY" -> JsonForms.build("json_array", operands, position);
            case "MAKE_INTERVAL" -> IntervalForms.make(operands, position);
            case "CURRENT_DATABASE" -> count == 0 ? new SqlIdentifier("CURRENT_CATALOG", position) : rewritten;
            case "COUNT_IF", "COUNTIF" ->
                count == 1
                        ? function(
                                "COUNT",
                                position,
                                choice(
                                        position,
                                        operands.get(0),
                                        SqlLiteral.createExactNumeric("1", position),
                                        SqlLiteral.createNull(position)))
                        : wrongCount(name, "one argument: a condition", position);
            case "MAX_BY", "ARG_MAX", "MIN_BY", "ARG_MIN" ->
                count == 2
                        ? atExtreme(operands.get(0), operands.get(1), name.contains("MAX"), position)
                        : wrongCount(name, "two arguments: a value, and what it is the greatest or least of", position);
            case "DECODE" -> count > 2 ? decode(operands, position) : rewritten;
            case "DATE_ADD", "ADDDATE" ->
                count == 2 ? SqlStdOperatorTable.PLUS.createCall(position, operands) : rewritten;
            case "DATE_SUB", "SUBDATE" ->
                count == 2
                        ? SqlStdOperatorTable.MINUS.createCall(position, operands)
                        : count == 3 ? function("datesub", named(operands), position) : rewritten;
            case "DATEDIFF" ->
                count == 2
                        ? function(
                                "date_diff",
                                List.of(SqlLiteral.createCharString("day", position), operands.get(1), operands.get(0)),
                                position)
                        : count == 3 ? function("date_diff", named(operands), position) : rewritten;
            case "AGE" ->
                count == 1
                        ? function(
                                "age", List.of(new SqlIdentifier("CURRENT_DATE", position), operands.get(0)), position)
                        : rewritten;
            default -> rewritten;
        };
    }

    /** {@code x = ANY (array)}. */
    private static SqlNode overArray(
            SqlQuantifyOperator quantifier, SqlNode value, SqlNode array, SqlParserPos position) {
        SqlNode comparison = SqlLiteral.createCharString(quantifier.comparisonKind.sql, position);
        String name = quantifier.getKind() == SqlKind.ALL ? "compare_all" : "compare_any";
        return function(name, position, comparison, value, array);
    }

    /** The value where the key is greatest or least; rows whose key is NULL come last, and give NULL. */
    private static SqlNode atExtreme(SqlNode value, SqlNode key, boolean greatest, SqlParserPos position) {
        SqlNode known = choice(
                position,
                SqlStdOperatorTable.IS_NOT_NULL.createCall(position, key),
                value,
                SqlLiteral.createNull(position));
        SqlNode order = greatest ? SqlStdOperatorTable.DESC.createCall(position, key) : key;
        SqlNode rows = SqlStdOperatorTable.WITHIN_GROUP.createCall(
                position,
                function("ARRAY_AGG", position, known),
                new SqlNodeList(List.of(SqlStdOperatorTable.NULLS_LAST.createCall(position, order)), position));
        return SqlStdOperatorTable.ITEM.createCall(position, rows, SqlLiteral.createExactNumeric("1", position));
    }

    private static boolean isAge(List<SqlNode> operands) {
        return operands.size() == 2
                && operands.get(1) instanceof SqlCall age
                && age.getOperator().getName().equalsIgnoreCase("age")
                && age.operandCount() == 2;
    }

    /** The years, months or days of an age; the age itself, an interval of days, does not have them. */
    private static SqlNode fieldOfAge(List<SqlNode> operands, SqlParserPos position) {
        SqlCall age = (SqlCall) operands.get(1);
        SqlNode unit = operands.get(0) instanceof SqlIntervalQualifier qualifier
                ? SqlLiteral.createCharString(qualifier.getUnit().name(), position)
                : operands.get(0);
        return function("age_part", position, unit, age.operand(0), age.operand(1));
    }

    /** A unit written as a word, {@code datediff(day, a, b)}, as a string. */
    private static List<SqlNode> named(List<SqlNode> operands) {
        List<SqlNode> arguments = new ArrayList<>(operands);
        if (operands.get(0) instanceof SqlIdentifier unit && unit.isSimple()) {
            arguments.set(0, SqlLiteral.createCharString(unit.getSimple(), unit.getParserPosition()));
        }
        return arguments;
    }

    static SqlNode wrongCount(String name, String what, SqlParserPos position) {
        throw new EngineException(
                ErrorCode.FUNCTION_NOT_FOUND,
                "The function " + name.toLowerCase(Locale.ROOT) + " takes " + what + " (" + Place.of(position) + ").");
    }

    static SqlCase choice(SqlParserPos position, SqlNode condition, SqlNode then, SqlNode otherwise) {
        return new SqlCase(
                position,
                null,
                new SqlNodeList(List.of(condition), position),
                new SqlNodeList(List.of(then), position),
                otherwise);
    }

    private static SqlNode decode(List<SqlNode> operands, SqlParserPos position) {
        List<SqlNode> conditions = new ArrayList<>();
        List<SqlNode> results = new ArrayList<>();
        int i = 1;
        for (; i + 1 < operands.size(); i += 2) {
            conditions.add(
                    SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.createCall(position, operands.get(0), operands.get(i)));
            results.add(operands.get(i + 1));
        }
        SqlNode otherwise = i < operands.size() ? operands.get(i) : SqlLiteral.createNull(position);
        return new SqlCase(
                position, null, new SqlNodeList(conditions, position), new SqlNodeList(results, position), otherwise);
    }

    /** A name as the text from which the function reads it. */
    private static SqlNode sequenceName(SqlIdentifier name) {
        String text = name.names.stream().map(part -> '"' + part + '"').collect(Collectors.joining("."));
        return SqlLiteral.createCharString(text, name.getParserPosition());
    }

    static SqlCall function(String name, List<SqlNode> arguments, SqlParserPos position) {
        return new SqlUnresolvedFunction(
                        new SqlIdentifier(name, position),
                        null,
                        null,
                        null,
                        null,
                        SqlFunctionCategory.USER_DEFINED_FUNCTION)
                .createCall(position, arguments);
    }

    static SqlCall function(String name, SqlParserPos position, SqlNode... arguments) {
        return function(name, Arrays.asList(arguments), position);
    }

    /** Whether NULLs are left out; else they are JSON's null. */
    static boolean isAbsentOnNull(@Nullable SqlNode clause, boolean byDefault) {
        return clause instanceof SqlLiteral literal && literal.getValue() instanceof SqlJsonConstructorNullClause given
                ? given == SqlJsonConstructorNullClause.ABSENT_ON_NULL
                : byDefault;
    }
}
