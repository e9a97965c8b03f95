package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** Whole units of time between two dates or timestamps, rounded towards zero. */
final class WholeUnits {
    private static final long SECONDS_PER_DAY = 86_400;

    private WholeUnits() {}

    /** As TIMESTAMPDIFF counts them: a month is whole when the day of the month is reached again. */
    static VectorFunction bind(CallSite site) {
        return bind(site, false);
    }

    /** As DuckDB's datesub counts them: a month is whole at its last day too, if the day asked for is not in it. */
    static VectorFunction bindToMonthEnds(CallSite site) {
        return bind(site, true);
    }

    private static VectorFunction bind(CallSite site, boolean monthEnds) {
        TimeUnit unit = TimeUnit.required(site, 0);
        long units = unitsPerDay(site.argument(1));
        int months = months(unit);
        if (months > 0) {
            return RowFunctions.number(
                    site,
                    (arguments, row) ->
                            months(arguments.number(1, row), arguments.number(2, row), units, monthEnds) / months);
        }
        long nanos = nanos(unit);
        if (nanos == 0) {
            throw Failures.invalidArgument(
                    site.function() + " does not count in the unit " + unit
                            + "; it does in years, quarters, months, weeks, days, hours, minutes, seconds and fractions of them.");
        }
        long nanosPerUnit = SECONDS_PER_DAY * 1_000_000_000 / units;
        long divisor = Math.max(nanos / nanosPerUnit, 1);
        long factor = Math.max(nanosPerUnit / nanos, 1);
        return RowFunctions.number(
                site, (arguments, row) -> (arguments.number(2, row) - arguments.number(1, row)) / divisor * factor);
    }

    private static long unitsPerDay(SqlType type) {
        return type.kind() == TypeKind.DATE ? 1 : SECONDS_PER_DAY * type.unitsPerSecond();
    }

    private static int months(TimeUnit unit) {
        return switch (unit) {
            case MILLENNIUM -> 12_000;
            case CENTURY -> 1_200;
            case DECADE -> 120;
            case YEAR -> 12;
            case QUARTER -> 3;
            case MONTH -> 1;
            default -> 0;
        };
    }

    private static long nanos(TimeUnit unit) {
        return switch (unit) {
            case WEEK -> 7 * SECONDS_PER_DAY * 1_000_000_000;
            case DAY -> SECONDS_PER_DAY * 1_000_000_000;
            case HOUR -> 3_600_000_000_000L;
            case MINUTE -> 60_000_000_000L;
            case SECOND -> 1_000_000_000;
            case MILLISECOND -> 1_000_000;
            case MICROSECOND -> 1_000;
            case NANOSECOND -> 1;
            default -> 0;
        };
    }

    private static long months(long from, long to, long unitsPerDay, boolean monthEnds) {
        if (from > to) {
            return -months(to, from, unitsPerDay, monthEnds);
        }
        long lastDay = Math.floorDiv(to, unitsPerDay);
        long first = CivilCalendar.civil(Math.floorDiv(from, unitsPerDay));
        long last = CivilCalendar.civil(lastDay);
        long months = (CivilCalendar.year(last) - CivilCalendar.year(first)) * 12
                + CivilCalendar.month(last)
                - CivilCalendar.month(first);
        int order = Integer.compare(CivilCalendar.day(last), CivilCalendar.day(first));
        if (order < 0 && monthEnds && CivilCalendar.day(CivilCalendar.civil(lastDay + 1)) == 1) {
            order = 0;
        }
        if (order == 0) {
            order = Long.compare(Math.floorMod(to, unitsPerDay), Math.floorMod(from, unitsPerDay));
        }
        return order < 0 ? months - 1 : months;
    }
}
