package io.algeon.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelSortTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 511, 8191, 16_384, 16_385, 100_000, 300_001})
    void sorted_isTheLibrarysOrder_whateverTheNumbers(int count) {
        Random random = new Random(count);
        LongSupplier[] kinds = {
            random::nextLong,
            () -> random.nextInt(3) - 1,
            () -> random.nextInt(100) * 0x1000_0000_0000L,
            () -> Long.MIN_VALUE + random.nextInt(1 << 20),
            () -> random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(),
            () -> random.nextInt(10) == 0 ? random.nextLong() : 7
        };
        for (LongSupplier kind : kinds) {
            long[] values = new long[count];
            Arrays.setAll(values, i -> kind.getAsLong());
            long[] expected = values.clone();
            Arrays.sort(expected);
            assertThat(ParallelSort.sorted(values, Crew.ALONE, new CancellationToken()))
                    .isEqualTo(expected);
        }
    }
}
