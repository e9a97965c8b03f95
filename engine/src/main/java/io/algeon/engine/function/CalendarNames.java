package io.algeon.engine.function;

import java.util.List;

/** English names of days and months, and endings of ordinal numbers. */
final class CalendarNames {
    /** From Monday. */
    static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private CalendarNames() {}

    /** {@code ST}, {@code ND}, {@code RD} or {@code TH}. */
    static String ordinalEnding(long number) {
        long rest = Math.abs(number) % 100;
        if (rest >= 11 && rest <= 13) {
            return "TH";
        }
        return switch ((int) (rest % 10)) {
            case 1 -> "ST";
            case 2 -> "ND";
            case 3 -> "RD";
            default -> "TH";
        };
    }
}
