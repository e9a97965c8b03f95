package io.algeon.engine.resident;

/**
 * What is kept of a column of one file.
 *
 * @param file its path
 * @param column the column's path
 * @param entries pages, dictionaries and the like
 * @param bytes of heap that they take
 * @param hits how often they were found
 */
public record ResidentColumn(String file, String column, long entries, long bytes, long hits) {}
