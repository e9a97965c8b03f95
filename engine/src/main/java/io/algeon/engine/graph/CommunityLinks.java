package io.algeon.engine.graph;

/**
 * Sums weights by community, those around one vertex or one community at a time: a hash table as large as these can need, which
 * mostly stays in the first-level cache. Communities keep the order in which they came. Used by one thread.
 */
final class CommunityLinks {
    /** Position in the other arrays, plus 1; 0 is an empty slot. */
    private int[] table = new int[64];

    private int shift = 32 - 6;
    private int[] slots = new int[32];
    private int[] communities = new int[32];
    private long[] sums = new long[32];
    private int size;

    /** Bytes of the tables for so many communities. */
    static long bytes(long communities) {
        return 32 * communities;
    }

    /** Forgets everything, and makes room for so many communities. */
    void begin(int most) {
        int capacity = Math.max(64, Integer.highestOneBit(Math.max(1, most)) << 2);
        if (capacity > table.length) {
            table = new int[capacity];
            slots = new int[capacity / 2];
            communities = new int[capacity / 2];
            sums = new long[capacity / 2];
        } else {
            for (int i = 0; i < size; i++) {
                table[slots[i]] = 0;
            }
        }
        shift = Integer.numberOfLeadingZeros(capacity) + 1;
        size = 0;
    }

    /** Adds a weight, which is not 0. */
    void add(int community, long weight) {
        int position = find(community);
        if (position < 0) {
            table[~position] = ++size;
            slots[size - 1] = ~position;
            communities[size - 1] = community;
            sums[size - 1] = weight;
        } else {
            sums[position] += weight;
        }
    }

    /** Position of a community; the complement of its slot if it has none. */
    private int find(int community) {
        int[] entries = table;
        int mask = (1 << 32 - shift) - 1;
        int slot = community * 0x9E3779B1 >>> shift;
        int entry;
        while ((entry = entries[slot]) != 0) {
            if (communities[entry - 1] == community) {
                return entry - 1;
            }
            slot = slot + 1 & mask;
        }
        return ~slot;
    }

    int size() {
        return size;
    }

    int community(int position) {
        return communities[position];
    }

    long sum(int position) {
        return sums[position];
    }

    /** The sum of a community, 0 if nothing was added for it. */
    long of(int community) {
        int position = find(community);
        return position < 0 ? 0 : sums[position];
    }
}
