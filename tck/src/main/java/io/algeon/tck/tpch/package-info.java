/** The TPC-H workload: seeded data as Parquet, query texts, and their order. */
@NullMarked
package io.algeon.tck.tpch;

import org.jspecify.annotations.NullMarked;
