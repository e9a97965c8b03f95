package io.algeon.engine.operator.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashedKeysTest {
    private final MemoryBudget memory = MemoryBudget.root("test", 1L << 40, "memory_limit");

    @Test
    void groups_areThoseOfEqualKeys_howeverManyThreadsAddThem() {
        long seed = 11;
        Random random = new Random(seed);
        List<List<SqlType>> types = List.of(
                List.of(SqlTypes.INTEGER, SqlTypes.BIGINT),
                List.of(SqlTypes.BIGINT, SqlTypes.BIGINT, SqlTypes.INTEGER),
                List.of(SqlTypes.DOUBLE, SqlTypes.INTEGER),
                List.of(SqlTypes.BIGINT));
        try (WorkerPool pool = new WorkerPool("hashed-keys", 3)) {
            for (List<SqlType> columns : types) {
                // values within small ranges are an index, within large ones hashed, the largest do not fit one word
                for (long spread : new long[] {200, 1 << 20, Long.MAX_VALUE}) {
                    for (int rows : new int[] {2048, 40_000, 70_001}) {
                        check(columns, rows, spread, random, pool.crew(rows == 40_000 ? 2 : 7));
                    }
                }
            }
            check(types.get(0), 50_000, 3, random, pool.crew(2));
        }
    }

    private void check(List<SqlType> types, int rows, long spread, Random random, Crew crew) {
        List<List<Object>> keys = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            if (row > 0 && random.nextInt(10) == 0) {
                keys.add(keys.get(random.nextInt(row)));
                continue;
            }
            List<Object> key = new ArrayList<>();
            for (SqlType type : types) {
                long value = random.nextLong() % spread;
                boolean isNull = random.nextInt(100) == 0;
                key.add(isNull ? "NULL" : type == SqlTypes.INTEGER ? (Object) (long) (int) value : (Object) value);
            }
            keys.add(key);
        }
        RowStore store = store(types, keys);
        boolean[] nullsEqual = new boolean[types.size()];
        nullsEqual[0] = types.size() > 1;
        HashedKeys hashed = new HashedKeys(types, memory);
        int[] groups = new int[rows];
        int grouped = hashed.add(store, nullsEqual, groups, crew, new CancellationToken());
        Map<List<Object>, Integer> known = new HashMap<>();
        Map<Integer, List<Object>> owners = new HashMap<>();
        int expected = 0;
        for (int row = 0; row < rows; row++) {
            List<Object> key = keys.get(row);
            if (key.subList(nullsEqual[0] ? 1 : 0, key.size()).contains("NULL")) {
                assertThat(groups[row]).isEqualTo(-1);
                continue;
            }
            expected++;
            int group = groups[row];
            Integer sameKey = known.putIfAbsent(key, group);
            List<Object> sameGroup = owners.putIfAbsent(group, key);
            if (group < 0
                    || group >= hashed.groupBound()
                    || sameKey != null && sameKey != group
                    || sameGroup != null && !sameGroup.equals(key)) {
                throw new AssertionError("row " + row + " with the key " + key + " is in group " + group);
            }
        }
        assertThat(grouped).isEqualTo(expected);
        assertThat(hashed.keyCount()).isEqualTo(known.size());
        find(types, keys, groups, hashed);
        for (int column = 0; column < types.size() && types.get(column) != SqlTypes.DOUBLE; column++) {
            IntegerKeys filter = (IntegerKeys)
                    hashed.filter(column, memory.reservation("test")).orElseThrow();
            for (List<Object> key : known.keySet()) {
                if (!key.get(column).equals("NULL") && !filter.mayContain((Long) key.get(column))) {
                    throw new AssertionError("the filter does not know " + key);
                }
            }
        }
    }

    private static void find(List<SqlType> types, List<List<Object>> keys, int[] groups, HashedKeys hashed) {
        KeyIndex.Finder finder = hashed.finder();
        int[] found = new int[Batch.ROWS];
        for (int from = 0; from + Batch.ROWS <= keys.size(); from += Batch.ROWS) {
            List<List<Object>> some = keys.subList(from, from + Batch.ROWS);
            finder.find(vectors(types, some), Batch.ROWS, found);
            for (int i = 0; i < Batch.ROWS; i++) {
                if (groups[from + i] >= 0 && found[i] != groups[from + i]) {
                    throw new AssertionError("row " + (from + i) + " is found in group " + found[i]);
                }
            }
        }
        List<Object> absent = Collections.nCopies(types.size(), 1L << 30);
        finder.find(vectors(types, List.of(absent)), 1, found);
        assertThat(found[0]).isEqualTo(-1);
    }

    private RowStore store(List<SqlType> types, List<List<Object>> keys) {
        RowStore store = new RowStore(types, memory, "test");
        for (int from = 0; from < keys.size(); from += Batch.ROWS) {
            List<List<Object>> some = keys.subList(from, Math.min(keys.size(), from + Batch.ROWS));
            store.append(vectors(types, some), some.size());
        }
        return store;
    }

    private static ColumnVector[] vectors(List<SqlType> types, List<List<Object>> rows) {
        ColumnVector[] vectors = new ColumnVector[types.size()];
        for (int c = 0; c < vectors.length; c++) {
            vectors[c] = Vectors.create(types.get(c), Batch.ROWS);
            for (int row = 0; row < rows.size(); row++) {
                if (rows.get(row).get(c).equals("NULL")) {
                    vectors[c].setNull(row, rows.size());
                    continue;
                }
                long value = (Long) rows.get(row).get(c);
                if (vectors[c] instanceof IntVector ints) {
                    ints.values()[row] = (int) value;
                } else if (vectors[c] instanceof LongVector longs) {
                    longs.values()[row] = value;
                } else {
                    ((DoubleVector) vectors[c]).values()[row] = Double.longBitsToDouble(value & 0x3fff_ffff_ffff_ffffL);
                }
            }
        }
        return vectors;
    }
}
