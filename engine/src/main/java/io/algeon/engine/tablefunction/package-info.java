/**
 * Functions that stand where a table does: what they declare (arguments, columns, limits), how a call is bound, and what
 * carries one out. Declarations feed validation, discovery, metadata and the reference page, so nothing is written twice. Knows
 * batches, memory and expressions; nothing of plans or SQL text. Start with
 * {@link io.algeon.engine.tablefunction.TableFunction}.
 */
@NullMarked
package io.algeon.engine.tablefunction;

import org.jspecify.annotations.NullMarked;
