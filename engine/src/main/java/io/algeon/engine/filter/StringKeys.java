package io.algeon.engine.filter;

/**
 * A set of byte strings, which may be shared with the table that keeps them.
 *
 * @param membership says whether a string is in the set; thread-safe
 * @param isEmpty whether the set has no string
 */
public record StringKeys(Membership membership, boolean isEmpty) implements KeyFilter {
    /** Whether the bytes {@code data[from .. from + length)} are in the set. */
    @FunctionalInterface
    public interface Membership {
        boolean contains(byte[] data, int from, int length);
    }
}
