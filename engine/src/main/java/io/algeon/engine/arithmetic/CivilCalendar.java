package io.algeon.engine.arithmetic;

/**
 * The proleptic Gregorian calendar on days since 1970-01-01, without objects. Years are astronomical (0 is 1 BC). Years
 * begin in March inside, and eras have 400 of them. To days: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms";
 * from days: Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms",
 * 2022.
 */
public final class CivilCalendar {
    public static final long SECONDS_PER_DAY = 86_400;
    public static final long MICROS_PER_SECOND = 1_000_000;
    public static final long MICROS_PER_DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;

    private static final int DAYS_PER_ERA = 146_097;
    /** Days from 0000-03-01 to 1970-01-01. */
    private static final int EPOCH_OFFSET = 719_468;
    /** Eras that make every {@code int} day positive. */
    private static final int SHIFT_ERAS = 15_000;

    private CivilCalendar() {}

    /** Days since 1970-01-01 of a date; the day may lie outside the month, and shifts then. */
    public static long days(long year, int month, int day) {
        long y = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(y, 400L);
        int yearOfEra = (int) (y - era * 400);
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - EPOCH_OFFSET;
    }

    /**
     * Year, month and day of a day, packed for {@link #year}, {@link #month} and {@link #day}. The day fits an {@code int}.
     */
    public static long civil(long days) {
        long shifted = days + EPOCH_OFFSET + (long) SHIFT_ERAS * DAYS_PER_ERA;
        long quadrupled = 4 * shifted + 3;
        long century = quadrupled / DAYS_PER_ERA;
        long dayOfCentury = (quadrupled - century * DAYS_PER_ERA) / 4;
        long product = 2_939_745L * (4 * dayOfCentury + 3);
        long yearOfCentury = product >>> 32;
        int dayOfYear = (int) ((product & 0xFFFF_FFFFL) / 2_939_745L / 4);
        int monthAndDay = 2_141 * dayOfYear + 197_913;
        int late = dayOfYear >= 306 ? 1 : 0;
        int month = (monthAndDay >>> 16) - 12 * late;
        int day = (monthAndDay & 0xFFFF) / 2_141 + 1;
        long year = 100 * century + yearOfCentury + late - 400L * SHIFT_ERAS;
        return year << 9 | month << 5 | day;
    }

    /** Years of the days from 1900 to 2100, in which nearly all dates lie; made when first asked for. */
    private static final class YearTable {
        static final int FIRST_DAY = (int) days(1900, 1, 1);
        static final short[] YEARS = years();

        private static short[] years() {
            short[] years = new short[(int) days(2100, 1, 1) - FIRST_DAY];
            for (int i = 0; i < years.length; i++) {
                years[i] = (short) year(civil((long) FIRST_DAY + i));
            }
            return years;
        }
    }

    /** Years of many days: looked up for those of two centuries, computed for others. */
    public static void years(int[] days, long[] years, int count) {
        short[] table = YearTable.YEARS;
        int first = YearTable.FIRST_DAY;
        for (int i = 0; i < count; i++) {
            int index = days[i] - first;
            years[i] = index >= 0 && index < table.length ? table[index] : year(civil(days[i]));
        }
    }

    public static long year(long civil) {
        return civil >> 9;
    }

    /** 1 to 12. */
    public static int month(long civil) {
        return (int) (civil >> 5) & 15;
    }

    /** 1 to 31. */
    public static int day(long civil) {
        return (int) civil & 31;
    }

    public static boolean isLeapYear(long year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int daysInMonth(long year, int month) {
        return switch (month) {
            case 2 -> isLeapYear(year) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** The day that many months later; the last day of the month if that has no such day. */
    public static long addMonths(long days, long months) {
        long civil = civil(days);
        long month = year(civil) * 12 + month(civil) - 1 + months;
        long year = Math.floorDiv(month, 12L);
        int monthOfYear = (int) (month - year * 12) + 1;
        return days(year, monthOfYear, Math.min(day(civil), daysInMonth(year, monthOfYear)));
    }

    /** 1 (Monday) to 7 (Sunday). */
    public static int isoDayOfWeek(long days) {
        return (int) Math.floorMod(days + 3, 7L) + 1;
    }

    /** 1 to 366. */
    public static int dayOfYear(long days) {
        return (int) (days - days(year(civil(days)), 1, 1)) + 1;
    }

    /** Year of the ISO week that has the day. */
    public static long isoYear(long days) {
        // The week belongs to the year of its Thursday.
        return year(civil(days - isoDayOfWeek(days) + 4));
    }

    /** ISO week, 1 to 53. */
    public static int isoWeek(long days) {
        long thursday = days - isoDayOfWeek(days) + 4;
        return (dayOfYear(thursday) - 1) / 7 + 1;
    }
}
