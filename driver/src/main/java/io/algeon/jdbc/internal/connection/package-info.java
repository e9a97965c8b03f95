/**
 * Connections and statements: from {@code java.sql} calls to the engine's {@link io.algeon.engine.Session} and back to a result.
 * Depends on the engine's façade, {@code result}, {@code meta} and {@code error}. Start with
 * {@link io.algeon.jdbc.internal.connection.AlgeonConnection}.
 *
 * <p>The interfaces are implemented directly and not on Avatica's base classes: those set up Protocol Buffers for every statement,
 * which costs a tenth of the time to the first row and prints warnings on Java 24 and later, lose SQLStates, and box values.
 */
@NullMarked
package io.algeon.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
