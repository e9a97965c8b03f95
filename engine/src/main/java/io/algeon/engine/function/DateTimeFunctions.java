package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.DATE;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.INTERVAL_DAY_SECOND;
import static io.algeon.engine.function.TypeFamily.INTERVAL_YEAR_MONTH;
import static io.algeon.engine.function.TypeFamily.TIME;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP_WITH_TIME_ZONE;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Registry entries of the date and time functions. */
final class DateTimeFunctions {
    private DateTimeFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        for (String name : List.of("extract", "date_part")) {
            all.add(function(Category.DATETIME, name)
                    .takes(ResultTypes.BIGINT, CHARACTER, DATE)
                    .takes(ResultTypes.BIGINT, CHARACTER, TIME)
                    .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP)
                    .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP_WITH_TIME_ZONE)
                    .takes(ResultTypes.BIGINT, CHARACTER, INTERVAL_YEAR_MONTH)
                    .takes(ResultTypes.BIGINT, CHARACTER, INTERVAL_DAY_SECOND)
                    .says(
                            "A field of a date, time or interval; weeks are ISO weeks, dow is 0 on Sunday.",
                            name.equals("extract")
                                    ? "EXTRACT(YEAR FROM DATE '2024-02-29') = 2024"
                                    : "date_part('month', DATE '2024-02-29') = 2")
                    .by(ExtractFunction::bind));
        }
        all.add(function(Category.DATETIME, "date_trunc")
                .takes(arguments -> SqlTypes.TIMESTAMP, CHARACTER, DATE)
                .takes(ResultTypes.SECOND, CHARACTER, TIMESTAMP)
                .takes(ResultTypes.SECOND, CHARACTER, TIMESTAMP_WITH_TIME_ZONE)
                .takes(ResultTypes.SECOND, CHARACTER, TIME)
                .takes(ResultTypes.SECOND, CHARACTER, INTERVAL_DAY_SECOND)
                .says(
                        "The start of the unit that the date or timestamp is in; weeks begin on Monday.",
                        "date_trunc('month', DATE '2024-02-29') = TIMESTAMP '2024-02-01 00:00:00'")
                .by(DateTruncFunction::bind));
        for (String name : List.of(
                "year",
                "quarter",
                "month",
                "week",
                "day",
                "dayofmonth",
                "dayofweek",
                "dayofyear",
                "hour",
                "minute",
                "second",
                "isodow",
                "isoyear",
                "dow",
                "doy",
                "century",
                "decade")) {
            all.add(shorthand(name));
        }
        all.add(onDate("last_day", ResultTypes.DATE)
                .says("Last day of the month.", "last_day(DATE '2024-02-01') = DATE '2024-02-29'")
                .by(site -> {
                    RowFunctions.LongBody body = (arguments, row) -> {
                        long civil = CivilCalendar.civil(day(arguments, row, site));
                        long year = CivilCalendar.year(civil);
                        int month = CivilCalendar.month(civil);
                        return CivilCalendar.days(year, month, CivilCalendar.daysInMonth(year, month));
                    };
                    return RowFunctions.number(site, body);
                }));
        all.add(onDate("dayname", ResultTypes.VARCHAR)
                .says("English name of the day of the week.", "dayname(DATE '2024-02-29') = 'Thursday'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(
                                CalendarNames.DAYS.get(CivilCalendar.isoDayOfWeek(day(arguments, row, site)) - 1)))));
        all.add(onDate("monthname", ResultTypes.VARCHAR)
                .says("English name of the month.", "monthname(DATE '2024-02-29') = 'February'")
                .by(site -> RowFunctions.text(
                        site,
                        (arguments, row, out) -> out.append(CalendarNames.MONTHS.get(
                                CivilCalendar.month(CivilCalendar.civil(day(arguments, row, site))) - 1)))));
        all.add(function(Category.DATETIME, "make_date")
                .takes(ResultTypes.DATE, INTEGER, INTEGER, INTEGER)
                .fallible()
                .says("The date of a year, month and day.", "make_date(2024, 2, 29) = DATE '2024-02-29'")
                .by(site -> RowFunctions.number(site, DateTimeFunctions::makeDate)));
        all.add(function(Category.DATETIME, "timezone")
                .takes(arguments -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE, CHARACTER, TIMESTAMP)
                .takes(arguments -> SqlTypes.TIMESTAMP, CHARACTER, TIMESTAMP_WITH_TIME_ZONE)
                .fallible()
                .says(
                        "What clocks of a zone show at an instant, or the instant at which they show a timestamp:"
                                + " AT TIME ZONE as a function.",
                        "timezone('Asia/Tokyo', TIMESTAMP '2024-02-29 09:00:00') AT TIME ZONE 'UTC'"
                                + " = TIMESTAMP '2024-02-29 00:00:00'")
                .by(ZoneShift::bind));
        all.add(function(Category.DATETIME, "date_diff")
                .takes(ResultTypes.BIGINT, CHARACTER, DATE, DATE)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP, TIMESTAMP)
                .says(
                        "Boundaries of the unit between two dates or timestamps.",
                        "date_diff('month', DATE '2024-01-31', DATE '2024-02-01') = 1")
                .by(site -> {
                    TimeUnit unit = TimeUnit.required(site, 0);
                    return RowFunctions.number(
                            site,
                            (arguments, row) -> ordinal(unit, arguments.number(2, row), site.argument(2))
                                    - ordinal(unit, arguments.number(1, row), site.argument(1)));
                }));
        all.add(function(Category.DATETIME, "timestampdiff")
                .takes(ResultTypes.BIGINT, CHARACTER, DATE, DATE)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP, TIMESTAMP)
                .takes(ResultTypes.BIGINT, CHARACTER, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .says(
                        "Whole units between two dates or timestamps.",
                        "timestampdiff(MONTH, DATE '2024-01-31', DATE '2024-02-29') = 0")
                .by(WholeUnits::bind));
        all.addAll(CalendarFunctions.all());
        return all;
    }

    private static FunctionBuilder onDate(String name, ResultRule result) {
        return function(Category.DATETIME, name)
                .takes(result, DATE)
                .takes(result, TIMESTAMP)
                .takes(result, TIMESTAMP_WITH_TIME_ZONE);
    }

    /** {@code year(x)} and its like: EXTRACT with a fixed unit. */
    private static ScalarFunction shorthand(String name) {
        String unit = switch (name) {
            case "dayofmonth" -> "DAY";
            case "dayofweek" -> "DOW";
            case "dayofyear" -> "DOY";
            default -> name;
        };
        FunctionBuilder builder = onDate(name, ResultTypes.BIGINT);
        if (List.of("hour", "minute", "second").contains(name)) {
            builder.takes(ResultTypes.BIGINT, TIME);
        }
        return builder.says(
                        "EXTRACT of that field.",
                        name + "(TIMESTAMP '2024-02-29 01:02:03') = "
                                + switch (name) {
                                    case "year" -> "2024";
                                    case "quarter", "hour" -> "1";
                                    case "month", "minute" -> "2";
                                    case "week" -> "9";
                                    case "day", "dayofmonth" -> "29";
                                    case "dayofweek" -> "4";
                                    case "dayofyear", "doy" -> "60";
                                    case "isodow", "dow" -> "4";
                                    case "isoyear" -> "2024";
                                    case "century" -> "21";
                                    case "decade" -> "202";
                                    default -> "3";
                                })
                .by(site -> {
                    CallSite extract = new CallSite(
                            "extract",
                            List.of(SqlTypes.VARCHAR, site.argument(0)),
                            site.result(),
                            java.util.Arrays.asList(new CallSite.Constant(unit), null),
                            false,
                            site.timeZone(),
                            site.session());
                    VectorFunction bound = ExtractFunction.bind(extract);
                    io.algeon.engine.batch.ColumnVector[] both = new io.algeon.engine.batch.ColumnVector[2];
                    return (VectorFunction) (arguments, rows) -> {
                        both[0] = arguments[0];
                        both[1] = arguments[0];
                        return bound.apply(both, rows);
                    };
                });
    }

    private static long day(RowArguments arguments, int row, CallSite site) {
        SqlType type = site.argument(0);
        long value = arguments.number(0, row);
        return switch (type.kind()) {
            case DATE -> value;
            case TIMESTAMP -> Math.floorDiv(value, type.unitsPerSecond() * CivilCalendar.SECONDS_PER_DAY);
            default -> Math.floorDiv(new ZoneClock(site.timeZone()).toLocal(value), CivilCalendar.MICROS_PER_DAY);
        };
    }

    static long makeDate(RowArguments arguments, int row) {
        long year = arguments.number(0, row);
        long month = arguments.number(1, row);
        long day = arguments.number(2, row);
        boolean exists = year != 0
                && Math.abs(year) < 5_000_000
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= CivilCalendar.daysInMonth(year < 0 ? year + 1 : year, (int) month);
        if (!exists) {
            throw new io.algeon.metadata.error.EngineException(
                    io.algeon.metadata.error.ErrorCode.DATETIME_OUT_OF_RANGE,
                    "There is no date of year " + year + ", month " + month + ", day " + day + ".");
        }
        return CivilCalendar.days(year < 0 ? year + 1 : year, (int) month, (int) day);
    }

    /** Number of the unit that a value is in, so that differences count boundaries. */
    private static long ordinal(TimeUnit unit, long value, SqlType type) {
        boolean date = type.kind() == TypeKind.DATE;
        long units = date ? 1 : type.unitsPerSecond();
        long days = date ? value : Math.floorDiv(value, units * CivilCalendar.SECONDS_PER_DAY);
        long civil = CivilCalendar.civil(days);
        long year = CivilCalendar.year(civil);
        long seconds = date ? value * CivilCalendar.SECONDS_PER_DAY : Math.floorDiv(value, units);
        return switch (unit) {
            case MILLENNIUM -> Math.floorDiv(year - 1, 1000L);
            case CENTURY -> Math.floorDiv(year - 1, 100L);
            case DECADE -> Math.floorDiv(year, 10L);
            case YEAR -> year;
            case ISOYEAR -> CivilCalendar.isoYear(days);
            case QUARTER -> year * 4 + (CivilCalendar.month(civil) - 1) / 3;
            case MONTH -> year * 12 + CivilCalendar.month(civil);
            case WEEK -> Math.floorDiv(days + 3, 7L);
            case DAY, DOW, ISODOW, DOY -> days;
            case HOUR -> Math.floorDiv(seconds, 3600L);
            case MINUTE -> Math.floorDiv(seconds, 60L);
            case SECOND, EPOCH -> seconds;
            case MILLISECOND -> date ? seconds * 1_000 : Math.floorDiv(value, units / 1_000);
            case MICROSECOND -> date ? seconds * 1_000_000 : Math.floorDiv(value, units / 1_000_000);
            case NANOSECOND -> (date ? seconds : value) * (1_000_000_000L / units);
        };
    }
}
