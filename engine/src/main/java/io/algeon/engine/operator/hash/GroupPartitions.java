package io.algeon.engine.operator.hash;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Divides the groups of tables into partitions by their keys, so that equal keys of any two tables are in one. */
final class GroupPartitions {
    private GroupPartitions() {}

    /** See {@link Groups#partitions}. */
    static void byHash(GroupTable table, int bits, int[] target) {
        int groupCount = table.groupCount;
        if (bits == 0) {
            Arrays.fill(target, 0, groupCount, 0);
            return;
        }
        int columns = table.columns.length;
        for (int group = 0; group < groupCount; group++) {
            long hash = 0;
            for (int c = 0; c < columns; c++) {
                hash = Hashes.mixPartition(hash, word(table, c, group));
            }
            target[group] = (int) (hash * Hashes.GOLDEN >>> 64 - bits);
        }
    }

    private static long word(GroupTable table, int index, int group) {
        KeyColumn column = table.columns[index];
        long value;
        if (table.packed) {
            long code = table.keys[group] >>> column.shift & column.codeMask();
            if (code == 0) {
                return -1;
            }
            value = code - 1 + column.base;
        } else {
            if (table.wide.isNull(table.keys, group, index)) {
                return -1;
            }
            int at = group * table.wide.words + column.word;
            value = table.keys[at];
            if (column.words() == 2) {
                value = Hashes.mix(value, table.keys[at + 1]);
            }
        }
        return column.strings == null ? value : column.strings.hash((int) value);
    }

    /** The range of the only column's values, which are integers and packed; null without any. */
    static @Nullable KeyRange range(GroupTable table) {
        long first = Long.MAX_VALUE;
        long last = 0;
        long[] stored = table.keys;
        for (int group = 0; group < table.groupCount; group++) {
            long key = stored[group];
            first = key == 0 ? first : Math.min(first, key);
            last = Math.max(last, key);
        }
        long offset = table.columns[0].base - 1;
        return last == 0 ? null : new KeyRange(first + offset, last + offset);
    }

    /** See {@link Groups#split}. Where keys came in order, both parts are found from the ends of the table. */
    static Groups.Split split(GroupTable table, KeyRange range) {
        long[] stored = table.keys;
        int end = table.groupCount;
        long offset = table.columns[0].base - 1;
        long first = range.min() - offset;
        long last = range.max() - offset;
        int from = 0;
        while (from < end && (stored[from] < first || stored[from] > last)) {
            from++;
        }
        int to = end;
        while (to > from && (stored[to - 1] < first || stored[to - 1] > last)) {
            to--;
        }
        int inside = 0;
        for (int group = from; group < to; group++) {
            inside += stored[group] >= first && stored[group] <= last ? 1 : 0;
        }
        if (inside == to - from) {
            int[] outside = new int[end - inside];
            for (int i = 0; i < outside.length; i++) {
                outside[i] = i < from ? i : i + inside;
            }
            return new Groups.Split(GroupSlice.consecutive(from, to), GroupSlice.listed(outside, 0, outside.length));
        }
        int[] order = new int[end];
        int insideAt = 0;
        int outsideAt = inside;
        for (int group = 0; group < end; group++) {
            if (stored[group] >= first && stored[group] <= last) {
                order[insideAt++] = group;
            } else {
                order[outsideAt++] = group;
            }
        }
        return new Groups.Split(GroupSlice.listed(order, 0, inside), GroupSlice.listed(order, inside, end));
    }

    /**
     * By ranges of the key instead of its hash: groups whose keys are near are in one partition, and what is merged by
     * partitions walks memory in order.
     */
    static void byRange(GroupTable table, KeyRange whole, int bits, int[] target) {
        int width = 64 - Long.numberOfLeadingZeros(whole.max() - whole.min());
        int shift = Math.max(0, width - bits);
        long[] stored = table.keys;
        long offset = table.columns[0].base - 1 - whole.min();
        for (int group = 0; group < table.groupCount; group++) {
            long key = stored[group];
            target[group] = key == 0 ? 0 : (int) (key + offset >>> shift);
        }
    }
}
