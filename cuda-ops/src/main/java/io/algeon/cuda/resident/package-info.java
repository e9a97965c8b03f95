/**
 * Columns of files that stay in device memory from query to query. Knows files, morsels and device columns, and nothing of
 * plans. Depends on {@code driver}, {@code memory} and {@code relation}. Start with
 * {@link io.algeon.cuda.resident.ResidentColumns}.
 */
@NullMarked
package io.algeon.cuda.resident;

import org.jspecify.annotations.NullMarked;
