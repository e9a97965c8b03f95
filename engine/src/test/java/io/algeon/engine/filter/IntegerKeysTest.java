package io.algeon.engine.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntegerKeysTest {
    private static final long SEED = 4711;

    private static Reservation memory(long limit) {
        return MemoryBudget.root("test", limit, "memory_limit").reservation("a test");
    }

    private static IntegerKeys keys(TreeSet<Long> values) {
        long min = values.isEmpty() ? Long.MAX_VALUE : values.first();
        long max = values.isEmpty() ? Long.MIN_VALUE : values.last();
        IntegerKeys.Builder builder =
                Objects.requireNonNull(IntegerKeys.Builder.prepare(min, max, values.size(), memory(1L << 30)));
        values.forEach(builder::add);
        return builder.build();
    }

    /** Dense and sparse, few and many: bits, slots and Bloom filters. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 1, true",
        "64, 100, 1, true",
        "65, -32, 1, true",
        "2000, -1000, 60, true",
        "200000, 5, 100, true",
        "1, 9223372036854775807, 1, true",
        "1, -9223372036854775808, 1, true",
        "57, 0, 1000000007, true",
        "30000, -9000000000000000000, 600000000000000, true",
        "100000, -9000000000000000000, 180000000000000, false"
    })
    void everyKeyPasses_andHardlyAnyOther(int count, long first, long step, boolean exact) {
        Random random = new Random(SEED);
        TreeSet<Long> values = LongStream.range(0, count)
                .mapToObj(i -> first + i * step - (step > 1 ? (long) (random.nextDouble() * step / 2) : 0))
                .collect(Collectors.toCollection(TreeSet::new));
        IntegerKeys keys = keys(values);
        long[] tested = LongStream.concat(
                        values.stream().mapToLong(Long::longValue),
                        random.longs(20_000).map(n -> {
                            long key = first + Math.floorMod(n, (long) count) * step;
                            return n % 3 == 0 ? n : key + n % 5;
                        }))
                .toArray();
        int[] positions = new int[tested.length];
        int kept = keys.select(tested, tested.length, positions);
        int wrong = 0;
        int missing = 0;
        int next = 0;
        for (int i = 0; i < tested.length; i++) {
            boolean selected = next < kept && positions[next] == i;
            next += selected ? 1 : 0;
            missing += selected != keys.mayContain(tested[i]) ? 1 : 0;
            if (values.contains(tested[i])) {
                missing += selected ? 0 : 1;
            } else {
                wrong += selected ? 1 : 0;
            }
        }
        assertThat(missing).as("missing, seed %d", SEED).isZero();
        assertThat(wrong).as("false positives, seed %d", SEED).isLessThanOrEqualTo(exact ? 0 : tested.length / 50);
    }

    @Test
    void intsAreTestedAsLongsAre() {
        IntegerKeys bits = keys(new TreeSet<>(Set.of(-5L, 7L, 100L)));
        IntegerKeys slots = keys(new TreeSet<>(Set.of(-2_000_000_000L, 7L, 2_000_000_000L)));
        int[] values = {-2_000_000_000, -6, -5, 7, 8, 99, 100, 101, 2_000_000_000};
        int[] positions = new int[values.length];
        assertThat(Arrays.copyOf(positions, bits.select(values, values.length, positions)))
                .containsExactly(2, 3, 6);
        assertThat(Arrays.copyOf(positions, slots.select(values, values.length, positions)))
                .containsExactly(0, 3, 8);
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "1000", "1000000007"})
    void ranges_areRuledOutOnlyWhereNoKeyIs(long step) {
        Random random = new Random(SEED);
        TreeSet<Long> values = LongStream.range(0, 300)
                .mapToObj(i -> i * step + random.nextInt((int) Math.min(step, 1000)))
                .collect(Collectors.toCollection(TreeSet::new));
        values.removeIf(value -> random.nextInt(4) == 0);
        IntegerKeys keys = keys(values);
        for (int i = 0; i < 2_000; i++) {
            long low = (long) (random.nextDouble() * 310 * step) - 5 * step;
            long high = low + (long) (random.nextDouble() * random.nextInt(200) * step);
            Long next = values.ceiling(low);
            assertThat(keys.mayContainAny(low, high))
                    .as("%d to %d, seed %d", low, high, SEED)
                    .isEqualTo(next != null && next <= high);
        }
    }

    @Test
    void noKeys_nothingPasses() {
        IntegerKeys keys = keys(new TreeSet<>());
        assertThat(keys.isEmpty()).isTrue();
        assertThat(keys.mayContain(0)).isFalse();
        assertThat(keys.mayContainAny(Long.MIN_VALUE, Long.MAX_VALUE)).isFalse();
        assertThat(keys.select(new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE}, 3, new int[3]))
                .isZero();
    }

    @Test
    void theWholeRange_isHeld() {
        IntegerKeys keys = keys(new TreeSet<>(Set.of(Long.MIN_VALUE, 0L, Long.MAX_VALUE)));
        assertThat(LongStream.of(Long.MIN_VALUE, 0, Long.MAX_VALUE)).allMatch(keys::mayContain);
        assertThat(keys.mayContainAny(5, 6)).isTrue();
    }

    @Test
    void refusedMemory_givesNoFilter() {
        Reservation memory = memory(1000);
        assertThat(IntegerKeys.Builder.prepare(0, 1_000_000, 100_000, memory)).isNull();
        assertThat(memory.bytes()).isZero();
    }
}
