package io.algeon.engine.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.OperatorTesting;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyRowsTest {
    private static final List<SqlType> TYPES =
            List.of(SqlTypes.INTEGER, SqlTypes.VARCHAR, SqlTypes.BIGINT, SqlTypes.VARCHAR);

    private static ColumnVector[] columns(Batch batch) {
        ColumnVector[] columns = new ColumnVector[batch.columnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(i);
        }
        return columns;
    }

    @Test
    void rowsHaveOneGroup_exactlyIfTheirKeysAreEqual_evenIfHashesAre() {
        long seed = 41;
        Random random = new Random(seed);
        for (long mask : new long[] {-1, 0x70, 0}) {
            for (int size : new int[] {1, 63, 64, 65, 2047, 2048, 2049, 9000}) {
                for (int variety : new int[] {3, 40}) {
                    // every level of equal hashes parts one key from the others, so they must not be many
                    int rows = mask == -1 ? size : Math.min(size, 150);
                    check(mask, OperatorTesting.randomRows(TYPES, random, rows, variety, 0.1), random.nextBoolean());
                }
            }
        }
    }

    private static void check(long mask, List<List<Object>> rows, boolean dictionaries) {
        MemoryBudget memory = MemoryBudget.root("test", 1L << 40, "memory_limit");
        MemoryBudget own = memory.child("keys", Long.MAX_VALUE, "query_memory_limit");
        try (KeyRows keys = new KeyRows(TYPES, own, mask)) {
            Map<List<Object>, Integer> expected = new HashMap<>();
            List<List<Object>> inOrder = new ArrayList<>();
            int[] groups = new int[Batch.ROWS];
            int at = 0;
            for (Batch batch : OperatorTesting.batches(TYPES, rows, 2048, dictionaries)) {
                keys.assign(columns(batch), batch.rowCount(), groups);
                for (int i = 0; i < batch.rowCount(); i++) {
                    List<Object> key = rows.get(at++);
                    Integer known = expected.putIfAbsent(key, groups[i]);
                    if (known == null) {
                        inOrder.add(key);
                    }
                    assertThat(groups[i]).isEqualTo(expected.get(key));
                }
            }
            assertThat(keys.groupCount()).isEqualTo(expected.size());
            assertThat(expected.values()).doesNotHaveDuplicates();
            int[] partitions = new int[keys.groupCount()];
            keys.partitions(3, partitions);
            for (List<Object> key : inOrder) {
                int group = expected.get(key);
                ColumnVector[] values = new ColumnVector[TYPES.size()];
                for (int c = 0; c < values.length; c++) {
                    values[c] = keys.keys(c, new int[] {group}, 1, null);
                }
                assertThat(OperatorTesting.rows(new Batch(values, 1))).containsExactly(key);
                assertThat(partitions[group]).isBetween(0, 7);
            }
        }
        // dictionaries are the budget's
        own.close();
        assertThat(memory.reservedBytes()).isZero();
    }

    @Test
    void partitions_areTheSame_forEqualKeysOfTwoTables() {
        Random random = new Random(3);
        List<List<Object>> rows = OperatorTesting.randomRows(TYPES, random, 2000, 1000, 0.1);
        MemoryBudget memory = MemoryBudget.root("test", 1L << 40, "memory_limit");
        int[][] found = new int[2][];
        for (int table = 0; table < 2; table++) {
            try (KeyRows keys = new KeyRows(TYPES, memory)) {
                int[] groups = new int[Batch.ROWS];
                Batch batch =
                        OperatorTesting.batches(TYPES, rows, 2048, table == 1).get(0);
                keys.assign(columns(batch), 2000, groups);
                int[] partitions = new int[keys.groupCount()];
                keys.partitions(5, partitions);
                found[table] = new int[2000];
                for (int i = 0; i < 2000; i++) {
                    found[table][i] = partitions[groups[i]];
                }
            }
        }
        assertThat(found[0]).isEqualTo(found[1]);
    }
}
