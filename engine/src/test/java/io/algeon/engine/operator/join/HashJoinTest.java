package io.algeon.engine.operator.join;

import static io.algeon.engine.operator.OperatorTesting.TRUE;
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
import static io.algeon.engine.operator.OperatorTesting.through;
import static io.algeon.engine.operator.OperatorTesting.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HashJoinTest {
    private static final List<SqlType> PAYLOAD = List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR);

    /** Joins in the obvious way. */
    private static List<List<Object>> expected(Case test) {
        List<List<Object>> result = new ArrayList<>();
        boolean[] rightMet = new boolean[test.right.size()];
        boolean rightNull = test.right.stream().anyMatch(test::hasNullKey);
        for (List<Object> left : test.left) {
            boolean met = false;
            for (int r = 0; r < rightMet.length; r++) {
                List<Object> right = test.right.get(r);
                if (test.pair(left, right)) {
                    met = true;
                    rightMet[r] = true;
                    if (test.kind.hasLeftColumns() && test.kind.hasRightColumns()) {
                        result.add(concat(left, right));
                    }
                }
            }
            boolean unknown = !test.right.isEmpty() && (rightNull || test.hasNullKey(left));
            switch (test.kind) {
                case LEFT, FULL -> {
                    if (!met) {
                        result.add(concat(left, Collections.nCopies(test.types().size(), null)));
                    }
                }
                case SEMI -> {
                    if (met) {
                        result.add(left);
                    }
                }
                case ANTI -> {
                    if (!met) {
                        result.add(left);
                    }
                }
                case ANTI_NULL_AWARE -> {
                    if (!met && !unknown) {
                        result.add(left);
                    }
                }
                case MARK -> result.add(concat(left, row(met ? Boolean.TRUE : unknown ? null : Boolean.FALSE)));
                default -> {}
            }
        }
        for (int r = 0; r < rightMet.length; r++) {
            switch (test.kind) {
                case RIGHT, FULL -> {
                    if (!rightMet[r]) {
                        result.add(concat(Collections.nCopies(test.types().size(), null), test.right.get(r)));
                    }
                }
                case RIGHT_SEMI -> {
                    if (rightMet[r]) {
                        result.add(test.right.get(r));
                    }
                }
                case RIGHT_ANTI -> {
                    if (!rightMet[r]) {
                        result.add(test.right.get(r));
                    }
                }
                default -> {}
            }
        }
        return result;
    }

    private static List<Object> concat(List<Object> left, List<Object> right) {
        List<Object> row = new ArrayList<>(left);
        row.addAll(right);
        return row;
    }

    /** Both inputs have the key columns, then an INTEGER and a VARCHAR. */
    private record Case(
            JoinKind kind,
            List<SqlType> keys,
            boolean nullsEqual,
            boolean residual,
            List<List<Object>> left,
            List<List<Object>> right) {
        List<SqlType> types() {
            List<SqlType> types = new ArrayList<>(keys);
            types.addAll(PAYLOAD);
            return types;
        }

        boolean hasNullKey(List<Object> row) {
            return !nullsEqual && row.subList(0, keys.size()).contains(null);
        }

        boolean pair(List<Object> left, List<Object> right) {
            if (hasNullKey(left) || hasNullKey(right)) {
                return false;
            }
            for (int i = 0; i < keys.size(); i++) {
                if (!Objects.equals(key(left.get(i)), key(right.get(i)))) {
                    return false;
                }
            }
            return !residual || passes(left.get(keys.size()), right.get(keys.size()));
        }

        static boolean passes(Object left, Object right) {
            return left != null && right != null && (Integer) left < (Integer) right;
        }

        List<List<Object>> actual(int workers, boolean dictionaries, int batchRows) {
            int width = types().size();
            int keyCount = keys.size();
            List<Integer> keyColumns = new ArrayList<>();
            for (int i = 0; i < keyCount; i++) {
                keyColumns.add(i);
            }
            List<Integer> output = new ArrayList<>();
            for (int i = 0; i < 2 * width; i++) {
                boolean left = i < width;
                if (left ? kind.hasLeftColumns() : kind.hasRightColumns()) {
                    output.add(i);
                }
            }
            if (kind == JoinKind.MARK) {
                output.add(width);
            }
            Expr condition = residual
                    ? new Expr.Call(
                            "less",
                            List.of(
                                    new Expr.InputRef(keyCount, SqlTypes.INTEGER),
                                    new Expr.InputRef(width + keyCount, SqlTypes.INTEGER)),
                            SqlTypes.BOOLEAN)
                    : TRUE;
            VectorPredicate predicate = (batch, selected) -> {
                int count = 0;
                for (int i = 0; i < batch.rowCount(); i++) {
                    if (passes(value(batch.column(keyCount), i), value(batch.column(width + keyCount), i))) {
                        selected[count++] = i;
                    }
                }
                return count;
            };
            PlanNode.Join node = new PlanNode.Join(
                    input(types()),
                    input(types()),
                    kind,
                    keyColumns,
                    keyColumns,
                    Collections.nCopies(keyCount, nullsEqual),
                    condition,
                    output,
                    columns(List.of()),
                    1);
            ExecutionContext context = context();
            HashJoin join = new HashJoin(node, context, () -> predicate);
            fill(join.buildSink(), batches(types(), right, batchRows, dictionaries), context, workers);
            List<List<Object>> rows = new ArrayList<>(
                    through(join.probe(), batches(types(), left, batchRows, dictionaries), context, workers));
            join.unmatched().ifPresent(source -> rows.addAll(drain(source, context, workers)));
            join.buildSink().close();
            join.buildSink().close();
            assertThat(context.budget().reservedBytes()).isZero();
            return rows;
        }
    }

    private static final List<List<SqlType>> KEYS = List.of(
            List.of(SqlTypes.INTEGER),
            List.of(SqlTypes.BIGINT),
            List.of(SqlTypes.VARCHAR),
            List.of(SqlTypes.DOUBLE),
            List.of(SqlTypes.REAL),
            List.of(SqlTypes.BOOLEAN),
            List.of(SqlTypes.decimal(30, 2)),
            List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR),
            List.of(SqlTypes.BIGINT, SqlTypes.BIGINT, SqlTypes.DATE),
            List.of(SqlTypes.DOUBLE, SqlTypes.VARCHAR, SqlTypes.decimal(38, 0)),
            List.of());

    @ParameterizedTest
    @EnumSource(JoinKind.class)
    void everyKind_withEveryKindOfKey_givesWhatNestedLoopsGive(JoinKind kind) {
        long seed = 7 + kind.ordinal();
        Random random = new Random(seed);
        for (List<SqlType> keys : KEYS) {
            if (keys.isEmpty() && kind == JoinKind.ANTI_NULL_AWARE) {
                continue;
            }
            for (int round = 0; round < 6; round++) {
                List<SqlType> types = new ArrayList<>(keys);
                types.addAll(PAYLOAD);
                int variety = random.nextBoolean() ? 5 : 400;
                double nulls = random.nextInt(3) * 0.05;
                int[] sizes = {0, 1, 63, 64, 65, 150};
                Case test = new Case(
                        kind,
                        keys,
                        random.nextInt(4) == 0,
                        round % 3 == 2 && kind != JoinKind.ANTI_NULL_AWARE && kind != JoinKind.MARK,
                        randomRows(types, random, sizes[random.nextInt(6)], variety, nulls),
                        randomRows(types, random, sizes[random.nextInt(6)], variety, nulls));
                for (int workers = 1; workers <= 3; workers += 2) {
                    assertThat(sorted(test.actual(workers, round % 2 == 0, 40)))
                            .as("seed %s, %s, round %s, workers %s", seed, keys, round, workers)
                            .isEqualTo(sorted(expected(test)));
                }
            }
        }
    }

    private static List<List<Object>> sequence(int count, int modulus) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(i % modulus, i, "row " + i % 10));
        }
        return rows;
    }

    @Test
    void batchBorders_andSeveralPages_loseNoRow() {
        for (int size : new int[] {2047, 2048, 2049, 40_000}) {
            Case test = new Case(
                    JoinKind.INNER,
                    List.of(SqlTypes.INTEGER),
                    false,
                    false,
                    sequence(size, size),
                    sequence(size, size));
            List<List<Object>> rows = test.actual(2, true, Batch.ROWS);
            assertThat(rows).hasSize(size).allMatch(joined -> joined.get(0).equals(joined.get(3)));
        }
    }

    @Test
    void aKeyWithVeryManyRows_comesOutInBoundedBatches() {
        Case test =
                new Case(JoinKind.FULL, List.of(SqlTypes.INTEGER), false, false, sequence(3, 1), sequence(200_000, 1));
        assertThat(test.actual(1, false, Batch.ROWS)).hasSize(600_000);
    }

    @Test
    void crossJoin_pairsEveryRow() {
        Case test = new Case(
                JoinKind.INNER,
                List.of(),
                false,
                false,
                randomRows(PAYLOAD, new Random(1), 70, 9, 0.1),
                randomRows(PAYLOAD, new Random(2), 5000, 9, 0.1));
        assertThat(test.actual(2, false, Batch.ROWS)).hasSize(350_000);
    }

    @Test
    void tooSmallABudget_isRefusedByName_andLeavesNothingReserved() {
        ExecutionContext context = context(200_000);
        PlanNode.Join node = new PlanNode.Join(
                input(List.of(SqlTypes.INTEGER, SqlTypes.INTEGER, SqlTypes.VARCHAR)),
                input(List.of(SqlTypes.INTEGER, SqlTypes.INTEGER, SqlTypes.VARCHAR)),
                JoinKind.INNER,
                List.of(0),
                List.of(0),
                List.of(false),
                TRUE,
                List.of(0, 4, 5),
                List.of(),
                1);
        HashJoin join = new HashJoin(node, context);
        List<Batch> batches = batches(
                List.of(SqlTypes.INTEGER, SqlTypes.INTEGER, SqlTypes.VARCHAR), sequence(50_000, 50_000), 2048, false);
        assertThatThrownBy(() -> fill(join.buildSink(), batches, context, 2))
                .isInstanceOfSatisfying(EngineException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED);
                    assertThat(failure)
                            .hasMessageContaining("build side of a join")
                            .hasMessageContaining("memory_limit");
                });
        join.buildSink().close();
        assertThat(context.budget().reservedBytes()).isZero();
    }

    @Test
    void cancelledJoin_stops() {
        ExecutionContext context = context();
        Case test = new Case(JoinKind.INNER, List.of(SqlTypes.INTEGER), false, false, List.of(), List.of());
        PlanNode.Join node = new PlanNode.Join(
                input(test.types()),
                input(test.types()),
                JoinKind.INNER,
                List.of(0),
                List.of(0),
                List.of(false),
                TRUE,
                List.of(0),
                List.of(),
                1);
        HashJoin join = new HashJoin(node, context);
        context.cancellation().cancel();
        assertThatThrownBy(() -> fill(join.buildSink(), batches(test.types(), sequence(5, 5), 5, false), context, 1))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void valuesOfAnIntegerKey_areKnownAfterTheBuild() {
        ExecutionContext context = context();
        PlanNode.Join node = new PlanNode.Join(
                input(List.of(SqlTypes.INTEGER, SqlTypes.INTEGER, SqlTypes.VARCHAR)),
                input(List.of(SqlTypes.INTEGER, SqlTypes.INTEGER, SqlTypes.VARCHAR)),
                JoinKind.SEMI,
                List.of(0),
                List.of(1),
                List.of(false),
                TRUE,
                List.of(0),
                List.of(),
                1);
        HashJoin join = new HashJoin(node, context);
        Supplier<Optional<KeyFilter>> filter = join.keyFilter(0);
        assertThat(filter.get()).isEmpty();
        fill(
                join.buildSink(),
                batches(
                        node.right().output().stream().map(c -> c.type()).toList(),
                        sequence(100, 7).subList(10, 100),
                        30,
                        false),
                context,
                1);
        IntegerKeys keys = (IntegerKeys) filter.get().orElseThrow();
        assertThat(keys.min()).isEqualTo(10);
        assertThat(keys.max()).isEqualTo(99);
        assertThat(keys.mayContain(9)).isFalse();
        assertThat(keys.mayContain(50)).isTrue();
    }
}
