/**
 * What tables there are: definitions, statistics and the look-up interface. Definitions hold no data and no open file.
 * Start with {@link io.algeon.metadata.catalog.Catalog}.
 */
@NullMarked
package io.algeon.metadata.catalog;

import org.jspecify.annotations.NullMarked;
