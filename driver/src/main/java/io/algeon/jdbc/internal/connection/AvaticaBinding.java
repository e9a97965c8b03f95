package io.algeon.jdbc.internal.connection;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.meta.DriverInformation;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaSpecificDatabaseMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ConnectionConfigImpl;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * What Avatica's base classes ask for when they are built.
 *
 * <p>Avatica gives connections, statements and result sets their state and life cycle: open statements of a connection, the
 * open result of a statement, close on completion, limits, holdability. It does not run them: its way from a statement to rows
 * ({@code Meta.prepare}, {@code Signature}, {@code TypedValue}, {@code Frame}) loses SQLStates, boxes every value, cannot cancel,
 * and lacks half of what users call. {@link AlgeonStatement} goes to the engine's session instead.
 */
final class AvaticaBinding extends UnregisteredDriver {
    static final AvaticaBinding INSTANCE = new AvaticaBinding();

    private AvaticaBinding() {}

    @Override
    protected AvaticaFactory createFactory() {
        return new Factory();
    }

    @Override
    protected DriverVersion createDriverVersion() {
        return new DriverVersion(
                DriverInformation.NAME,
                DriverInformation.VERSION,
                DriverInformation.PRODUCT,
                DriverInformation.VERSION,
                false,
                DriverInformation.MAJOR,
                DriverInformation.MINOR,
                DriverInformation.MAJOR,
                DriverInformation.MINOR);
    }

    @Override
    protected String getConnectStringPrefix() {
        return DriverInformation.URL_PREFIX;
    }

    /** No protocol: its base class alone loads and sets up Protocol Buffers, a tenth of the time to the first row. */
    @Override
    public @Nullable Meta createMeta(AvaticaConnection connection) {
        return null;
    }

    AvaticaFactory factory() {
        return factory;
    }

    private static SQLException notThroughAvatica() {
        return SqlExceptions.unsupported("Avatica's own way to make JDBC objects");
    }

    /** Only metadata is asked of it, by the connection's constructor. */
    private static final class Factory implements AvaticaFactory {
        @Override
        public int getJdbcMajorVersion() {
            return DriverInformation.JDBC_MAJOR;
        }

        @Override
        public int getJdbcMinorVersion() {
            return DriverInformation.JDBC_MINOR;
        }

        @Override
        public AvaticaSpecificDatabaseMetaData newDatabaseMetaData(AvaticaConnection connection) {
            return ((AlgeonConnection) connection).newMetaData();
        }

        @Override
        public AvaticaConnection newConnection(
                UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info) throws SQLException {
            throw notThroughAvatica();
        }

        @Override
        public AvaticaStatement newStatement(
                AvaticaConnection connection, Meta.StatementHandle handle, int type, int concurrency, int holdability)
                throws SQLException {
            throw notThroughAvatica();
        }

        @Override
        public AvaticaPreparedStatement newPreparedStatement(
                AvaticaConnection connection,
                Meta.StatementHandle handle,
                Meta.Signature signature,
                int type,
                int concurrency,
                int holdability)
                throws SQLException {
            throw notThroughAvatica();
        }

        @Override
        public AvaticaResultSet newResultSet(
                AvaticaStatement statement,
                QueryState state,
                Meta.Signature signature,
                TimeZone zone,
                Meta.Frame firstFrame)
                throws SQLException {
            throw notThroughAvatica();
        }

        @Override
        public ResultSetMetaData newResultSetMetaData(AvaticaStatement statement, Meta.Signature signature)
                throws SQLException {
            throw notThroughAvatica();
        }
    }

    /** The few settings that base classes read; the base implementation would load Avatica's HTTP client for them. */
    static final class Defaults extends ConnectionConfigImpl {
        static final Defaults INSTANCE = new Defaults();

        private Defaults() {
            super(new Properties());
        }

        @Override
        public boolean transparentReconnectionEnabled() {
            return false;
        }

        @Override
        public int fetchSize() {
            return 0;
        }

        @Override
        public String timeZone() {
            return "UTC";
        }
    }
}
