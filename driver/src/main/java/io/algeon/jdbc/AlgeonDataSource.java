package io.algeon.jdbc;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.meta.DriverInformation;
import io.algeon.metadata.error.ErrorCode;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A bean with a URL and properties that opens connections; each is new. Set it up before use; then any thread may use it. */
public final class AlgeonDataSource implements DataSource {
    private String url = DriverInformation.URL_PREFIX;
    private final Properties properties = new Properties();
    private @Nullable PrintWriter logWriter;
    private int loginTimeout;

    /** A source of private in-memory databases, until {@link #setUrl} says otherwise. */
    public AlgeonDataSource() {}

    /** A source of connections to the URL. */
    public AlgeonDataSource(String url) {
        this.url = url;
    }

    /** The URL, as {@link AlgeonDriver} takes it. */
    public String getUrl() {
        return url;
    }

    /** Sets the URL. */
    public void setUrl(String url) {
        this.url = url;
    }

    /** Sets a property; null takes it away. */
    public void setProperty(ConnectionProperty property, @Nullable String value) {
        if (value == null) {
            properties.remove(property.key());
        } else {
            properties.setProperty(property.key(), value);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connect(properties);
    }

    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        Properties withUser = new Properties();
        withUser.putAll(properties);
        if (user != null) {
            withUser.setProperty(ConnectionProperty.USER.key(), user);
        }
        return connect(withUser);
    }

    private Connection connect(Properties given) throws SQLException {
        Connection connection = new AlgeonDriver().connect(url, given);
        if (connection == null) {
            throw SqlExceptions.of(
                    ErrorCode.URL_INVALID,
                    "The URL '" + url + "' does not start with '" + DriverInformation.URL_PREFIX + "'.");
        }
        return connection;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {
        logWriter = writer;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.algeon");
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this);
    }
}
