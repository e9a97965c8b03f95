/** The TPC-DS workload: seeded data as Parquet, and query texts. */
@NullMarked
package io.algeon.tck.tpcds;

import org.jspecify.annotations.NullMarked;
