package io.algeon.engine.source;

import io.algeon.engine.filter.KeyFilter;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Values that a scan may restrict a column to, known only while the query runs: rows with other values, or NULL, would be
 * dropped later in any case.
 *
 * @param column position in the table's definition
 * @param keys the values; to be asked when the scan opens a reader, not before. Empty if there is nothing to restrict to.
 *     Thread-safe
 */
public record DynamicFilter(int column, Supplier<Optional<KeyFilter>> keys) {}
