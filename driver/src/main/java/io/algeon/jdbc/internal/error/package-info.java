/**
 * The one place where engine errors become {@code java.sql} exceptions. Depends on {@code metadata.error} only. Everything
 * in {@code io.algeon.jdbc} that can fail goes through {@link io.algeon.jdbc.internal.error.SqlExceptions}.
 */
@NullMarked
package io.algeon.jdbc.internal.error;

import org.jspecify.annotations.NullMarked;
