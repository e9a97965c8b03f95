package io.algeon.tck.sqlite;

import java.util.List;

/** A step of a file of logic tests. */
sealed interface LogicRecord {
    /** Where it begins, from 1. */
    int line();

    /** A statement without rows; {@code fails} if an error is expected. */
    record Statement(int line, String sql, boolean fails) implements LogicRecord {}

    /**
     * A query.
     *
     * @param types one letter a column: T text, I integer, R floating-point
     * @param sort nosort, rowsort or valuesort
     * @param expected values, one by one
     * @param count number of expected values
     * @param hash MD5 over the values where they are not listed; empty if they are
     */
    record Query(int line, String sql, String types, String sort, List<String> expected, int count, String hash)
            implements LogicRecord {
        public Query {
            expected = List.copyOf(expected);
        }
    }
}
