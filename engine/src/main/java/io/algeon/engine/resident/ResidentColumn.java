package io.algeon.engine.resident;

/**
 * What is kept of a column of one file.
 *
 * @param file its path
 * @param column the column's path
 * @param entries pages, dictionaries and the like
 * @param bytes of memory that they take
 * @param hits how often they were found
 * @param location {@code host} or the name of the device whose memory they are in
 */
public record ResidentColumn(String file, String column, long entries, long bytes, long hits, String location) {}
