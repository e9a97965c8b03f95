package io.algeon.engine.filter;

/**
 * A set of the values of one key column. It holds every value that it was made from, never NULL, and perhaps some others: a
 * row whose value it does not hold can be left out, a row that passes still has to be joined. Immutable and thread-safe.
 */
public sealed interface KeyFilter permits IntegerKeys, StringKeys {
    /** Whether it holds nothing, so that no row is needed. */
    boolean isEmpty();
}
