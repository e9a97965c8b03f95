package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What database tools do: the metadata that they browse, and the calls of DBeaver and IntelliJ in their order. */
class ToolsTest {
    @TempDir
    private static Path directory;

    private static Connection connection;
    private static DatabaseMetaData database;

    @BeforeAll
    static void open() throws Exception {
        JdbcDirectory.write(directory);
        connection = JdbcDirectory.open(directory);
        database = connection.getMetaData();
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    /** The values of one column. */
    private static List<String> column(ResultSet rows, String label) throws SQLException {
        try (rows) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(label));
            }
            return values;
        }
    }

    private static List<String> tables(String schema, String name, String... types) throws SQLException {
        return column(database.getTables(null, schema, name, types.length == 0 ? null : types), "TABLE_NAME");
    }

    @Test
    void tables_areFoundByPattern() throws SQLException {
        assertThat(tables("main", "%")).containsExactly("a_b", "axb", "numbers", "types");
        assertThat(tables("main", "a_b")).containsExactly("a_b", "axb");
        assertThat(tables("main", "a" + database.getSearchStringEscape() + "_b"))
                .containsExactly("a_b");
        assertThat(tables("sal%", null)).containsExactly("orders", "returns");
        assertThat(tables("sales", "ord%", "TABLE")).containsExactly("orders");
        assertThat(tables("sales", "%", "VIEW")).isEmpty();
        assertThat(tables("none", "%")).isEmpty();
        assertThat(tables("", "%")).isEmpty();
        assertThat(column(database.getTables("elsewhere", null, "%", null), "TABLE_NAME"))
                .isEmpty();
        assertThat(column(database.getTables(connection.getCatalog(), "sales", "%", null), "TABLE_NAME"))
                .hasSize(2);
    }

    @Test
    void tables_sayWhatTheyAreMadeOf() throws SQLException {
        assertThat(column(database.getTables(null, "sales", "orders", null), "REMARKS"))
                .allMatch(remark -> remark != null && remark.contains("orders.parquet"));
    }

    @Test
    void columns_haveTypesSizesAndPositions() throws SQLException {
        try (ResultSet columns = database.getColumns(null, "sales", "orders", "%")) {
            assertThat(columns.getMetaData().getColumnCount()).isEqualTo(24);
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("COLUMN_NAME")).isEqualTo("id");
            assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(1);
            assertThat(columns.getString("TYPE_NAME")).isEqualTo("BIGINT");
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("COLUMN_NAME")).isEqualTo("amount");
            assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(12);
            assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(2);
            assertThat(columns.getString("IS_NULLABLE")).isIn("YES", "NO", "");
            assertThat(columns.next()).isFalse();
        }
        assertThat(column(database.getColumns(null, null, null, "v\\_d%"), "COLUMN_NAME"))
                .containsExactlyInAnyOrder("v_decimal", "v_decimal38", "v_double", "v_date");
    }

    @Test
    void schemasAndCatalogs_areListed() throws SQLException {
        assertThat(column(database.getSchemas(), "TABLE_SCHEM")).contains("information_schema", "main", "sales");
        assertThat(column(database.getSchemas(null, "s%"), "TABLE_SCHEM")).containsExactly("sales");
        assertThat(column(database.getCatalogs(), "TABLE_CAT")).containsExactly(connection.getCatalog());
        assertThat(column(database.getTableTypes(), "TABLE_TYPE")).contains("TABLE");
    }

    @Test
    void dbeaver_connectsBrowsesAndQueries() throws Exception {
        Driver driver = (Driver) Class.forName("io.algeon.jdbc.AlgeonDriver")
                .getDeclaredConstructor()
                .newInstance();
        String url = "jdbc:algeon:" + directory;
        assertThat(driver.acceptsURL(url)).isTrue();
        for (DriverPropertyInfo property : driver.getPropertyInfo(url, new Properties())) {
            assertThat(property.name).isNotBlank();
            assertThat(property.description).isNotBlank();
        }
        Properties properties = new Properties();
        properties.put("user", "");
        properties.put("password", "");
        try (Connection dbeaver = driver.connect(url, properties)) {
            DatabaseMetaData meta = dbeaver.getMetaData();
            assertThat(meta.getDatabaseProductName()).isNotBlank();
            assertThat(meta.getDatabaseProductVersion()).isNotBlank();
            assertThat(meta.getDriverName() + meta.getDriverVersion()).isNotBlank();
            meta.getIdentifierQuoteString();
            meta.getSQLKeywords();
            meta.getStringFunctions();
            meta.getNumericFunctions();
            meta.getSystemFunctions();
            meta.getTimeDateFunctions();
            meta.getSearchStringEscape();
            meta.getCatalogTerm();
            meta.getSchemaTerm();
            meta.getProcedureTerm();
            meta.getCatalogSeparator();
            meta.isCatalogAtStart();
            meta.supportsTransactions();
            meta.supportsSchemasInDataManipulation();
            meta.supportsCatalogsInDataManipulation();
            meta.supportsBatchUpdates();
            meta.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE);
            meta.getDefaultTransactionIsolation();
            for (int level : new int[] {1, 2, 4, 8}) {
                meta.supportsTransactionIsolationLevel(level);
            }
            dbeaver.setAutoCommit(true);
            dbeaver.getWarnings();
            dbeaver.clearWarnings();
            assertThat(column(meta.getTypeInfo(), "TYPE_NAME")).contains("INTEGER", "VARCHAR", "DECIMAL");
            column(meta.getCatalogs(), "TABLE_CAT");
            for (String schema : column(meta.getSchemas(), "TABLE_SCHEM")) {
                for (String table : column(meta.getTables(null, schema, "%", null), "TABLE_NAME")) {
                    assertThat(column(meta.getColumns(null, schema, table, "%"), "COLUMN_NAME"))
                            .isNotEmpty();
                    column(meta.getPrimaryKeys(null, schema, table), "COLUMN_NAME");
                    column(meta.getIndexInfo(null, schema, table, false, true), "INDEX_NAME");
                    column(meta.getImportedKeys(null, schema, table), "FK_NAME");
                    column(meta.getExportedKeys(null, schema, table), "FK_NAME");
                    column(meta.getVersionColumns(null, schema, table), "COLUMN_NAME");
                    column(meta.getBestRowIdentifier(null, schema, table, 2, true), "COLUMN_NAME");
                }
                column(meta.getProcedures(null, schema, "%"), "PROCEDURE_NAME");
                column(meta.getFunctions(null, schema, "abs"), "FUNCTION_NAME");
                column(meta.getUDTs(null, schema, "%", null), "TYPE_NAME");
            }
            // the data editor: a limited read that is left early, with metadata of every column
            try (Statement statement =
                    dbeaver.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
                statement.setFetchSize(200);
                statement.setMaxRows(200);
                statement.setQueryTimeout(0);
                statement.setEscapeProcessing(false);
                assertThat(statement.execute("SELECT * FROM \"main\".\"numbers\" numbers"))
                        .isTrue();
                try (ResultSet rows = statement.getResultSet()) {
                    ResultSetMetaData columns = rows.getMetaData();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        columns.getCatalogName(i);
                        columns.getSchemaName(i);
                        columns.getTableName(i);
                        columns.isAutoIncrement(i);
                        columns.isReadOnly(i);
                        columns.isNullable(i);
                        columns.getPrecision(i);
                        columns.getScale(i);
                        columns.getColumnDisplaySize(i);
                    }
                    int count = 0;
                    while (rows.next()) {
                        count++;
                        rows.getObject(1);
                        rows.getObject(2);
                        rows.getString(3);
                    }
                    assertThat(count).isEqualTo(200);
                }
                statement.getWarnings();
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
            }
            assertThat(dbeaver.isValid(5)).isTrue();
        }
    }

    @Test
    void intellij_introspectsAndPages() throws SQLException {
        try (Connection idea = DriverManager.getConnection("jdbc:algeon:" + directory)) {
            DatabaseMetaData meta = idea.getMetaData();
            assertThat(meta.getJDBCMajorVersion()).isGreaterThanOrEqualTo(4);
            assertThat(meta.getDatabaseMajorVersion()).isNotNegative();
            meta.storesLowerCaseIdentifiers();
            meta.storesMixedCaseIdentifiers();
            meta.storesUpperCaseIdentifiers();
            meta.storesMixedCaseQuotedIdentifiers();
            meta.supportsMixedCaseIdentifiers();
            meta.getExtraNameCharacters();
            meta.getClientInfoProperties().close();
            idea.getTypeMap();
            idea.getHoldability();
            idea.setClientInfo("ApplicationName", "IntelliJ IDEA");
            idea.setReadOnly(false);
            assertThat(idea.getTransactionIsolation()).isNotNegative();
            idea.setAutoCommit(false);
            idea.setSchema("sales");
            try (Statement statement = idea.createStatement(
                    ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
                statement.setFetchSize(501);
                statement.setMaxRows(501);
                statement.setPoolable(false);
                try (ResultSet rows = statement.executeQuery("SELECT t.* FROM orders t LIMIT 501")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getStatement()).isSameAs(statement);
                    assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
                    rows.getWarnings();
                    rows.getFetchSize();
                }
                assertThat(column(statement.executeQuery("SELECT COUNT(*) AS c FROM orders"), "c"))
                        .containsExactly("1");
            }
            idea.commit();
            idea.rollback();
            idea.setAutoCommit(true);
            assertThat(column(meta.getColumns(idea.getCatalog(), "sales", "%", "%"), "COLUMN_NAME"))
                    .containsExactly("id", "amount", "id", "note");
        }
    }
}
