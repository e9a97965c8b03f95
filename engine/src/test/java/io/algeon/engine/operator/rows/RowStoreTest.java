package io.algeon.engine.operator.rows;

import static io.algeon.engine.operator.OperatorTesting.batches;
import static io.algeon.engine.operator.OperatorTesting.context;
import static io.algeon.engine.operator.OperatorTesting.randomRows;
import static io.algeon.engine.operator.OperatorTesting.row;
import static io.algeon.engine.operator.OperatorTesting.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowStoreTest {
    private static final List<SqlType> TYPES = List.of(
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.decimal(38, 4),
            SqlTypes.DOUBLE,
            SqlTypes.VARCHAR,
            SqlTypes.BOOLEAN);

    private static RowStore store(List<List<Object>> rows, int size, boolean dictionaries) {
        RowStore store = new RowStore(TYPES, context().budget(), "A test");
        for (Batch batch : batches(TYPES, rows, size, dictionaries)) {
            ColumnVector[] columns = new ColumnVector[TYPES.size()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = batch.column(i);
            }
            store.append(columns, batch.rowCount());
        }
        return store;
    }

    private static List<List<Object>> read(RowStore store, int first, int count) {
        ColumnVector[] columns = new ColumnVector[TYPES.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = store.slice(i, first, count, null);
        }
        return rows(new Batch(columns, count));
    }

    @Test
    void slices_haveTheRowsThatWereAppended() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int rowCount : new int[] {1, 63, 64, 65, 2048, 2049, 16_383, 16_384, 16_385, 40_000}) {
            List<List<Object>> rows = randomRows(TYPES, random, rowCount, 5000, 0.1);
            for (boolean dictionaries : new boolean[] {false, true}) {
                RowStore store = store(rows, 1 + random.nextInt(Batch.ROWS), dictionaries);
                for (int i = 0; i < 20; i++) {
                    int first = random.nextInt(rowCount);
                    int count = Math.min(1 + random.nextInt(Batch.ROWS), rowCount - first);
                    assertThat(read(store, first, count))
                            .as("seed %d, %d rows, %d from %d", seed, rowCount, count, first)
                            .isEqualTo(rows.subList(first, first + count));
                }
            }
        }
    }

    @Test
    void encodedStrings_areCodesOfTheSameStrings() {
        long seed = System.nanoTime();
        List<List<Object>> rows = randomRows(TYPES, new Random(seed), 20_000, 50_000, 0.1);
        RowStore store = store(rows, 1000, false);
        store.encode(0, 1 << 20);
        store.encode(4, 1 << 20);
        assertThat(store.slice(4, 0, 1, null)).isInstanceOf(DictionaryVector.class);
        assertThat(read(store, 15_000, 2048)).as("seed %d", seed).isEqualTo(rows.subList(15_000, 17_048));
        int[] numbers = {19_999, -1, 0};
        ColumnVector gathered = store.gather(4, numbers, 3, true, null);
        assertThat(gathered.isNull(1)).isTrue();
        RowStore large = store(rows, 1000, false);
        large.encode(4, 100);
        assertThat(large.slice(4, 0, 1, null)).isNotInstanceOf(DictionaryVector.class);
    }

    @Test
    void nullsAmongCodes_leaveThemCodes() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(row(1, 1L, BigInteger.ONE, 1.0, "a" + i % 7, true));
        }
        RowStore store = store(rows, 100, true);
        List<List<Object>> missing = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            missing.add(row(null, null, null, null, null, null));
        }
        for (Batch batch : batches(TYPES, missing, 10, false)) {
            ColumnVector[] columns = new ColumnVector[TYPES.size()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = batch.column(i);
            }
            store.append(columns, 10);
        }
        assertThat(store.slice(4, 0, 1, null)).isInstanceOf(DictionaryVector.class);
        rows.addAll(missing);
        assertThat(read(store, 0, 110)).isEqualTo(rows);
    }

    @Test
    void bits_areCopiedFromAnywhereToAnywhere() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            long[] source = random.longs(8).toArray();
            long[] target = random.longs(8).toArray();
            long[] before = target.clone();
            int count = random.nextInt(257);
            int from = random.nextInt(512 - count);
            int at = random.nextInt(512 - count);
            Validity.copy(source, from, target, at, count);
            for (int bit = 0; bit < 512; bit++) {
                boolean inside = bit >= at && bit < at + count;
                assertThat(Validity.get(target, bit))
                        .as("seed %d, bit %d", seed, bit)
                        .isEqualTo(inside ? Validity.get(source, bit - at + from) : Validity.get(before, bit));
            }
        }
    }
}
