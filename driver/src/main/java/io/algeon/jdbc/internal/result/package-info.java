/**
 * Results: a cursor over the engine's batches, one {@link io.algeon.jdbc.internal.result.ColumnReader} a column that reads
 * vectors directly, the {@code java.sql.ResultSet} on top, and the description of types that result and database metadata
 * share. Depends on {@code engine}'s batches and façade, and on {@code error}. Start with
 * {@link io.algeon.jdbc.internal.result.AlgeonResultSet}.
 */
@NullMarked
package io.algeon.jdbc.internal.result;

import org.jspecify.annotations.NullMarked;
