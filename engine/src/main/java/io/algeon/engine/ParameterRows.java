package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.plan.DataChange;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one INSERT ... VALUES (...) gives for many lists of parameters: a column at a time, as if a table of parameters
 * were selected from.
 */
final class ParameterRows implements Supplier<@Nullable Batch> {
    private final PlanNode.Values values;
    private final List<SqlType> types;
    private final ParameterBatch parameters;
    private final ExecutionContext context;
    private final List<@Nullable VectorExpression> computed = new ArrayList<>();
    private int next;

    /** @param parameters a list of values for each row */
    ParameterRows(PlannedStatement.Change statement, ParameterBatch parameters, ExecutionContext context) {
        this.values = (PlanNode.Values) statement.change().rows();
        this.types = statement.parameterTypes();
        this.parameters = parameters;
        this.context = context;
        for (Expr cell : values.rows().get(0)) {
            boolean simple = cell instanceof Expr.Literal || cell instanceof Expr.Parameter;
            computed.add(simple ? null : ExpressionCompiler.compile(overColumns(cell), context));
        }
    }

    /** Whether a statement's rows can be had so: it inserts one row of expressions, whose parameters have types. */
    static boolean fits(PlannedStatement statement) {
        return statement instanceof PlannedStatement.Change change
                && change.change() instanceof DataChange.Insert insert
                && insert.conflict() == null
                && insert.rows() instanceof PlanNode.Values rows
                && rows.rows().size() == 1
                && change.parameterTypes().stream().noneMatch(type -> type.kind() == TypeKind.NULL)
                && rows.rows().get(0).stream().allMatch(ParameterRows::isTranslatable);
    }

    /** Forms whose parameters {@link #overColumns} replaces. */
    private static boolean isTranslatable(Expr expr) {
        boolean known = expr instanceof Expr.Literal
                || expr instanceof Expr.Parameter
                || expr instanceof Expr.ExecutionConstant
                || expr instanceof Expr.Call
                || expr instanceof Expr.Cast;
        return known && ExprProperties.operands(expr).stream().allMatch(ParameterRows::isTranslatable);
    }

    private static Expr overColumns(Expr expr) {
        if (expr instanceof Expr.Parameter parameter) {
            return new Expr.InputRef(parameter.index(), parameter.type());
        } else if (expr instanceof Expr.Call call) {
            return new Expr.Call(
                    call.function(),
                    call.operands().stream().map(ParameterRows::overColumns).toList(),
                    call.type());
        } else if (expr instanceof Expr.Cast cast) {
            return new Expr.Cast(overColumns(cast.operand()), cast.type(), cast.safe());
        }
        return expr;
    }

    @Override
    public @Nullable Batch get() {
        context.cancellation().check();
        int rows = Math.min(Batch.ROWS, parameters.size() - next);
        if (rows <= 0) {
            return null;
        }
        ColumnVector[] given = new ColumnVector[types.size()];
        for (int i = 0; i < given.length; i++) {
            given[i] = parameters.vector(i, next, rows, types.get(i), context);
        }
        next += rows;
        Batch source = new Batch(given, rows);
        ColumnVector[] columns = new ColumnVector[computed.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = column(i, source);
        }
        return new Batch(columns, rows);
    }

    private ColumnVector column(int number, Batch source) {
        Expr cell = values.rows().get(0).get(number);
        VectorExpression expression = computed.get(number);
        if (expression != null) {
            return expression.evaluate(source);
        }
        if (cell instanceof Expr.Parameter parameter) {
            return source.column(parameter.index());
        }
        Object value = ((Expr.Literal) cell).value();
        return StoredValues.vector(values.output().get(number).type(), Collections.nCopies(source.rowCount(), value));
    }
}
