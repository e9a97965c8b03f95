package io.algeon.engine.operator.hash;

/**
 * Some groups of a table: those with the numbers {@code from} to {@code to - 1}, or those whose numbers stand at these places
 * of a list.
 */
public final class GroupSlice {
    private static final int[] CONSECUTIVE = {};

    private final int[] list;
    private final int from;
    private final int to;

    private GroupSlice(int[] list, int from, int to) {
        this.list = list;
        this.from = from;
        this.to = to;
    }

    /** Groups {@code from} to {@code to - 1}. */
    public static GroupSlice consecutive(int from, int to) {
        return new GroupSlice(CONSECUTIVE, from, to);
    }

    /** The groups at the places {@code from} to {@code to - 1} of a list, which is not copied. */
    public static GroupSlice listed(int[] list, int from, int to) {
        return from == to ? consecutive(0, 0) : new GroupSlice(list, from, to);
    }

    /** How many there are. */
    public int size() {
        return to - from;
    }

    /** Writes the numbers of the groups {@code at} to {@code at + count - 1} of the slice. */
    public void copy(int at, int count, int[] target) {
        if (list.length == 0) {
            for (int i = 0; i < count; i++) {
                target[i] = from + at + i;
            }
        } else {
            System.arraycopy(list, from + at, target, 0, count);
        }
    }
}
