package io.algeon.engine.expression;

import static io.algeon.engine.expression.Expressions.batch;
import static io.algeon.engine.expression.Expressions.call;
import static io.algeon.engine.expression.Expressions.column;
import static io.algeon.engine.expression.Expressions.decimal;
import static io.algeon.engine.expression.Expressions.integer;
import static io.algeon.engine.expression.Expressions.literal;
import static io.algeon.engine.expression.Expressions.vector;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arithmetic of exact numbers against BigDecimal, with NULLs, constants, overflow; no allocation in steady state. */
class ArithmeticTest {
    private static final long SEED = 99;
    private static final int[] SIZES = {0, 1, 63, 64, 65, 2047, 2048};

    private final Random random = new Random(SEED);

    private BigInteger unscaled(SqlType type, boolean large) {
        int digits = type.kind() == io.algeon.metadata.type.TypeKind.DECIMAL ? type.precision() : bits(type) / 4;
        BigInteger bound = BigInteger.TEN.pow(large ? digits : 1 + random.nextInt(Math.min(digits, 6)));
        BigInteger value = new BigInteger(bound.bitLength() + 2, random).mod(bound);
        return random.nextBoolean() ? value : value.negate();
    }

    private static int bits(SqlType type) {
        return switch (type.kind()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case INTEGER -> 32;
            default -> 64;
        };
    }

    private static Object stored(BigInteger unscaled, SqlType type) {
        return switch (type.physicalKind()) {
            case INT32 -> unscaled.intValueExact();
            case INT64 -> unscaled.longValueExact();
            default -> unscaled;
        };
    }

    private static @Nullable BigDecimal number(@Nullable Object stored, SqlType type) {
        return stored == null ? null : new BigDecimal(new BigInteger(stored.toString()), type.scale());
    }

    /** The exact result rounded to the type, null if it does not fit or does not exist. */
    private static @Nullable BigDecimal expected(String function, BigDecimal a, BigDecimal b, SqlType type) {
        boolean integers = type.kind().isInteger();
        if (b.signum() == 0 && (function.equals("divide") || function.equals("modulo"))) {
            return null;
        }
        BigDecimal result = switch (function) {
            case "add" -> a.add(b);
            case "subtract" -> a.subtract(b);
            case "multiply" -> a.multiply(b);
            case "modulo" -> a.remainder(b);
            case "negate" -> a.negate();
            default -> integers ? a.divide(b, 0, RoundingMode.DOWN) : a.divide(b, type.scale(), RoundingMode.HALF_UP);
        };
        result = result.setScale(type.scale(), RoundingMode.HALF_UP);
        boolean fits = integers
                ? result.toBigInteger().bitLength() < bits(type)
                : result.unscaledValue().abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0;
        return fits ? result : null;
    }

    @Test
    void exact_arithmetic_agrees_with_BigDecimal() {
        List<List<SqlType>> pairs = new ArrayList<>();
        for (SqlType integer : List.of(SqlTypes.TINYINT, SqlTypes.SMALLINT, SqlTypes.INTEGER, SqlTypes.BIGINT)) {
            pairs.add(List.of(integer, integer));
        }
        int[][] decimals = {{9, 0}, {12, 2}, {18, 6}, {18, 18}, {19, 0}, {25, 4}, {38, 6}, {38, 38}, {38, 0}};
        for (int[] left : decimals) {
            for (int[] right : decimals) {
                pairs.add(List.of(SqlTypes.decimal(left[0], left[1]), SqlTypes.decimal(right[0], right[1])));
            }
        }
        pairs.add(List.of(SqlTypes.INTEGER, SqlTypes.decimal(12, 2)));
        pairs.add(List.of(SqlTypes.decimal(12, 2), SqlTypes.BIGINT));
        for (List<SqlType> pair : pairs) {
            for (String function : List.of("add", "subtract", "multiply", "divide", "modulo", "negate")) {
                for (int round = 0; round < 3; round++) {
                    check(function, pair.get(0), pair.get(1), SIZES[random.nextInt(SIZES.length)], round);
                }
            }
        }
    }

    private void check(String function, SqlType left, SqlType right, int size, int round) {
        boolean unary = function.equals("negate");
        Expr first = column(0, left);
        Expr second = column(1, right);
        SqlType type = (unary ? call(function, first) : call(function, first, second)).type();
        Object constant =
                stored(unscaled(right, false).abs().add(BigInteger.ONE).min(BigInteger.valueOf(9)), right);
        if (round == 1) {
            second = literal(constant, right);
        }
        List<@Nullable Object> a = new ArrayList<>();
        List<@Nullable Object> b = new ArrayList<>();
        List<@Nullable Object> wanted = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            BigInteger l = unscaled(left, round == 2);
            BigInteger r = round == 1 ? new BigInteger(constant.toString()) : unscaled(right, round == 2);
            BigDecimal result =
                    expected(function, new BigDecimal(l, left.scale()), new BigDecimal(r, right.scale()), type);
            boolean isNull = result == null || random.nextInt(6) == 0;
            // What would fail is hidden behind a NULL: the slot keeps its value and must raise nothing.
            a.add(stored(l, left));
            b.add(stored(r, right));
            wanted.add(isNull ? null : result);
        }
        io.algeon.engine.batch.ColumnVector leftVector = vector(left, a);
        for (int i = 0; i < size; i++) {
            if (wanted.get(i) == null) {
                leftVector.setNull(i, size);
            }
        }
        Expr expr = unary
                ? new Expr.Call(function, List.of(first), type)
                : new Expr.Call(function, List.of(first, second), type);
        List<@Nullable Object> got = Expressions.evaluate(expr, batch(size, leftVector, vector(right, b)));
        List<@Nullable BigDecimal> numbers = new ArrayList<>();
        got.forEach(value -> numbers.add(number(value, type)));
        assertThat(numbers)
                .as("seed %s: %s of %s and %s, round %s", SEED, function, left, right, round)
                .isEqualTo(wanted);
    }

    @Test
    void chained_decimal_products_are_right_whether_a_batch_fits_64_bits_or_not() {
        SqlType money = SqlTypes.decimal(12, 2);
        SqlType difference = SqlTypes.decimal(13, 2);
        SqlType product = SqlTypes.decimal(25, 4);
        SqlType result = SqlTypes.decimal(38, 6);
        Expr one = decimal("1.00", 12, 2);
        Expr less = new Expr.Call("subtract", List.of(one, column(1, money)), difference);
        Expr more = new Expr.Call("add", List.of(one, column(2, money)), difference);
        Expr discounted = new Expr.Call("multiply", List.of(column(0, money), less), product);
        Expr charge = new Expr.Call("multiply", List.of(discounted, more), result);
        io.algeon.engine.expression.VectorExpression compiled = ExpressionCompiler.compile(charge, Expressions.CONTEXT);
        for (int round = 0; round < 8; round++) {
            boolean large = round % 2 == 1;
            int size = SIZES[1 + round % (SIZES.length - 1)];
            List<List<@Nullable Object>> columns = new ArrayList<>();
            for (int c = 0; c < 3; c++) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    values.add(
                            random.nextInt(9) == 0
                                    ? null
                                    : unscaled(money, large && i % 50 == 7).longValueExact());
                }
                columns.add(values);
            }
            Batch batch = batch(
                    size, vector(money, columns.get(0)), vector(money, columns.get(1)), vector(money, columns.get(2)));
            List<@Nullable Object> actual = Expressions.read(compiled.evaluate(batch), size, result);
            for (int i = 0; i < size; i++) {
                BigDecimal price = number(columns.get(0).get(i), money);
                BigDecimal discount = number(columns.get(1).get(i), money);
                BigDecimal tax = number(columns.get(2).get(i), money);
                BigDecimal expected = price == null || discount == null || tax == null
                        ? null
                        : price.multiply(BigDecimal.ONE.subtract(discount)).multiply(BigDecimal.ONE.add(tax));
                BigDecimal found = number(actual.get(i), result);
                assertThat(found == null ? null : found.stripTrailingZeros())
                        .as("seed %s, round %s, row %s", SEED, round, i)
                        .isEqualTo(expected == null ? null : expected.stripTrailingZeros());
            }
        }
    }

    @Test
    void overflow_is_an_error_only_in_rows_with_values() {
        Expr sum = call("add", column(0, SqlTypes.INTEGER), integer(1));
        assertThat(Expressions.evaluate(sum, batch(vector(SqlTypes.INTEGER, Arrays.asList(1, null, 3)))))
                .containsExactly(2, null, 4);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> Expressions.evaluate(
                        sum, batch(vector(SqlTypes.INTEGER, Arrays.asList(1, null, Integer.MAX_VALUE)))))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE));
    }

    @Test
    void conditional_forms_evaluate_only_what_they_take() {
        Expr x = column(0, SqlTypes.INTEGER);
        Expr quotient = call("divide", integer(12), x);
        Expr isZero = call("equal", x, integer(0));
        Expr guarded = new Expr.Case(List.of(new Expr.Case.When(isZero, integer(-1))), quotient, SqlTypes.INTEGER);
        Batch batch = batch(vector(SqlTypes.INTEGER, Arrays.asList(0, 3, null, 0, 4)));
        assertThat(Expressions.evaluate(guarded, batch)).containsExactly(-1, 4, null, -1, 3);
        Expr large = call("greater", quotient, integer(3));
        assertThat(Expressions.select(Expressions.and(call("not", isZero), large), batch))
                .containsExactly(1);
        assertThat(Expressions.select(Expressions.or(isZero, large), batch)).containsExactly(0, 1, 3);
        assertThat(Expressions.evaluate(Expressions.and(call("not", isZero), large), batch))
                .containsExactly(false, true, null, false, false);
        assertThat(Expressions.evaluate(Expressions.or(isZero, large), batch))
                .containsExactly(true, true, null, true, false);
        Expr coalesce = new Expr.Coalesce(List.of(column(1, SqlTypes.INTEGER), quotient, integer(7)), SqlTypes.INTEGER);
        assertThat(Expressions.evaluate(
                        coalesce,
                        batch(
                                vector(SqlTypes.INTEGER, Arrays.asList(0, 3, null, 0, 4)),
                                vector(SqlTypes.INTEGER, Arrays.asList(5, null, null, 6, null)))))
                .containsExactly(5, 4, 7, 6, 3);
        // A constant that fails does so only if a row takes it.
        Expr never = new Expr.Case(
                List.of(new Expr.Case.When(call("less", x, integer(-5)), call("divide", integer(1), integer(0)))),
                x,
                SqlTypes.INTEGER);
        assertThat(Expressions.evaluate(never, batch)).containsExactly(0, 3, null, 0, 4);
    }

    @Test
    void character_CASE_and_COALESCE_keep_rows_apart() {
        List<@Nullable String> words = Arrays.asList("a", null, "ccc", "", "é");
        for (var vector : List.of(
                io.algeon.engine.batch.BytesVector.of(words.toArray(new String[0])), Expressions.coded(words))) {
            Expr x = column(0, SqlTypes.VARCHAR);
            Expr coalesce = new Expr.Coalesce(List.of(x, Expressions.text("none")), SqlTypes.VARCHAR);
            assertThat(Expressions.evaluate(coalesce, batch(vector))).containsExactly("a", "none", "ccc", "", "é");
            Expr when = call("greater", x, Expressions.text("b"));
            Expr upper = new Expr.Case(List.of(new Expr.Case.When(when, call("upper", x))), x, SqlTypes.VARCHAR);
            assertThat(Expressions.evaluate(upper, batch(vector))).containsExactly("a", null, "CCC", "", "É");
            Expr constants = new Expr.Case(
                    List.of(
                            new Expr.Case.When(when, Expressions.text("big")),
                            new Expr.Case.When(
                                    call("equal", x, Expressions.text("")), literal(null, SqlTypes.VARCHAR))),
                    Expressions.text("small"),
                    SqlTypes.VARCHAR);
            assertThat(Expressions.evaluate(constants, batch(vector)))
                    .containsExactly("small", "small", "big", null, "big");
        }
    }

    @Test
    void membership_follows_three_valued_logic() {
        for (SqlType type : List.of(
                SqlTypes.INTEGER, SqlTypes.BIGINT, SqlTypes.decimal(30, 0), SqlTypes.VARCHAR, SqlTypes.DOUBLE)) {
            Object[] values = switch (type.physicalKind()) {
                case INT32 -> new Object[] {1, 2, 3};
                case INT64 -> new Object[] {1L, 2L, 3L};
                case INT128 -> new Object[] {BigInteger.ONE, BigInteger.TEN.pow(29), BigInteger.TWO};
                case BYTES -> new Object[] {"a", "b", "c"};
                default -> new Object[] {1.0, Double.NaN, -0.0};
            };
            Batch batch = batch(vector(type, Arrays.asList(values[0], values[1], values[2], null)));
            List<Expr.Literal> set = List.of(new Expr.Literal(values[0], type), new Expr.Literal(values[1], type));
            Expr in = new Expr.InSet(column(0, type), set, false, SqlTypes.BOOLEAN);
            Expr inWithNull = new Expr.InSet(column(0, type), set, true, SqlTypes.BOOLEAN);
            assertThat(Expressions.evaluate(in, batch)).containsExactly(true, true, false, null);
            assertThat(Expressions.evaluate(inWithNull, batch)).containsExactly(true, true, null, null);
            assertThat(Expressions.select(in, batch)).containsExactly(0, 1);
            assertThat(Expressions.select(call("not", in), batch)).containsExactly(2);
            assertThat(Expressions.select(call("not", inWithNull), batch)).isEmpty();
        }
    }

    @Test
    void numeric_expressions_do_not_allocate_per_batch() {
        SqlType money = SqlTypes.decimal(12, 2);
        Expr price = column(0, money);
        Expr one = decimal("1", 12, 2);
        Expr charge = call(
                "multiply",
                call("multiply", price, call("subtract", one, column(1, money))),
                call("add", one, column(2, money)));
        LongVector values = new LongVector(Batch.ROWS);
        for (int i = 0; i < Batch.ROWS; i++) {
            values.values()[i] = i;
        }
        Batch batch = batch(values, values, values);
        VectorExpression expression = ExpressionCompiler.compile(charge, Expressions.CONTEXT);
        VectorPredicate predicate = ExpressionCompiler.compilePredicate(
                Expressions.and(
                        call("less", price, decimal("24", 12, 2)),
                        call("greater_or_equal", price, decimal("0.05", 12, 2))),
                Expressions.CONTEXT);
        int[] selected = new int[Batch.ROWS];
        for (int i = 0; i < 100; i++) {
            expression.evaluate(batch);
            predicate.select(batch, selected);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < 1000; i++) {
            expression.evaluate(batch);
            predicate.select(batch, selected);
        }
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(100_000);
    }
}
