package io.algeon.jdbc;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * What {@link ShadedJarIT} runs in a JVM of its own: knows nothing but the JDK and the jar. Prints the first column of the queries'
 * rows, then {@code done}.
 */
final class ShadedJarProbe {
    private ShadedJarProbe() {}

    /** Arguments: the jar, or {@code -} if it is on the class path; the URL; queries. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("-")) {
            try (Connection connection = DriverManager.getConnection(arguments[1])) {
                run(connection, arguments);
            }
        } else {
            // nothing but the jar and the JDK, and a context loader that knows neither
            URL jar = Path.of(arguments[0]).toUri().toURL();
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], null));
            try (URLClassLoader isolated = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
                for (Driver driver : ServiceLoader.load(Driver.class, isolated)) {
                    try (Connection connection = driver.connect(arguments[1], new Properties())) {
                        if (connection != null) {
                            run(connection, arguments);
                        }
                    }
                }
            }
        }
        System.out.println("done");
    }

    private static void run(Connection connection, String[] arguments) throws SQLException {
        for (int i = 2; i < arguments.length; i++) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(arguments[i])) {
                while (rows.next()) {
                    System.out.println(rows.getString(1));
                }
            }
        }
    }
}
