package io.algeon.tck.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** How the table is written. */
enum FileForm {
    CSV("csv", "*", ""),
    /** Texts in quotes, with quotes, separators and line ends in them. */
    QUOTED("quoted.csv", """
            l_orderkey, l_partkey, l_suppkey, l_linenumber, l_quantity, l_extendedprice, l_discount, l_tax, l_returnflag,
            l_linestatus, l_shipdate, l_commitdate, l_receiptdate, l_shipinstruct, l_shipmode,
            replace(l_comment, ' ', CASE WHEN l_linenumber = 3 THEN chr(10) WHEN l_linenumber = 5 THEN '", "' ELSE ' ' END)
                AS l_comment""", ", FORCE_QUOTE (l_returnflag, l_linestatus, l_shipinstruct, l_shipmode, l_comment)"),
    GZIP("csv.gz", "*", ", COMPRESSION gzip"),
    JSON("ndjson", "*", ""),
    ARROW("arrow", "*", ""),
    PARQUET("parquet", "*", "");

    private final String ending;
    private final String columns;
    private final String options;

    FileForm(String ending, String columns, String options) {
        this.ending = ending;
        this.columns = columns;
        this.options = options;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether DuckDB reads it without an extension that would have to be loaded from elsewhere. */
    boolean duckDbReads() {
        return this != ARROW;
    }

    Path file(Path directory) {
        return directory.resolve("lineitem." + ending);
    }

    /** Writes the file of the Parquet file next to it, if it is not there yet. */
    void generate(Connection connection, Path directory) throws SQLException, IOException {
        Path file = file(directory);
        if (Files.exists(file)) {
            return;
        }
        String format = switch (this) {
            case CSV, QUOTED, GZIP -> "csv, HEADER true";
            case JSON -> "json";
            case ARROW -> "arrow";
            case PARQUET -> "parquet";
        };
        try (Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT " + columns + " FROM '" + PARQUET.file(directory) + "') TO '" + file
                    + "' (FORMAT " + format + options + ")");
        }
    }
}
