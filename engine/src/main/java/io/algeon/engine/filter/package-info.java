/**
 * Sets of key values that rows are tested against while they are read. A join makes one of its built side's keys; the scan
 * of the other side drops rows, pages and row groups with it before they are decoded. A sort with a limit makes a bound of
 * the rows that it has. Knows batches and memory only, so that operators and table sources can share it. Start with
 * {@link io.algeon.engine.filter.KeyFilter}.
 */
@NullMarked
package io.algeon.engine.filter;

import org.jspecify.annotations.NullMarked;
