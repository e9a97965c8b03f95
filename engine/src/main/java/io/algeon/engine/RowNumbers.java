package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import java.util.Arrays;

/** Distinct row numbers in the order in which they come; open addressing. */
final class RowNumbers {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final boolean strict;
    private long[] numbers = new long[64];
    private int[] slots = new int[256];
    private int count;

    /** @param strict whether a number that comes again is an error */
    RowNumbers(boolean strict) {
        this.strict = strict;
    }

    /** The number in the first column. */
    static long at(Batch batch, int row) {
        return ((LongVector) batch.column(0)).values()[row];
    }

    int count() {
        return count;
    }

    long[] toArray() {
        return Arrays.copyOf(numbers, count);
    }

    /** The numbers that others are not among, in the same order. */
    RowNumbers without(RowNumbers others) {
        RowNumbers kept = new RowNumbers(strict);
        for (int i = 0; i < count; i++) {
            if (!others.contains(numbers[i])) {
                kept.add(numbers[i]);
            }
        }
        return kept;
    }

    private boolean contains(long number) {
        int mask = slots.length - 1;
        int slot = hash(number) & mask;
        while (slots[slot] != 0) {
            if (numbers[slots[slot] - 1] == number) {
                return true;
            }
            slot = slot + 1 & mask;
        }
        return false;
    }

    /** Adds a number; false if it is there already. */
    boolean add(long number) {
        int mask = slots.length - 1;
        int slot = hash(number) & mask;
        while (slots[slot] != 0) {
            if (numbers[slots[slot] - 1] == number) {
                if (strict) {
                    throw ChangeRunner.changedTwice();
                }
                return false;
            }
            slot = slot + 1 & mask;
        }
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
        slots[slot] = count;
        if (2 * count > slots.length) {
            rehash();
        }
        return true;
    }

    private static int hash(long number) {
        long mixed = number * GOLDEN;
        return (int) (mixed ^ mixed >>> 32);
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int i = 0; i < count; i++) {
            int slot = hash(numbers[i]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = i + 1;
        }
    }
}
