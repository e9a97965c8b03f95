package io.algeon.engine.operator.aggregate;

import io.algeon.engine.operator.hash.KeyRange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which keys only one of several states can have, as the ranges of their keys say. */
final class OwnRanges {
    private OwnRanges() {}

    /**
     * By range: the part of it that no other range touches.
     *
     * @param ranges null: of nothing
     * @return null where there is no such part
     */
    static @Nullable KeyRange[] of(List<@Nullable KeyRange> ranges) {
        @Nullable KeyRange[] own = new @Nullable KeyRange[ranges.size()];
        int[] order = IntStream.range(0, own.length)
                .filter(i -> ranges.get(i) != null)
                .boxed()
                .sorted(Comparator.comparingLong(i -> range(ranges, i).min()))
                .mapToInt(Integer::intValue)
                .toArray();
        boolean first = true;
        long taken = 0;
        for (int place = 0; place < order.length; place++) {
            KeyRange range = range(ranges, order[place]);
            long next =
                    place + 1 < order.length ? range(ranges, order[place + 1]).min() : Long.MAX_VALUE;
            boolean last = place + 1 == order.length;
            if ((first || taken < range.max()) && (last || next > range.min())) {
                long min = first ? range.min() : Math.max(range.min(), taken + 1);
                long max = last ? range.max() : Math.min(range.max(), next - 1);
                own[order[place]] = min <= max ? new KeyRange(min, max) : null;
            }
            taken = first ? range.max() : Math.max(taken, range.max());
            first = false;
        }
        return own;
    }

    private static KeyRange range(List<@Nullable KeyRange> ranges, int index) {
        KeyRange range = ranges.get(index);
        if (range == null) {
            throw new IllegalStateException("no range");
        }
        return range;
    }
}
