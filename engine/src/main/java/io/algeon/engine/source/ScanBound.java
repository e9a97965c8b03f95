package io.algeon.engine.source;

import io.algeon.engine.filter.OrderBound;

/**
 * A scan whose rows go to a sort with a limit, and no further: rows whose value is behind the bound are not needed. The bound
 * comes while the scan runs, and becomes tighter.
 *
 * @param column position in the table's definition of the sort's first key
 */
public record ScanBound(int column, OrderBound bound) {}
