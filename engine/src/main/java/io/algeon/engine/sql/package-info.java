/**
 * SQL text to physical plan, the only place that knows Calcite: parse ({@code parser}), resolve and type ({@code validate},
 * {@code type}), convert to relational algebra, rewrite and order joins ({@code optimize}), turn expressions into
 * {@code Expr} ({@code translate}). Depends on {@code plan}, {@code source} and {@code function}. Start with
 * {@link io.algeon.engine.sql.SqlFrontEnd}.
 */
@NullMarked
package io.algeon.engine.sql;

import org.jspecify.annotations.NullMarked;
