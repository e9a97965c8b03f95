package io.algeon.engine.operator.hash;

/**
 * Smallest and largest value of an integer key column.
 *
 * @param min inclusive
 * @param max inclusive
 */
public record KeyRange(long min, long max) {
    /** Numbers of a dense range a key: 64 bytes of a table by number, about what hashing takes with its keys. */
    static final int NUMBERS_A_KEY = 16;

    /** The range of both. */
    public KeyRange union(KeyRange other) {
        return new KeyRange(Math.min(min, other.min), Math.max(max, other.max));
    }

    /** Whether it is small enough for direct address if it has this many keys. */
    public boolean isDense(long keyCount) {
        return max - min >= 0 && (max - min) / NUMBERS_A_KEY < keyCount;
    }
}
