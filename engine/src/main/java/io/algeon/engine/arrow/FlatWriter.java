package io.algeon.engine.arrow;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes flat buffers back to front, as they are meant to be: what is referred to is there before what refers to it.
 * Positions are counted from the end, so that they stay valid when the buffer grows at its front.
 */
final class FlatWriter {
    private byte[] bytes = new byte[1024];
    private int used;
    private int alignment = 1;
    private int[] fields = {};
    private int tableStart;

    private void room(int more) {
        if (bytes.length - used < more) {
            byte[] larger = new byte[Math.max(2 * bytes.length, used + more)];
            System.arraycopy(bytes, bytes.length - used, larger, larger.length - used, used);
            bytes = larger;
        }
    }

    /** Pads so that after {@code more} further bytes the position is a multiple of {@code size}. */
    private void align(int size, int more) {
        alignment = Math.max(alignment, size);
        int padding = -(used + more) & size - 1;
        room(padding + more + size);
        used += padding;
        Arrays.fill(bytes, bytes.length - used, bytes.length - used + padding, (byte) 0);
    }

    private void put(long value, int size) {
        room(size);
        used += size;
        int at = bytes.length - used;
        for (int i = 0; i < size; i++) {
            bytes[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private void putReference(int target) {
        align(4, 0);
        put(used + 4 - target, 4);
    }

    /** A string; returns its position. */
    int text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        align(4, utf8.length + 1);
        put(0, 1);
        room(utf8.length);
        used += utf8.length;
        System.arraycopy(utf8, 0, bytes, bytes.length - used, utf8.length);
        put(utf8.length, 4);
        return used;
    }

    /** A vector of tables or strings. */
    int vector(int[] targets) {
        align(4, 4 * targets.length);
        for (int i = targets.length - 1; i >= 0; i--) {
            putReference(targets[i]);
        }
        put(targets.length, 4);
        return used;
    }

    /** A vector of structures of {@code width} longs each. */
    int longs(long[] values, int width) {
        align(4, 8 * values.length);
        align(8, 8 * values.length);
        for (int i = values.length - 1; i >= 0; i--) {
            put(values[i], 8);
        }
        put(values.length / width, 4);
        return used;
    }

    /** Starts a table of so many possible fields. */
    void begin(int fieldCount) {
        fields = new int[fieldCount];
        tableStart = used;
    }

    void reference(int id, int target) {
        putReference(target);
        fields[id] = used;
    }

    void number(int id, long value, int size) {
        align(size, 0);
        put(value, size);
        fields[id] = used;
    }

    /** Ends the table; returns its position. */
    int end() {
        align(4, 0);
        put(0, 4);
        int table = used;
        int[] ended = fields;
        int count = ended.length;
        while (count > 0 && ended[count - 1] == 0) {
            count--;
        }
        for (int i = count - 1; i >= 0; i--) {
            put(ended[i] == 0 ? 0 : table - ended[i], 2);
        }
        put(table - tableStart, 2);
        put(4 + 2L * count, 2);
        // the table says how far before it its offsets are
        int at = bytes.length - table;
        int distance = used - table;
        for (int i = 0; i < 4; i++) {
            bytes[at + i] = (byte) (distance >>> 8 * i);
        }
        return table;
    }

    /** The buffer with that root table. */
    byte[] finish(int root) {
        align(Math.max(alignment, 8), 4);
        putReference(root);
        return Arrays.copyOfRange(bytes, bytes.length - used, bytes.length);
    }
}
