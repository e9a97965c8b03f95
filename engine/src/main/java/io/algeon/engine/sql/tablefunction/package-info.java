/**
 * Calls of table functions between text and plan: arguments by name and position are bound to what the function declares, types
 * are checked, and the call becomes a node of the relational tree. Used by validation and by the optimizer's logical form;
 * knows neither. Start with {@link io.algeon.engine.sql.tablefunction.TableFunctionCalls}.
 */
@NullMarked
package io.algeon.engine.sql.tablefunction;

import org.jspecify.annotations.NullMarked;
