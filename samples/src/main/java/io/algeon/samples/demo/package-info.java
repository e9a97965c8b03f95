/** The demonstration: a directory of Parquet files queried through plain JDBC. */
package io.algeon.samples.demo;
