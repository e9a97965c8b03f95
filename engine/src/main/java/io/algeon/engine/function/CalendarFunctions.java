package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.DATE;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.INTERVAL_DAY_SECOND;
import static io.algeon.engine.function.TypeFamily.INTERVAL_YEAR_MONTH;
import static io.algeon.engine.function.TypeFamily.NUMERIC;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP_WITH_TIME_ZONE;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Dates, times and intervals made from parts, moved by months or days, put into bins, and compared as ages. */
final class CalendarFunctions {
    private static final ResultRule TIMESTAMPS = arguments -> SqlTypes.TIMESTAMP;
    private static final ResultRule INSTANTS = arguments -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
    private static final ResultRule DURATIONS = arguments -> SqlTypes.INTERVAL_DAY_SECOND;
    private static final ResultRule MONTHS = arguments -> SqlTypes.INTERVAL_YEAR_MONTH;
    private static final long MICROS = CivilCalendar.MICROS_PER_SECOND;

    private CalendarFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        makers(all);
        moves(all);
        ages(all);
        epochs(all);
        return all;
    }

    private static FunctionBuilder calendar(String name) {
        return function(Category.DATETIME, name);
    }

    private static void makers(List<ScalarFunction> all) {
        all.add(calendar("make_time")
                .takes(arguments -> SqlTypes.TIME, INTEGER, INTEGER, NUMERIC)
                .fallible()
                .says(
                        "The time of an hour, minute and second with a fraction.",
                        "make_time(8, 15, 23.5) = TIME '08:15:23.5'")
                .by(site -> RowFunctions.number(site, (arguments, row) -> timeOfDay(arguments, row, 0))));
        all.add(calendar("make_timestamp")
                .takes(TIMESTAMPS, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, NUMERIC)
                .takes(TIMESTAMPS, INTEGER)
                .fallible()
                .says(
                        "The timestamp of a year, month, day, hour, minute and second; or of so many microseconds since 1970.",
                        "make_timestamp(2024, 2, 29, 8, 15, 23.5) = TIMESTAMP '2024-02-29 08:15:23.5'")
                .by(site -> RowFunctions.number(
                        site,
                        (arguments, row) ->
                                arguments.count() == 1 ? arguments.number(0, row) : timestamp(arguments, row))));
        all.add(calendar("make_timestamptz")
                .takes(INSTANTS, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, NUMERIC)
                .fallible()
                .says(
                        "The instant at which clocks of the session's zone show a year, month, day, hour, minute and second.",
                        "CAST(make_timestamptz(2024, 2, 29, 8, 15, 23.5) AS TIMESTAMP) = TIMESTAMP '2024-02-29 08:15:23.5'")
                .by(site -> {
                    ZoneClock clock = new ZoneClock(site.timeZone());
                    return RowFunctions.number(site, (arguments, row) -> clock.toInstant(timestamp(arguments, row)));
                }));
        String[] units = {"years", "quarters", "months", "weeks", "days", "hours", "minutes", "seconds"};
        for (String unit : units) {
            boolean months = unit.equals("years") || unit.equals("quarters") || unit.equals("months");
            FunctionBuilder builder = calendar("to_" + unit);
            builder.takes(months ? MONTHS : DURATIONS, unit.equals("seconds") ? NUMERIC : INTEGER);
            all.add(builder.fallible()
                    .says(
                            "An interval of so many " + unit + ".",
                            "to_" + unit + "(2) = "
                                    + switch (unit) {
                                        case "quarters" -> "INTERVAL '6' MONTH";
                                        case "weeks" -> "INTERVAL '14' DAY";
                                        default ->
                                            "INTERVAL '2' "
                                                    + unit.substring(0, unit.length() - 1)
                                                            .toUpperCase(java.util.Locale.ROOT);
                                    })
                    .by(site -> RowFunctions.number(site, (arguments, row) -> interval(arguments, row, unit, site))));
        }
    }

    private static long interval(RowArguments arguments, int row, String unit, CallSite site) {
        if (unit.equals("seconds")) {
            return micros(arguments, row, 0);
        }
        long factor = switch (unit) {
            case "years" -> 12;
            case "quarters" -> 3;
            case "months" -> 1;
            case "weeks" -> 7 * CivilCalendar.MICROS_PER_DAY;
            case "days" -> CivilCalendar.MICROS_PER_DAY;
            case "hours" -> 3600 * MICROS;
            default -> 60 * MICROS;
        };
        long value = arguments.number(0, row);
        long limit = site.result().kind() == TypeKind.INTERVAL_YEAR_MONTH ? Integer.MAX_VALUE : Long.MAX_VALUE;
        if (Math.abs((double) value) > (double) limit / factor - 1) {
            throw Failures.outOfRange("to_" + unit + "(" + value + ")", site.result());
        }
        return value * factor;
    }

    /** Seconds with a fraction in microseconds. */
    private static long micros(RowArguments arguments, int row, int argument) {
        double approximate = arguments.floating(argument, row);
        if (!(Math.abs(approximate) < Long.MAX_VALUE / (double) MICROS - 1)) {
            throw Failures.invalidArgument("A number of " + approximate + " seconds is out of range.");
        }
        BigDecimal seconds = arguments.decimal(argument, row);
        return seconds.movePointRight(6).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    private static long timeOfDay(RowArguments arguments, int row, int first) {
        long hour = arguments.number(first, row);
        long minute = arguments.number(first + 1, row);
        double second = arguments.floating(first + 2, row);
        boolean exists = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
        if (!exists) {
            throw new EngineException(
                    ErrorCode.DATETIME_OUT_OF_RANGE,
                    "There is no time of hour " + hour + ", minute " + minute + ", second "
                            + FloatingText.format(second) + ".");
        }
        return (hour * 3600 + minute * 60) * MICROS + micros(arguments, row, first + 2);
    }

    private static long timestamp(RowArguments arguments, int row) {
        long days = DateTimeFunctions.makeDate(arguments, row);
        if (Math.abs(days) > Long.MAX_VALUE / CivilCalendar.MICROS_PER_DAY - 1) {
            throw Failures.datetimeOutOfRange("make_timestamp", SqlTypes.TIMESTAMP);
        }
        return days * CivilCalendar.MICROS_PER_DAY + timeOfDay(arguments, row, 3);
    }

    private static void moves(List<ScalarFunction> all) {
        all.add(calendar("add_months")
                .takes(ResultTypes.FIRST, DATE, INTEGER)
                .fallible()
                .says(
                        "The date so many months later, or the last day of that month if it is too short.",
                        "add_months(DATE '2024-01-31', 1) = DATE '2024-02-29'")
                .by(site -> RowFunctions.number(site, (arguments, row) -> {
                    long days = CivilCalendar.addMonths(arguments.number(0, row), arguments.clamped(1, row));
                    if (days != (int) days) {
                        throw Failures.datetimeOutOfRange("add_months", SqlTypes.DATE);
                    }
                    return days;
                })));
        all.add(calendar("months_between")
                .takes(ResultTypes.DOUBLE, DATE, DATE)
                .takes(ResultTypes.DOUBLE, TIMESTAMP, TIMESTAMP)
                .says(
                        "Months from the second date to the first one, days as 31sts of a month; whole between equal days or"
                                + " last days of months.",
                        "months_between(DATE '2024-03-31', DATE '2024-02-29') = 1")
                .by(site -> RowFunctions.floating(
                        site,
                        (arguments, row) ->
                                monthsBetween(arguments.number(0, row), arguments.number(1, row), site.argument(0)))));
        all.add(calendar("date_bin")
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP, TIMESTAMP)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP_WITH_TIME_ZONE)
                .fallible()
                .says(
                        "The start of the interval, one of many of that length from an origin (1970) on, that a timestamp is"
                                + " in.",
                        "date_bin(INTERVAL '15' MINUTE, TIMESTAMP '2024-02-29 08:23:00') = TIMESTAMP '2024-02-29 08:15:00'")
                .by(CalendarFunctions::bin));
        for (String name : List.of("justify_hours", "justify_days", "justify_interval")) {
            all.add(calendar(name)
                    .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND)
                    .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH)
                    .says(
                            "The interval itself: 24 hours are a day here, and days are no months.",
                            name + "(INTERVAL '25' HOUR) = INTERVAL '1 1' DAY TO HOUR")
                    .by(site -> RowFunctions.number(site, (arguments, row) -> arguments.number(0, row))));
        }
    }

    private static double monthsBetween(long later, long earlier, SqlType type) {
        long units = type.kind() == TypeKind.DATE ? 1 : CivilCalendar.SECONDS_PER_DAY * type.unitsPerSecond();
        long first = CivilCalendar.civil(Math.floorDiv(later, units));
        long second = CivilCalendar.civil(Math.floorDiv(earlier, units));
        long months = (CivilCalendar.year(first) - CivilCalendar.year(second)) * 12
                + CivilCalendar.month(first)
                - CivilCalendar.month(second);
        boolean lastDays = isLastDay(first) && isLastDay(second);
        if (CivilCalendar.day(first) == CivilCalendar.day(second) || lastDays) {
            return months;
        }
        double days = CivilCalendar.day(first)
                - CivilCalendar.day(second)
                + (Math.floorMod(later, units) - Math.floorMod(earlier, units)) / (double) units;
        return months + days / 31;
    }

    private static boolean isLastDay(long civil) {
        return CivilCalendar.day(civil)
                == CivilCalendar.daysInMonth(CivilCalendar.year(civil), CivilCalendar.month(civil));
    }

    private static VectorFunction bin(CallSite site) {
        SqlType type = site.argument(1);
        long unitsPerMicro = type.kind() == TypeKind.TIMESTAMP ? type.unitsPerSecond() / MICROS : 1;
        return RowFunctions.number(site, (arguments, row) -> {
            long stride = arguments.number(0, row) * unitsPerMicro;
            if (stride <= 0) {
                throw Failures.invalidArgument("date_bin needs an interval that is longer than nothing.");
            }
            long origin = arguments.count() > 2 ? arguments.number(2, row) : 0;
            return Math.floorDiv(arguments.number(1, row) - origin, stride) * stride + origin;
        });
    }

    private static void ages(List<ScalarFunction> all) {
        all.add(calendar("datesub")
                .takes(ResultTypes.BIGINT, CHARACTER, DATE, DATE)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP, TIMESTAMP)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .says(
                        "Whole units between two dates or timestamps; a month is whole at its last day too. Also date_sub with three arguments.",
                        "datesub('month', DATE '2024-01-31', DATE '2024-02-29') = 1")
                .by(WholeUnits::bindToMonthEnds));
        all.add(calendar("age")
                .takes(DURATIONS, TIMESTAMP, TIMESTAMP)
                .takes(DURATIONS, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .fallible()
                .says(
                        "Time from the second timestamp to the first one (to today, if there is one only); EXTRACT of its year, month or"
                                + " day gives those of the age in years, months and days.",
                        "EXTRACT(YEAR FROM age(DATE '2024-02-28', DATE '2000-02-29')) = 23")
                .by(CalendarFunctions::age));
        all.add(calendar("age_part")
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP, TIMESTAMP)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .says(
                        "The years, months or days of the age in years, months and days: EXTRACT of an age.",
                        "age_part('month', DATE '2024-02-28', DATE '2000-02-29') = 11")
                .by(CalendarFunctions::agePart));
    }

    private static VectorFunction age(CallSite site) {
        SqlType type = site.argument(0);
        long unitsPerMicro = type.kind() == TypeKind.TIMESTAMP ? type.unitsPerSecond() / MICROS : 1;
        return RowFunctions.number(site, (arguments, row) -> {
            long later = arguments.number(0, row);
            long earlier = arguments.number(1, row);
            long difference = later - earlier;
            if (((later ^ earlier) & (later ^ difference)) < 0) {
                throw Failures.datetimeOutOfRange("age", site.result());
            }
            return Math.floorDiv(difference, unitsPerMicro);
        });
    }

    private static VectorFunction agePart(CallSite site) {
        TimeUnit unit = TimeUnit.required(site, 0);
        SqlType type = site.argument(1);
        boolean instants = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
        ZoneClock clock = new ZoneClock(site.timeZone());
        long units = CivilCalendar.SECONDS_PER_DAY * (instants ? MICROS : type.unitsPerSecond());
        return RowFunctions.number(site, (arguments, row) -> {
            long later = arguments.number(1, row);
            long earlier = arguments.number(2, row);
            return agePart(
                    unit, instants ? clock.toLocal(later) : later, instants ? clock.toLocal(earlier) : earlier, units);
        });
    }

    /** The field of the difference in years, months, days and time, each with the sign of the whole. */
    private static long agePart(TimeUnit unit, long first, long second, long units) {
        if (first < second) {
            return -agePart(unit, second, first, units);
        }
        long later = CivilCalendar.civil(Math.floorDiv(first, units));
        long earlier = CivilCalendar.civil(Math.floorDiv(second, units));
        long months = (CivilCalendar.year(later) - CivilCalendar.year(earlier)) * 12
                + CivilCalendar.month(later)
                - CivilCalendar.month(earlier);
        long days = CivilCalendar.day(later) - CivilCalendar.day(earlier);
        long time = Math.floorMod(first, units) - Math.floorMod(second, units);
        if (time < 0) {
            time += units;
            days--;
        }
        if (days < 0) {
            days += CivilCalendar.daysInMonth(CivilCalendar.year(earlier), CivilCalendar.month(earlier));
            months--;
        }
        return switch (unit) {
            case MILLENNIUM -> months / 12_000;
            case CENTURY -> months / 1200;
            case DECADE -> months / 120;
            case YEAR -> months / 12;
            case QUARTER -> months % 12 / 3 + 1;
            case MONTH -> months % 12;
            case DAY -> days;
            case HOUR -> time / (units / 24);
            case MINUTE -> time / (units / 1440) % 60;
            case SECOND -> time / (units / CivilCalendar.SECONDS_PER_DAY) % 60;
            case EPOCH -> (first - second) / (units / CivilCalendar.SECONDS_PER_DAY);
            default ->
                throw Failures.invalidArgument("An age has no field " + unit
                        + "; it has century, decade, year, quarter, month, day, hour, minute, second and epoch.");
        };
    }

    private static void epochs(List<ScalarFunction> all) {
        for (String name : List.of("epoch_ms", "epoch_us", "epoch_ns")) {
            long perSecond = name.equals("epoch_ms") ? 1_000 : name.equals("epoch_us") ? MICROS : 1_000_000_000L;
            all.add(calendar(name)
                    .takes(ResultTypes.BIGINT, TIMESTAMP)
                    .takes(ResultTypes.BIGINT, TIMESTAMP_WITH_TIME_ZONE)
                    .fallible()
                    .says(
                            (name.equals("epoch_ms") ? "Milli" : name.equals("epoch_us") ? "Micro" : "Nano")
                                    + "seconds since 1970.",
                            name + "(TIMESTAMP '1970-01-01 00:00:02') = " + 2 * perSecond)
                    .by(site -> epoch(site, perSecond)));
        }
        all.add(calendar("to_timestamp")
                .takes(INSTANTS, CHARACTER, CHARACTER)
                .takes(INSTANTS, NUMERIC)
                .fallible()
                .expensive()
                .says(
                        "The instant that a text gives by a pattern, in the session's time zone; or so many seconds after 1970.",
                        "CAST(to_timestamp('29.02.2024 13:14', 'DD.MM.YYYY HH24:MI') AS DATE) = DATE '2024-02-29'")
                .by(site -> site.argumentCount() == 2
                        ? DateTimeReader.bind(site)
                        : RowFunctions.number(site, (arguments, row) -> micros(arguments, row, 0))));
    }

    private static VectorFunction epoch(CallSite site, long perSecond) {
        SqlType type = site.argument(0);
        long units = type.kind() == TypeKind.TIMESTAMP ? type.unitsPerSecond() : MICROS;
        return RowFunctions.number(site, (arguments, row) -> {
            long value = arguments.number(0, row);
            if (perSecond <= units) {
                return Math.floorDiv(value, units / perSecond);
            }
            long factor = perSecond / units;
            if (Math.abs((double) value) > Long.MAX_VALUE / (double) factor - 1) {
                throw Failures.outOfRange(site.function(), SqlTypes.BIGINT);
            }
            return value * factor;
        });
    }
}
