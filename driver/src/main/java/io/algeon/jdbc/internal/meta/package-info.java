/**
 * {@code DatabaseMetaData}: what the driver can do, and the catalog as result sets. Sees a connection through
 * {@link io.algeon.jdbc.internal.meta.MetadataContext}. Start with
 * {@link io.algeon.jdbc.internal.meta.AlgeonDatabaseMetaData}.
 */
@NullMarked
package io.algeon.jdbc.internal.meta;

import org.jspecify.annotations.NullMarked;
