package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The catalog as result sets, patterns, and that every method answers. */
class DatabaseMetaDataTest {
    private final FakeSession session = new FakeSession();
    private DatabaseMetaData metaData;

    @BeforeEach
    void tables() throws SQLException {
        session.table(
                "main",
                "line_item",
                new ColumnDef("L_KEY", SqlTypes.BIGINT.withNullable(false)),
                new ColumnDef("price", SqlTypes.decimal(12, 2)),
                new ColumnDef("comment", SqlTypes.varchar(44)),
                new ColumnDef("ts", SqlTypes.TIMESTAMP),
                new ColumnDef("tags", SqlTypes.array(SqlTypes.VARCHAR)));
        session.table("main", "lineXitem", new ColumnDef("a", SqlTypes.INTEGER));
        session.table("main", "orders", new ColumnDef("a", SqlTypes.VARCHAR));
        session.table("sales", "a%b", new ColumnDef("a", SqlTypes.DATE));
        session.table("sales", "damaged");
        metaData = session.connect().getMetaData();
    }

    private static List<String> column(ResultSet rows, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(label));
            }
        }
        return values;
    }

    @Test
    void tables_byPattern_escapedAndNot() throws SQLException {
        assertThat(column(metaData.getTables(null, null, "line_item", null), "TABLE_NAME"))
                .containsExactly("lineXitem", "line_item");
        assertThat(column(metaData.getTables(null, null, "line\\_item", null), "TABLE_NAME"))
                .containsExactly("line_item");
        assertThat(column(metaData.getTables(null, "%", "%", new String[] {"TABLE"}), "TABLE_NAME"))
                .containsExactly("lineXitem", "line_item", "orders", "a%b", "damaged");
        assertThat(column(metaData.getTables("test", "sales", "A\\%B", null), "TABLE_NAME"))
                .containsExactly("a%b");
        assertThat(column(metaData.getTables("other", null, "%", null), "TABLE_NAME"))
                .isEmpty();
        assertThat(column(metaData.getTables(null, "", "%", null), "TABLE_NAME"))
                .isEmpty();
        assertThat(column(metaData.getTables(null, null, "ORDERS", null), "TABLE_SCHEM"))
                .containsExactly("main");
        assertThat(column(metaData.getTables(null, null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
                .isEmpty();
        assertThat(column(metaData.getTables(null, null, "%ers", null), "TABLE_TYPE"))
                .containsExactly("TABLE");
    }

    @Test
    void columns_haveAll24() throws SQLException {
        try (ResultSet r = metaData.getColumns(null, "main", "line\\_item", null)) {
            assertThat(r.getMetaData().getColumnCount()).isEqualTo(24);
            assertThat(r.next()).isTrue();
            assertThat(r.getString("TABLE_CAT")).isEqualTo("test");
            assertThat(r.getString("COLUMN_NAME")).isEqualTo("L_KEY");
            assertThat(r.getInt("DATA_TYPE")).isEqualTo(Types.BIGINT);
            assertThat(r.getString("TYPE_NAME")).isEqualTo("BIGINT");
            assertThat(r.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
            assertThat(r.getString("IS_NULLABLE")).isEqualTo("NO");
            assertThat(r.getInt("ORDINAL_POSITION")).isEqualTo(1);
            assertThat(r.getInt("COLUMN_SIZE")).isEqualTo(19);
            assertThat(r.next()).isTrue();
            assertThat(r.getInt("COLUMN_SIZE")).isEqualTo(12);
            assertThat(r.getInt("DECIMAL_DIGITS")).isEqualTo(2);
            assertThat(r.getInt("NUM_PREC_RADIX")).isEqualTo(10);
            assertThat(r.next()).isTrue();
            assertThat(r.getInt("COLUMN_SIZE")).isEqualTo(44);
            assertThat(r.getInt("CHAR_OCTET_LENGTH")).isEqualTo(176);
            assertThat(r.getObject("DECIMAL_DIGITS")).isNull();
            assertThat(r.next()).isTrue();
            assertThat(r.getInt("DECIMAL_DIGITS")).isEqualTo(6);
            assertThat(r.next()).isTrue();
            assertThat(r.getInt("DATA_TYPE")).isEqualTo(Types.ARRAY);
            assertThat(r.getString("TYPE_NAME")).isEqualTo("VARCHAR ARRAY");
            assertThat(r.next()).isFalse();
        }
        assertThat(column(metaData.getColumns(null, null, "%", "%a%"), "COLUMN_NAME"))
                .containsExactly("a", "tags", "a", "a");
    }

    @Test
    void damagedTable_isLeftOut_unlessAskedFor() throws SQLException {
        assertThat(column(metaData.getColumns(null, "sales", "%", "%"), "TABLE_NAME"))
                .containsExactly("a%b");
        assertThatThrownBy(() -> metaData.getColumns(null, "sales", "damaged", "%"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("XX001"));
    }

    @Test
    void schemasCatalogsAndTypes() throws SQLException {
        assertThat(column(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("test");
        assertThat(column(metaData.getSchemas(), "TABLE_SCHEM")).containsExactly("main", "sales");
        assertThat(column(metaData.getSchemas(null, "S%"), "TABLE_SCHEM")).containsExactly("sales");
        assertThat(column(metaData.getTableTypes(), "TABLE_TYPE")).contains("TABLE", "VIEW");
        try (ResultSet types = metaData.getTypeInfo()) {
            int last = Integer.MIN_VALUE;
            boolean decimal = false;
            while (types.next()) {
                assertThat(types.getInt("DATA_TYPE")).isGreaterThanOrEqualTo(last);
                last = types.getInt("DATA_TYPE");
                if (types.getString("TYPE_NAME").equals("DECIMAL")) {
                    decimal = true;
                    assertThat(types.getInt("PRECISION")).isEqualTo(38);
                    assertThat(types.getString("CREATE_PARAMS")).isEqualTo("precision,scale");
                    assertThat(types.getBoolean("UNSIGNED_ATTRIBUTE")).isFalse();
                }
            }
            assertThat(decimal).isTrue();
        }
        assertThat(column(metaData.getFunctions(null, null, "cou%"), "FUNCTION_NAME"))
                .contains("count");
        assertThat(column(metaData.getFunctions(null, "nowhere", "%"), "FUNCTION_NAME"))
                .isEmpty();
        assertThat(column(metaData.getFunctionColumns(null, null, "sum", "%"), "COLUMN_NAME"))
                .contains("p1");
    }

    @Test
    void capabilities() throws SQLException {
        assertThat(metaData.nullsAreSortedHigh()).isTrue();
        assertThat(metaData.nullsAreSortedLow()).isFalse();
        assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
        assertThat(metaData.getSearchStringEscape()).isEqualTo("\\");
        assertThat(metaData.getDatabaseProductName()).isEqualTo("Algeon");
        assertThat(metaData.getURL()).isEqualTo("jdbc:algeon:mem:test");
        assertThat(metaData.getUserName()).isEqualTo("tester");
        assertThat(metaData.supportsResultSetType(ResultSet.TYPE_FORWARD_ONLY)).isTrue();
        assertThat(metaData.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE))
                .isFalse();
        assertThat(metaData.supportsTransactions()).isTrue();
    }

    /** Shapes are checked against the column counts of the JDBC specification. */
    @Test
    void everyMethodAnswers_andResultsCloseTheirStatement() throws Exception {
        Connection connection = session.connect();
        DatabaseMetaData all = connection.getMetaData();
        int called = 0;
        for (Method method : DatabaseMetaData.class.getMethods()) {
            if (method.getDeclaringClass() != DatabaseMetaData.class) {
                continue;
            }
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                Class<?> type = method.getParameterTypes()[i];
                arguments[i] = type == int.class ? (Object) 1003 : type == boolean.class ? (Object) true : null;
            }
            if (method.getName().equals("getTables") || method.getName().equals("getColumns")) {
                arguments[2] = "orders";
            }
            Object answer = method.invoke(all, arguments);
            called++;
            if (answer instanceof ResultSet rows) {
                ResultSetMetaData columns = rows.getMetaData();
                assertThat(columns.getColumnCount()).as(method.getName()).isPositive();
                while (rows.next()) {
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        rows.getObject(i);
                    }
                }
                java.sql.Statement statement = rows.getStatement();
                rows.close();
                assertThat(statement.isClosed()).as(method.getName()).isTrue();
            } else if (method.getReturnType() != void.class) {
                assertThat(answer).as(method.getName()).isNotNull();
            }
        }
        assertThat(called).isGreaterThan(170);
    }

    @Test
    void conversions_areThoseOfTheConvertFunction() throws SQLException {
        DatabaseMetaData metaData = new FakeSession().connect().getMetaData();
        assertThat(metaData.supportsConvert()).isTrue();
        assertThat(metaData.supportsConvert(Types.VARCHAR, Types.DATE)).isTrue();
        assertThat(metaData.supportsConvert(Types.DOUBLE, Types.CHAR)).isTrue();
        assertThat(metaData.supportsConvert(Types.BOOLEAN, Types.INTEGER)).isTrue();
        assertThat(metaData.supportsConvert(Types.BOOLEAN, Types.DOUBLE)).isFalse();
        assertThat(metaData.supportsConvert(Types.DATE, Types.INTEGER)).isFalse();
    }

    @Test
    void fiveThousandTables_areListedByOneLookAtEach() throws SQLException {
        for (int i = 0; i < 5_000; i++) {
            session.table(
                    "many", "table_" + i, new ColumnDef("a", SqlTypes.INTEGER), new ColumnDef("b", SqlTypes.DATE));
        }
        int listings = session.listings();
        int lookUps = session.lookUps();
        assertThat(column(metaData.getTables(null, "many", "%", null), "TABLE_NAME"))
                .hasSize(5_000);
        assertThat(session.listings() - listings).isLessThanOrEqualTo(2);
        assertThat(session.lookUps() - lookUps).isLessThanOrEqualTo(5_000);
        lookUps = session.lookUps();
        assertThat(column(metaData.getColumns(null, "many", "%", "%"), "TABLE_NAME"))
                .hasSize(10_000);
        assertThat(session.lookUps() - lookUps).isLessThanOrEqualTo(5_000);
    }

    @Test
    void resultMetadata_isRightForEveryType() throws SQLException {
        record Row(SqlType type, int code, String name, int precision, int scale, String javaClass, boolean signed) {}
        List<Row> expected = List.of(
                new Row(SqlTypes.BOOLEAN, Types.BOOLEAN, "BOOLEAN", 1, 0, "java.lang.Boolean", false),
                new Row(SqlTypes.TINYINT, Types.TINYINT, "TINYINT", 3, 0, "java.lang.Integer", true),
                new Row(SqlTypes.SMALLINT, Types.SMALLINT, "SMALLINT", 5, 0, "java.lang.Integer", true),
                new Row(SqlTypes.INTEGER, Types.INTEGER, "INTEGER", 10, 0, "java.lang.Integer", true),
                new Row(SqlTypes.BIGINT, Types.BIGINT, "BIGINT", 19, 0, "java.lang.Long", true),
                new Row(SqlTypes.decimal(12, 2), Types.DECIMAL, "DECIMAL", 12, 2, "java.math.BigDecimal", true),
                new Row(SqlTypes.REAL, Types.REAL, "REAL", 7, 0, "java.lang.Float", true),
                new Row(SqlTypes.DOUBLE, Types.DOUBLE, "DOUBLE", 15, 0, "java.lang.Double", true),
                new Row(SqlTypes.character(3), Types.CHAR, "CHAR", 3, 0, "java.lang.String", false),
                new Row(SqlTypes.varchar(9), Types.VARCHAR, "VARCHAR", 9, 0, "java.lang.String", false),
                new Row(SqlTypes.VARBINARY, Types.VARBINARY, "VARBINARY", Integer.MAX_VALUE, 0, "[B", false),
                new Row(SqlTypes.UUID, Types.OTHER, "UUID", 36, 0, "java.util.UUID", false),
                new Row(SqlTypes.DATE, Types.DATE, "DATE", 10, 0, "java.sql.Date", false),
                new Row(SqlTypes.time(0), Types.TIME, "TIME", 8, 0, "java.sql.Time", false),
                new Row(SqlTypes.TIMESTAMP, Types.TIMESTAMP, "TIMESTAMP", 26, 6, "java.sql.Timestamp", false),
                new Row(
                        SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
                        Types.TIMESTAMP_WITH_TIMEZONE,
                        "TIMESTAMP WITH TIME ZONE",
                        32,
                        6,
                        "java.time.OffsetDateTime",
                        false),
                new Row(SqlTypes.array(SqlTypes.REAL), Types.ARRAY, "REAL ARRAY", 0, 0, "java.sql.Array", false));
        List<ColumnDef> columns = new ArrayList<>();
        for (Row row : expected) {
            columns.add(new ColumnDef("c" + columns.size(), row.type()));
        }
        session.rows("q", columns, List.of());
        ResultSetMetaData actual = session.connect().prepareStatement("q").getMetaData();
        for (int i = 0; i < expected.size(); i++) {
            Row row = expected.get(i);
            assertThat(new Row(
                            row.type(),
                            actual.getColumnType(i + 1),
                            actual.getColumnTypeName(i + 1),
                            actual.getPrecision(i + 1),
                            actual.getScale(i + 1),
                            actual.getColumnClassName(i + 1),
                            actual.isSigned(i + 1)))
                    .isEqualTo(row);
            assertThat(actual.getColumnLabel(i + 1)).isEqualTo("c" + i);
            assertThat(actual.getColumnDisplaySize(i + 1)).isPositive();
            assertThat(actual.isNullable(i + 1)).isEqualTo(ResultSetMetaData.columnNullable);
        }
        assertThatThrownBy(() -> actual.getColumnType(0)).isInstanceOf(SQLException.class);
    }
}
