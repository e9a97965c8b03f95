/**
 * What reading and writing files of all formats takes, next to DuckDB over the same files. Start with
 * {@link io.algeon.tck.files.FilesBench}.
 */
@NullMarked
package io.algeon.tck.files;

import org.jspecify.annotations.NullMarked;
