package io.algeon.engine.operator.basic;

import static io.algeon.engine.operator.OperatorTesting.batches;
import static io.algeon.engine.operator.OperatorTesting.columns;
import static io.algeon.engine.operator.OperatorTesting.context;
import static io.algeon.engine.operator.OperatorTesting.drain;
import static io.algeon.engine.operator.OperatorTesting.fill;
import static io.algeon.engine.operator.OperatorTesting.randomRows;
import static io.algeon.engine.operator.OperatorTesting.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaterialisationTest {
    private static final List<SqlType> TYPES = List.of(
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.VARCHAR,
            SqlTypes.DOUBLE,
            SqlTypes.REAL,
            SqlTypes.BOOLEAN,
            SqlTypes.decimal(38, 2));

    @Test
    void rowsOfAllKinds_comeBackAsOftenAsTheyAreRead() {
        Random random = new Random(17);
        for (int size : new int[] {0, 1, 63, 64, 65, 2047, 2048, 2049, 16_383, 16_384, 16_385, 50_000}) {
            List<List<Object>> rows = randomRows(TYPES, random, size, 1 + size / 2, size % 2 == 0 ? 0.1 : 0);
            ExecutionContext context = context();
            Materialisation kept = new Materialisation(columns(TYPES), context);
            // batches with codes, then batches without: pages change their form on the way
            int border = size / 3;
            List<Batch> batches = new ArrayList<>(batches(TYPES, rows.subList(0, border), 300, true));
            batches.addAll(batches(TYPES, rows.subList(border, size), 1700, false));
            fill(kept.sink(), batches, context, 1 + size % 3);
            assertThat(sorted(drain(kept.source(), context, 2))).isEqualTo(sorted(rows));
            assertThat(drain(kept.source(), context, 1)).hasSize(size);
            kept.sink().close();
            assertThat(context.budget().reservedBytes()).isZero();
        }
    }

    @Test
    void codedStrings_staySo_acrossDictionariesAndWorkers() {
        List<SqlType> types = List.of(SqlTypes.VARCHAR);
        List<List<Object>> rows = randomRows(types, new Random(2), 20_000, 30, 0.05);
        ExecutionContext context = context();
        Materialisation kept = new Materialisation(columns(types), context);
        fill(kept.sink(), batches(types, rows, 1000, true), context, 3);
        assertThat(sorted(drain(kept.source(), context, 1))).isEqualTo(sorted(rows));
    }

    @Test
    void arrays_comeBack() {
        List<SqlType> types = List.of(SqlTypes.array(SqlTypes.INTEGER));
        int[] offsets = {0, 2, 2, 5};
        ListVector vector = new ListVector(offsets, new IntVector(new int[] {1, 2, 3, 4, 5}));
        vector.setNull(1, 3);
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            batches.add(new Batch(new ColumnVector[] {vector}, 3));
        }
        ExecutionContext context = context();
        Materialisation kept = new Materialisation(columns(types), context);
        fill(kept.sink(), batches, context, 2);
        List<List<Object>> rows = drain(kept.source(), context, 1);
        assertThat(rows).hasSize(30_000);
        assertThat(rows.subList(29_997, 30_000).toString()).isEqualTo("[[[1, 2]], [null], [[3, 4, 5]]]");
    }
}
