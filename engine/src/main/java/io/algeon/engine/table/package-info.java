/**
 * Tables of one's own, in memory: columnar, versioned, transactional. {@link io.algeon.engine.table.TableData} is one
 * immutable state of a table's rows, {@link io.algeon.engine.table.TableStore} the committed state of a database,
 * {@link io.algeon.engine.table.Transaction} a private one in the making. Depends on batches, expressions, the contracts of
 * sources and memory; knows neither SQL text nor plans. Start with {@code TableData}.
 */
@NullMarked
package io.algeon.engine.table;

import org.jspecify.annotations.NullMarked;
