package io.algeon.jdbc.internal.meta;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Names and versions that the driver tells of itself. The version is the build's. */
public final class DriverInformation {
    public static final String NAME = "Algeon JDBC";
    public static final String PRODUCT = "Algeon";
    public static final String URL_PREFIX = "jdbc:algeon:";
    public static final String VERSION = readVersion();
    public static final int MAJOR = part(0);
    public static final int MINOR = part(1);
    public static final int JDBC_MAJOR = 4;
    public static final int JDBC_MINOR = 3;

    private DriverInformation() {}

    private static String readVersion() {
        Properties build = new Properties();
        try (InputStream stream = DriverInformation.class.getResourceAsStream("/io/algeon/jdbc/build.properties")) {
            if (stream != null) {
                build.load(stream);
            }
        } catch (IOException unreadable) {
            // the driver works without knowing its version
        }
        return build.getProperty("version", "0.0");
    }

    private static int part(int index) {
        String[] parts = VERSION.split("[.-]");
        return index < parts.length && !parts[index].isEmpty() && Character.isDigit(parts[index].charAt(0))
                ? Integer.parseInt(parts[index])
                : 0;
    }
}
