package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.QueryReport;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Running statements: results, counts, limits, interruption, ends. */
class StatementTest {
    private final FakeSession session = new FakeSession()
            .column("select", SqlTypes.INTEGER, 1, 2, 3)
            .column("other", SqlTypes.VARCHAR, "x")
            .update("set", 5);
    private final Connection connection = session.connect();

    private static void assertState(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    @Test
    void execute_tellsWhetherThereIsAResult() throws SQLException {
        try (Statement s = connection.createStatement()) {
            assertThat(s.getUpdateCount()).isEqualTo(-1);
            assertThat(s.execute("select")).isTrue();
            assertThat(s.getUpdateCount()).isEqualTo(-1);
            ResultSet r = s.getResultSet();
            assertThat(r.next()).isTrue();
            assertThat(r.getStatement()).isSameAs(s);
            assertThat(s.getMoreResults()).isFalse();
            assertThat(r.isClosed()).isTrue();
            assertThat(s.getUpdateCount()).isEqualTo(-1);
            assertThat(s.execute("set")).isFalse();
            assertThat(s.getResultSet()).isNull();
            assertThat(s.getUpdateCount()).isEqualTo(5);
            assertThat(s.getLargeUpdateCount()).isEqualTo(5);
            assertThat(s.getMoreResults()).isFalse();
            assertThat(s.getUpdateCount()).isEqualTo(-1);
            assertThat(s.executeUpdate("set")).isEqualTo(5);
            assertThat(s.executeUpdate("set", Statement.RETURN_GENERATED_KEYS)).isEqualTo(5);
            assertThat(s.getGeneratedKeys().next()).isFalse();
        }
    }

    @Test
    void wrongKindOfStatement_isAClearError_andNothingRuns() throws SQLException {
        try (Statement s = connection.createStatement()) {
            assertState("42000", () -> s.executeQuery("set"));
            assertState("42000", () -> s.executeUpdate("select"));
            assertThat(session.executions).isEmpty();
            assertState("42601", () -> s.executeQuery("nonsense"));
            assertThatThrownBy(() -> s.executeQuery("nonsense")).isInstanceOf(SQLSyntaxErrorException.class);
            assertState("22023", () -> s.executeQuery(null));
            assertThat(s.executeQuery("select").next()).isTrue();
        }
    }

    @Test
    void errorsWhileReading_areSqlExceptions_andTheConnectionGoesOn() throws SQLException {
        session.failing("broken", new EngineException(ErrorCode.DIVISION_BY_ZERO, "Division by zero."));
        session.failing("bug", new IllegalStateException("oops"));
        session.failing("memory", new EngineException(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED, "Too much."));
        session.failing("late", new EngineException(ErrorCode.TIMEOUT, "Too late."));
        try (Statement s = connection.createStatement()) {
            ResultSet r = s.executeQuery("broken");
            assertThatThrownBy(r::next)
                    .isInstanceOf(java.sql.SQLDataException.class)
                    .hasMessage("Division by zero.")
                    .hasCauseInstanceOf(EngineException.class)
                    .extracting("SQLState", "errorCode")
                    .containsExactly("22012", ErrorCode.DIVISION_BY_ZERO.number());
            assertThat(r.next()).isFalse();
            assertThatThrownBy(() -> s.executeQuery("bug").next())
                    .isInstanceOf(java.sql.SQLNonTransientException.class)
                    .extracting("SQLState")
                    .isEqualTo("XX000");
            assertThatThrownBy(() -> s.executeQuery("memory").next())
                    .isInstanceOf(java.sql.SQLTransientException.class);
            assertThatThrownBy(() -> s.executeQuery("late").next()).isInstanceOf(SQLTimeoutException.class);
            assertThat(s.executeQuery("select").next()).isTrue();
        }
    }

    @Test
    void limits_areHandedToTheEngine() throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.setMaxRows(7);
            s.setQueryTimeout(3);
            s.setFetchSize(100);
            s.executeQuery("select");
            assertThat(session.last().maxRows).isEqualTo(7);
            assertThat(session.last().timeout).isEqualTo(Duration.ofSeconds(3));
            assertThat(s.getMaxRows()).isEqualTo(7);
            assertThat(s.getQueryTimeout()).isEqualTo(3);
            assertThat(s.getFetchSize()).isEqualTo(100);
            s.setLargeMaxRows(1L << 40);
            assertThat(s.getLargeMaxRows()).isEqualTo(1L << 40);
            assertThat(s.getMaxRows()).isEqualTo(Integer.MAX_VALUE);
            s.setQueryTimeout(Integer.MAX_VALUE);
            assertThat(s.getQueryTimeout()).isEqualTo(Integer.MAX_VALUE);
            assertState("22023", () -> s.setMaxRows(-1));
            assertState("22023", () -> s.setQueryTimeout(-1));
            assertState("22023", () -> s.setFetchSize(-1));
        }
    }

    @Test
    void cancel_fromAnywhere_stopsOnlyThisStatement() throws SQLException {
        try (Statement s = connection.createStatement();
                Statement other = connection.createStatement()) {
            s.cancel();
            ResultSet r = s.executeQuery("select");
            ResultSet unharmed = other.executeQuery("select");
            s.cancel();
            assertState("57014", r::next);
            assertThat(unharmed.next()).isTrue();
            assertThat(s.executeQuery("select").next()).isTrue();
        }
    }

    @Test
    void severalResults_areOpenOnOneConnection() throws SQLException {
        ResultSet first = connection.createStatement().executeQuery("select");
        ResultSet second = connection.createStatement().executeQuery("select");
        for (int i = 1; i <= 3; i++) {
            assertThat(first.next()).isTrue();
            assertThat(second.next()).isTrue();
            assertThat(first.getInt(1)).isEqualTo(i);
            assertThat(second.getInt(1)).isEqualTo(i);
        }
    }

    @Test
    void executingAgain_closesTheFormerResult() throws SQLException {
        Statement s = connection.createStatement();
        ResultSet former = s.executeQuery("select");
        ResultSet next = s.executeQuery("other");
        assertThat(former.isClosed()).isTrue();
        assertThat(session.executions.get(0).closed).isTrue();
        assertThat(next.isClosed()).isFalse();
        assertState("24000", former::next);
    }

    @Test
    void closing_closesWhatDepends() throws SQLException {
        Statement s = connection.createStatement();
        ResultSet r = s.executeQuery("select");
        assertThat(r.next()).isTrue();
        s.close();
        s.close();
        assertThat(s.isClosed()).isTrue();
        assertThat(r.isClosed()).isTrue();
        assertThat(session.last().closed).isTrue();
        assertState("24000", () -> s.executeQuery("select"));
        assertState("24000", () -> r.getInt(1));
        assertState("24000", r::wasNull);
        Statement orphan = connection.createStatement();
        ResultSet left = orphan.executeQuery("select");
        connection.close();
        assertThat(orphan.isClosed()).isTrue();
        assertThat(left.isClosed()).isTrue();
        assertThat(session.closed).isTrue();
        assertState("08003", () -> orphan.executeQuery("select"));
        assertState("08003", connection::createStatement);
        left.close();
        orphan.close();
        connection.close();
    }

    @Test
    void closeOnCompletion_closesAfterTheLastResult_notBetweenTwo() throws SQLException {
        Statement s = connection.createStatement();
        s.closeOnCompletion();
        assertThat(s.isCloseOnCompletion()).isTrue();
        s.executeQuery("select");
        ResultSet r = s.executeQuery("other");
        assertThat(s.isClosed()).isFalse();
        r.close();
        assertThat(s.isClosed()).isTrue();
    }

    @Test
    void batches_giveCounts_orTheCountsSoFar() throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.addBatch("set");
            s.addBatch("set");
            assertThat(s.executeBatch()).containsExactly(5, 5);
            assertThat(s.executeBatch()).isEmpty();
            s.addBatch("set");
            s.addBatch("select");
            assertThatThrownBy(s::executeLargeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getUpdateCounts()).containsExactly(5));
            assertThat(s.executeBatch()).isEmpty();
            s.addBatch("set");
            s.clearBatch();
            assertThat(s.executeBatch()).isEmpty();
        }
    }

    @Test
    void warningsAndReport_comeFromTheExecution() throws SQLException {
        try (Statement s = connection.createStatement()) {
            assertThat((Throwable) s.getWarnings()).isNull();
            s.executeQuery("select");
            session.last().warnings.addAll(List.of("ran on the CPU", "second"));
            assertThat(s.getWarnings().getMessage()).isEqualTo("ran on the CPU");
            assertThat(s.getWarnings().getSQLState()).isEqualTo("01000");
            assertThat(s.getWarnings().getNextWarning().getMessage()).isEqualTo("second");
            s.clearWarnings();
            assertThat((Throwable) s.getWarnings()).isNull();
            assertThat(s.isWrapperFor(QueryReport.class)).isTrue();
            assertThat(s.unwrap(QueryReport.class).id()).isEqualTo(7);
            assertThat(s.getResultSet().unwrap(QueryReport.class).rows()).isEqualTo(3);
            assertThat(s.getResultSet().unwrap(QueryExecution.class).progress()).isEqualTo(0.5);
            assertThat(s.unwrap(Statement.class)).isSameAs(s);
            assertState("22023", () -> s.unwrap(String.class));
        }
    }

    @Test
    void position_isTold() throws SQLException {
        ResultSet r = connection.createStatement().executeQuery("select");
        assertThat(r.isBeforeFirst()).isTrue();
        assertState("24000", () -> r.getInt(1));
        assertThat(r.next()).isTrue();
        assertThat(r.isFirst()).isTrue();
        assertThat(r.getRow()).isEqualTo(1);
        assertState("22023", () -> r.getInt(0));
        assertState("22023", () -> r.getInt(2));
        assertState("42703", () -> r.getInt("nope"));
        assertThat(r.findColumn("C")).isEqualTo(1);
        assertThat(r.next() && r.next()).isTrue();
        assertThat(r.next()).isFalse();
        assertThat(r.isAfterLast()).isTrue();
        assertThat(r.getRow()).isZero();
        assertState("24000", () -> r.getInt(1));
        assertThatThrownBy(r::previous).isInstanceOf(SQLFeatureNotSupportedException.class);
        assertState("0A000", () -> r.updateInt(1, 1));
        assertState("0A000", r::beforeFirst);
    }

    @Test
    void labels_ignoreCase_andTheFirstWins() throws SQLException {
        session.rows(
                "labels",
                List.of(
                        new ColumnDef("Name", SqlTypes.INTEGER),
                        new ColumnDef("name", SqlTypes.INTEGER),
                        new ColumnDef("", SqlTypes.INTEGER)),
                java.util.Collections.singletonList(new Object[] {1, 2, 3}));
        ResultSet r = connection.createStatement().executeQuery("labels");
        r.next();
        assertThat(r.getInt("NAME")).isEqualTo(1);
        assertThat(r.getInt("name")).isEqualTo(1);
        assertThat(r.getInt("")).isEqualTo(3);
        assertState("42703", () -> r.getInt((String) null));
    }

    @Test
    void escapes_areTranslated_unlessSwitchedOff() throws SQLException {
        session.column("SELECT DATE '2024-01-01'", SqlTypes.INTEGER, 1).column("{fn raw}", SqlTypes.INTEGER, 1);
        try (Statement s = connection.createStatement()) {
            s.executeQuery("SELECT {d '2024-01-01'}");
            s.setEscapeProcessing(false);
            s.executeQuery("{fn raw}");
            assertThat(session.prepared).containsExactly("SELECT DATE '2024-01-01'", "{fn raw}");
        }
    }

    @Test
    void scrollableOrUpdatable_isForwardReadOnly_withAWarning() throws SQLException {
        try (Statement s = connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            assertThat(s.getResultSetType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
            assertThat(s.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
            assertThat((Throwable) connection.getWarnings()).isNotNull();
            connection.clearWarnings();
            assertThat((Throwable) connection.getWarnings()).isNull();
        }
    }
}
