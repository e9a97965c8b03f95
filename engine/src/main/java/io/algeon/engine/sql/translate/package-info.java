/**
 * Calcite's row expressions to {@code plan.Expr}, all casts explicit. Depends on {@code plan} and {@code sql.type}. Start
 * with {@link io.algeon.engine.sql.translate.RexTranslator}.
 */
@NullMarked
package io.algeon.engine.sql.translate;

import org.jspecify.annotations.NullMarked;
