package io.algeon.jdbc;

import io.algeon.engine.SessionSetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a connection, given in the URL or in {@code Properties}: one table for parsing, {@code DriverPropertyInfo} and the
 * documentation. Those of the session can be changed later by SET.
 */
public enum ConnectionProperty {
    /** Name that CURRENT_USER gives. */
    USER(null, "", "Name that CURRENT_USER gives; nothing is checked.", List.of()),
    /** Accepted for tools that insist on one. */
    PASSWORD(null, "", "Accepted and ignored, for tools that insist on one.", List.of()),
    /** {@link SessionSetting#THREADS}. */
    THREADS(SessionSetting.THREADS, List.of()),
    /** {@link SessionSetting#MEMORY_LIMIT}. */
    MEMORY_LIMIT(SessionSetting.MEMORY_LIMIT, List.of()),
    /** {@link SessionSetting#HOST_CACHE_CAP_BYTES}. */
    HOST_CACHE_CAP_BYTES(SessionSetting.HOST_CACHE_CAP_BYTES, List.of()),
    /** {@link SessionSetting#QUERY_MEMORY_LIMIT}. */
    QUERY_MEMORY_LIMIT(SessionSetting.QUERY_MEMORY_LIMIT, List.of()),
    /** {@link SessionSetting#EXECUTION_MODE}. */
    EXECUTION_MODE(
            SessionSetting.EXECUTION_MODE,
            List.of("auto", "native_preferred", "native_required", "functions_only", "cpu_only")),
    /** {@link SessionSetting#DEVICE_ORDINAL}. */
    DEVICE_ORDINAL(SessionSetting.DEVICE_ORDINAL, List.of()),
    /** {@link SessionSetting#DEVICE_MEMORY_LIMIT}. */
    DEVICE_MEMORY_LIMIT(SessionSetting.DEVICE_MEMORY_LIMIT, List.of()),
    /** {@link SessionSetting#CACHE_CAP_BYTES}. */
    CACHE_CAP_BYTES(SessionSetting.CACHE_CAP_BYTES, List.of()),
    /** {@link SessionSetting#SCHEMA}. */
    SCHEMA(SessionSetting.SCHEMA, List.of()),
    /** {@link SessionSetting#SEARCH_PATH}. */
    SEARCH_PATH(SessionSetting.SEARCH_PATH, List.of()),
    /** {@link SessionSetting#TIME_ZONE}. */
    TIME_ZONE(SessionSetting.TIME_ZONE, List.of()),
    /** {@link SessionSetting#MAX_ACTIVE_ATTEMPTS}. */
    MAX_ACTIVE_ATTEMPTS(SessionSetting.MAX_ACTIVE_ATTEMPTS, List.of()),
    /** {@link SessionSetting#MAX_QUEUED_ATTEMPTS}. */
    MAX_QUEUED_ATTEMPTS(SessionSetting.MAX_QUEUED_ATTEMPTS, List.of()),
    /** {@link SessionSetting#MAX_QUEUE_WAIT_MS}. */
    MAX_QUEUE_WAIT_MS(SessionSetting.MAX_QUEUE_WAIT_MS, List.of());

    private final @Nullable SessionSetting setting;
    private final String defaultValue;
    private final String description;
    private final List<String> choices;

    ConnectionProperty(SessionSetting setting, List<String> choices) {
        this(setting, setting.defaultValue(), setting.description(), choices);
    }

    ConnectionProperty(
            @Nullable SessionSetting setting, String defaultValue, String description, List<String> choices) {
        this.setting = setting;
        this.defaultValue = defaultValue;
        this.description = description;
        this.choices = choices;
    }

    /** Name in URLs and properties, snake_case; case does not matter. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Value if it is not given. */
    public String defaultValue() {
        return defaultValue;
    }

    /** One sentence or two, with units. */
    public String description() {
        return description;
    }

    /** The values that can be given; empty if they are not a small set. */
    public List<String> choices() {
        return choices;
    }

    /** The session's setting; empty for what only matters when connecting. */
    public Optional<SessionSetting> setting() {
        return Optional.ofNullable(setting);
    }

    /** The property of that name; empty if there is none. */
    static Optional<ConnectionProperty> find(String name) {
        return Arrays.stream(values())
                .filter(property -> property.key().equals(SessionSetting.canonicalName(name)))
                .findFirst();
    }

    /** All names, for messages. */
    static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (ConnectionProperty property : values()) {
            keys.add(property.key());
        }
        return keys;
    }
}
