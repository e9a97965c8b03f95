package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.function.CallSite;
import io.algeon.engine.function.Comparison;
import io.algeon.engine.function.Conversions;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.function.FunctionImplementation;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ResultTypes;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.VectorFunction;
import io.algeon.engine.function.VectorTest;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compiling within one execution. Expressions are compiled either as values or as conditions; a condition never makes a
 * vector of truth values if it can select rows at once. Sub-expressions that are constant become values here, unless
 * they fail: an error is raised only if a row gets there.
 */
final class Compilation {
    /** From this cost on an operand of CASE or COALESCE is evaluated only for the rows that need it, if these are few. */
    private static final double EXPENSIVE = 5;

    private static final Batch ONE_ROW = new Batch(new ColumnVector[0], 1);

    private final ExecutionContext context;
    private final ZoneId zone;

    Compilation(ExecutionContext context) {
        this.context = context;
        this.zone = context.timeZone().isEmpty() ? ZoneId.systemDefault() : ZoneId.of(context.timeZone());
    }

    /** Compiles a value. */
    VectorExpression value(Expr expr) {
        if (expr instanceof Expr.Literal literal) {
            return new ConstantExpression(literal.value(), literal.type());
        } else if (expr instanceof Expr.InputRef ref) {
            return new InputRefExpression(ref.column());
        } else if (expr instanceof Expr.Parameter parameter) {
            return new ConstantExpression(parameter(parameter), parameter.type());
        } else if (expr instanceof Expr.ExecutionConstant constant) {
            return new ConstantExpression(ExecutionConstants.value(constant, context, zone), constant.type());
        }
        VectorExpression compiled = uncompiled(expr);
        if (ExprProperties.isConstant(expr) && !(compiled instanceof ConstantExpression)) {
            try {
                return new ConstantExpression(
                        StoredValues.read(compiled.evaluate(ONE_ROW), 0, expr.type()), expr.type());
            } catch (EngineException failing) {
                return compiled;
            }
        }
        return compiled;
    }

    private VectorExpression uncompiled(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return call(call);
        } else if (expr instanceof Expr.Cast cast) {
            return cast(cast);
        } else if (expr instanceof Expr.Case conditional) {
            Condition[] conditions = new Condition[conditional.branches().size()];
            LazyOperand[] values = new LazyOperand[conditions.length + 1];
            for (int i = 0; i < conditions.length; i++) {
                conditions[i] = condition(conditional.branches().get(i).condition(), false);
                values[i] = lazy(conditional.branches().get(i).value(), conditional.type());
            }
            values[conditions.length] = lazy(conditional.otherwise(), conditional.type());
            return new CaseExpression(conditions, values, conditional.type());
        } else if (expr instanceof Expr.Coalesce coalesce) {
            LazyOperand[] operands = new LazyOperand[coalesce.operands().size()];
            for (int i = 0; i < operands.length; i++) {
                operands[i] = lazy(coalesce.operands().get(i), coalesce.type());
            }
            return new CoalesceExpression(operands, coalesce.type());
        } else if (expr instanceof Expr.And and) {
            return junction(and.operands(), false);
        } else if (expr instanceof Expr.Or or) {
            return junction(or.operands(), true);
        } else if (expr instanceof Expr.InSet set) {
            TestCondition test = setTest(set, false);
            if (!set.hasNull()) {
                return CallExpression.ofTest(test);
            }
            // A value outside the set is UNKNOWN: true where found, else NULL.
            Expr found = new Expr.InSet(set.operand(), set.values(), false, set.type());
            Expr unknown = new Expr.Literal(null, SqlTypes.BOOLEAN);
            return value(new Expr.Case(
                    List.of(new Expr.Case.When(found, new Expr.Literal(true, SqlTypes.BOOLEAN))),
                    unknown,
                    SqlTypes.BOOLEAN));
        }
        throw new EngineException(ErrorCode.UNSUPPORTED_EXPRESSION, "The expression " + expr + " cannot be evaluated.");
    }

    private @Nullable Object parameter(Expr.Parameter parameter) {
        if (parameter.index() >= context.parameters().size()) {
            throw new EngineException(
                    ErrorCode.PARAMETER_INVALID,
                    "Parameter " + (parameter.index() + 1) + " has no value; set it before executing the statement.");
        }
        return context.parameters().get(parameter.index());
    }

    private VectorExpression call(Expr.Call written) {
        Expr.Call call = aligned(written);
        ScalarFunction function = function(call);
        VectorExpression[] operands = values(call.operands());
        if (function.strict() && hasNullConstant(operands)) {
            return new ConstantExpression(null, call.type());
        }
        FunctionImplementation implementation = function.implementation().bind(site(call, operands, false));
        if (implementation instanceof VectorTest test) {
            return CallExpression.ofTest(test(test, operands, call));
        }
        return new CallExpression(
                (VectorFunction) implementation,
                operands,
                function.strict(),
                ExprProperties.callMayFail(call),
                call.type());
    }

    private static ScalarFunction function(Expr.Call call) {
        ScalarFunction function = FunctionRegistry.scalar(call.function());
        if (function == null) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION, "The function " + call.function() + " is not supported.");
        }
        return function;
    }

    private CallSite site(Expr.Call call, VectorExpression[] operands, boolean negated) {
        List<SqlType> types = call.operands().stream().map(Expr::type).toList();
        List<CallSite.@Nullable Constant> constants = new ArrayList<>();
        for (VectorExpression operand : operands) {
            constants.add(
                    operand instanceof ConstantExpression constant ? new CallSite.Constant(constant.value()) : null);
        }
        return new CallSite(call.function(), types, call.type(), constants, negated, zone, context.session());
    }

    /** The call with casts of comparison operands to one stored form, should the planner have left that to us. */
    private static Expr.Call aligned(Expr.Call call) {
        boolean compares =
                Comparison.of(call.function()) != null || call.function().endsWith("distinct_from");
        if (!compares) {
            return call;
        }
        SqlType left = call.operands().get(0).type();
        SqlType right = call.operands().get(1).type();
        boolean sameForm = left.kind() == TypeKind.NULL
                || right.kind() == TypeKind.NULL
                || left.physicalKind() == right.physicalKind()
                        && left.scale() == right.scale()
                        && (left.kind() == right.kind() || !left.kind().isDateTime())
                        && (!left.kind().isDateTime() || left.unitsPerSecond() == right.unitsPerSecond());
        if (sameForm) {
            return call;
        }
        SqlType common = ResultTypes.common(List.of(left, right));
        return new Expr.Call(
                call.function(),
                List.of(
                        coerced(call.operands().get(0), common),
                        coerced(call.operands().get(1), common)),
                call.type());
    }

    private static Expr coerced(Expr expr, SqlType type) {
        SqlType from = expr.type();
        boolean sameForm = from.physicalKind() == type.physicalKind()
                && (from.kind() != TypeKind.DECIMAL && type.kind() != TypeKind.DECIMAL || from.scale() == type.scale())
                && (from.kind() == type.kind()
                        || !from.kind().isDateTime() && !type.kind().isDateTime())
                && (!type.kind().isDateTime() || from.unitsPerSecond() == type.unitsPerSecond());
        if (sameForm) {
            return expr;
        }
        return expr instanceof Expr.Literal literal && literal.value() == null
                ? new Expr.Literal(null, type)
                : new Expr.Cast(expr, type, false);
    }

    private VectorExpression cast(Expr.Cast cast) {
        VectorExpression operand = value(cast.operand());
        SqlType from = cast.operand().type();
        if (Conversions.isIdentity(from, cast.type())) {
            return operand;
        }
        if (from.kind() == TypeKind.NULL) {
            return new ConstantExpression(null, cast.type());
        }
        VectorFunction conversion = Conversions.bind(from, cast.type(), cast.safe(), zone);
        boolean mayFail = ExprProperties.castMayFail(from, cast.type());
        return new CallExpression(
                conversion, new VectorExpression[] {operand}, !cast.safe() || !mayFail, mayFail, cast.type());
    }

    private VectorExpression[] values(List<Expr> exprs) {
        VectorExpression[] compiled = new VectorExpression[exprs.size()];
        for (int i = 0; i < compiled.length; i++) {
            compiled[i] = value(exprs.get(i));
        }
        return compiled;
    }

    private static boolean hasNullConstant(VectorExpression[] operands) {
        for (VectorExpression operand : operands) {
            if (operand instanceof ConstantExpression constant && constant.value() == null) {
                return true;
            }
        }
        return false;
    }

    private LazyOperand lazy(Expr expr, SqlType type) {
        Expr operand = coerced(expr, type);
        VectorExpression compiled = value(operand);
        boolean constant = compiled instanceof ConstantExpression;
        return new LazyOperand(
                compiled,
                !constant && ExprProperties.isFallible(operand),
                !constant && ExpressionCost.of(operand) > EXPENSIVE,
                columns(operand));
    }

    private VectorExpression junction(List<Expr> operands, boolean or) {
        LazyOperand[] lazy = new LazyOperand[operands.size()];
        for (int i = 0; i < lazy.length; i++) {
            lazy[i] = lazy(operands.get(i), SqlTypes.BOOLEAN);
        }
        return new JunctionExpression(lazy, or);
    }

    /** Compiles a condition, or its negation in three-valued logic. */
    Condition condition(Expr expr, boolean negated) {
        if (expr instanceof Expr.And and) {
            return negated ? any(and.operands(), true) : all(and.operands(), false);
        } else if (expr instanceof Expr.Or or) {
            return negated ? all(or.operands(), true) : any(or.operands(), false);
        } else if (expr instanceof Expr.Call call && call.function().equals("not")) {
            return condition(call.operands().get(0), !negated);
        } else if (expr instanceof Expr.InSet set) {
            return negated && set.hasNull() ? new JunctionCondition.Any(new Condition[0]) : setTest(set, negated);
        } else if (expr instanceof Expr.Call call && !ExprProperties.isConstant(expr)) {
            Condition test = testOrNull(aligned(call), negated);
            if (test != null) {
                return test;
            }
        }
        VectorExpression compiled = value(expr);
        if (compiled instanceof ConstantExpression constant) {
            boolean always = constant.value() instanceof Boolean truth && truth != negated;
            return always
                    ? new JunctionCondition.All(new Condition[0], 0)
                    : new JunctionCondition.Any(new Condition[0]);
        }
        if (negated) {
            compiled = value(new Expr.Call("not", List.of(expr), SqlTypes.BOOLEAN));
        }
        boolean lazy = ExprProperties.isFallible(expr);
        return new BooleanCondition(compiled, lazy, columns(expr));
    }

    private @Nullable Condition testOrNull(Expr.Call call, boolean negated) {
        ScalarFunction function = function(call);
        if (!function.strict()) {
            return null;
        }
        VectorExpression[] operands = values(call.operands());
        if (hasNullConstant(operands)) {
            return new JunctionCondition.Any(new Condition[0]);
        }
        FunctionImplementation implementation = function.implementation().bind(site(call, operands, negated));
        return implementation instanceof VectorTest test ? test(test, operands, call) : null;
    }

    private TestCondition test(VectorTest test, VectorExpression[] operands, Expr call) {
        return new TestCondition(test, operands, ExprProperties.isFallible(call), columns(call));
    }

    private TestCondition setTest(Expr.InSet set, boolean negated) {
        List<Object> values = new ArrayList<>();
        for (Expr.Literal literal : set.values()) {
            if (literal.value() != null) {
                values.add(literal.value());
            }
        }
        VectorExpression[] operands = {value(set.operand())};
        return test(new SetTest(values, set.operand().type(), negated), operands, set);
    }

    /**
     * A conjunction. Conjuncts that cannot fail come first, cheap and selective ones before others; those that can fail keep
     * their order after them, so that every guard written before a conjunct is asked before it.
     */
    Condition all(List<Expr> operands, boolean negated) {
        List<Expr> conjuncts = new ArrayList<>();
        for (Expr operand : operands) {
            flatten(operand, conjuncts, negated);
        }
        List<Expr> ordered = new ArrayList<>(
                conjuncts.stream().filter(c -> !ExprProperties.isFallible(c)).toList());
        ordered.sort(Comparator.comparingDouble(ExpressionCost::rank));
        int movable = ordered.size();
        conjuncts.stream().filter(ExprProperties::isFallible).forEach(ordered::add);
        Condition[] conditions = new Condition[ordered.size()];
        for (int i = 0; i < conditions.length; i++) {
            conditions[i] = condition(ordered.get(i), negated);
        }
        return conditions.length == 1 ? conditions[0] : new JunctionCondition.All(conditions, movable);
    }

    private static void flatten(Expr operand, List<Expr> conjuncts, boolean negated) {
        if (!negated && operand instanceof Expr.And and) {
            and.operands().forEach(inner -> flatten(inner, conjuncts, false));
        } else if (negated && operand instanceof Expr.Or or) {
            or.operands().forEach(inner -> flatten(inner, conjuncts, true));
        } else {
            conjuncts.add(operand);
        }
    }

    private Condition any(List<Expr> operands, boolean negated) {
        Condition[] conditions = new Condition[operands.size()];
        for (int i = 0; i < conditions.length; i++) {
            conditions[i] = condition(operands.get(i), negated);
        }
        return conditions.length == 1 ? conditions[0] : new JunctionCondition.Any(conditions);
    }

    /** Columns that an expression reads, ascending. */
    static int[] columns(Expr expr) {
        TreeSet<Integer> columns = new TreeSet<>();
        collect(expr, columns);
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void collect(Expr expr, TreeSet<Integer> columns) {
        if (expr instanceof Expr.InputRef ref) {
            columns.add(ref.column());
        }
        ExprProperties.operands(expr).forEach(operand -> collect(operand, columns));
    }

    /** The one value of an expression without columns. */
    @Nullable
    Object constant(Expr expr) {
        VectorExpression compiled = value(expr);
        return compiled instanceof ConstantExpression constant
                ? constant.value()
                : StoredValues.read(compiled.evaluate(ONE_ROW), 0, expr.type());
    }
}
