package io.algeon.tck.jdbc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The directory of Parquet files that the tests of this package query, written by another engine. */
final class JdbcDirectory {
    static final int ROWS = 200_000;

    /** Columns of {@code types}: one row of values with id 1, one of NULL with id 2. */
    private static final String TYPES = """
            SELECT * FROM (
              SELECT 1 AS id, TRUE AS v_boolean, (-7)::TINYINT AS v_tinyint, 300::SMALLINT AS v_smallint,
                70000::INTEGER AS v_integer, 5000000000::BIGINT AS v_bigint, 12.50::DECIMAL(9,2) AS v_decimal,
                12345678901234567890.5::DECIMAL(38,1) AS v_decimal38, 1.5::FLOAT AS v_real, 0.1::DOUBLE AS v_double,
                'Zoë 😀' AS v_varchar, '\\x01\\xFF'::BLOB AS v_varbinary,
                'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID AS v_uuid, DATE '2024-02-29' AS v_date,
                TIME '13:14:15.5' AS v_time, TIMESTAMP '2024-02-29 13:14:15.25' AS v_timestamp,
                '2024-02-29 13:14:15.25+00'::TIMESTAMPTZ AS v_timestamptz
              UNION ALL
              SELECT 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
            ) ORDER BY id""";

    private JdbcDirectory() {}

    /** Writes {@code types}, {@code numbers} (id, digit, label), {@code a_b} and {@code axb}, and {@code sales.orders}. */
    static void write(Path directory) throws Exception {
        Files.createDirectories(directory.resolve("sales"));
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            copy(statement, TYPES, directory.resolve("types.parquet"));
            copy(
                    statement,
                    "SELECT i AS id, (i % 10)::INTEGER AS digit, 'row ' || i AS label FROM range(" + ROWS + ") t(i)",
                    directory.resolve("numbers.parquet"));
            copy(statement, "SELECT 1 AS x", directory.resolve("a_b.parquet"));
            copy(statement, "SELECT 1 AS x", directory.resolve("axb.parquet"));
            copy(
                    statement,
                    "SELECT 7::BIGINT AS id, 9.99::DECIMAL(12,2) AS amount",
                    directory.resolve("sales/orders.parquet"));
            copy(statement, "SELECT 8::BIGINT AS id, 'x' AS note", directory.resolve("sales/returns.parquet"));
        }
    }

    private static void copy(Statement statement, String query, Path file) throws SQLException {
        statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
    }

    static Connection open(Path directory) throws SQLException {
        return DriverManager.getConnection("jdbc:algeon:" + directory);
    }
}
