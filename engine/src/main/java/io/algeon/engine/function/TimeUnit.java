package io.algeon.engine.function;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Fields of dates, times and intervals that EXTRACT gives and DATE_TRUNC truncates to. */
enum TimeUnit {
    MILLENNIUM,
    CENTURY,
    DECADE,
    YEAR,
    ISOYEAR,
    QUARTER,
    MONTH,
    WEEK,
    DAY,
    DOW,
    ISODOW,
    DOY,
    HOUR,
    MINUTE,
    SECOND,
    MILLISECOND,
    MICROSECOND,
    NANOSECOND,
    EPOCH;

    /** The unit of that name, plural and case being ignored; null if there is none. */
    static @Nullable TimeUnit of(String name) {
        String upper = name.trim().toUpperCase(Locale.ROOT);
        for (TimeUnit unit : values()) {
            if (unit.name().equals(upper) || upper.equals(unit.name() + "S")) {
                return unit;
            }
        }
        return upper.equals("CENTURIES") ? CENTURY : upper.equals("MILLENNIA") ? MILLENNIUM : null;
    }

    /** The unit that a constant argument names. */
    static TimeUnit required(CallSite site, int argument) {
        String name = Constants.string(site.constant(argument), "");
        TimeUnit unit = site.isConstant(argument) ? of(name) : null;
        if (unit == null) {
            throw Failures.invalidArgument("'" + name + "' is no unit of time that " + site.function()
                    + " knows; known are year, quarter, month, week, day, hour, minute, second and the like.");
        }
        return unit;
    }
}
