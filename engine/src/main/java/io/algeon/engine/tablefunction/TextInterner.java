package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers distinct texts in the order of their first appearance: an open-addressing table of numbers over one arena of bytes.
 * Used by one thread.
 */
final class TextInterner {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Reservation memory;
    /** Hash in the upper half, number plus 1 in the lower; 0 is an empty slot. One look tells almost always. */
    private long[] table = new long[1024];

    private int[] offsets = new int[513];
    private byte[] bytes = new byte[8192];
    private int size;
    /** The number given last: texts often come several times in a row. */
    private int last = -1;
    /** For {@link #internAll}: hashes, the rows that they are of, and where the table has them. */
    private int[] hashes = {};

    private int[] begins = {};
    private long[] entries = {};

    /** @param memory grown before the tables are */
    TextInterner(Reservation memory) {
        this.memory = memory;
    }

    int size() {
        return size;
    }

    /** The bytes of all texts, one after the other. */
    byte[] bytes() {
        return bytes;
    }

    /** Where each text begins, and after the last, where it ends. */
    int[] offsets() {
        return offsets;
    }

    /** The number of a text. */
    int intern(byte[] source, int from, int to) {
        return last >= 0 && isSame(bytes, offsets[last], offsets[last + 1], source, from, to)
                ? last
                : intern(source, from, to, hash(source, from, to));
    }

    /**
     * Numbers rows of a vector, but for NULLs. In three steps: hashes of those that differ from the row before; a look at the
     * places in the table where they point, which do not wait for each other when none of them is in a cache; the numbers.
     */
    void internAll(BytesVector rows, int from, int count, long[] numbers, int at) {
        byte[] data = rows.data();
        int[] ends = rows.offsets();
        if (hashes.length < count) {
            hashes = new int[count];
            begins = new int[count];
            entries = new long[count];
        }
        int[] hash = hashes;
        int[] begin = begins;
        boolean nulls = rows.mayHaveNulls();
        int runs = 0;
        int before = -1;
        for (int i = from; i < from + count; i++) {
            if (nulls && rows.isNull(i)) {
                continue;
            }
            if (before < 0 || !isSame(data, ends[before], ends[before + 1], data, ends[i], ends[i + 1])) {
                begin[runs] = i;
                hash[runs++] = hash(data, ends[i], ends[i + 1]);
            }
            before = i;
        }
        long[] slots = table;
        int mask = slots.length - 1;
        for (int run = 0; run < runs; run++) {
            entries[run] = slots[hash[run] & mask];
        }
        for (int run = 0; run < runs; run++) {
            int row = begin[run];
            int end = run + 1 < runs ? begin[run + 1] : from + count;
            int number = entries[run] == 0 ? -1 : (int) entries[run] - 1;
            if (number < 0
                    || (int) (entries[run] >>> 32) != hash[run]
                    || !isSame(bytes, offsets[number], offsets[number + 1], data, ends[row], ends[row + 1])) {
                number = intern(data, ends[row], ends[row + 1], hash[run]);
            }
            Arrays.fill(numbers, at + row - from, at + end - from, number);
        }
    }

    private int intern(byte[] source, int from, int to, int hash) {
        int mask = table.length - 1;
        int slot = hash & mask;
        long entry;
        while ((entry = table[slot]) != 0) {
            int number = (int) entry - 1;
            if ((int) (entry >>> 32) == hash && isSame(bytes, offsets[number], offsets[number + 1], source, from, to)) {
                last = number;
                return number;
            }
            slot = slot + 1 & mask;
        }
        last = add(slot, hash, source, from, to);
        return last;
    }

    /** Whether parts of two arrays are equal; for short ones, where calling the library takes longer than comparing. */
    private static boolean isSame(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        int length = aTo - aFrom;
        if (length != bTo - bFrom) {
            return false;
        }
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            if ((long) LONGS.get(a, aFrom + at) != (long) LONGS.get(b, bFrom + at)) {
                return false;
            }
        }
        for (; at < length; at++) {
            if (a[aFrom + at] != b[bFrom + at]) {
                return false;
            }
        }
        return true;
    }

    private int add(int slot, int hash, byte[] source, int from, int to) {
        if (size + 1 == offsets.length) {
            memory.grow(4L * size);
            offsets = Arrays.copyOf(offsets, 2 * size + 1);
        }
        int at = offsets[size];
        requireFit((long) at + to - from);
        int end = at + to - from;
        if (end > bytes.length) {
            int larger = (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(end, 2L * bytes.length));
            memory.grow(larger - (long) bytes.length);
            bytes = Arrays.copyOf(bytes, larger);
        }
        System.arraycopy(source, from, bytes, at, to - from);
        offsets[size + 1] = end;
        size++;
        table[slot] = (long) hash << 32 | size;
        if (2 * size > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        memory.grow(8L * table.length);
        long[] larger = new long[2 * table.length];
        int mask = larger.length - 1;
        for (long entry : table) {
            if (entry != 0) {
                int slot = (int) (entry >>> 32) & mask;
                while (larger[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                larger[slot] = entry;
            }
        }
        table = larger;
    }

    private static int hash(byte[] source, int from, int to) {
        long hash = to - from;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = (hash ^ (long) LONGS.get(source, at)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        for (; at < to; at++) {
            hash = (hash ^ source[at]) * 0x9E3779B97F4A7C15L;
        }
        hash ^= hash >>> 29;
        hash *= 0xBF58476D1CE4E5B9L;
        return (int) (hash >>> 32);
    }

    /** Fails if texts of so many bytes do not fit an array. */
    static void requireFit(long length) {
        if (length > Integer.MAX_VALUE - 16L) {
            throw new EngineException(
                    ErrorCode.GRAPH_INPUT_INVALID,
                    "The different ids have more than 2 GiB of text in all. Number them, for example by DENSE_RANK, and"
                            + " use the numbers.");
        }
    }
}
