/** Tests of planning: shapes of plans, never results. */
@NullMarked
package io.algeon.engine.sql.optimize;

import org.jspecify.annotations.NullMarked;
