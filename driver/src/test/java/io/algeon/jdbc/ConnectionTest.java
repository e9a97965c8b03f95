package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.Session;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Settings, transactions and the end of a connection. */
class ConnectionTest {
    private final FakeSession session = new FakeSession().column("select", SqlTypes.INTEGER, 1, 2, 3);
    private final Connection connection = session.connect();

    private static void assertState(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    @Test
    void transactions_areAccepted_andDoNothing() throws SQLException {
        assertThat(connection.getAutoCommit()).isTrue();
        connection.setAutoCommit(false);
        assertThat(connection.getAutoCommit()).isFalse();
        connection.commit();
        connection.rollback();
        connection.setAutoCommit(true);
        connection.setReadOnly(true);
        assertThat(connection.isReadOnly()).isTrue();
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        connection.setTransactionIsolation(Connection.TRANSACTION_NONE);
        assertState("22023", () -> connection.setTransactionIsolation(3));
        assertThat(connection.getMetaData().supportsSavepoints()).isTrue();
        Savepoint named = connection.setSavepoint("s");
        Savepoint numbered = connection.setSavepoint();
        assertThat(named.getSavepointName()).isEqualTo("s");
        assertThat(numbered.getSavepointId()).isPositive();
        assertState("3B001", named::getSavepointId);
        assertState("3B001", numbered::getSavepointName);
        connection.rollback(named);
        connection.releaseSavepoint(named);
        assertThat(session.transactionSteps).endsWith("rollback to s", "release s");
    }

    @Test
    void schemasAndCatalog() throws SQLException {
        session.table("sales", "t");
        assertThat(connection.getSchema()).isEqualTo("main");
        connection.setSchema("sales");
        assertThat(connection.getSchema()).isEqualTo("sales");
        assertState("3F000", () -> connection.setSchema("nope"));
        connection.setSchema(null);
        assertThat(connection.getSchema()).isEqualTo("main");
        assertThat(connection.getCatalog()).isEqualTo("test");
        connection.setCatalog("anything");
        assertThat(connection.getCatalog()).isEqualTo("test");
    }

    @Test
    void settings_thatPoolsAndToolsUse() throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 5000);
        assertThat(connection.getNetworkTimeout()).isEqualTo(5000);
        assertThat(connection.isValid(1)).isTrue();
        assertState("22023", () -> connection.isValid(-1));
        connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        assertThat(connection.getHoldability()).isEqualTo(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        assertState("22023", () -> connection.setHoldability(99));
        connection.setTypeMap(Map.of("x", String.class));
        assertThat(connection.getTypeMap()).containsKey("x");
        connection.setClientInfo("ApplicationName", "test");
        assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("test");
        connection.setClientInfo(new Properties());
        assertThat(connection.getClientInfo()).isEmpty();
        assertThat((Throwable) connection.getWarnings()).isNull();
        assertThat(connection.nativeSQL("{fn UCASE(x)}")).isEqualTo("UPPER(x)");
        assertThat(connection.unwrap(Session.class)).isSameAs(session);
        assertThat(connection.isWrapperFor(Session.class)).isTrue();
        assertState("0A000", () -> connection.prepareCall("{call x}"));
        assertState("0A000", () -> connection.nativeSQL("{call x()}"));
    }

    @Test
    void values_areMadeForParameters() throws SQLException {
        assertThat((Integer[]) connection
                        .createArrayOf("int", new Object[] {1, "2", null})
                        .getArray())
                .containsExactly(1, 2, null);
        assertThat((BigDecimal[]) connection
                        .createArrayOf("DECIMAL", new Object[] {new BigDecimal("1.5"), new BigDecimal("10")})
                        .getArray())
                .containsExactly(new BigDecimal("1.5"), new BigDecimal("10"));
        assertThat(connection.createStruct("ROW", new Object[] {1, "x"}).getAttributes())
                .containsExactly(1, "x");
        assertState("22023", () -> connection.createArrayOf("nonsense", new Object[0]));
        assertState("22018", () -> connection.createArrayOf("INTEGER", new Object[] {"x"}));
    }

    @Test
    void abort_closesAtOnce_andStopsQueries() throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select");
        connection.abort(task -> {
            assertThat(session.last().cancelled).isTrue();
            assertThat(session.closed).isFalse();
            task.run();
        });
        assertThat(connection.isClosed()).isTrue();
        assertThat(session.closed).isTrue();
        assertThat(result.isClosed()).isTrue();
        assertThat(connection.isValid(0)).isFalse();
        connection.abort(Runnable::run);
    }

    @Test
    void closedConnection_saysSo() throws SQLException {
        connection.close();
        assertState("08003", connection::getAutoCommit);
        assertState("08003", connection::getMetaData);
        assertState("08003", () -> connection.prepareStatement("select"));
        assertThatThrownBy(() -> connection.setClientInfo("a", "b")).isInstanceOf(SQLClientInfoException.class);
        assertThatThrownBy(connection::commit).isInstanceOf(java.sql.SQLNonTransientConnectionException.class);
    }

    /** The calls of a pool between two borrowers, in HikariCP's order. */
    @Test
    void callSequenceOfAPool() throws SQLException {
        assertThat(connection.isValid(5)).isTrue();
        int timeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 5000);
        connection.isReadOnly();
        connection.getTransactionIsolation();
        connection.setReadOnly(false);
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, timeout);
        connection.setCatalog(connection.getCatalog());
        connection.setSchema(connection.getSchema());
        try (Statement s = connection.createStatement()) {
            s.setQueryTimeout(5);
            s.execute("select");
        }
        connection.clearWarnings();
        connection.close();
    }

    /** What Spring's JdbcTemplate and DataSourceTransactionManager call around a query. */
    @Test
    void callSequenceOfSpring() throws SQLException {
        int isolation = connection.getTransactionIsolation();
        connection.setReadOnly(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        connection.setAutoCommit(false);
        try (java.sql.PreparedStatement statement = connection.prepareStatement("select")) {
            assertThat(statement.getParameterMetaData().getParameterCount()).isZero();
            statement.setFetchSize(100);
            statement.setMaxRows(10);
            statement.setQueryTimeout(1);
            try (ResultSet result = statement.executeQuery()) {
                java.sql.ResultSetMetaData columns = result.getMetaData();
                while (result.next()) {
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        String label = columns.getColumnLabel(i);
                        assertThat(label).isNotEmpty();
                        Object value = result.getObject(i);
                        assertThat(value).isInstanceOf(Integer.class);
                        assertThat(columns.getColumnClassName(i)).isEqualTo("java.lang.Integer");
                    }
                }
            }
            assertThat((Throwable) statement.getWarnings()).isNull();
        }
        connection.commit();
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(isolation);
        connection.setReadOnly(false);
    }
}
