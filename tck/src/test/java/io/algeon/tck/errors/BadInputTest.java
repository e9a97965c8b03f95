package io.algeon.tck.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of bad input is one SQLException that says what, where and what to do, and the connection goes on. */
class BadInputTest {
    @TempDir
    Path directory;

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute("COPY (SELECT i AS id, i % 7 AS grp, 'name ' || i AS name FROM range(5000) t(i)) TO '"
                    + directory.resolve("customers.parquet") + "' (FORMAT parquet)");
            statement.execute("COPY (SELECT i AS id, i * 2 AS other FROM range(10) t(i)) TO '"
                    + directory.resolve("orders.parquet") + "' (FORMAT parquet)");
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterEach
    void connectionIsUsableAndClose() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM customers")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getLong(1)).isEqualTo(5000);
        }
        connection.close();
    }

    private SQLException error(String sql) {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                throw new AssertionError("no error from " + sql);
            }
            ResultSet result = statement.getResultSet();
            int rows = 0;
            while (result.next()) {
                rows++;
            }
            throw new AssertionError("no error but " + rows + " rows from " + sql);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(sql).isNotNull().hasSize(5);
            assertThat(e.getMessage()).as(sql).isNotBlank().doesNotContain("org.apache", "Exception");
            return e;
        }
    }

    @Test
    void unknownTable_saysWhereAndSuggests() {
        SQLException e = error("SELECT *\nFROM custommers");
        assertThat((Throwable) e).isInstanceOf(SQLSyntaxErrorException.class);
        assertThat(e.getSQLState()).isEqualTo("42P01");
        assertThat((Throwable) e)
                .hasMessageContaining("custommers")
                .hasMessageContaining("customers")
                .hasMessageContaining("line 2");
    }

    @Test
    void unknownColumn_saysWhereAndSuggests() {
        SQLException e = error("SELECT nane FROM customers");
        assertThat(e.getSQLState()).isEqualTo("42703");
        assertThat((Throwable) e)
                .hasMessageContaining("nane")
                .hasMessageContaining("name")
                .hasMessageContaining("column 8");
    }

    @Test
    void ambiguousColumn_namesTheTables() {
        SQLException e = error("SELECT id FROM customers, orders");
        assertThat(e.getSQLState()).isEqualTo("42702");
        assertThat((Throwable) e).hasMessageContaining("id");
    }

    @Test
    void unknownFunction_suggests() {
        SQLException e = error("SELECT substrng(name, 1) FROM customers");
        assertThat(e.getSQLState()).isEqualTo("42883");
        assertThat((Throwable) e).hasMessageContainingAll("substrng", "substring");
    }

    @Test
    void syntaxError_saysWhatWasFound() {
        SQLException e = error("SELECT id FROM customers WHERE WHERE");
        assertThat(e.getSQLState()).isEqualTo("42601");
        assertThat((Throwable) e).hasMessageContainingAll("WHERE", "line 1");
    }

    @Test
    void typeMismatch_namesBothTypes() {
        SQLException e = error("SELECT * FROM customers WHERE id = DATE '2024-01-01'");
        assertThat(e.getSQLState()).isEqualTo("42804");
        assertThat((Throwable) e).hasMessageContainingAll("BIGINT", "DATE");
    }

    @Test
    void columnOutsideGroupBy_isNamed() {
        SQLException e = error("SELECT name, COUNT(*) FROM customers GROUP BY grp");
        assertThat(e.getSQLState()).isEqualTo("42803");
        assertThat((Throwable) e).hasMessageContaining("name");
    }

    @Test
    void badCast_namesTheValue() {
        SQLException e = error("SELECT CAST(name AS INTEGER) FROM customers");
        assertThat(e.getSQLState()).isEqualTo("22018");
        assertThat((Throwable) e).hasMessageContaining("name ");
    }

    @Test
    void divisionByZeroInTheMiddle_isAnError() {
        assertThat(error("SELECT 1 / (id - 4000) FROM customers").getSQLState()).isEqualTo("22012");
    }

    @Test
    void statementsThatAreNotSupported_sayThat() {
        assertThat(error("CREATE TABLE t (a INTEGER)").getSQLState()).isEqualTo("0A000");
        assertThat(error("INSERT INTO customers VALUES (1, 2, 'x')").getSQLState())
                .isEqualTo("42809");
        assertThat(error("VACUUM").getSQLState()).isEqualTo("0A000");
    }

    @Test
    void corruptFile_isNamed() throws IOException {
        Files.write(
                directory.resolve("broken.parquet"),
                new byte[] {'P', 'A', 'R', '1', 1, 2, 3, 4, 5, 6, 7, 8, 'P', 'A', 'R', '1'});
        SQLException e = error("SELECT * FROM broken");
        assertThat(e.getSQLState()).isEqualTo("XX001");
        assertThat((Throwable) e).hasMessageContaining("broken.parquet");
    }

    @Test
    void emptyFile_isNamed() throws IOException {
        Files.write(directory.resolve("empty.parquet"), new byte[0]);
        assertThat((Throwable) error("SELECT * FROM empty")).hasMessageContaining("empty.parquet");
    }

    @Test
    void missingFile_isNamed() {
        SQLException e = error("SELECT * FROM read_parquet('nothing-*.parquet')");
        assertThat(e.getSQLState()).isEqualTo("58P01");
        assertThat((Throwable) e).hasMessageContaining("nothing-*.parquet");
    }

    @Test
    void fileDeletedBetweenTwoStatements_isAnError() throws IOException {
        Path file = directory.resolve("orders.parquet");
        Files.delete(file);
        assertThat(error("SELECT * FROM orders").getSQLState()).isEqualTo("42P01");
    }

    @Test
    void badParameterValue_namesIt() throws SQLException {
        try (var statement = connection.prepareStatement("SELECT * FROM customers WHERE id = ?")) {
            assertThatThrownBy(statement::executeQuery)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("1");
            statement.setString(1, "seven");
            assertThatThrownBy(() -> {
                        try (ResultSet result = statement.executeQuery()) {
                            result.next();
                        }
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("seven");
        }
    }

    @Test
    void unknownProperty_listsTheValidOnes() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:algeon:" + directory + "?thread=2"))
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("thread", "threads", "memory_limit");
    }

    @Test
    void badPropertyValue_namesIt() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:algeon:" + directory + "?threads=many"))
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("threads", "many");
    }

    @Test
    void missingDirectory_isNamed() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:algeon:" + directory.resolve("nowhere")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void directoryWithoutTables_opensAndSaysSoOnUse() throws IOException, SQLException {
        Path empty = Files.createDirectory(directory.resolve("blank"));
        try (Connection other = DriverManager.getConnection("jdbc:algeon:" + empty);
                Statement statement = other.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM t"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("t");
        } finally {
            Files.delete(empty);
        }
    }
}
