package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An interval literal of which only the text is given, as in PostgreSQL ({@code INTERVAL '1 day 2 hours'}), in the
 * standard's form.
 *
 * @param text what stands in the standard's quotes
 * @param unit the standard's qualifier: MONTH, DAY, or DAY TO SECOND
 */
public record BareInterval(String text, String unit) {
    /** Null if the text is no interval, or one of both months and days, which has no type. */
    public static @Nullable BareInterval parse(String text) {
        IntervalText interval = new IntervalText();
        if (interval.parse(text, true)) {
            return new BareInterval(Long.toString(interval.value()), "MONTH");
        }
        if (!interval.parse(text, false)) {
            return null;
        }
        long micros = interval.value();
        if (micros % CivilCalendar.MICROS_PER_DAY == 0) {
            return new BareInterval(Long.toString(micros / CivilCalendar.MICROS_PER_DAY), "DAY");
        }
        long absolute = Math.abs(micros);
        long seconds = absolute % CivilCalendar.MICROS_PER_DAY / CivilCalendar.MICROS_PER_SECOND;
        BigDecimal fraction = BigDecimal.valueOf(absolute % CivilCalendar.MICROS_PER_SECOND, 6);
        String standard = String.format(
                "%s%d %02d:%02d:%02d%s",
                micros < 0 ? "-" : "",
                absolute / CivilCalendar.MICROS_PER_DAY,
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60,
                fraction.signum() == 0 ? "" : fraction.toPlainString().substring(1));
        return new BareInterval(standard, "DAY TO SECOND");
    }
}
