package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.StatementChecker;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.SessionValues;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Builds expressions, vectors and batches for tests, and evaluates. */
public final class Expressions {
    public static final ExecutionContext CONTEXT = context();

    private Expressions() {}

    public static ExecutionContext context(@Nullable Object... parameters) {
        return new ExecutionContext(
                MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit"),
                new CancellationToken(),
                Arrays.asList(parameters),
                Instant.parse("2024-02-29T13:14:15.123456Z"),
                "Europe/Berlin",
                "tester",
                "memory",
                "main",
                1,
                StatementChecker.NONE,
                new OneSequence());
    }

    /** A session in which every sequence gives 1. */
    private static final class OneSequence implements SessionValues {
        @Override
        public long next(String sequence) {
            return 1;
        }

        @Override
        public long current(String sequence) {
            return 1;
        }

        @Override
        public long last() {
            return 1;
        }

        @Override
        public void set(String sequence, long value, boolean given) {}

        @Override
        public void seed(double seed) {}

        @Override
        public SplittableRandom random() {
            return new SplittableRandom(1);
        }
    }

    public static Expr column(int index, SqlType type) {
        return new Expr.InputRef(index, type);
    }

    public static Expr literal(@Nullable Object value, SqlType type) {
        return new Expr.Literal(value, type);
    }

    public static Expr integer(int value) {
        return literal(value, SqlTypes.INTEGER);
    }

    public static Expr bigint(long value) {
        return literal(value, SqlTypes.BIGINT);
    }

    public static Expr text(String value) {
        return literal(value, SqlTypes.VARCHAR);
    }

    /** A decimal literal of the text's precision and scale, or of those given. */
    public static Expr decimal(String value, int... precisionAndScale) {
        BigDecimal number = new BigDecimal(value);
        int scale = precisionAndScale.length == 2 ? precisionAndScale[1] : Math.max(0, number.scale());
        int precision = precisionAndScale.length == 2
                ? precisionAndScale[0]
                : Math.max(scale + 1, Math.max(1, number.precision()));
        BigInteger unscaled = number.setScale(scale).unscaledValue();
        SqlType type = SqlTypes.decimal(precision, scale);
        return literal(
                precision <= SqlType.MAX_LONG_DECIMAL_PRECISION ? (Object) unscaled.longValueExact() : unscaled, type);
    }

    /** A call with the result type that the registry gives. */
    public static Expr.Call call(String function, Expr... operands) {
        ScalarFunction scalar = FunctionRegistry.scalar(function);
        if (scalar == null) {
            throw new IllegalArgumentException("no function " + function);
        }
        List<SqlType> types = Arrays.stream(operands).map(Expr::type).toList();
        SqlType type = scalar.resultType(types);
        if (type == null) {
            throw new IllegalArgumentException("no signature of " + function + " takes " + types);
        }
        return new Expr.Call(function, List.of(operands), type);
    }

    public static Expr cast(Expr operand, SqlType type) {
        return new Expr.Cast(operand, type, false);
    }

    public static Expr and(Expr... operands) {
        return new Expr.And(List.of(operands), SqlTypes.BOOLEAN);
    }

    public static Expr or(Expr... operands) {
        return new Expr.Or(List.of(operands), SqlTypes.BOOLEAN);
    }

    public static ColumnVector vector(SqlType type, List<? extends @Nullable Object> values) {
        return StoredValues.vector(type, values);
    }

    /** A dictionary-coded vector of the values; the dictionary has an entry more than is used. */
    public static DictionaryVector coded(List<@Nullable String> values) {
        Map<String, Integer> entries = new LinkedHashMap<>();
        entries.put("unused entry", 0);
        DictionaryVector vector = new DictionaryVector(values.size(), new Dictionary(BytesVector.of(), 0));
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (value == null) {
                vector.setNull(i, values.size());
            } else {
                vector.codes()[i] = entries.computeIfAbsent(value, v -> entries.size());
            }
        }
        vector.setDictionary(new Dictionary(BytesVector.of(entries.keySet().toArray(new String[0])), entries.size()));
        return vector;
    }

    public static Batch batch(ColumnVector... columns) {
        int rows = columns.length == 0 ? 1 : columns[0].capacity();
        return new Batch(columns, rows);
    }

    public static Batch batch(int rows, ColumnVector... columns) {
        return new Batch(columns, rows);
    }

    /** Values of all rows in stored form. */
    public static List<@Nullable Object> evaluate(Expr expr, Batch batch) {
        return read(ExpressionCompiler.compile(expr, CONTEXT).evaluate(batch), batch.rowCount(), expr.type());
    }

    public static List<@Nullable Object> read(ColumnVector vector, int rows, SqlType type) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add(StoredValues.read(vector, i, type));
        }
        return values;
    }

    public static @Nullable Object constant(Expr expr) {
        return ExpressionCompiler.evaluateConstant(expr, CONTEXT);
    }

    public static List<Integer> select(Expr condition, Batch batch) {
        int[] rows = new int[batch.rowCount()];
        int count = ExpressionCompiler.compilePredicate(condition, CONTEXT).select(batch, rows);
        return Arrays.stream(rows, 0, count).boxed().toList();
    }

    /** The text that a cast to VARCHAR gives. */
    public static @Nullable String shown(Expr expr) {
        Object value = constant(expr.type().kind().isCharacter() ? expr : cast(expr, SqlTypes.VARCHAR));
        return value == null ? null : value.toString();
    }
}
