package io.algeon.engine.operator.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RankedKeysTest {
    private final MemoryBudget memory = MemoryBudget.root("test", 1L << 40, "memory_limit");
    private final CancellationToken cancellation = new CancellationToken();

    @Test
    void groups_areTheRanksOfKeys_forAnySize() {
        long seed = 5;
        Random random = new Random(seed);
        try (WorkerPool pool = new WorkerPool("ranked-keys", 3)) {
            for (int rows : new int[] {1, 63, 64, 65, 2047, 2048, 2049, 100_000}) {
                for (long first : new long[] {0, -77, Long.MIN_VALUE, Long.MAX_VALUE}) {
                    for (boolean sorted : new boolean[] {true, false}) {
                        // a few threads set bits of their own, many set shared ones where those are far apart
                        Crew crew = rows % 2 == 1 ? Crew.ALONE : pool.crew(sorted ? 3 : 7);
                        int spread = sorted ? 3 : 60;
                        check(
                                rows,
                                Math.min(first, Long.MAX_VALUE - (long) spread * rows),
                                spread,
                                sorted,
                                random,
                                crew);
                    }
                }
            }
        }
    }

    private void check(int rows, long first, int spread, boolean sorted, Random random, Crew crew) {
        long[] values = new long[rows];
        boolean[] missing = new boolean[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = first + random.nextInt(spread * rows);
            missing[i] = i > 0 && random.nextInt(50) == 0;
        }
        if (sorted) {
            Arrays.sort(values);
        }
        RowStore store = new RowStore(List.of(SqlTypes.BIGINT), memory, "test");
        KeyRange range = new KeyRange();
        TreeSet<Long> distinct = new TreeSet<>();
        for (int from = 0; from < rows; from += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, rows - from);
            LongVector vector = new LongVector(Arrays.copyOfRange(values, from, from + count));
            for (int i = 0; i < count; i++) {
                if (missing[from + i]) {
                    vector.setNull(i, count);
                } else {
                    distinct.add(values[from + i]);
                }
            }
            range.add(vector, count);
            store.append(new ColumnVector[] {vector}, count);
        }
        assertThat(RankedKeys.suits(range)).isTrue();
        RankedKeys keys = RankedKeys.of(store, range, memory.reservation("test"), crew, cancellation);
        assertThat(keys.keyCount()).isEqualTo(distinct.size());
        int[] groups = new int[rows];
        keys.groups(store, groups, crew, cancellation);
        List<Long> inOrder = List.copyOf(distinct);
        for (int i = 0; i < rows; i++) {
            if (missing[i]) {
                assertThat(groups[i]).isEqualTo(-1);
            } else if (inOrder.get(groups[i]) != values[i]) {
                assertThat(inOrder.get(groups[i])).isEqualTo(values[i]);
            }
        }
        probe(keys, distinct, random);
    }

    private void probe(RankedKeys keys, TreeSet<Long> distinct, Random random) {
        IntegerKeys filter =
                (IntegerKeys) keys.filter(0, memory.reservation("test")).orElseThrow();
        List<Long> inOrder = List.copyOf(distinct);
        long[] probes = new long[1000];
        for (int i = 0; i < probes.length; i++) {
            probes[i] = i % 2 == 0
                    ? inOrder.get(random.nextInt(inOrder.size()))
                    : inOrder.get(0) + random.nextInt() % (4L * inOrder.size());
        }
        probes[1] = Long.MAX_VALUE;
        probes[3] = Long.MIN_VALUE;
        int[] found = new int[probes.length];
        keys.finder().find(new ColumnVector[] {new LongVector(probes)}, probes.length, found);
        for (int i = 0; i < probes.length; i++) {
            int expected =
                    distinct.contains(probes[i]) ? distinct.headSet(probes[i]).size() : -1;
            if (found[i] != expected || filter.mayContain(probes[i]) != expected >= 0) {
                assertThat(found[i]).as("%s", probes[i]).isEqualTo(expected);
                assertThat(filter.mayContain(probes[i])).isEqualTo(expected >= 0);
            }
            if (i > 100 && inOrder.size() > 1000) {
                return;
            }
        }
    }

    @Test
    void integers_areFoundLikeLongs() {
        RowStore store = new RowStore(List.of(SqlTypes.INTEGER), memory, "test");
        KeyRange range = new KeyRange();
        IntVector vector = new IntVector(new int[] {7, Integer.MIN_VALUE, 7, -1});
        vector.setNull(1, 4);
        range.add(vector, 4);
        store.append(new ColumnVector[] {vector}, 4);
        RankedKeys keys = RankedKeys.of(store, range, memory.reservation("test"), Crew.ALONE, cancellation);
        int[] groups = new int[5];
        keys.finder()
                .find(
                        new ColumnVector[] {new IntVector(new int[] {-1, 0, 7, Integer.MIN_VALUE, Integer.MAX_VALUE})},
                        5,
                        groups);
        assertThat(groups).containsExactly(0, -1, 1, -1, -1);
        int[] ofRow = new int[4];
        assertThat(keys.groups(store, ofRow, Crew.ALONE, cancellation)).isFalse();
        assertThat(ofRow).containsExactly(1, -1, 1, 0);
    }

    @Test
    void rowsOfGroups_areFound_whereNoKeyHasTwoRows() {
        Random random = new Random(8);
        try (WorkerPool pool = new WorkerPool("ranked-keys", 2)) {
            for (int rows : new int[] {1, 64, 2049, 100_000}) {
                for (boolean shuffled : new boolean[] {false, true}) {
                    List<Integer> keys = new ArrayList<>();
                    for (int i = 0; i < rows; i++) {
                        keys.add(3 * i);
                    }
                    if (shuffled) {
                        Collections.shuffle(keys, random);
                    }
                    RowStore store = new RowStore(List.of(SqlTypes.INTEGER), memory, "test");
                    KeyRange range = new KeyRange();
                    for (int from = 0; from < rows; from += Batch.ROWS) {
                        int count = Math.min(Batch.ROWS, rows - from);
                        int[] values = keys.subList(from, from + count).stream()
                                .mapToInt(Integer::intValue)
                                .toArray();
                        IntVector vector = new IntVector(values);
                        range.add(vector, count);
                        store.append(new ColumnVector[] {vector}, count);
                    }
                    RankedKeys ranked =
                            RankedKeys.of(store, range, memory.reservation("test"), pool.crew(2), cancellation);
                    assertThat(ranked.keyCount()).isEqualTo(rows);
                    int[] rowOfGroup = new int[rows];
                    assertThat(ranked.rows(store, rowOfGroup, pool.crew(2), cancellation))
                            .isEqualTo(!shuffled || rows == 1);
                    for (int group = 0; group < rows; group++) {
                        if (keys.get(rowOfGroup[group]) != 3 * group) {
                            assertThat(keys.get(rowOfGroup[group])).isEqualTo(3 * group);
                        }
                    }
                }
            }
        }
    }

    @Test
    void wideRanges_andNoKeys_areNotRanked() {
        KeyRange none = new KeyRange();
        assertThat(RankedKeys.suits(none)).isFalse();
        KeyRange wide = new KeyRange();
        wide.add(new LongVector(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}), 2);
        assertThat(RankedKeys.suits(wide)).isFalse();
        KeyRange sparse = new KeyRange();
        sparse.add(new LongVector(new long[] {0, 1L << 33}), 2);
        assertThat(RankedKeys.suits(sparse)).isFalse();
    }
}
