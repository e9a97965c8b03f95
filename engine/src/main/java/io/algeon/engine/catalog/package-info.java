/**
 * Databases: which tables there are, by name and by path. Depends on {@code source}, {@code parquet} and {@code metadata};
 * planning sees only
 * {@code source.Catalog}. {@link io.algeon.engine.catalog.InformationSchema} adds what a session sees beside them. Start with
 * {@link io.algeon.engine.catalog.DirectoryCatalog}.
 */
@NullMarked
package io.algeon.engine.catalog;

import org.jspecify.annotations.NullMarked;
