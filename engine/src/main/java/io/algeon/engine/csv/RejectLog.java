package io.algeon.engine.csv;

/** Keeps what is told of rows that could not be read. Thread-safe. */
public interface RejectLog {
    /** Begins anew: what is kept is about earlier reads. */
    void clear();

    /**
     * A row was left out.
     *
     * @param file path of its file
     * @param line where it begins, from 1
     * @param column name of the column whose value is wrong; empty if the row as a whole is
     * @param value the text of the field or row, shortened
     * @param reason a sentence
     */
    void add(String file, long line, String column, String value, String reason);
}
