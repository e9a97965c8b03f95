package io.algeon.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadixSortTest {
    private static final int AROUND = 3;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, 2047, 2048, 2049, 20_000})
    void numbers_areInOrder_andThoseAroundThemStay(int count) {
        Random random = new Random(count);
        for (int shift : new int[] {0, 7, 31, 40, 63}) {
            long[] values =
                    random.longs(count + 2 * AROUND).map(v -> v >> shift).toArray();
            long[] expected = values.clone();
            Arrays.sort(expected, AROUND, AROUND + count);
            RadixSort.sort(values, AROUND, count, 0, new CancellationToken());
            assertThat(values).as("seed %d, shift %d", count, shift).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 2047, 2048, 2049, 20_000})
    void lowerBits_doNotCount_andKeepTheirOrder(int count) {
        Random random = new Random(count);
        Long[] expected = new Long[count];
        Arrays.setAll(expected, i -> (long) random.nextInt(count / 4 + 1) << 32 | random.nextInt() & 0xffffffffL);
        long[] values = Arrays.stream(expected).mapToLong(Long::longValue).toArray();
        Arrays.sort(expected, Comparator.comparing(v -> v >>> 32));
        RadixSort.sort(values, 0, count, Integer.SIZE, new CancellationToken());
        assertThat(values)
                .as("seed %d", count)
                .isEqualTo(Arrays.stream(expected).mapToLong(Long::longValue).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = 5_000)
    void sorting_canBeCancelled(int count) {
        CancellationToken token = new CancellationToken();
        token.cancel();
        long[] values = new Random(1).longs(count).toArray();
        assertThatThrownBy(() -> RadixSort.sort(values, 0, count, 0, token)).isInstanceOf(EngineException.class);
    }
}
