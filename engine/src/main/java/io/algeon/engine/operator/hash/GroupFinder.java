package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import java.util.Arrays;

/** Looks keys of a finished {@link GroupTable} up; one thread's view. */
public final class GroupFinder {
    private final GroupTable table;
    private final KeyReader[] probes;
    private long[] probeKeys = {};
    private long[] firstKeys = {};
    private long[] probeHashes = {};

    GroupFinder(GroupTable table) {
        this.table = table;
        KeyColumn[] columns = table.columns;
        probes = new KeyReader[columns.length];
        Arrays.setAll(probes, i -> new KeyReader(columns[i], false));
    }

    /**
     * Finds the groups of the first {@code count} rows.
     *
     * @param groups receives the group of each row, -1 for a key that is not in the table
     */
    public void find(ColumnVector[] vectors, int count, int[] groups) {
        if (table.groupCount == 0) {
            Arrays.fill(groups, 0, count, -1);
            return;
        }
        for (int i = 0; i < probes.length; i++) {
            probes[i].read(vectors[i], count);
        }
        if (!table.packed) {
            probeKeys = GroupTable.sized(probeKeys, count * table.wide.words);
            table.wide.write(probes, vectors, count, probeKeys);
            findWide(probeKeys, count, groups);
            return;
        }
        probeKeys = GroupTable.sized(probeKeys, count);
        table.packing.packKnown(probes, vectors, count, probeKeys);
        int[] direct = table.direct;
        if (direct != null) {
            findDirect(direct, probeKeys, count, groups);
        } else {
            findHashed(probeKeys, count, groups);
        }
    }

    private static void findDirect(int[] direct, long[] batch, int count, int[] groups) {
        int length = direct.length;
        for (int i = 0; i < count; i++) {
            long key = batch[i];
            groups[i] = key >= 0 && key < length ? direct[(int) key] - 1 : -1;
        }
    }

    private void findHashed(long[] batch, int count, int[] groups) {
        long[] slots = table.slots;
        long[] stored = table.keys;
        int shift = table.slotShift;
        for (int i = 0; i < count; i++) {
            groups[i] = (int) slots[(int) (batch[i] * Hashes.GOLDEN >>> shift)] - 1;
        }
        // the keys that first slots refer to: independent reads, see touch
        firstKeys = GroupTable.sized(firstKeys, count);
        long[] first = firstKeys;
        for (int i = 0; i < count; i++) {
            first[i] = stored[groups[i] & ~(groups[i] >> 31)];
        }
        for (int i = 0; i < count; i++) {
            if (groups[i] >= 0 && first[i] != batch[i]) {
                groups[i] = findBehindFirst(slots, batch[i]);
            }
        }
    }

    private int findBehindFirst(long[] slots, long key) {
        long[] keys = table.keys;
        int mask = slots.length - 1;
        long hash = key * Hashes.GOLDEN;
        int slot = (int) (hash >>> table.slotShift) + 1 & mask;
        while (true) {
            long entry = slots[slot];
            int group = (int) entry - 1;
            if (group < 0
                    || GroupTable.tag(entry) == GroupTable.tag(hash << GroupTable.TAG_SHIFT) && keys[group] == key) {
                return group;
            }
            slot = slot + 1 & mask;
        }
    }

    private void findWide(long[] batch, int count, int[] groups) {
        WideKeys wide = table.wide;
        long[] slots = table.slots;
        long[] keys = table.keys;
        int shift = table.slotShift;
        int mask = slots.length - 1;
        probeHashes = wide.hashes(batch, count, probeHashes);
        table.touchWide(probeHashes, count, groups);
        for (int i = 0; i < count; i++) {
            long hash = probeHashes[i];
            int slot = (int) (hash >>> shift);
            while (true) {
                long entry = slots[slot];
                int group = (int) entry - 1;
                if (group < 0
                        || GroupTable.tag(entry) == GroupTable.tag(hash << GroupTable.TAG_SHIFT)
                                && wide.equal(batch, i, keys, group)) {
                    groups[i] = group;
                    break;
                }
                slot = slot + 1 & mask;
            }
        }
    }
}
