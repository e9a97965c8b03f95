package io.algeon.jdbc;

import io.algeon.engine.Engine;
import io.algeon.jdbc.internal.connection.AlgeonConnection;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.meta.DriverInformation;
import io.algeon.metadata.error.ErrorCode;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for {@code jdbc:algeon:} URLs. It registers itself; {@code DriverManager.getConnection("jdbc:algeon:/data")} is
 * all that a program needs. The documentation lists the forms of URLs, {@link ConnectionProperty} the properties.
 */
public final class AlgeonDriver implements Driver {
    static {
        try {
            DriverManager.registerDriver(new AlgeonDriver());
        } catch (SQLException refused) {
            throw new ExceptionInInitializerError(refused);
        }
    }

    /** For {@code ServiceLoader}, pools and tools that make drivers by class name. */
    public AlgeonDriver() {}

    /**
     * Opens a connection; null if the URL belongs to another driver.
     *
     * @param properties of {@link ConnectionProperty}; not modified. Those in the URL win.
     * @throws SQLException {@code url_invalid}, {@code property_invalid}, or what opening the location gives
     */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        try {
            ConnectionUrl parsed = ConnectionUrl.parse(url, properties == null ? new Properties() : properties);
            return new AlgeonConnection(
                    Engine.shared().open(parsed.location(), parsed.user(), parsed.settings()), url, parsed.user());
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
    }

    @Override
    public boolean acceptsURL(@Nullable String url) throws SQLException {
        if (url == null) {
            throw SqlExceptions.of(ErrorCode.URL_INVALID, "The URL is null.");
        }
        return ConnectionUrl.accepts(url);
    }

    /** Every property, with the value that the URL and the given properties lead to. */
    @Override
    public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties properties)
            throws SQLException {
        ConnectionUrl parsed;
        try {
            parsed = ConnectionUrl.parse(
                    url == null || !acceptsURL(url) ? DriverInformation.URL_PREFIX : url,
                    properties == null ? new Properties() : properties);
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
        ConnectionProperty[] all = ConnectionProperty.values();
        DriverPropertyInfo[] information = new DriverPropertyInfo[all.length];
        for (int i = 0; i < all.length; i++) {
            ConnectionProperty property = all[i];
            DriverPropertyInfo entry = new DriverPropertyInfo(
                    property.key(), parsed.properties().getOrDefault(property, property.defaultValue()));
            entry.description = property.description();
            entry.choices =
                    property.choices().isEmpty() ? null : property.choices().toArray(new String[0]);
            information[i] = entry;
        }
        return information;
    }

    @Override
    public int getMajorVersion() {
        return DriverInformation.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return DriverInformation.MINOR;
    }

    /** False: the entry level of SQL-92 asks for tables that can be written. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.algeon");
    }
}
