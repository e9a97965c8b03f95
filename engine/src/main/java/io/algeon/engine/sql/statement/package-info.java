/**
 * Plans statements that change rows or tables: each becomes one query, planned like any other, and a record of
 * {@code engine.plan} that says what becomes of its rows. Start with {@link io.algeon.engine.sql.statement.ChangePlanner} and
 * {@link io.algeon.engine.sql.statement.DefinitionPlanner}.
 */
@NullMarked
package io.algeon.engine.sql.statement;

import org.jspecify.annotations.NullMarked;
