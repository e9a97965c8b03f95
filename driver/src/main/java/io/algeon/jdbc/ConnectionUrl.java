package io.algeon.jdbc;

import io.algeon.engine.DatabaseLocation;
import io.algeon.engine.SessionSetting;
import io.algeon.jdbc.internal.meta.DriverInformation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * A parsed URL: {@code jdbc:algeon:}, {@code jdbc:algeon:mem:NAME}, {@code jdbc:algeon:DIRECTORY} or
 * {@code jdbc:algeon:file:DIRECTORY}, each with {@code ?name=value&name=value}. Percent escapes stand for the characters that would
 * end a part. What {@code Properties} say gives way to the URL.
 *
 * @param location what is opened
 * @param properties the given ones, from both places
 */
record ConnectionUrl(DatabaseLocation location, Map<ConnectionProperty, String> properties) {
    private static final String MEMORY = "mem:";
    private static final String FILE = "file:";
    private static final int NEAR = 3;

    /** Whether a URL is one of this driver's; says nothing of the rest being right. */
    static boolean accepts(String url) {
        return url.startsWith(DriverInformation.URL_PREFIX);
    }

    /** @throws EngineException {@code url_invalid} or {@code property_invalid} */
    static ConnectionUrl parse(String url, Properties given) {
        String rest = url.substring(DriverInformation.URL_PREFIX.length());
        int mark = rest.indexOf('?');
        Map<ConnectionProperty, String> properties = new EnumMap<>(ConnectionProperty.class);
        for (String name : given.stringPropertyNames()) {
            put(properties, name, given.getProperty(name));
        }
        if (mark >= 0) {
            for (String pair : rest.substring(mark + 1).split("[&;]")) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    if (equals < 1) {
                        throw new EngineException(
                                ErrorCode.URL_INVALID,
                                "'" + pair + "' in the URL is not of the form name=value. " + knownProperties());
                    }
                    put(properties, decode(pair.substring(0, equals), url), decode(pair.substring(equals + 1), url));
                }
            }
        }
        return new ConnectionUrl(location(mark < 0 ? rest : rest.substring(0, mark), url), properties);
    }

    private static DatabaseLocation location(String written, String url) {
        String text = decode(written, url);
        if (text.isEmpty()) {
            return new DatabaseLocation.Private();
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals("mem") || lower.equals(MEMORY)) {
            return new DatabaseLocation.Private();
        }
        if (lower.startsWith(MEMORY)) {
            return new DatabaseLocation.Named(text.substring(MEMORY.length()));
        }
        String path = lower.startsWith(FILE) ? text.substring(FILE.length()) : text;
        if (path.isEmpty()) {
            throw new EngineException(ErrorCode.URL_INVALID, "The URL '" + url + "' names no directory after 'file:'.");
        }
        // file:///C:/data and file:/C:/data: the slashes before a drive letter, or before a path, belong to the URL
        String local = path.startsWith("//") ? path.replaceFirst("^/+", "/") : path;
        if (local.matches("/[A-Za-z]:.*")) {
            local = local.substring(1);
        }
        if (local.startsWith("~/")) {
            local = System.getProperty("user.home") + local.substring(1);
        }
        try {
            return new DatabaseLocation.Directory(Path.of(local));
        } catch (InvalidPathException invalid) {
            throw new EngineException(
                    ErrorCode.URL_INVALID,
                    "The URL '" + url + "' does not name a directory: " + invalid.getMessage() + ".",
                    invalid);
        }
    }

    private static void put(Map<ConnectionProperty, String> properties, String name, String value) {
        ConnectionProperty property = ConnectionProperty.find(name)
                .orElseThrow(() -> new EngineException(
                        ErrorCode.PROPERTY_INVALID,
                        "There is no connection property '" + name + "'" + nearest(name) + ". " + knownProperties()));
        List<String> choices = property.choices();
        if (!choices.isEmpty() && !choices.contains(value.strip().toLowerCase(Locale.ROOT))) {
            throw new EngineException(
                    ErrorCode.PROPERTY_INVALID,
                    "Property " + property.key() + " cannot be '" + value + "'; it can be " + String.join(", ", choices)
                            + ".");
        }
        properties.put(property, value);
    }

    private static String knownProperties() {
        return "The properties are " + String.join(", ", ConnectionProperty.keys()) + ".";
    }

    private static String nearest(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        String best = "";
        int bestDistance = NEAR + 1;
        for (String key : ConnectionProperty.keys()) {
            int distance = distance(wanted, key);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = key;
            }
        }
        return best.isEmpty() ? "" : "; did you mean " + best + "?";
    }

    /** Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }

    /** Decodes percent escapes; a plus sign is itself, for it is common in file names. */
    private static String decode(String text, String url) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] decoded = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%') {
                int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
                int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new EngineException(
                            ErrorCode.URL_INVALID,
                            "The URL '" + url
                                    + "' has a '%' that is not followed by two hexadecimal digits. Write %25 for"
                                    + " a percent sign.");
                }
                decoded[length++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                decoded[length++] = bytes[i];
            }
        }
        return new String(decoded, 0, length, StandardCharsets.UTF_8);
    }

    /** Name given when connecting; may be empty. */
    String user() {
        return properties.getOrDefault(ConnectionProperty.USER, "");
    }

    /** What the session is opened with. */
    Map<SessionSetting, String> settings() {
        Map<SessionSetting, String> settings = new EnumMap<>(SessionSetting.class);
        properties.forEach((property, value) -> property.setting().ifPresent(setting -> settings.put(setting, value)));
        return settings;
    }
}
