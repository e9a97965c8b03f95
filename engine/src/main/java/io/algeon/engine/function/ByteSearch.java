package io.algeon.engine.function;

/**
 * Finds a byte string in others: Horspool's variant of Boyer and Moore ("Practical fast searching in strings", 1980), which
 * looks at few bytes of ordinary text.
 */
final class ByteSearch {
    private final byte[] needle;
    private final int[] shifts;

    ByteSearch(byte[] needle) {
        this.needle = needle;
        this.shifts = new int[256];
        int last = needle.length - 1;
        java.util.Arrays.fill(shifts, Math.max(1, needle.length));
        for (int i = 0; i < last; i++) {
            shifts[needle[i] & 255] = last - i;
        }
    }

    int length() {
        return needle.length;
    }

    /** Position of the first occurrence that lies in {@code data[from .. to)}, -1 if there is none. */
    int find(byte[] data, int from, int to) {
        byte[] n = needle;
        int last = n.length - 1;
        if (last < 0) {
            return from;
        }
        int[] s = shifts;
        byte lastByte = n[last];
        for (int end = from + last; end < to; ) {
            byte b = data[end];
            if (b == lastByte) {
                int start = end - last;
                int i = 0;
                while (i < last && data[start + i] == n[i]) {
                    i++;
                }
                if (i == last) {
                    return start;
                }
            }
            end += s[b & 255];
        }
        return -1;
    }
}
