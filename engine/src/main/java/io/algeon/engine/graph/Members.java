package io.algeon.engine.graph;

/** Lists the members of groups. */
final class Members {
    private Members() {}

    /**
     * The members of all groups, group by group, each in rising order.
     *
     * @param groups the group of each member
     * @param starts of length {@code count + 1}, 0 everywhere; becomes where each group begins
     */
    static int[] of(int[] groups, int count, int[] starts) {
        for (int group : groups) {
            starts[group + 1]++;
        }
        for (int i = 0; i < count; i++) {
            starts[i + 1] += starts[i];
        }
        int[] at = starts.clone();
        int[] members = new int[groups.length];
        for (int i = 0; i < groups.length; i++) {
            members[at[groups[i]]++] = i;
        }
        return members;
    }
}
