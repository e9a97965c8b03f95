/**
 * Files on disk as tables see them: their identity, globs and lists of paths, and hive-style partition folders. Knows no
 * file format. Start with {@link io.algeon.metadata.file.FilePattern} and {@link io.algeon.metadata.file.FileIdentity}.
 */
@NullMarked
package io.algeon.metadata.file;

import org.jspecify.annotations.NullMarked;
