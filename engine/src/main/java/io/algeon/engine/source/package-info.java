/**
 * Where rows come from: the interfaces between planning, execution and the kinds of tables (Parquet files now; CSV, own
 * tables, attached databases behind the same ones). Start with {@link io.algeon.engine.source.TableSource}.
 */
@NullMarked
package io.algeon.engine.source;

import org.jspecify.annotations.NullMarked;
