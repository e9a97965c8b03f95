/**
 * The driver as users see it: {@link io.algeon.jdbc.AlgeonDriver}, {@link io.algeon.jdbc.AlgeonDataSource} and the properties of a
 * connection. Everything behind the {@code java.sql} interfaces is in {@code internal}, and may change without notice.
 */
@NullMarked
package io.algeon.jdbc;

import org.jspecify.annotations.NullMarked;
