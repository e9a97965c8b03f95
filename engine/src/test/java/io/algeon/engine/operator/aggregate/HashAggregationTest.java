package io.algeon.engine.operator.aggregate;

import static io.algeon.engine.operator.OperatorTesting.batches;
import static io.algeon.engine.operator.OperatorTesting.columns;
import static io.algeon.engine.operator.OperatorTesting.context;
import static io.algeon.engine.operator.OperatorTesting.drain;
import static io.algeon.engine.operator.OperatorTesting.fill;
import static io.algeon.engine.operator.OperatorTesting.input;
import static io.algeon.engine.operator.OperatorTesting.key;
import static io.algeon.engine.operator.OperatorTesting.randomRows;
import static io.algeon.engine.operator.OperatorTesting.row;
import static io.algeon.engine.operator.OperatorTesting.sorted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashAggregationTest {
    /** Three key columns, then values of every kind, then a filter. */
    private static final List<SqlType> TYPES = List.of(
            SqlTypes.INTEGER,
            SqlTypes.VARCHAR,
            SqlTypes.BIGINT,
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.decimal(12, 2),
            SqlTypes.decimal(38, 4),
            SqlTypes.DOUBLE,
            SqlTypes.VARCHAR,
            SqlTypes.BOOLEAN);

    private static final int FILTER = 9;

    private static AggregateCall call(String function, SqlType type, Integer... arguments) {
        return new AggregateCall(function, List.of(arguments), false, -1, List.of(), type);
    }

    private static AggregateCall distinct(AggregateCall call) {
        return new AggregateCall(call.function(), call.arguments(), true, call.filter(), call.order(), call.type());
    }

    private static AggregateCall filtered(AggregateCall call) {
        return new AggregateCall(call.function(), call.arguments(), call.distinct(), FILTER, call.order(), call.type());
    }

    private static List<AggregateCall> calls() {
        List<AggregateCall> calls = new ArrayList<>();
        calls.add(call("count", SqlTypes.BIGINT));
        calls.add(call("count", SqlTypes.BIGINT, 3));
        calls.add(call("count", SqlTypes.BIGINT, 3, 8));
        calls.add(call("sum", SqlTypes.BIGINT, 3));
        calls.add(call("sum", SqlTypes.decimal(38, 0), 4));
        calls.add(call("sum", SqlTypes.decimal(38, 2), 5));
        calls.add(call("sum", SqlTypes.decimal(38, 4), 6));
        calls.add(call("avg", SqlTypes.decimal(16, 6), 3));
        calls.add(call("avg", SqlTypes.decimal(38, 8), 5));
        calls.add(call("avg", SqlTypes.decimal(38, 10), 6));
        for (int column = 3; column <= 9; column++) {
            calls.add(call("min", TYPES.get(column), column));
            calls.add(call("max", TYPES.get(column), column));
        }
        calls.add(call("bool_and", SqlTypes.BOOLEAN, 9));
        calls.add(call("bool_or", SqlTypes.BOOLEAN, 9));
        calls.add(call("bit_xor", SqlTypes.INTEGER, 3));
        List<AggregateCall> all = new ArrayList<>(calls);
        calls.forEach(call -> all.add(filtered(call)));
        all.add(distinct(call("count", SqlTypes.BIGINT, 8)));
        all.add(distinct(call("sum", SqlTypes.BIGINT, 3)));
        all.add(distinct(call("avg", SqlTypes.decimal(16, 6), 3)));
        all.add(filtered(distinct(call("count", SqlTypes.BIGINT, 4))));
        all.add(distinct(call("count", SqlTypes.BIGINT, 3, 8)));
        return all;
    }

    private static BigInteger integer(Object value) {
        return value instanceof BigInteger big ? big : BigInteger.valueOf(((Number) value).longValue());
    }

    private static Object stored(BigInteger value, SqlType type) {
        return switch (type.physicalKind()) {
            case INT32 -> value.intValueExact();
            case INT64 -> value.longValueExact();
            default -> value;
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object left, Object right) {
        if (left instanceof String a && right instanceof String b) {
            return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable) key(left)).compareTo(key(right));
    }

    private static Object expected(AggregateCall call, List<List<Object>> group) {
        List<List<Object>> arguments = new ArrayList<>();
        for (List<Object> row : group) {
            List<Object> values =
                    call.arguments().stream().map(row::get).collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
            if (!values.contains(null) && (call.filter() < 0 || Boolean.TRUE.equals(row.get(call.filter())))) {
                arguments.add(values);
            }
        }
        if (call.distinct()) {
            arguments = new ArrayList<>(new LinkedHashSet<>(arguments));
        }
        if (call.function().equals("count")) {
            return (long) arguments.size();
        }
        List<Object> values = new ArrayList<>();
        arguments.forEach(argument -> values.add(argument.get(0)));
        if (values.isEmpty()) {
            return null;
        }
        return switch (call.function()) {
            case "min", "bool_and" ->
                values.stream().min(HashAggregationTest::compare).orElseThrow();
            case "max", "bool_or" ->
                values.stream().max(HashAggregationTest::compare).orElseThrow();
            case "bit_xor" -> values.stream().map(value -> (Integer) value).reduce(0, (a, b) -> a ^ b);
            case "sum" ->
                stored(
                        values.stream().map(HashAggregationTest::integer).reduce(BigInteger.ZERO, BigInteger::add),
                        call.type());
            case "avg" -> {
                BigInteger sum =
                        values.stream().map(HashAggregationTest::integer).reduce(BigInteger.ZERO, BigInteger::add);
                int scale = TYPES.get(call.arguments().get(0)).scale();
                yield stored(
                        new BigDecimal(sum, scale)
                                .divide(
                                        BigDecimal.valueOf(values.size()),
                                        call.type().scale(),
                                        RoundingMode.HALF_UP)
                                .unscaledValue(),
                        call.type());
            }
            default -> throw new IllegalArgumentException(call.function());
        };
    }

    private static List<List<Object>> expected(
            List<List<Object>> rows, List<Integer> groupColumns, List<List<Integer>> sets, List<AggregateCall> calls) {
        List<List<Object>> result = new ArrayList<>();
        for (int set = 0; set < sets.size(); set++) {
            Map<List<Object>, List<List<Object>>> groups = new LinkedHashMap<>();
            if (sets.get(set).isEmpty()) {
                groups.put(new ArrayList<>(), new ArrayList<>());
            }
            for (List<Object> row : rows) {
                List<Object> keys = new ArrayList<>();
                sets.get(set).forEach(position -> keys.add(key(row.get(groupColumns.get(position)))));
                groups.computeIfAbsent(keys, k -> new ArrayList<>()).add(row);
            }
            for (Map.Entry<List<Object>, List<List<Object>>> group : groups.entrySet()) {
                List<Object> line = new ArrayList<>();
                for (int position = 0; position < groupColumns.size(); position++) {
                    int at = sets.get(set).indexOf(position);
                    line.add(at < 0 ? null : group.getKey().get(at));
                }
                calls.forEach(call -> line.add(expected(call, group.getValue())));
                if (sets.size() > 1) {
                    line.add((long) set);
                }
                result.add(line);
            }
        }
        return result;
    }

    private static List<List<Object>> aggregate(
            List<SqlType> types,
            List<List<Object>> rows,
            List<Integer> groupColumns,
            List<List<Integer>> sets,
            List<AggregateCall> calls,
            int workers,
            boolean codes) {
        ExecutionContext context = context();
        List<SqlType> output = new ArrayList<>();
        groupColumns.forEach(column -> output.add(types.get(column)));
        calls.forEach(call -> output.add(call.type()));
        if (sets.size() > 1) {
            output.add(SqlTypes.BIGINT);
        }
        HashAggregation aggregation = new HashAggregation(
                new PlanNode.Aggregate(input(types), groupColumns, sets, calls, columns(output), rows.size() * 3.0),
                context);
        fill(aggregation.sink(), batches(types, rows, 400, codes), context, workers);
        List<List<Object>> result = drain(aggregation.source(), context, workers);
        aggregation.sink().close();
        assertThat(context.budget().reservedBytes()).isZero();
        return result;
    }

    @Test
    void everyFunction_overAnyKeys_givesWhatTheReferenceGives() {
        long seed = 23;
        Random random = new Random(seed);
        List<List<Integer>> keys = List.of(
                List.of(),
                List.of(0),
                List.of(1),
                List.of(2),
                List.of(0, 1),
                List.of(1, 8),
                List.of(0, 1, 2),
                List.of(7),
                List.of(6, 1),
                List.of(4));
        int[] sizes = {0, 1, 63, 64, 65, 2047, 2048, 2049, 3000};
        for (int round = 0; round < 24; round++) {
            List<Integer> groupColumns = keys.get(round % keys.size());
            int variety = new int[] {1, 4, 70, 100_000}[random.nextInt(4)];
            List<List<Object>> rows =
                    randomRows(TYPES, random, sizes[random.nextInt(sizes.length)], variety, random.nextInt(3) * 0.2);
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < groupColumns.size(); i++) {
                all.add(i);
            }
            List<List<Integer>> sets = List.of(all);
            int workers = 1 + round % 3;
            assertThat(sorted(aggregate(TYPES, rows, groupColumns, sets, calls(), workers, round % 2 == 0)))
                    .as("seed %s round %s keys %s variety %s", seed, round, groupColumns, variety)
                    .isEqualTo(sorted(expected(rows, groupColumns, sets, calls())));
        }
    }

    @Test
    void groupingSets_haveTheirRows_andGrandTotalsOverNothing() {
        Random random = new Random(4);
        List<Integer> groupColumns = List.of(0, 1);
        List<List<Integer>> rollup = List.of(List.of(0, 1), List.of(0), List.of());
        List<AggregateCall> calls =
                List.of(call("count", SqlTypes.BIGINT), distinct(call("count", SqlTypes.BIGINT, 8)));
        for (int size : new int[] {0, 1, 3000}) {
            List<List<Object>> rows = randomRows(TYPES, random, size, 5, 0.1);
            assertThat(sorted(aggregate(TYPES, rows, groupColumns, rollup, calls, 2, true)))
                    .isEqualTo(sorted(expected(rows, groupColumns, rollup, calls)));
        }
        assertThat(aggregate(TYPES, List.of(), groupColumns, rollup, calls, 1, true))
                .hasSize(1);
    }

    @Test
    void manyGroups_areMergedByPartitions() {
        Random random = new Random(8);
        List<AggregateCall> calls = List.of(
                call("count", SqlTypes.BIGINT),
                call("sum", SqlTypes.decimal(38, 0), 4),
                call("max", SqlTypes.VARCHAR, 8),
                distinct(call("count", SqlTypes.BIGINT, 8)));
        List<List<Object>> rows = randomRows(TYPES, random, 60_000, 40_000, 0.01);
        for (List<Integer> keys : List.of(List.of(0), List.of(1), List.of(0, 2))) {
            List<List<Integer>> sets = List.of(keys.size() == 1 ? List.of(0) : List.of(0, 1));
            assertThat(sorted(aggregate(TYPES, rows, keys, sets, calls, 3, false)))
                    .isEqualTo(sorted(expected(rows, keys, sets, calls)));
        }
    }

    @Test
    void manyDenseGroups_areMergedByRanges() {
        List<SqlType> types = List.of(SqlTypes.INTEGER, SqlTypes.BIGINT);
        List<AggregateCall> calls =
                List.of(call("sum", SqlTypes.decimal(38, 0), 1), distinct(call("count", SqlTypes.BIGINT, 1)));
        List<List<Integer>> sets = List.of(List.of(0));
        for (int first : new int[] {-20_000, Integer.MAX_VALUE - 50_000}) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < 50_000; i++) {
                Integer key = i % 5000 == 3 ? null : first + (i < 40_000 ? i : i * 7919 % 40_000);
                rows.add(row(key, (long) i % 13));
            }
            assertThat(sorted(aggregate(types, rows, List.of(0), sets, calls, 3, false)))
                    .isEqualTo(sorted(expected(rows, List.of(0), sets, calls)));
        }
    }

    @Test
    void groupsOfSortedRows_whichMostlyOneWorkerHas_areAllGiven() {
        List<SqlType> types = List.of(SqlTypes.INTEGER, SqlTypes.BIGINT);
        List<List<Integer>> sets = List.of(List.of(0));
        List<AggregateCall> calls = List.of(
                call("sum", SqlTypes.decimal(38, 0), 1),
                call("avg", SqlTypes.decimal(38, 16), 1),
                call("min", SqlTypes.BIGINT, 1),
                call("count", SqlTypes.BIGINT));
        List<AggregateCall> withDistinct = new ArrayList<>(calls);
        withDistinct.add(distinct(call("count", SqlTypes.BIGINT, 1)));
        for (int repeated : new int[] {1, 4}) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < 40_000 * repeated; i++) {
                Long value = i % 71 == 0 ? null : i % 977 == 0 ? (long) -i << 30 : (long) i;
                rows.add(row(i % 4999 == 0 ? null : i / repeated, value));
            }
            for (List<AggregateCall> some : List.of(calls, withDistinct)) {
                assertThat(sorted(aggregate(types, rows, List.of(0), sets, some, 3, false)))
                        .isEqualTo(sorted(expected(rows, List.of(0), sets, some)));
            }
        }
    }

    @Test
    void keysInOrderByStretches_haveAllTheirRows() {
        List<SqlType> types = List.of(SqlTypes.BIGINT, SqlTypes.BIGINT, SqlTypes.DOUBLE);
        List<List<Integer>> sets = List.of(List.of(0));
        List<AggregateCall> calls = List.of(
                call("sum", SqlTypes.decimal(38, 0), 1),
                call("max", SqlTypes.DOUBLE, 2),
                call("count", SqlTypes.BIGINT, 1));
        Random random = new Random(77);
        for (int kind = 0; kind < 4; kind++) {
            List<List<Object>> rows = new ArrayList<>();
            int stretch = 0;
            for (int i = 0; i < 120_000; i++) {
                stretch = i % 9000 == 0 ? random.nextInt(20) : stretch;
                long place = i % 9000;
                long key = switch (kind) {
                    case 0 -> stretch * 9000L + place / 2;
                    case 1 -> Long.MAX_VALUE - i / 2;
                    case 2 -> Long.MIN_VALUE + stretch * 9000L + (9000 - place) / 2;
                    default -> i / 3 + (i % 25_000 == 0 ? 1L << 62 : 0) - (i % 40_000 == 9 ? 1L << 62 : 0);
                };
                rows.add(row(i % 8191 == 5 ? null : key, place % 50 == 0 ? null : place - 7, place * 0.5));
            }
            assertThat(sorted(aggregate(types, rows, List.of(0), sets, calls, 1 + kind % 3, false)))
                    .as("kind %s", kind)
                    .isEqualTo(sorted(expected(rows, List.of(0), sets, calls)));
        }
    }

    @Test
    void runsOfEqualKeys_ofSeveralColumns_areOneGroupEach() {
        List<SqlType> types = List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR, SqlTypes.BIGINT, SqlTypes.BIGINT);
        List<List<Integer>> sets = List.of(List.of(0, 1, 2));
        List<AggregateCall> calls = List.of(
                call("sum", SqlTypes.decimal(38, 0), 3),
                call("count", SqlTypes.BIGINT),
                distinct(call("count", SqlTypes.BIGINT, 3)));
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            long value = i % 2777 < 30 ? -(1L << 50) - i : i % 11;
            rows.add(
                    row(i / 50 % 9, "key " + i / 10 % 40, i / 5 % 3 == 0 ? (Long) null : (Long) (i / 5 % 777L), value));
        }
        assertThat(sorted(aggregate(types, rows, List.of(0, 1, 2), sets, calls, 2, true)))
                .isEqualTo(sorted(expected(rows, List.of(0, 1, 2), sets, calls)));
        rows.replaceAll(old -> row(old.get(0), old.get(1), old.get(2) == null ? -1L : old.get(2), old.get(3)));
        assertThat(sorted(aggregate(types, rows, List.of(0, 1, 2), sets, calls, 2, true)))
                .isEqualTo(sorted(expected(rows, List.of(0, 1, 2), sets, calls)));
    }

    @Test
    void sumOfIntegers_isExactBeyondTheirRange() {
        List<SqlType> types = List.of(SqlTypes.BIGINT, SqlTypes.INTEGER);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(row(
                    i % 2 == 0 ? Long.MAX_VALUE : Long.MIN_VALUE + i % 3,
                    i % 5 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE));
        }
        BigInteger sum = rows.stream().map(r -> integer(r.get(0))).reduce(BigInteger.ZERO, BigInteger::add);
        long ints = rows.stream().mapToLong(r -> (Integer) r.get(1)).sum();
        List<AggregateCall> calls = List.of(call("sum", SqlTypes.decimal(38, 0), 0), call("sum", SqlTypes.BIGINT, 1));
        assertThat(aggregate(types, rows, List.of(), List.of(List.of()), calls, 2, false))
                .containsExactly(row(sum, ints));
    }

    @Test
    void decimalSum_above38Digits_isAnError() {
        List<SqlType> types = List.of(SqlTypes.decimal(38, 0));
        BigInteger large = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        List<AggregateCall> sum = List.of(call("sum", SqlTypes.decimal(38, 0), 0));
        for (int count : new int[] {2, 5}) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rows.add(row(large));
            }
            assertThatThrownBy(() -> aggregate(types, rows, List.of(), List.of(List.of()), sum, 1, false))
                    .isInstanceOfSatisfying(
                            EngineException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE));
        }
    }

    @Test
    void singleValue_ofSeveralRows_isAnError() {
        List<SqlType> types = List.of(SqlTypes.INTEGER);
        List<AggregateCall> single = List.of(call("single_value", SqlTypes.INTEGER, 0));
        List<List<Integer>> global = List.of(List.of());
        assertThat(aggregate(types, List.of(), List.of(), global, single, 1, false))
                .containsExactly(row((Object) null));
        assertThat(aggregate(types, List.of(row(7)), List.of(), global, single, 2, false))
                .containsExactly(row(7));
        assertThatThrownBy(() ->
                        aggregate(types, List.of(row(7), row((Object) null)), List.of(), global, single, 1, false))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION));
    }

    @Test
    void statistics_areThoseOfTheTextbook() {
        List<SqlType> types = List.of(SqlTypes.DOUBLE, SqlTypes.decimal(10, 1));
        List<List<Object>> rows = List.of(row(1.0, 20L), row(2.0, 40L), row(4.0, 90L), row(null, 5L), row(9.0, null));
        List<AggregateCall> calls = List.of(
                call("var_pop", SqlTypes.DOUBLE, 0),
                call("stddev_samp", SqlTypes.DOUBLE, 0),
                call("covar_samp", SqlTypes.DOUBLE, 0, 1),
                call("corr", SqlTypes.DOUBLE, 0, 1),
                call("regr_slope", SqlTypes.DOUBLE, 0, 1),
                call("avg", SqlTypes.DOUBLE, 0));
        for (int workers = 1; workers <= 2; workers++) {
            List<Object> result = aggregate(types, rows, List.of(), List.of(List.of()), calls, workers, false)
                    .get(0);
            double[] expected = {9.5, Math.sqrt(38 / 3.0), 5.5, 11 / Math.sqrt(26 * 14 / 3.0), 11 / 26.0, 4.0};
            for (int i = 0; i < expected.length; i++) {
                assertThat((Double) result.get(i)).isCloseTo(expected[i], org.assertj.core.data.Offset.offset(1e-9));
            }
        }
    }

    @Test
    void orderedAggregates_followTheirOrder() {
        List<SqlType> types = List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR, SqlTypes.VARCHAR, SqlTypes.DOUBLE);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            rows.add(row(i % 2, "v" + (9 - i), "-", 0.5));
        }
        rows.add(row(1, null, "-", 0.5));
        List<SortKey> byValue = List.of(new SortKey(1, true, false));
        List<AggregateCall> calls = List.of(
                new AggregateCall("string_agg", List.of(1, 2), false, -1, byValue, SqlTypes.VARCHAR),
                new AggregateCall(
                        "array_agg",
                        List.of(1),
                        false,
                        -1,
                        List.of(new SortKey(1, false, false)),
                        SqlTypes.array(SqlTypes.VARCHAR)),
                new AggregateCall(
                        "percentile_disc",
                        List.of(3),
                        false,
                        -1,
                        List.of(new SortKey(1, false, false)),
                        SqlTypes.VARCHAR),
                new AggregateCall(
                        "mode", List.of(), false, -1, List.of(new SortKey(1, false, false)), SqlTypes.VARCHAR));
        for (int workers = 1; workers <= 2; workers++) {
            assertThat(sorted(aggregate(types, rows, List.of(0), List.of(List.of(0)), calls, workers, true)))
                    .containsExactly(
                            "[0, v9-v7-v5-v3-v1, [v1, v3, v5, v7, v9], v5, v1]",
                            "[1, v8-v6-v4-v2, [v2, v4, v6, v8, null], v4, v2]");
        }
    }

    @Test
    void tooSmallABudget_isRefused_andLeavesNothingReserved() {
        ExecutionContext context = context(300_000);
        HashAggregation aggregation = new HashAggregation(
                new PlanNode.Aggregate(
                        input(TYPES),
                        List.of(0, 1),
                        List.of(List.of(0, 1)),
                        List.of(call("sum", SqlTypes.decimal(38, 0), 4)),
                        columns(List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR, SqlTypes.decimal(38, 0))),
                        1),
                context);
        List<List<Object>> rows = randomRows(TYPES, new Random(1), 30_000, 100_000, 0);
        assertThatThrownBy(() -> fill(aggregation.sink(), batches(TYPES, rows, 2048, false), context, 2))
                .isInstanceOfSatisfying(EngineException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED);
                    assertThat(failure).hasMessageStartingWith("An aggregation needs");
                });
        aggregation.sink().close();
        assertThat(context.budget().reservedBytes()).isZero();
    }
}
