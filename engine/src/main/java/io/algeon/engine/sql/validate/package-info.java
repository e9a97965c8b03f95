/**
 * Syntax tree to resolved and typed relational algebra: names of tables, columns and functions, implicit casts, parameter
 * types, and errors in the user's words. Depends on {@code source} and {@code sql.type}. Start with
 * {@link io.algeon.engine.sql.validate.QueryConverter}.
 */
@NullMarked
package io.algeon.engine.sql.validate;

import org.jspecify.annotations.NullMarked;
