/**
 * Writes results to files (COPY TO): {@link io.algeon.engine.export.Export} is the sink of the pipelines, a
 * {@link io.algeon.engine.export.TableWriter} makes one file of a format. What is written has a hidden name until all of it
 * is complete. Depends on {@code batch}, {@code exec}, {@code memory}, {@code parquet.write} and {@code arrow}.
 */
@NullMarked
package io.algeon.engine.export;

import org.jspecify.annotations.NullMarked;
