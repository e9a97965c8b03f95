package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlJsonEmptyOrError;
import org.apache.calcite.sql.SqlJsonExistsErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlJsonValueEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonValueReturning;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * SQL/JSON's functions with clauses, as functions of the registry. A value of a JSON constructor that comes from a JSON function
 * is JSON itself; other values are converted. A path that leads nowhere is empty, also where the document is no JSON, unless ERROR
 * ON ERROR is said.
 */
final class JsonForms {
    private static final Set<String> GIVING_JSON = Set.of(
            "JSON_OBJECT",
            "JSON_ARRAY",
            "JSON_QUERY",
            "JSON_EXTRACT",
            "JSON_FIELD",
            "JSON_EXTRACT_PATH",
            "JSON_PARSE",
            "JSON_QUOTE",
            "TO_JSON",
            "TO_JSONB",
            "ROW_TO_JSON");

    /** Constants that stand in for an array or object that is missing. */
    private static final Pattern JSON_TEXT = Pattern.compile("\\s*(\\[\\s*]|\\{\\s*}|null|true|false)\\s*");

    private static final Set<String> JSON_TYPES = Set.of("JSON", "JSONB");

    private JsonForms() {}

    /** The call in the registry's terms; null if it is none of these. */
    static @Nullable SqlNode rewrite(SqlCall call) {
        SqlOperator operator = call.getOperator();
        SqlParserPos position = call.getParserPosition();
        List<SqlNode> operands = call.getOperandList();
        if (operator == SqlStdOperatorTable.JSON_OBJECT) {
            return constructor("json_object", true, false, operands, position);
        } else if (operator == SqlStdOperatorTable.JSON_ARRAY) {
            return constructor("json_array", false, true, operands, position);
        } else if (operator == SqlStdOperatorTable.JSON_EXISTS) {
            return exists(operands, position);
        } else if (operator == SqlStdOperatorTable.JSON_QUERY) {
            return query(operands, position);
        } else if (operator == SqlStdOperatorTable.JSON_VALUE) {
            return value(operands, position);
        }
        return null;
    }

    private static SqlNode constructor(
            String name, boolean object, boolean absentByDefault, List<SqlNode> operands, SqlParserPos position) {
        List<SqlNode> arguments = new ArrayList<>();
        boolean absent = FunctionForms.isAbsentOnNull(operands.get(0), absentByDefault);
        arguments.add(SqlLiteral.createCharString(absent ? "absent" : "null", position));
        for (int i = 1; i < operands.size(); i++) {
            SqlNode operand = operands.get(i);
            boolean key = object && i % 2 == 1;
            arguments.add(key ? operand : asJson(operand, position));
        }
        return FunctionForms.function(name, arguments, position);
    }

    /** PostgreSQL's functions of keys and values, or of values. */
    static SqlNode build(String name, List<SqlNode> values, SqlParserPos position) {
        List<SqlNode> operands = new ArrayList<>();
        operands.add(SqlLiteral.createSymbol(SqlJsonConstructorNullClause.NULL_ON_NULL, position));
        operands.addAll(values);
        return constructor(name, name.equals("json_object"), false, operands, position);
    }

    /** A value as JSON text: itself if it is some already, checked if it is cast to JSON. */
    static SqlNode asJson(SqlNode value, SqlParserPos position) {
        if (value.getKind() == SqlKind.CAST
                && ((SqlCall) value).operand(1) instanceof SqlDataTypeSpec type
                && JSON_TYPES.contains(type.getTypeName().getSimple().toUpperCase(Locale.ROOT))) {
            return FunctionForms.function("json_parse", position, value);
        }
        return givesJson(value) ? value : FunctionForms.function("json_quote", position, value);
    }

    /** A value as the text that a cast makes of it. */
    static SqlNode text(SqlNode value, SqlParserPos position) {
        SqlDataTypeSpec text = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position);
        return SqlStdOperatorTable.CAST.createCall(position, value, text);
    }

    /** Whether a value is JSON already: of a JSON function, also where a query, COALESCE or CASE stands around it. */
    private static boolean givesJson(@Nullable SqlNode node) {
        if (node instanceof SqlOrderBy sorted) {
            return givesJson(sorted.query);
        } else if (node instanceof SqlSelect select) {
            return select.getSelectList().size() == 1
                    && givesJson(SqlUtil.stripAs(select.getSelectList().get(0)));
        } else if (node instanceof SqlCase choice) {
            List<SqlNode> results = new ArrayList<>(choice.getThenOperands().getList());
            SqlNode otherwise = choice.getElseOperand();
            results.add(otherwise == null ? SqlLiteral.createNull(SqlParserPos.ZERO) : otherwise);
            return giveJson(results);
        } else if (!(node instanceof SqlCall)) {
            return false;
        }
        SqlCall call = (SqlCall) node;
        if (call.getOperator().getName().equalsIgnoreCase("COALESCE")) {
            return giveJson(call.getOperandList());
        }
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        return GIVING_JSON.contains(name)
                || call.getOperator() == SqlStdOperatorTable.CONCAT && isJsonAggregate(call)
                || JsonAggregates.isMarker(name);
    }

    /** Whether some of several results are JSON, and the others NULL or written as JSON. */
    private static boolean giveJson(List<SqlNode> results) {
        return results.stream().anyMatch(JsonForms::givesJson)
                && results.stream()
                        .allMatch(result -> givesJson(result)
                                || SqlUtil.isNullLiteral(result, true)
                                || result instanceof SqlCharStringLiteral text
                                        && JSON_TEXT.matcher(text.toValue()).matches());
    }

    /** Whether this is what {@link JsonAggregates} makes: text in brackets around an aggregate. */
    private static boolean isJsonAggregate(SqlCall concat) {
        return concat.operand(0) instanceof SqlCall opened
                && opened.getOperator() == SqlStdOperatorTable.CONCAT
                && opened.operand(0) instanceof SqlCharStringLiteral bracket
                && (bracket.toValue().equals("[") || bracket.toValue().equals("{"))
                && opened.operand(1) instanceof SqlCall aggregate
                && (aggregate.getKind() == SqlKind.OVER
                        || aggregate.getKind() == SqlKind.FILTER
                        || aggregate.getKind() == SqlKind.WITHIN_GROUP
                        || aggregate.getOperator().getName().equals("LISTAGG"));
    }

    private static SqlNode exists(List<SqlNode> operands, SqlParserPos position) {
        SqlNode found = FunctionForms.function("json_exists", position, operands.get(0), operands.get(1));
        Object behavior = operands.size() > 2 ? symbol(operands.get(2)) : SqlJsonExistsErrorBehavior.FALSE;
        if (behavior == SqlJsonExistsErrorBehavior.ERROR) {
            return found;
        }
        SqlNode onError = behavior == SqlJsonExistsErrorBehavior.TRUE
                ? SqlLiteral.createBoolean(true, position)
                : behavior == SqlJsonExistsErrorBehavior.FALSE
                        ? SqlLiteral.createBoolean(false, position)
                        : SqlLiteral.createUnknown(position);
        return FunctionForms.choice(position, invalid(operands.get(0), position), onError, found);
    }

    /** Whether the document is no JSON; not if it is NULL. */
    private static SqlNode invalid(SqlNode document, SqlParserPos position) {
        return SqlStdOperatorTable.IS_FALSE.createCall(
                position, FunctionForms.function("json_valid", position, document));
    }

    private static SqlNode query(List<SqlNode> operands, SqlParserPos position) {
        SqlNode document = operands.get(0);
        SqlNode path = operands.get(1);
        Object wrapper = symbol(operands.get(2));
        SqlNode found = FunctionForms.function("json_query", position, document, path);
        if (wrapper == SqlJsonQueryWrapperBehavior.WITH_UNCONDITIONAL_ARRAY
                || wrapper == SqlJsonQueryWrapperBehavior.WITH_CONDITIONAL_ARRAY) {
            SqlNode wrapped = concat(
                    position,
                    SqlLiteral.createCharString("[", position),
                    FunctionForms.function("json_extract", position, document, path),
                    SqlLiteral.createCharString("]", position));
            found = wrapper == SqlJsonQueryWrapperBehavior.WITH_CONDITIONAL_ARRAY
                    ? SqlStdOperatorTable.COALESCE.createCall(position, found, wrapped)
                    : wrapped;
        }
        SqlNode onEmpty = queryDefault(symbol(operands.get(3)), position);
        if (onEmpty != null) {
            found = SqlStdOperatorTable.COALESCE.createCall(position, found, onEmpty);
        }
        Object error = symbol(operands.get(4));
        if (error != SqlJsonQueryEmptyOrErrorBehavior.ERROR) {
            SqlNode onError = queryDefault(error, position);
            found = FunctionForms.choice(
                    position,
                    invalid(document, position),
                    onError == null ? SqlLiteral.createNull(position) : onError,
                    found);
        }
        return found;
    }

    private static SqlNode concat(SqlParserPos position, SqlNode first, SqlNode second, SqlNode third) {
        return SqlStdOperatorTable.CONCAT.createCall(
                position, SqlStdOperatorTable.CONCAT.createCall(position, first, second), third);
    }

    private static @Nullable SqlNode queryDefault(@Nullable Object behavior, SqlParserPos position) {
        return behavior == SqlJsonQueryEmptyOrErrorBehavior.EMPTY_ARRAY
                ? SqlLiteral.createCharString("[]", position)
                : behavior == SqlJsonQueryEmptyOrErrorBehavior.EMPTY_OBJECT
                        ? SqlLiteral.createCharString("{}", position)
                        : null;
    }

    private static SqlNode value(List<SqlNode> operands, SqlParserPos position) {
        SqlNode document = operands.get(0);
        SqlNode path = operands.get(1);
        SqlDataTypeSpec type = null;
        SqlNode onEmpty = null;
        SqlNode onError = null;
        boolean failing = false;
        for (int i = 2; i < operands.size(); i++) {
            Object symbol = symbol(operands.get(i));
            if (symbol == SqlJsonValueReturning.RETURNING) {
                type = (SqlDataTypeSpec) operands.get(++i);
            } else if (symbol instanceof SqlJsonValueEmptyOrErrorBehavior behavior) {
                SqlNode otherwise = behavior == SqlJsonValueEmptyOrErrorBehavior.DEFAULT ? operands.get(++i) : null;
                boolean empty = symbol(operands.get(++i)) == SqlJsonEmptyOrError.EMPTY;
                boolean error = behavior == SqlJsonValueEmptyOrErrorBehavior.ERROR;
                if (empty && error) {
                    throw new EngineException(
                            ErrorCode.UNSUPPORTED_FEATURE,
                            "JSON_VALUE knows no ERROR ON EMPTY (" + Place.of(position)
                                    + "). Test the path with JSON_EXISTS.");
                }
                failing |= error;
                onEmpty = empty ? otherwise : onEmpty;
                onError = empty ? onError : otherwise;
            }
        }
        SqlNode found = FunctionForms.function("json_value", position, document, path);
        if (type != null) {
            found = failing
                    ? SqlStdOperatorTable.CAST.createCall(position, found, type)
                    : SqlLibraryOperators.TRY_CAST.createCall(position, found, type);
        }
        if (onEmpty != null) {
            SqlNode exists = FunctionForms.function("json_exists", position, document, path);
            found = FunctionForms.choice(position, exists, found, onEmpty);
        }
        if (!failing) {
            SqlNode otherwise = onError == null ? SqlLiteral.createNull(position) : onError;
            found = FunctionForms.choice(position, invalid(document, position), otherwise, found);
        }
        return found;
    }

    private static @Nullable Object symbol(@Nullable SqlNode node) {
        return node instanceof SqlLiteral literal ? literal.getValue() : null;
    }
}
