/**
 * SQL types and the storage form of their values. Bottom of the module graph: knows nothing but the JDK.
 * Start with {@link io.algeon.metadata.type.SqlType}.
 */
@NullMarked
package io.algeon.metadata.type;

import org.jspecify.annotations.NullMarked;
