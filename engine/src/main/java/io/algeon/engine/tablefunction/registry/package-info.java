/**
 * Every table function, and the functions that tell about them. Validation, metadata and the reference page read it. Start with
 * {@link io.algeon.engine.tablefunction.registry.TableFunctions}.
 */
@NullMarked
package io.algeon.engine.tablefunction.registry;

import org.jspecify.annotations.NullMarked;
