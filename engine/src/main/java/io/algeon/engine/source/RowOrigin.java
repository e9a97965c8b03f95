package io.algeon.engine.source;

import java.util.Set;

/** Names of the columns that tell where a row of a file comes from. */
public final class RowOrigin {
    /** The path of a row's file. */
    public static final String FILENAME = "filename";

    /** The number of a row in its file, from 0. */
    public static final String FILE_ROW_NUMBER = "file_row_number";

    /** Another name of {@link #FILE_ROW_NUMBER}. */
    public static final String ROW_NUMBER = "row_number";

    /** All of them. */
    public static final Set<String> NAMES = Set.of(FILENAME, FILE_ROW_NUMBER, ROW_NUMBER);

    private RowOrigin() {}
}
