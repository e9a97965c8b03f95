package io.algeon.engine.operator.sort;

import static io.algeon.engine.operator.OperatorTesting.NO_LIMIT;
import static io.algeon.engine.operator.OperatorTesting.batches;
import static io.algeon.engine.operator.OperatorTesting.bigint;
import static io.algeon.engine.operator.OperatorTesting.context;
import static io.algeon.engine.operator.OperatorTesting.drain;
import static io.algeon.engine.operator.OperatorTesting.fill;
import static io.algeon.engine.operator.OperatorTesting.input;
import static io.algeon.engine.operator.OperatorTesting.key;
import static io.algeon.engine.operator.OperatorTesting.randomRows;
import static io.algeon.engine.operator.OperatorTesting.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SortingTest {
    private static final List<SqlType> TYPES = List.of(
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.VARCHAR,
            SqlTypes.DOUBLE,
            SqlTypes.REAL,
            SqlTypes.BOOLEAN,
            SqlTypes.decimal(38, 2),
            SqlTypes.DATE);

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object left, Object right) {
        if (left instanceof String a && right instanceof String b) {
            return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable) key(left)).compareTo(key(right));
    }

    private static Comparator<List<Object>> comparator(List<SortKey> keys) {
        return (left, right) -> {
            for (SortKey key : keys) {
                Object a = left.get(key.column());
                Object b = right.get(key.column());
                int order;
                if (a == null || b == null) {
                    order = a == b ? 0 : (a == null) == key.nullsFirst() ? -1 : 1;
                } else {
                    order = key.descending() ? compare(b, a) : compare(a, b);
                }
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    private static List<List<Object>> sort(
            List<List<Object>> rows, List<SortKey> keys, Expr limit, Expr offset, int workers, boolean codes) {
        return sort(rows, keys, 0, limit, offset, workers, codes);
    }

    private static List<List<Object>> sort(
            List<List<Object>> rows,
            List<SortKey> keys,
            int partitionKeys,
            Expr limit,
            Expr offset,
            int workers,
            boolean codes) {
        ExecutionContext context = context();
        Sorting sorting = new Sorting(new PlanNode.Sort(input(TYPES), keys, partitionKeys, limit, offset, 1), context);
        fill(sorting.sink(), batches(TYPES, rows, 500, codes), context, workers);
        List<List<Object>> result = drain(sorting.source(), context, 1);
        sorting.sink().close();
        assertThat(context.budget().reservedBytes()).isZero();
        return result;
    }

    @Test
    void limitOfPartitions_countsWithinRowsThatAgreeInTheFirstKeys() {
        long seed = 12;
        Random random = new Random(seed);
        for (int size : new int[] {0, 1, 64, 2049, 5000}) {
            List<List<Object>> rows = randomRows(TYPES, random, size, 6, 0.2);
            for (int partitionKeys = 1; partitionKeys <= 2; partitionKeys++) {
                List<SortKey> keys = new ArrayList<>();
                for (int i = 0; i < TYPES.size(); i++) {
                    keys.add(new SortKey(i, random.nextBoolean(), random.nextBoolean()));
                }
                List<List<Object>> sorted = new ArrayList<>(rows);
                sorted.sort(comparator(keys));
                Comparator<List<Object>> partitions = comparator(keys.subList(0, partitionKeys));
                List<List<Object>> expected = new ArrayList<>();
                int position = 0;
                for (int i = 0; i < sorted.size(); i++) {
                    boolean same = i > 0 && partitions.compare(sorted.get(i - 1), sorted.get(i)) == 0;
                    position = same ? position + 1 : 0;
                    if (position >= 1 && position < 4) {
                        expected.add(sorted.get(i));
                    }
                }
                List<List<Object>> actual = sort(rows, keys, partitionKeys, bigint(3), bigint(1), 2, true);
                assertThat(keyColumns(actual, keys))
                        .as("seed %s, %s rows, %s partition keys", seed, size, partitionKeys)
                        .isEqualTo(keyColumns(expected, keys));
            }
        }
    }

    /** The values that the order is about; rows that are equal in them may come in any order. */
    private static List<List<Object>> keyColumns(List<List<Object>> rows, List<SortKey> keys) {
        List<List<Object>> values = new ArrayList<>();
        for (List<Object> row : rows) {
            values.add(keys.stream()
                    .map(key -> key(row.get(key.column())))
                    .collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
        }
        return values;
    }

    @Test
    void anyKeys_inAnyDirection_sortAsAComparatorDoes() {
        long seed = 11;
        Random random = new Random(seed);
        int[] sizes = {0, 1, 2, 63, 64, 65, 2047, 2048, 2049, 5000};
        for (int round = 0; round < 60; round++) {
            int variety = random.nextBoolean() ? 6 : 3000;
            List<List<Object>> rows =
                    randomRows(TYPES, random, sizes[round % sizes.length], variety, random.nextInt(3) * 0.1);
            List<SortKey> keys = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                keys.add(new SortKey(random.nextInt(TYPES.size()), random.nextBoolean(), random.nextBoolean()));
            }
            List<List<Object>> expected = new ArrayList<>(rows);
            expected.sort(comparator(keys));
            List<List<Object>> actual = sort(rows, keys, NO_LIMIT, NO_LIMIT, 1 + round % 3, random.nextBoolean());
            assertThat(keyColumns(actual, keys))
                    .as("seed %s round %s %s", seed, round, keys)
                    .isEqualTo(keyColumns(expected, keys));
            assertThat(actual).hasSameSizeAs(rows);

            int limit = new int[] {0, 1, 10, 3000}[random.nextInt(4)];
            int offset = random.nextInt(3) * 7;
            List<List<Object>> top =
                    sort(rows, keys, bigint(limit), bigint(offset), 1 + round % 3, random.nextBoolean());
            List<List<Object>> cut =
                    expected.subList(Math.min(offset, expected.size()), Math.min(offset + limit, expected.size()));
            assertThat(keyColumns(top, keys))
                    .as("seed %s round %s limit %s", seed, round, limit)
                    .isEqualTo(keyColumns(cut, keys));
        }
    }

    @Test
    void topRows_ofManyMoreRows_areTheFirstOnes() {
        Random random = new Random(3);
        List<SortKey> keys = List.of(new SortKey(3, true, false), new SortKey(2, false, false));
        List<List<Object>> rows = randomRows(TYPES, random, 60_000, 50_000, 0.02);
        List<List<Object>> expected = new ArrayList<>(rows);
        expected.sort(comparator(keys));
        List<List<Object>> actual = sort(rows, keys, bigint(100), bigint(20), 2, true);
        assertThat(keyColumns(actual, keys)).isEqualTo(keyColumns(expected.subList(20, 120), keys));
    }

    @Test
    void largestAndSmallestIntegers_withNulls_keepTheirOrder() {
        List<List<Object>> rows = new ArrayList<>();
        for (Long value : new Long[] {Long.MAX_VALUE, null, Long.MIN_VALUE, 0L, -1L}) {
            rows.add(row(1, value, "x", 1.0, 1f, true, null, 1));
        }
        List<SortKey> descending = List.of(new SortKey(1, true, true));
        assertThat(keyColumns(sort(rows, descending, NO_LIMIT, NO_LIMIT, 1, false), descending))
                .containsExactly(row((Object) null), row(Long.MAX_VALUE), row(0L), row(-1L), row(Long.MIN_VALUE));
    }

    @Test
    void equalRows_ofOneWorker_keepTheirOrder() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            rows.add(row(i % 3, (long) i, "x", 1.0, 1f, true, null, 1));
        }
        List<List<Object>> sorted = sort(rows, List.of(new SortKey(0, false, false)), NO_LIMIT, NO_LIMIT, 1, false);
        assertThat(sorted)
                .isSortedAccordingTo(comparator(List.of(new SortKey(0, false, false), new SortKey(1, false, false))));
    }

    @Test
    void tooSmallABudget_isRefused_andLeavesNothingReserved() {
        ExecutionContext context = context(100_000);
        Sorting sorting = new Sorting(
                new PlanNode.Sort(input(TYPES), List.of(new SortKey(0, false, false)), 0, NO_LIMIT, NO_LIMIT, 1),
                context);
        List<List<Object>> rows = randomRows(TYPES, new Random(1), 20_000, 100, 0);
        assertThatThrownBy(() -> fill(sorting.sink(), batches(TYPES, rows, 2048, false), context, 1))
                .isInstanceOfSatisfying(EngineException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED);
                    assertThat(failure).hasMessageStartingWith("A sort needs");
                });
        sorting.sink().close();
        assertThat(context.budget().reservedBytes()).isZero();
    }

    @Test
    void negativeLimit_isAnError() {
        assertThatThrownBy(() -> sort(List.of(), List.of(), bigint(-1), NO_LIMIT, 1, false))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("LIMIT");
    }
}
