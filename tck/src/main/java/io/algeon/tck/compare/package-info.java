/** Comparing results of two JDBC connections, value by value and independent of row order. Uses {@code java.sql} only. */
@NullMarked
package io.algeon.tck.compare;

import org.jspecify.annotations.NullMarked;
