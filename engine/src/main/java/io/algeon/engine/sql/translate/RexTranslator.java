package io.algeon.engine.sql.translate;

import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.optimize.ScalarTranslator;
import io.algeon.engine.sql.type.Aggregates;
import io.algeon.engine.sql.type.Overload;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's row expressions to ours. Operands of arithmetic and comparisons are cast to one type here, so that whoever
 * evaluates them never converts. Thread-safe.
 */
public final class RexTranslator implements ScalarTranslator {
    /** From so many alternatives on, equalities with constants become a set. */
    private static final int LEAST_SET_SIZE = 3;

    private static final RexBuilder BUILDER = new RexBuilder(io.algeon.engine.sql.type.TypeFactory.INSTANCE);

    @Override
    public SqlType type(RelDataType type) {
        return TypeMapping.toSqlType(type);
    }

    @Override
    public String aggregateFunction(SqlAggFunction function) {
        String name = Aggregates.registryName(function);
        if (FunctionRegistry.aggregate(name) == null) {
            throw unsupported("The aggregate function " + function.getName() + " is not available.");
        }
        return name;
    }

    @Override
    public Expr translate(RexNode node) {
        if (node instanceof RexInputRef reference) {
            return new Expr.InputRef(reference.getIndex(), type(reference.getType()));
        } else if (node instanceof RexLiteral literal) {
            return Literals.expression(literal, type(literal.getType()));
        } else if (node instanceof RexDynamicParam parameter) {
            return new Expr.Parameter(parameter.getIndex(), type(parameter.getType()));
        } else if (node instanceof RexFieldAccess access) {
            return fieldAccess(access);
        } else if (node instanceof RexCall call) {
            return call(call);
        }
        throw unsupported("The expression " + node + " is not available.");
    }

    private Expr call(RexCall call) {
        SqlType type = type(call.getType());
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case AND -> new Expr.And(flatten(call, SqlKind.AND), type);
            case OR -> disjunction(call, type);
            case SEARCH -> translate(RexUtil.expandSearch(BUILDER, null, call));
            case IS_NULL, IS_NOT_NULL -> nullTest(call, type);
            case NOT, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE ->
                new Expr.Call(call.getKind().name().toLowerCase(Locale.ROOT), translateAll(operands), type);
            case EQUALS -> compare("equal", call, type);
            case NOT_EQUALS -> compare("not_equal", call, type);
            case LESS_THAN -> compare("less", call, type);
            case LESS_THAN_OR_EQUAL -> compare("less_or_equal", call, type);
            case GREATER_THAN -> compare("greater", call, type);
            case GREATER_THAN_OR_EQUAL -> compare("greater_or_equal", call, type);
            case IS_DISTINCT_FROM -> compare("is_distinct_from", call, type);
            case IS_NOT_DISTINCT_FROM -> compare("is_not_distinct_from", call, type);
            case PLUS, CHECKED_PLUS -> arithmetic("add", call, type);
            case MINUS, CHECKED_MINUS -> arithmetic("subtract", call, type);
            case TIMES, CHECKED_TIMES -> arithmetic("multiply", call, type);
            case DIVIDE, CHECKED_DIVIDE -> arithmetic("divide", call, type);
            case MOD -> arithmetic("modulo", call, type);
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX ->
                new Expr.Call("negate", List.of(cast(translate(operands.get(0)), type)), type);
            case CAST -> cast(translate(operands.get(0)), type);
            case SAFE_CAST -> new Expr.Cast(translate(operands.get(0)), type, true);
            case CASE -> searchedCase(operands, type);
            case COALESCE -> new Expr.Coalesce(castAll(translateAll(operands), type), type);
            case GREATEST, LEAST ->
                new Expr.Call(
                        call.getKind().name().toLowerCase(Locale.ROOT), castAll(translateAll(operands), type), type);
            case EXTRACT -> extract(operands, type);
            case FLOOR, CEIL -> rounded(call, type);
            case TRIM -> trim(operands, type);
            case LIKE -> like(call, type);
            case ARRAY_VALUE_CONSTRUCTOR ->
                new Expr.Call(
                        "array",
                        castAll(translateAll(operands), type.fields().get(0).type()),
                        type);
            case MAP_VALUE_CONSTRUCTOR, ROW -> nested(call, type);
            default -> function(call, type);
        };
    }

    /** A function of the registry, by name. */
    private Expr function(RexCall call, SqlType type) {
        String name = FunctionNames.of(call.getOperator());
        if (FunctionNames.isExecutionConstant(name)) {
            // the argument, if there is one, is the precision, which the type has
            return new Expr.ExecutionConstant(name, type);
        }
        List<Expr> operands = translateAll(call.getOperands());
        if (name.equals("greatest") || name.equals("least")) {
            return new Expr.Call(name, castAll(operands, type), type);
        }
        if (name.equals("concat") && type.kind() == TypeKind.ARRAY) {
            return concatenation(operands.get(0), operands.get(1), type);
        }
        if (name.equals("$empty_array")) {
            return new Expr.Call("array", List.of(), type);
        }
        if (name.equals("item") && operands.get(0).type().kind() == TypeKind.ROW) {
            return namedField(operands.get(0), operands.get(1), type);
        }
        return registered(name, operands, type);
    }

    /** Two arrays, or an array and an element. */
    private static Expr concatenation(Expr left, Expr right, SqlType type) {
        SqlType element = type.fields().get(0).type();
        if (left.type().kind() != TypeKind.ARRAY && left.type().kind() != TypeKind.NULL) {
            return new Expr.Call("array_prepend", List.of(cast(left, element), cast(right, type)), type);
        }
        return right.type().kind() == TypeKind.ARRAY || right.type().kind() == TypeKind.NULL
                ? new Expr.Call("array_cat", List.of(cast(left, type), cast(right, type)), type)
                : new Expr.Call("array_append", List.of(cast(left, type), cast(right, element)), type);
    }

    /** {@code row['name']}, {@code row[1]}. */
    private static Expr namedField(Expr row, Expr name, SqlType type) {
        Object key = name instanceof Expr.Literal literal ? literal.value() : null;
        List<SqlType.Field> fields = row.type().fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(key) || Integer.valueOf(i + 1).equals(key)) {
                Expr field = new Expr.Literal(fields.get(i).name(), SqlTypes.VARCHAR.withNullable(false));
                return new Expr.Call("field", List.of(row, field), type);
            }
        }
        throw unsupported("A field of a row is read by its name or position, a constant; " + key + " is none of "
                + fields.stream().map(SqlType.Field::name).toList() + ".");
    }

    /** A call of a registry function, its arguments cast to one of its signatures. */
    private static Expr registered(String name, List<Expr> operands, SqlType type) {
        ScalarFunction function = FunctionRegistry.scalar(name);
        if (function == null) {
            return new Expr.Call(name, operands, type);
        }
        List<Overload.Argument> arguments = operands.stream()
                .map(operand -> new Overload.Argument(
                        operand.type(),
                        operand instanceof Expr.Literal && operand.type().kind().isCharacter()))
                .toList();
        Overload overload = Overload.resolve(function, arguments);
        if (overload == null) {
            return new Expr.Call(name, operands, type);
        }
        List<Expr> cast = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            cast.add(cast(operands.get(i), overload.arguments().get(i)));
        }
        return new Expr.Call(name, cast, type);
    }

    private List<Expr> translateAll(List<RexNode> nodes) {
        List<Expr> translated = new ArrayList<>(nodes.size());
        for (RexNode node : nodes) {
            translated.add(translate(node));
        }
        return translated;
    }

    /** Operands of a chain of AND or OR, in order. */
    private List<Expr> flatten(RexCall call, SqlKind kind) {
        List<Expr> operands = new ArrayList<>();
        collect(call, kind, operands);
        return operands;
    }

    private void collect(RexCall call, SqlKind kind, List<Expr> operands) {
        for (RexNode operand : call.getOperands()) {
            if (operand instanceof RexCall inner && inner.getKind() == kind) {
                collect(inner, kind, operands);
            } else {
                operands.add(translate(operand));
            }
        }
    }

    private Expr disjunction(RexCall call, SqlType type) {
        List<Expr> operands = flatten(call, SqlKind.OR);
        List<Expr> merged = Disjunctions.withSets(operands, LEAST_SET_SIZE);
        return merged.size() == 1 ? merged.get(0) : new Expr.Or(merged, type);
    }

    /** A row is NULL if all of its fields are, and not NULL if none is. */
    private Expr nullTest(RexCall call, SqlType type) {
        String test = call.getKind().name().toLowerCase(Locale.ROOT);
        RexNode operand = call.getOperands().get(0);
        Expr value = translate(operand);
        if (value.type().kind() != TypeKind.ROW || value.type().fields().isEmpty()) {
            return new Expr.Call(test, List.of(value), type);
        }
        List<Expr> fields = new ArrayList<>();
        if (operand.getKind() == SqlKind.ROW) {
            fields.addAll(translateAll(((RexCall) operand).getOperands()));
        } else {
            for (SqlType.Field field : value.type().fields()) {
                Expr name = new Expr.Literal(field.name(), SqlTypes.VARCHAR.withNullable(false));
                fields.add(new Expr.Call(
                        "field", List.of(value, name), field.type().withNullable(true)));
            }
        }
        List<Expr> tests = fields.stream()
                .map(field -> (Expr) new Expr.Call(test, List.of(field), type))
                .toList();
        return tests.size() == 1 ? tests.get(0) : new Expr.And(tests, type);
    }

    private Expr compare(String function, RexCall call, SqlType type) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (left.getKind() == SqlKind.ROW && right.getKind() == SqlKind.ROW) {
            return RowComparisons.expand(
                    function,
                    translateAll(((RexCall) left).getOperands()),
                    translateAll(((RexCall) right).getOperands()),
                    type);
        }
        return Comparisons.compare(function, translate(left), translate(right), type);
    }

    private Expr arithmetic(String function, RexCall call, SqlType type) {
        List<Expr> operands = translateAll(call.getOperands());
        TypeKind kind = type.kind();
        if (kind.isInteger() || kind.isFloating()) {
            if (operands.stream().allMatch(operand -> isNumeric(operand.type()))) {
                operands = castAll(operands, type);
            }
        } else if (kind == TypeKind.DECIMAL) {
            operands = operands.stream().map(RexTranslator::toDecimal).toList();
        } else if (kind == TypeKind.INTERVAL_DAY_SECOND && function.equals("subtract")
                || kind == TypeKind.DATE
                || kind == TypeKind.TIMESTAMP) {
            operands = sameDateTimes(function, operands, type);
        }
        return new Expr.Call(function, operands, type);
    }

    /** Aligns the date or timestamp operands of date arithmetic with the result. */
    private static List<Expr> sameDateTimes(String function, List<Expr> operands, SqlType type) {
        if (type.kind().isDateTime()) {
            return operands.stream()
                    .map(operand -> operand.type().kind().isDateTime() ? cast(operand, type) : operand)
                    .toList();
        }
        SqlType left = operands.get(0).type();
        SqlType right = operands.get(1).type();
        if (left.kind().isDateTime() && right.kind().isDateTime() && left.kind() != right.kind()) {
            SqlType common = left.kind() == TypeKind.DATE ? right : left;
            return castAll(operands, common);
        }
        return operands;
    }

    private static boolean isNumeric(SqlType type) {
        return type.kind().isNumeric() || type.kind() == TypeKind.NULL;
    }

    private static Expr toDecimal(Expr operand) {
        SqlType type = operand.type();
        if (type.kind() == TypeKind.DECIMAL) {
            return operand;
        }
        int digits = switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            default -> 19;
        };
        return cast(operand, SqlTypes.decimal(digits, 0));
    }

    private Expr searchedCase(List<RexNode> operands, SqlType type) {
        List<Expr.Case.When> branches = new ArrayList<>();
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            branches.add(new Expr.Case.When(translate(operands.get(i)), cast(translate(operands.get(i + 1)), type)));
        }
        Expr otherwise = operands.size() % 2 == 1
                ? cast(translate(operands.get(operands.size() - 1)), type)
                : new Expr.Literal(null, type.withNullable(true));
        return new Expr.Case(branches, otherwise, type);
    }

    /** MAP[key, value, ...] or ROW(field, ...), the operands cast to the types of keys, values or fields. */
    private Expr nested(RexCall call, SqlType type) {
        List<Expr> operands = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            SqlType.Field field = type.fields().get(type.kind() == TypeKind.MAP ? i % 2 : i);
            operands.add(cast(translate(call.getOperands().get(i)), field.type()));
        }
        return new Expr.Call(type.kind() == TypeKind.MAP ? "map" : "row", operands, type);
    }

    private Expr extract(List<RexNode> operands, SqlType type) {
        return new Expr.Call("extract", List.of(unit(operands.get(0)), translate(operands.get(1))), type);
    }

    private Expr rounded(RexCall call, SqlType type) {
        List<RexNode> operands = call.getOperands();
        if (operands.size() == 2 && operands.get(1) instanceof RexLiteral) {
            return TimeRounding.round(
                    call.getKind() == SqlKind.CEIL, unit(operands.get(1)), translate(operands.get(0)));
        }
        String name = call.getKind() == SqlKind.FLOOR ? "floor" : "ceil";
        return new Expr.Call(name, translateAll(operands), type);
    }

    private static Expr.Literal unit(RexNode flag) {
        TimeUnitRange unit = Objects.requireNonNull(((RexLiteral) flag).getValueAs(TimeUnitRange.class));
        return new Expr.Literal(unit.name(), SqlTypes.VARCHAR.withNullable(false));
    }

    private Expr trim(List<RexNode> operands, SqlType type) {
        SqlTrimFunction.Flag flag =
                Objects.requireNonNull(((RexLiteral) operands.get(0)).getValueAs(SqlTrimFunction.Flag.class));
        String name = switch (flag) {
            case BOTH -> "trim_both";
            case LEADING -> "trim_leading";
            case TRAILING -> "trim_trailing";
        };
        return new Expr.Call(name, List.of(translate(operands.get(2)), translate(operands.get(1))), type);
    }

    private Expr like(RexCall call, SqlType type) {
        String name = call.getOperator().getName().equalsIgnoreCase("ILIKE") ? "ilike" : "like";
        return new Expr.Call(name, translateAll(call.getOperands()), type);
    }

    private Expr fieldAccess(RexFieldAccess access) {
        Expr row = translate(access.getReferenceExpr());
        Expr name = new Expr.Literal(access.getField().getName(), SqlTypes.VARCHAR.withNullable(false));
        return new Expr.Call("field", List.of(row, name), type(access.getType()));
    }

    static List<Expr> castAll(List<Expr> operands, SqlType type) {
        return operands.stream().map(operand -> cast(operand, type)).toList();
    }

    /** The operand as this type; itself if only nullability differs, and NULL stays a literal. */
    static Expr cast(Expr operand, SqlType type) {
        if (operand.type().withNullable(true).equals(type.withNullable(true))) {
            return operand;
        }
        if (operand instanceof Expr.Literal literal) {
            if (literal.value() == null) {
                return new Expr.Literal(null, type.withNullable(true));
            }
            Expr.Literal widened = Literals.widened(literal, type);
            if (widened != null) {
                return widened;
            }
        }
        return new Expr.Cast(operand, type.withNullable(operand.type().nullable()), false);
    }

    static EngineException unsupported(@Nullable String message) {
        return new EngineException(ErrorCode.UNSUPPORTED_EXPRESSION, String.valueOf(message));
    }
}
