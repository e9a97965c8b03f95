package io.algeon.engine.tablefunction;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ParallelSort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts texts by their bytes. As many bytes of each as fit are packed into a number, which is sorted in place of the text:
 * behind what all texts begin with, every place is a digit to the base of the different bytes that stand there (the end of a text
 * is one, the smallest), so that a dozen places of digits and letters fit, not eight of any bytes. Texts that agree in all of them are sorted
 * in the same way by what follows, or compared where they are few.
 */
final class TextOrder {
    /** Places that are looked at at once. */
    private static final int MOST_PLACES = 64;
    /** What can stand at a place: an end, or one of 256 bytes. */
    private static final int SYMBOLS = 257;
    /** So many pieces of work, if that is enough for all threads. */
    private static final int MOST_PARTS = 64;
    /** So many texts are compared with each other. */
    private static final int FEW = 48;
    /** So many that agree are sorted by all threads. */
    private static final int MANY = 1 << 15;

    private final byte[] bytes;
    private final int[] offsets;
    private final CancellationToken cancellation;

    /**
     * @param bytes of all texts
     * @param offsets where texts begin, and the end of the last
     */
    TextOrder(byte[] bytes, int[] offsets, CancellationToken cancellation) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.cancellation = cancellation;
    }

    /** Memory that it takes to sort so many texts. */
    static long bytes(int count) {
        return 16L * count + ParallelSort.bytes(count);
    }

    /** Numbers of the first {@code count} texts, in order. */
    int[] sorted(int count, Crew crew) {
        int[] order = new int[count];
        Arrays.setAll(order, i -> i);
        sort(order, 0, count, 0, crew);
        return order;
    }

    /** Sorts a range of numbers whose texts agree before a position. */
    private void sort(int[] order, int from, int to, int position, Crew crew) {
        cancellation.check();
        if (to - from <= FEW) {
            byComparison(order, from, to, position);
            return;
        }
        int parts = Math.max(1, Math.min(Math.max(MOST_PARTS, 4 * crew.size()), (to - from) / 4096));
        int begin = common(order, from, to, position, parts, crew);
        Digits digits = new Digits(symbols(order, from, to, begin, parts, crew), to - from);
        long[] keys = new long[to - from];
        crew.each(parts, part -> {
            cancellation.check();
            for (int i = bound(from, to, parts, part); i < bound(from, to, parts, part + 1); i++) {
                keys[i - from] = digits.key(order[i], begin) << digits.numberBits | i - from;
            }
        });
        long[] sorted = ParallelSort.sorted(keys, crew, cancellation);
        int[] given = Arrays.copyOfRange(order, from, to);
        long mask = (1L << digits.numberBits) - 1;
        crew.each(parts, part -> {
            for (int i = bound(from, to, parts, part); i < bound(from, to, parts, part + 1); i++) {
                order[i] = given[(int) (sorted[i - from] & mask)];
            }
        });
        if (!digits.complete) {
            sortEqual(order, from, sorted, digits, begin, crew);
        }
    }

    /** Sorts runs of texts with one key by what follows. */
    private void sortEqual(int[] order, int from, long[] sorted, Digits digits, int begin, Crew crew) {
        int next = begin + digits.places;
        List<int[]> runs = new ArrayList<>();
        int at = 0;
        while (at < sorted.length) {
            int end = at + 1;
            while (end < sorted.length && sorted[end] >>> digits.numberBits == sorted[at] >>> digits.numberBits) {
                end++;
            }
            // those that have ended are one text, several times
            boolean ended = offsets[order[from + at]] + next > offsets[order[from + at] + 1];
            if (end - at > MANY && !ended) {
                sort(order, from + at, from + end, next, crew);
            } else if (end - at > 1 && !ended) {
                runs.add(new int[] {from + at, from + end});
            }
            at = end;
        }
        int parts = Math.min(runs.size(), 16 * crew.size());
        crew.each(parts, part -> {
            for (int i = bound(0, runs.size(), parts, part); i < bound(0, runs.size(), parts, part + 1); i++) {
                sort(order, runs.get(i)[0], runs.get(i)[1], next, Crew.ALONE);
            }
        });
    }

    private static int bound(int from, int to, int parts, int part) {
        return from + Crew.bound(to - from, parts, part);
    }

    /** The position up to which all texts agree. */
    private int common(int[] order, int from, int to, int position, int parts, Crew crew) {
        int first = offsets[order[from]];
        int firstEnd = offsets[order[from] + 1];
        int[] ends = new int[parts];
        crew.each(parts, part -> {
            int end = firstEnd;
            for (int i = bound(from, to, parts, part); i < bound(from, to, parts, part + 1); i++) {
                int other = offsets[order[i]] + position;
                int otherEnd = offsets[order[i] + 1];
                int differs = Arrays.mismatch(bytes, first + position, end, bytes, other, otherEnd);
                end = differs < 0 ? end : Math.min(end, first + position + differs);
            }
            ends[part] = end - first;
        });
        return Arrays.stream(ends).min().orElse(position);
    }

    /** Which symbols stand at each place. */
    private boolean[] symbols(int[] order, int from, int to, int begin, int parts, Crew crew) {
        boolean[][] found = new boolean[parts][];
        crew.each(parts, part -> {
            cancellation.check();
            boolean[] seen = new boolean[MOST_PLACES * SYMBOLS];
            for (int i = bound(from, to, parts, part); i < bound(from, to, parts, part + 1); i++) {
                int start = offsets[order[i]] + begin;
                int length = Math.min(MOST_PLACES, offsets[order[i] + 1] - start);
                for (int place = 0; place < length; place++) {
                    seen[place * SYMBOLS + 1 + (bytes[start + place] & 0xff)] = true;
                }
                if (length < MOST_PLACES) {
                    seen[length * SYMBOLS] = true;
                }
            }
            found[part] = seen;
        });
        boolean[] all = found[0];
        for (int part = 1; part < parts; part++) {
            for (int i = 0; i < all.length; i++) {
                all[i] |= found[part][i];
            }
        }
        return all;
    }

    private void byComparison(int[] order, int from, int to, int position) {
        for (int i = from + 1; i < to; i++) {
            int moved = order[i];
            int j = i - 1;
            while (j >= from && compare(order[j], moved, position) > 0) {
                order[j + 1] = order[j];
                j--;
            }
            order[j + 1] = moved;
        }
    }

    private int compare(int a, int b, int position) {
        return Arrays.compareUnsigned(
                bytes, offsets[a] + position, offsets[a + 1], bytes, offsets[b] + position, offsets[b + 1]);
    }

    /** How texts become numbers. */
    private final class Digits {
        /** Lower bits of a key, for the number of its text. */
        private final int numberBits;
        /** Digits. */
        private final int places;
        /** Whether no text goes on behind the last place. */
        private final boolean complete;
        /** What a symbol at a place is worth; behind the end of a text, nothing. */
        private final int[] worth;

        private final int[] bases;

        Digits(boolean[] symbols, int count) {
            numberBits = 64 - Long.numberOfLeadingZeros(count - 1L);
            long most = 1L << 63 - numberBits;
            worth = new int[symbols.length];
            bases = new int[MOST_PLACES];
            long keys = 1;
            int place = 0;
            boolean goesOn = true;
            while (place < MOST_PLACES && goesOn) {
                // places behind the end of a text count as ends
                int base = 1;
                goesOn = false;
                for (int symbol = 1; symbol < SYMBOLS; symbol++) {
                    if (symbols[place * SYMBOLS + symbol]) {
                        worth[place * SYMBOLS + symbol] = base++;
                        goesOn = true;
                    }
                }
                if (keys > most / base) {
                    break;
                }
                keys *= base;
                bases[place++] = base;
            }
            places = place;
            complete = !goesOn;
        }

        long key(int text, int begin) {
            int start = offsets[text] + begin;
            int length = Math.min(places, offsets[text + 1] - start);
            long key = 0;
            for (int place = 0; place < length; place++) {
                key = key * bases[place] + worth[place * SYMBOLS + 1 + (bytes[start + place] & 0xff)];
            }
            for (int place = length; place < places; place++) {
                key *= bases[place];
            }
            return key;
        }
    }
}
