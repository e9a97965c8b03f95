package io.algeon.engine.operator.set;

import static io.algeon.engine.operator.OperatorTesting.batches;
import static io.algeon.engine.operator.OperatorTesting.columns;
import static io.algeon.engine.operator.OperatorTesting.context;
import static io.algeon.engine.operator.OperatorTesting.drain;
import static io.algeon.engine.operator.OperatorTesting.fill;
import static io.algeon.engine.operator.OperatorTesting.input;
import static io.algeon.engine.operator.OperatorTesting.key;
import static io.algeon.engine.operator.OperatorTesting.randomRows;
import static io.algeon.engine.operator.OperatorTesting.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SetOperatingTest {
    private static Map<List<Object>, Integer> counts(List<List<Object>> rows) {
        Map<List<Object>, Integer> counts = new LinkedHashMap<>();
        rows.forEach(row -> counts.merge(key(row), 1, Integer::sum));
        return counts;
    }

    @Test
    void everyOperation_countsAsTheStandardSays() {
        long seed = 5;
        Random random = new Random(seed);
        List<List<SqlType>> shapes = List.of(
                List.of(SqlTypes.INTEGER),
                List.of(SqlTypes.VARCHAR, SqlTypes.BOOLEAN),
                List.of(SqlTypes.DOUBLE, SqlTypes.decimal(38, 0), SqlTypes.BIGINT));
        for (int round = 0; round < 48; round++) {
            List<SqlType> types = shapes.get(round % 3);
            boolean except = round % 2 == 0;
            boolean all = round / 2 % 2 == 0;
            int[] sizes = {0, 1, 65, 2049, 4000};
            int variety = random.nextBoolean() ? 3 : 500;
            List<List<Object>> left = randomRows(types, random, sizes[random.nextInt(5)], variety, 0.1);
            List<List<Object>> right = randomRows(types, random, sizes[random.nextInt(5)], variety, 0.1);
            Map<List<Object>, Integer> rightCounts = counts(right);
            List<List<Object>> expected = new ArrayList<>();
            counts(left).forEach((row, count) -> {
                int other = rightCounts.getOrDefault(row, 0);
                int copies = all
                        ? except ? Math.max(0, count - other) : Math.min(count, other)
                        : except == (other == 0) ? 1 : 0;
                for (int i = 0; i < copies; i++) {
                    expected.add(row);
                }
            });
            int workers = 1 + round % 2;
            ExecutionContext context = context();
            SetOperating operation = new SetOperating(
                    new PlanNode.SetOperation(input(types), input(types), except, all, columns(types), 1), context);
            fill(operation.leftSink(), batches(types, left, 700, round % 5 == 0), context, workers);
            fill(operation.rightSink(), batches(types, right, 700, round % 7 == 0), context, workers);
            List<List<Object>> actual = drain(operation.source(), context, workers);
            assertThat(sorted(actual)).as("seed %s round %s", seed, round).isEqualTo(sorted(expected));
            operation.leftSink().close();
            operation.rightSink().close();
            assertThat(context.budget().reservedBytes()).isZero();
        }
    }
}
