package io.algeon.engine.resident;

import io.algeon.metadata.file.FileIdentity;

/**
 * Names a part of one state of a file.
 *
 * @param file the state; a file that changed has another one, so nothing stale is ever found
 * @param column the column's path
 * @param rowGroup number of the row group, -1 for what several of them share
 * @param part which part of the column's chunk: the offset of a page's body in it, or a negative number that the reader of
 *     the format chose
 */
public record ResidentKey(FileIdentity file, String column, int rowGroup, int part) {}
