package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import java.time.ZoneId;

/** Texts of single values as CAST(... AS VARCHAR) writes them, for who reads results. */
public final class ScalarText {
    private ScalarText() {}

    /** A DOUBLE. */
    public static String of(double value) {
        return FloatingText.format(value);
    }

    /** A REAL. */
    public static String of(float value) {
        return FloatingText.format(value);
    }

    /**
     * A date, time, timestamp or interval.
     *
     * @param value in stored form
     * @param zone in which instants are shown
     */
    public static String of(long value, SqlType type, ZoneId zone) {
        return TemporalText.format(value, type, zone);
    }
}
