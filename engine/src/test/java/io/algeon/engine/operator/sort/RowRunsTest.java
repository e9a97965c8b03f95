package io.algeon.engine.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowRunsTest {
    /** Each row: number of rows, different words, threads. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 2",
        "2, 2, 2",
        "1000, 10, 4",
        "65536, 70000, 2",
        "65537, 3, 2",
        "200001, 1, 4",
        "200001, 100000, 3",
        "300007, 500, 7"
    })
    void rowsComeInTheOrderOfTheirWordsAndStayInOrderWhereThoseAreEqual(int count, int different, int threads) {
        long[] words = words(count, different);
        int[] order = IntStream.range(0, count).toArray();
        try (WorkerPool pool = new WorkerPool("sort", threads)) {
            new RowRuns(words, order, null, new CancellationToken(), pool.crew(threads)).sort();
        }
        assertThat(order).isEqualTo(expected(words, Comparator.comparingLong(row -> 0)));
    }

    @ParameterizedTest
    @CsvSource({"1000, 10, 1", "100000, 4, 2", "200001, 1, 4", "200001, 50000, 3"})
    void equalWordsAreOrderedByComparingRows(int count, int different, int threads) {
        long[] words = words(count, different);
        int[] second = new Random(count).ints(count, 0, 1000).toArray();
        int[] order = IntStream.range(0, count).toArray();
        RowRuns.Ties ties = (left, right) -> Integer.compare(second[left], second[right]);
        try (WorkerPool pool = new WorkerPool("sort", threads)) {
            Crew crew = threads == 1 ? Crew.ALONE : pool.crew(threads);
            new RowRuns(words, order, ties, new CancellationToken(), crew).sort();
        }
        assertThat(order).isEqualTo(expected(words, Comparator.comparingInt(row -> second[row])));
    }

    private static long[] words(int count, int different) {
        Random random = new Random(42);
        long[] domain = random.longs(different).toArray();
        return IntStream.range(0, count)
                .mapToLong(i -> domain[random.nextInt(different)])
                .toArray();
    }

    private static int[] expected(long[] words, Comparator<Integer> ties) {
        Comparator<Integer> byWord = (left, right) -> Long.compareUnsigned(words[left], words[right]);
        return IntStream.range(0, words.length)
                .boxed()
                .sorted(byWord.thenComparing(ties))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
