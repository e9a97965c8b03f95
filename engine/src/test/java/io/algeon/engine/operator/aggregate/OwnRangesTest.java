package io.algeon.engine.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.operator.hash.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OwnRangesTest {
    private static KeyRange range(long min, long max) {
        return new KeyRange(min, max);
    }

    @Test
    void neighboursThatShareAnEnd_keepWhatIsBetween() {
        assertThat(OwnRanges.of(Arrays.asList(range(20, 30), range(0, 10), range(10, 20))))
                .containsExactly(range(21, 30), range(0, 9), range(11, 19));
    }

    @Test
    void rangeWithinAnother_leavesTheOtherNothingBehindIt() {
        assertThat(OwnRanges.of(Arrays.asList(range(0, 100), range(40, 50), range(90, 120), null)))
                .containsExactly(range(0, 39), null, range(101, 120), null);
    }

    @Test
    void endsOfTheNumbers_areRangesLikeOthers() {
        assertThat(OwnRanges.of(Arrays.asList(
                        range(Long.MIN_VALUE, Long.MIN_VALUE),
                        range(Long.MIN_VALUE, Long.MAX_VALUE),
                        range(Long.MAX_VALUE, Long.MAX_VALUE))))
                .containsExactly(null, range(Long.MIN_VALUE + 1, Long.MAX_VALUE - 1), null);
    }

    @Test
    void ownRanges_touchNoOtherRange() {
        long seed = 5;
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            List<@Nullable KeyRange> ranges = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                long min = random.nextInt(40);
                ranges.add(random.nextInt(9) == 0 ? null : range(min, min + random.nextInt(12)));
            }
            @Nullable KeyRange[] own = OwnRanges.of(ranges);
            for (int i = 0; i < own.length; i++) {
                for (int other = 0; other < own.length; other++) {
                    KeyRange mine = own[i];
                    KeyRange theirs = ranges.get(other);
                    if (mine != null && theirs != null && i != other) {
                        assertThat(mine.max() < theirs.min() || theirs.max() < mine.min())
                                .as("seed %s: %s of %s", seed, i, ranges)
                                .isTrue();
                    }
                }
            }
        }
    }
}
