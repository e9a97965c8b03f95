/**
 * The benchmark runner: this driver and DuckDB JDBC in turn, in one process, over the same files with the same number of
 * threads. Start with {@link io.algeon.tck.bench.Bench}.
 */
@NullMarked
package io.algeon.tck.bench;

import org.jspecify.annotations.NullMarked;
