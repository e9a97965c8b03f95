package io.algeon.engine.arrow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A table of a flat buffer (google.github.io/flatbuffers, "Internals"): fields are found through a table of offsets before
 * it; absent ones have their default. Every position is checked, so that damaged bytes give {@link BadBuffer} and nothing
 * else.
 */
final class FlatTable {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The bytes are no flat buffer of the expected form. */
    static final class BadBuffer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadBuffer() {
            super("its metadata are damaged", null, false, false);
        }
    }

    private final byte[] bytes;
    private final int position;
    private final int offsets;
    private final int offsetBytes;

    private FlatTable(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
        this.offsets = check(bytes, position - intAt(bytes, position), 4);
        this.offsetBytes = shortAt(bytes, offsets) & 0xffff;
        check(bytes, offsets, offsetBytes);
    }

    /** The root table of a buffer. */
    static FlatTable root(byte[] bytes) {
        return new FlatTable(bytes, intAt(bytes, 0));
    }

    private static int check(byte[] bytes, int at, int length) {
        if (at < 0 || length < 0 || at > bytes.length - length) {
            throw new BadBuffer();
        }
        return at;
    }

    private static int shortAt(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, check(bytes, at, 2));
    }

    private static int intAt(byte[] bytes, int at) {
        return (int) INT.get(bytes, check(bytes, at, 4));
    }

    private static long longAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, check(bytes, at, 8));
    }

    /** Where a field is; 0 if it is absent. */
    private int field(int id) {
        int entry = 4 + 2 * id;
        if (entry + 2 > offsetBytes) {
            return 0;
        }
        int offset = shortAt(bytes, offsets + entry) & 0xffff;
        return offset == 0 ? 0 : position + offset;
    }

    int byteField(int id, int standard) {
        int at = field(id);
        return at == 0 ? standard : bytes[check(bytes, at, 1)];
    }

    boolean flag(int id) {
        return byteField(id, 0) != 0;
    }

    int shortField(int id, int standard) {
        int at = field(id);
        return at == 0 ? standard : shortAt(bytes, at);
    }

    int intField(int id, int standard) {
        int at = field(id);
        return at == 0 ? standard : intAt(bytes, at);
    }

    long longField(int id, long standard) {
        int at = field(id);
        return at == 0 ? standard : longAt(bytes, at);
    }

    private int reference(int at) {
        int offset = intAt(bytes, at);
        if (offset <= 0) {
            throw new BadBuffer();
        }
        return check(bytes, Math.addExact(at, Math.min(offset, bytes.length)), 4);
    }

    @Nullable
    String text(int id) {
        int at = field(id);
        if (at == 0) {
            return null;
        }
        int string = reference(at);
        int length = intAt(bytes, string);
        check(bytes, string + 4, length);
        return new String(bytes, string + 4, length, StandardCharsets.UTF_8);
    }

    @Nullable
    FlatTable table(int id) {
        int at = field(id);
        return at == 0 ? null : new FlatTable(bytes, reference(at));
    }

    /** A table that must be there. */
    FlatTable required(int id) {
        FlatTable table = table(id);
        if (table == null) {
            throw new BadBuffer();
        }
        return table;
    }

    /** Elements of a vector, each of so many bytes. */
    int count(int id, int elementBytes) {
        int at = field(id);
        if (at == 0) {
            return 0;
        }
        int vector = reference(at);
        int count = intAt(bytes, vector);
        if (count < 0 || (long) count * elementBytes > bytes.length - vector - 4L) {
            throw new BadBuffer();
        }
        return count;
    }

    /** An element of a vector of tables. */
    FlatTable element(int id, int index) {
        int vector = reference(field(id));
        return new FlatTable(bytes, reference(vector + 4 + 4 * index));
    }

    /** A number in a vector of structures. */
    long structLong(int id, int index, int structBytes, int offset) {
        int vector = reference(field(id));
        return longAt(bytes, vector + 4 + structBytes * index + offset);
    }

    int structInt(int id, int index, int structBytes, int offset) {
        int vector = reference(field(id));
        return intAt(bytes, vector + 4 + structBytes * index + offset);
    }
}
