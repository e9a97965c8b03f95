package io.algeon.tck.micro;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Predicates and arithmetic on batches that stay in the caches; an operation is a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FilterBenchmark {
    private static final int ROWS = 16 * Batch.ROWS;

    private final List<Batch> batches = Inputs.batches(ROWS, 1000);
    private final int[] selected = new int[Batch.ROWS];
    private final VectorPredicate dayRange = ExpressionCompiler.compilePredicate(
            List.of(compare("greater_or_equal", 2, SqlTypes.DATE, 8500), compare("less", 2, SqlTypes.DATE, 9000)),
            Inputs.context());
    private final VectorPredicate codeEquals =
            ExpressionCompiler.compilePredicate(compare("equal", 3, SqlTypes.VARCHAR, "RAIL"), Inputs.context());
    private final VectorExpression product = ExpressionCompiler.compile(
            new Expr.Call("multiply", List.of(column(1), column(1)), SqlTypes.decimal(24, 4).withNullable(false)),
            Inputs.context());

    private static Expr column(int index) {
        return new Expr.InputRef(index, Inputs.COLUMNS.get(index).type());
    }

    private static Expr compare(String function, int column, SqlType type, Object value) {
        return new Expr.Call(
                function,
                List.of(column(column), new Expr.Literal(value, type.withNullable(false))),
                SqlTypes.BOOLEAN.withNullable(false));
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int dateRange() {
        return select(dayRange);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int codedStringEquals() {
        return select(codeEquals);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int decimalProduct() {
        int capacity = 0;
        for (Batch batch : batches) {
            capacity += product.evaluate(batch).capacity();
        }
        return capacity;
    }

    private int select(VectorPredicate predicate) {
        int rows = 0;
        for (Batch batch : batches) {
            rows += predicate.select(batch, selected);
        }
        return rows;
    }
}
