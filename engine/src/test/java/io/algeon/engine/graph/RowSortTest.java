package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSortTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 2_047, 2_048, 2_049, 70_000, Integer.MAX_VALUE})
    void sort_isThatOfTheLibrary(int limit) {
        GraphWork work = RandomGraph.work(Crew.ALONE);
        RowSort sort = new RowSort(limit, work);
        SplittableRandom random = new SplittableRandom(limit);
        for (int size : new int[] {0, 1, 24, 25, 16_384, 16_385, 40_000}) {
            int[] values = random.ints(size + 7, 0, limit).toArray();
            int[] sorted = values.clone();
            Arrays.sort(sorted, 3, 3 + size);
            sort.sort(values, 3, 3 + size);
            assertThat(values).isEqualTo(sorted);

            long[] pairs = new long[size + 7];
            for (int i = 0; i < pairs.length; i++) {
                pairs[i] = (long) random.nextInt(limit) << 32 | i;
            }
            long[] sortedPairs = pairs.clone();
            Arrays.sort(sortedPairs, 3, 3 + size);
            sort.sort(pairs, 3, 3 + size);
            assertThat(pairs).isEqualTo(sortedPairs);
        }
        assertThat(work.memory().bytes()).isZero();
    }
}
