package io.algeon.engine.csv;

/** Removes escapes from quoted fields. */
final class Unescaping {
    private Unescaping() {}

    /**
     * Copies {@code data[from .. to)} without the escape characters before quotes and themselves.
     *
     * @param target has room for all of it
     * @return bytes written
     */
    static int copy(byte[] data, int from, int to, int escape, int quote, byte[] target) {
        int at = 0;
        for (int i = from; i < to; i++) {
            byte b = data[i];
            if (b == escape && i + 1 < to && (data[i + 1] == quote || data[i + 1] == escape)) {
                b = data[++i];
            }
            target[at++] = b;
        }
        return at;
    }
}
