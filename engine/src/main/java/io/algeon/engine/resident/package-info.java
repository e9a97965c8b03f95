/**
 * What stays in memory from query to query. Scans ask it before they read or decompress; it knows files and budgets, and
 * nothing of what it keeps. Depends on {@code metadata} and {@code memory}. Start with
 * {@link io.algeon.engine.resident.HostCache}.
 */
@NullMarked
package io.algeon.engine.resident;

import org.jspecify.annotations.NullMarked;
