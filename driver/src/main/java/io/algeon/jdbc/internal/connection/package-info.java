/**
 * Connections and statements on Avatica's base classes: from {@code java.sql} calls to the engine's
 * {@link io.algeon.engine.Session} and back to a result. Depends on the engine's façade, {@code result}, {@code meta} and
 * {@code error}. Start with {@link io.algeon.jdbc.internal.connection.AlgeonConnection}; what Avatica's classes are still used
 * for is said in {@link io.algeon.jdbc.internal.connection.AvaticaBinding}.
 */
@NullMarked
package io.algeon.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
