package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Numbers distinct texts in the order of their first appearance: an open-addressing table of numbers over one arena of bytes.
 * Used by one thread.
 */
final class TextInterner {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_ENDIAN_LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Texts are divided by so many bits of their hashes when they are merged. */
    private static final int SHARE_BITS = 5;

    private static final int SHARES = 1 << SHARE_BITS;

    private final Reservation memory;
    /** Hash in the upper half, number plus 1 in the lower; 0 is an empty slot. One look tells almost always. */
    private long[] table = new long[1024];

    private int[] hashes = new int[512];
    private int[] offsets = new int[513];
    private byte[] bytes = new byte[8192];
    private int size;
    /** Where the texts begin among those of all shares. */
    private int first;
    /** The number given last: texts often come several times in a row. */
    private int last = -1;

    /** @param memory grown before the tables are */
    TextInterner(Reservation memory) {
        this.memory = memory;
    }

    int size() {
        return size;
    }

    /** The number of a text. */
    int intern(byte[] source, int from, int to) {
        if (last >= 0 && Arrays.equals(bytes, offsets[last], offsets[last + 1], source, from, to)) {
            return last;
        }
        return intern(source, from, to, hash(source, from, to));
    }

    private int intern(byte[] source, int from, int to, int hash) {
        int mask = table.length - 1;
        int slot = hash & mask;
        long entry;
        while ((entry = table[slot]) != 0) {
            int number = (int) entry - 1;
            if ((int) (entry >>> 32) == hash
                    && Arrays.equals(bytes, offsets[number], offsets[number + 1], source, from, to)) {
                last = number;
                return number;
            }
            slot = slot + 1 & mask;
        }
        last = add(slot, hash, source, from, to);
        return last;
    }

    private int add(int slot, int hash, byte[] source, int from, int to) {
        if (size == hashes.length) {
            memory.grow(16L * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
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
        hashes[size] = hash;
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
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & mask;
            while (larger[slot] != 0) {
                slot = slot + 1 & mask;
            }
            larger[slot] = (long) hashes[number] << 32 | number + 1;
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

    /**
     * The texts of several, each once, made by threads that divide them by hash.
     *
     * @param numbers is set to the numbers of the texts of each, if there are several
     * @param memory one for each thread that asks, and for the result
     */
    static TextInterner merged(
            List<TextInterner> parts,
            int[][] numbers,
            Crew crew,
            CancellationToken cancellation,
            Supplier<Reservation> memory) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        long texts = parts.stream().mapToLong(part -> part.size).sum();
        TextInterner all = new TextInterner(memory.get());
        all.memory.grow(8 * texts);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = new int[parts.get(i).size];
        }
        TextInterner[] shares = new TextInterner[SHARES];
        crew.each(SHARES, share -> {
            shares[share] = new TextInterner(memory.get());
            for (int i = 0; i < numbers.length; i++) {
                cancellation.check();
                shares[share].addShare(parts.get(i), share, numbers[i]);
            }
        });
        all.append(shares, crew);
        crew.each(numbers.length, i -> {
            int[] hashes = parts.get(i).hashes;
            int[] own = numbers[i];
            for (int number = 0; number < own.length; number++) {
                own[number] += shares[share(hashes[number])].first;
            }
        });
        return all;
    }

    private static int share(int hash) {
        return hash >>> 32 - SHARE_BITS;
    }

    private void addShare(TextInterner part, int share, int[] numbers) {
        int[] given = part.hashes;
        for (int number = 0; number < numbers.length; number++) {
            if (share(given[number]) == share) {
                numbers[number] = intern(part.bytes, part.offsets[number], part.offsets[number + 1], given[number]);
            }
        }
    }

    /** Takes over texts that are not here yet, and lets each of the others know where its own begin. */
    private void append(TextInterner[] others, Crew crew) {
        long length = 0;
        int count = 0;
        int[] starts = new int[others.length];
        for (int i = 0; i < others.length; i++) {
            others[i].first = count;
            starts[i] = (int) Math.min(Integer.MAX_VALUE, length);
            count = Math.addExact(count, others[i].size);
            length += others[i].offsets[others[i].size];
        }
        requireFit(length);
        memory.grow(length);
        bytes = new byte[(int) length];
        offsets = new int[count + 1];
        size = count;
        crew.each(others.length, i -> {
            TextInterner other = others[i];
            System.arraycopy(other.bytes, 0, bytes, starts[i], other.offsets[other.size]);
            for (int number = 0; number < other.size; number++) {
                offsets[other.first + number] = starts[i] + other.offsets[number];
            }
        });
        offsets[count] = (int) length;
    }

    private static void requireFit(long length) {
        if (length > Integer.MAX_VALUE - 16L) {
            throw new EngineException(
                    ErrorCode.GRAPH_INPUT_INVALID,
                    "The different ids have more than 2 GiB of text in all. Number them, for example by DENSE_RANK, and"
                            + " use the numbers.");
        }
    }

    /** The texts in order, and through {@code positions} the position of each number among them. */
    VertexNames sorted(Crew crew, int[] positions) {
        int[] order = sortedNumbers(crew);
        BytesVector values = new BytesVector(size, offsets[size]);
        for (int i = 0; i < size; i++) {
            int number = order[i];
            values.set(i, bytes, offsets[number], offsets[number + 1] - offsets[number]);
            positions[number] = i;
        }
        return new VertexNames(values, size);
    }

    private int[] sortedNumbers(Crew crew) {
        long[] prefixes = new long[size];
        for (int i = 0; i < size; i++) {
            prefixes[i] = prefix(offsets[i], offsets[i + 1]);
        }
        int[] order = new int[size];
        int[] spare = new int[size];
        Arrays.setAll(order, i -> i);
        int runs = Math.max(1, Integer.highestOneBit(Math.min(64, size / 4096 + 1)));
        int[] bounds = new int[runs + 1];
        for (int i = 0; i <= runs; i++) {
            bounds[i] = (int) ((long) size * i / runs);
        }
        crew.each(runs, run -> mergeSort(order, spare, bounds[run], bounds[run + 1], prefixes));
        for (int width = 1; width < runs; width *= 2) {
            int step = width;
            crew.each(runs / (2 * width), pair -> {
                int low = bounds[2 * step * pair];
                int middle = bounds[2 * step * pair + step];
                int high = bounds[2 * step * pair + 2 * step];
                merge(order, spare, low, middle, high, prefixes);
            });
        }
        return order;
    }

    /** The first eight bytes, so that signed order of numbers is unsigned order of bytes. */
    private long prefix(int from, int to) {
        long prefix;
        if (to - from >= 8) {
            prefix = (long) BIG_ENDIAN_LONGS.get(bytes, from);
        } else {
            prefix = 0;
            for (int i = 0; i < 8; i++) {
                prefix = prefix << 8 | (from + i < to ? bytes[from + i] & 0xff : 0);
            }
        }
        return prefix ^ Long.MIN_VALUE;
    }

    private int compare(int a, int b, long[] prefixes) {
        int order = Long.compare(prefixes[a], prefixes[b]);
        return order != 0
                ? order
                : Arrays.compareUnsigned(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
    }

    private void mergeSort(int[] order, int[] spare, int from, int to, long[] prefixes) {
        if (to - from <= 12) {
            for (int i = from + 1; i < to; i++) {
                int moved = order[i];
                int j = i - 1;
                while (j >= from && compare(order[j], moved, prefixes) > 0) {
                    order[j + 1] = order[j];
                    j--;
                }
                order[j + 1] = moved;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(order, spare, from, middle, prefixes);
        mergeSort(order, spare, middle, to, prefixes);
        merge(order, spare, from, middle, to, prefixes);
    }

    private void merge(int[] order, int[] spare, int from, int middle, int to, long[] prefixes) {
        if (from == middle || middle == to || compare(order[middle - 1], order[middle], prefixes) <= 0) {
            return;
        }
        System.arraycopy(order, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle && right < to) {
            order[at++] = compare(spare[left], order[right], prefixes) <= 0 ? spare[left++] : order[right++];
        }
        System.arraycopy(spare, left, order, at, middle - left);
    }
}
