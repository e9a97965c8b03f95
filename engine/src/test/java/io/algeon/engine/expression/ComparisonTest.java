package io.algeon.engine.expression;

import static io.algeon.engine.expression.Expressions.batch;
import static io.algeon.engine.expression.Expressions.call;
import static io.algeon.engine.expression.Expressions.column;
import static io.algeon.engine.expression.Expressions.evaluate;
import static io.algeon.engine.expression.Expressions.literal;
import static io.algeon.engine.expression.Expressions.select;
import static io.algeon.engine.expression.Expressions.vector;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.function.Comparison;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Comparisons of every kind against a simple reference: as values, as conditions, negated, refined, with constants. */
class ComparisonTest {
    private static final long SEED = 7;
    private static final int[] SIZES = {0, 1, 63, 64, 65, 2047, 2048};

    private static final List<SqlType> TYPES = List.of(
            SqlTypes.BOOLEAN,
            SqlTypes.INTEGER,
            SqlTypes.DATE,
            SqlTypes.BIGINT,
            SqlTypes.decimal(12, 2),
            SqlTypes.decimal(38, 2),
            SqlTypes.UUID,
            SqlTypes.REAL,
            SqlTypes.DOUBLE,
            SqlTypes.VARCHAR,
            SqlTypes.array(SqlTypes.INTEGER));

    private final Random random = new Random(SEED);

    private @Nullable Object next(SqlType type, boolean nulls) {
        if (nulls && random.nextInt(5) == 0) {
            return null;
        }
        boolean extreme = random.nextInt(10) == 0;
        return switch (type.physicalKind()) {
            case BOOLEAN -> random.nextBoolean();
            case INT32 ->
                extreme ? (random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE) : random.nextInt(7) - 3;
            case INT64 ->
                extreme ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE) : (long) random.nextInt(7) - 3;
            case INT128 ->
                extreme
                        ? BigInteger.ONE
                                .shiftLeft(random.nextInt(127))
                                .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1))
                        : BigInteger.valueOf(random.nextInt(7) - 3);
            case FLOAT32 ->
                extreme
                        ? List.of(Float.NaN, -0.0f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY)
                                .get(random.nextInt(4))
                        : (float) (random.nextInt(7) - 3) / 2;
            case FLOAT64 ->
                extreme
                        ? List.of(Double.NaN, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                                .get(random.nextInt(4))
                        : (double) (random.nextInt(7) - 3) / 2;
            case BYTES ->
                List.of("", "a", "ab", "b", "é", "\uFFFD", "\uD83D\uDE00", "a\u0000")
                        .get(random.nextInt(8));
            default -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(random.nextInt(2));
                }
                yield list;
            }
        };
    }

    private static int order(SqlType type, Object a, Object b) {
        return switch (type.physicalKind()) {
            case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
            case INT32 -> Integer.compare((Integer) a, (Integer) b);
            case INT64 -> Long.compare((Long) a, (Long) b);
            case INT128 ->
                type.equals(SqlTypes.UUID)
                        ? unsigned((BigInteger) a).compareTo(unsigned((BigInteger) b))
                        : ((BigInteger) a).compareTo((BigInteger) b);
            case FLOAT32 -> Float.compare((Float) a + 0.0f, (Float) b + 0.0f);
            case FLOAT64 -> Double.compare((Double) a + 0.0, (Double) b + 0.0);
            case BYTES ->
                Arrays.compare(
                        a.toString().codePoints().toArray(),
                        b.toString().codePoints().toArray());
            default -> {
                List<?> l = (List<?>) a;
                List<?> r = (List<?>) b;
                for (int i = 0; i < Math.min(l.size(), r.size()); i++) {
                    int order = Integer.compare((Integer) l.get(i), (Integer) r.get(i));
                    if (order != 0) {
                        yield order;
                    }
                }
                yield Integer.compare(l.size(), r.size());
            }
        };
    }

    private static BigInteger unsigned(BigInteger value) {
        return value.signum() < 0 ? value.add(BigInteger.ONE.shiftLeft(128)) : value;
    }

    @Test
    void comparisons_agree_with_the_reference() {
        for (SqlType type : TYPES) {
            for (int size : SIZES) {
                for (boolean nulls : new boolean[] {false, true}) {
                    check(type, size, nulls);
                }
            }
        }
    }

    private void check(SqlType type, int size, boolean nulls) {
        List<@Nullable Object> left = new ArrayList<>();
        List<@Nullable Object> right = new ArrayList<>();
        List<@Nullable Object> guard = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            left.add(next(type, nulls));
            right.add(next(type, nulls));
            guard.add(random.nextInt(3));
        }
        Object constant = Objects.requireNonNull(next(type, false));
        boolean text = type.equals(SqlTypes.VARCHAR);
        List<ColumnVector> forms = new ArrayList<>(List.of(vector(type, left)));
        if (text) {
            forms.add(Expressions.coded(
                    left.stream().map(v -> v == null ? null : v.toString()).toList()));
        }
        for (ColumnVector leftVector : forms) {
            Batch batch = batch(size, leftVector, vector(type, right), vector(SqlTypes.INTEGER, guard));
            for (Comparison comparison : Comparison.values()) {
                compare(type, comparison, batch, left, right, guard, constant);
            }
        }
    }

    private void compare(
            SqlType type,
            Comparison comparison,
            Batch batch,
            List<@Nullable Object> left,
            List<@Nullable Object> right,
            List<@Nullable Object> guard,
            Object constant) {
        String name = comparison.functionName();
        int size = left.size();
        List<Expr> exprs = List.of(
                call(name, column(0, type), column(1, type)),
                call(name, column(0, type), literal(constant, type)),
                call(name, literal(constant, type), column(1, type)));
        for (int e = 0; e < exprs.size(); e++) {
            Expr expr = exprs.get(e);
            List<@Nullable Object> expected = new ArrayList<>();
            List<Integer> holds = new ArrayList<>();
            List<Integer> fails = new ArrayList<>();
            List<Integer> guarded = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Object l = e == 2 ? constant : left.get(i);
                Object r = e == 1 ? constant : right.get(i);
                Boolean value = l == null || r == null ? null : comparison.holds(order(type, l, r));
                expected.add(value);
                if (value != null) {
                    (value ? holds : fails).add(i);
                    if (value && Objects.equals(guard.get(i), 1)) {
                        guarded.add(i);
                    }
                }
            }
            String what = "seed " + SEED + ", " + name + " of " + type + ", form " + e;
            assertThat(evaluate(expr, batch)).as(what).isEqualTo(expected);
            assertThat(select(expr, batch)).as(what).isEqualTo(holds);
            assertThat(select(call("not", expr), batch)).as(what).isEqualTo(fails);
            Expr isOne = call("equal", column(2, SqlTypes.INTEGER), Expressions.integer(1));
            assertThat(select(Expressions.and(expr, isOne), batch)).as(what).isEqualTo(guarded);
            assertThat(select(Expressions.or(Expressions.and(isOne, expr), Expressions.and(isOne, expr)), batch))
                    .as(what)
                    .isEqualTo(guarded);
        }
    }

    @Test
    void distinct_from_treats_NULL_as_a_value() {
        Batch batch = batch(
                vector(SqlTypes.INTEGER, Arrays.asList(1, 1, null, null)),
                vector(SqlTypes.INTEGER, Arrays.asList(1, 2, 1, null)));
        Expr left = column(0, SqlTypes.INTEGER);
        Expr right = column(1, SqlTypes.INTEGER);
        assertThat(evaluate(call("is_distinct_from", left, right), batch)).containsExactly(false, true, true, false);
        assertThat(evaluate(call("is_not_distinct_from", left, right), batch))
                .containsExactly(true, false, false, true);
        assertThat(select(call("is_not_distinct_from", left, literal(null, SqlTypes.NULL)), batch))
                .containsExactly(2, 3);
    }
}
