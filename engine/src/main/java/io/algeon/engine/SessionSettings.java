package io.algeon.engine;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Values of the settings of one session, checked when they are set. Thread-safe. */
final class SessionSettings {
    private static final List<String> EXECUTION_MODES =
            List.of("auto", "native_preferred", "native_required", "functions_only", "cpu_only");

    private final Map<SessionSetting, String> values = new ConcurrentHashMap<>();

    String get(SessionSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    /** Sets a value that {@link #checked} returned. */
    void put(SessionSetting setting, String value) {
        values.put(setting, value);
    }

    void reset(SessionSetting setting) {
        values.remove(setting);
    }

    long number(SessionSetting setting) {
        return Long.parseLong(get(setting));
    }

    /** The session's zone, an id. */
    String timeZone() {
        String zone = get(SessionSetting.TIME_ZONE);
        return zone.isEmpty() ? ZoneId.systemDefault().getId() : zone;
    }

    /** The setting of that name. */
    static SessionSetting named(String name) {
        for (SessionSetting setting : SessionSetting.values()) {
            if (setting.key().equals(SessionSetting.canonicalName(name))) {
                return setting;
            }
        }
        throw new EngineException(
                ErrorCode.PROPERTY_INVALID,
                "There is no setting " + name + ". Settings are: "
                        + Arrays.stream(SessionSetting.values())
                                .map(SessionSetting::key)
                                .collect(Collectors.joining(", "))
                        + ".");
    }

    /** The value in its canonical form, or an error that says which values fit. */
    static String checked(SessionSetting setting, String value) {
        String text = value.strip();
        switch (setting) {
            case THREADS, MAX_ACTIVE_ATTEMPTS -> requireNumber(setting, text, 0, 1024);
            case MAX_QUEUED_ATTEMPTS -> requireNumber(setting, text, 0, 1_000_000);
            case MAX_QUEUE_WAIT_MS -> requireNumber(setting, text, 0, 86_400_000);
            case DEVICE_ORDINAL -> requireNumber(setting, text, 0, 1023);
            case MEMORY_LIMIT, HOST_CACHE_CAP_BYTES, QUERY_MEMORY_LIMIT, DEVICE_MEMORY_LIMIT, CACHE_CAP_BYTES ->
                MemorySize.parse(setting.key(), text, 1L << 30);
            case EXECUTION_MODE -> {
                text = text.toLowerCase(Locale.ROOT);
                if (!EXECUTION_MODES.contains(text)) {
                    throw invalid(setting, value, "one of " + String.join(", ", EXECUTION_MODES));
                }
            }
            case TIME_ZONE -> {
                if (!text.isEmpty()) {
                    text = zone(setting, text);
                }
            }
            case SCHEMA, SEARCH_PATH -> {}
        }
        return text;
    }

    private static String zone(SessionSetting setting, String text) {
        try {
            return ZoneId.of(text).getId();
        } catch (DateTimeException unknown) {
            throw invalid(setting, text, "a zone such as Europe/Berlin, UTC or +02:00");
        }
    }

    private static void requireNumber(SessionSetting setting, String text, long min, long max) {
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            number = min - 1;
        }
        if (number < min || number > max) {
            throw invalid(setting, text, "a whole number from " + min + " to " + max);
        }
    }

    private static EngineException invalid(SessionSetting setting, String value, String expected) {
        return new EngineException(
                ErrorCode.PROPERTY_INVALID,
                "The value '" + value + "' of " + setting.key() + " does not fit: it has to be " + expected + ".");
    }
}
