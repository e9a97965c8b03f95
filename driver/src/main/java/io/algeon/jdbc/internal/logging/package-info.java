/**
 * Where log lines of the shaded jar go: to the application's SLF4J if it has one, else to {@code java.util.logging}. The shaded jar
 * registers {@link io.algeon.jdbc.internal.logging.BridgeServiceProvider} with its own, relocated SLF4J; in the thin artifact the
 * application's SLF4J is used directly and nothing here is loaded. Depends on SLF4J only.
 */
@NullMarked
package io.algeon.jdbc.internal.logging;

import org.jspecify.annotations.NullMarked;
