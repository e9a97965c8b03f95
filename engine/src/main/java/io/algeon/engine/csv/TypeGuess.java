package io.algeon.engine.csv;

import io.algeon.engine.file.Numbers;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guesses the type of a column from some of its values: the narrowest of BOOLEAN, INTEGER, BIGINT, DECIMAL, DOUBLE, DATE,
 * TIME and TIMESTAMP (with a zone where values have one) that holds all of them, else VARCHAR.
 *
 * <p>Numbers with leading zeros are texts: zip codes and numbers of accounts would lose them. Fractions are DECIMAL where
 * all values have the same number of fractional digits, as amounts of money do, and DOUBLE otherwise. A whole number is
 * INTEGER up to nine digits, which leaves room for what was not looked at.
 */
final class TypeGuess {
    private static final int INTEGER_DIGITS = 9;
    private static final int MAX_SCALE = 9;
    private static final int MAX_DIGITS = 18;

    /** Formats of dates that are told by the values; of two that fit all of them the first is taken. */
    private static final List<TemporalFormat> DATES = List.of(
            TemporalFormat.ISO_DATE,
            TemporalFormat.of("%Y/%m/%d"),
            TemporalFormat.of("%d.%m.%Y"),
            TemporalFormat.of("%d/%m/%Y"),
            TemporalFormat.of("%m/%d/%Y"),
            TemporalFormat.of("%d-%m-%Y"),
            TemporalFormat.of("%m-%d-%Y"),
            TemporalFormat.of("%d-%b-%Y"),
            TemporalFormat.of("%d %b %Y"));

    private static final List<TemporalFormat> TIMESTAMPS = timestamps();

    private static final List<TemporalFormat> TIMES =
            List.of(TemporalFormat.of("%H:%M:%S"), TemporalFormat.of("%H:%M:%S.%f"), TemporalFormat.of("%H:%M"));

    private final List<TemporalFormat> dates;
    private final List<TemporalFormat> timestamps;
    private boolean bool = true;
    private boolean time = true;
    private final Figures withPoint = new Figures('.');
    private final Figures withComma = new Figures(',');
    private boolean offset;
    private boolean nanoseconds;
    private int values;

    TypeGuess(@Nullable TemporalFormat dateFormat, @Nullable TemporalFormat timestampFormat) {
        dates = new ArrayList<>(dateFormat == null ? DATES : List.of(dateFormat));
        timestamps = new ArrayList<>(timestampFormat == null ? TIMESTAMPS : List.of(timestampFormat));
    }

    private static List<TemporalFormat> timestamps() {
        List<TemporalFormat> all = new ArrayList<>();
        all.add(TemporalFormat.ISO_TIMESTAMP);
        for (String day : List.of("%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y")) {
            for (String hours : List.of("%H:%M:%S", "%H:%M", "%H:%M:%S.%f", "%I:%M:%S %p", "%I:%M %p")) {
                all.add(TemporalFormat.of(day + " " + hours));
            }
        }
        return List.copyOf(all);
    }

    /** How numbers are written, with one of the two characters before the fraction. */
    private static final class Figures {
        final char point;
        boolean numbers = true;
        boolean exponent;
        boolean uneven;
        int scale = -1;
        int wholeDigits;

        Figures(char point) {
            this.point = point;
        }

        void add(String text) {
            if (!numbers) {
                return;
            }
            int at = 0;
            int length = text.length();
            if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                at++;
            }
            int start = at;
            while (at < length && isDigit(text.charAt(at))) {
                at++;
            }
            int whole = at - start;
            int fraction = 0;
            boolean pointed = at < length && text.charAt(at) == point;
            if (pointed) {
                at++;
                int first = at;
                while (at < length && isDigit(text.charAt(at))) {
                    at++;
                }
                fraction = at - first;
            }
            boolean zeros = whole > 1 && text.charAt(start) == '0';
            if (whole + fraction == 0 || zeros) {
                numbers = whole + fraction == 0 && Numbers.isSpecial(text);
                exponent |= numbers;
                return;
            }
            if (at < length) {
                exponent = true;
                numbers = (text.charAt(at) | 32) == 'e'
                        && Numbers.isFloating(point == '.' ? text : text.replace(point, '.'));
                return;
            }
            wholeDigits = Math.max(wholeDigits, whole);
            if (pointed) {
                uneven |= scale >= 0 && scale != fraction;
                scale = Math.max(scale, fraction);
            }
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        @Nullable
        SqlType type() {
            if (!numbers) {
                return null;
            }
            if (exponent || uneven || scale > MAX_SCALE) {
                return SqlTypes.DOUBLE;
            }
            if (scale < 0) {
                return wholeDigits <= INTEGER_DIGITS
                        ? SqlTypes.INTEGER
                        : wholeDigits <= MAX_DIGITS
                                ? SqlTypes.BIGINT
                                : wholeDigits == MAX_DIGITS + 1
                                        ? SqlTypes.decimal(38, 0)
                                        : wholeDigits <= 38 ? SqlTypes.decimal(38, 0) : SqlTypes.DOUBLE;
            }
            if (scale == 0 || wholeDigits + scale > MAX_DIGITS) {
                return scale == 0 || wholeDigits + scale > 38 ? SqlTypes.DOUBLE : SqlTypes.decimal(38, scale);
            }
            return SqlTypes.decimal(MAX_DIGITS, scale);
        }
    }

    /** Takes one value, which is not NULL. */
    void add(String text) {
        values++;
        String trimmed = text.strip();
        if (bool) {
            bool = trimmed.equalsIgnoreCase("true") || trimmed.equalsIgnoreCase("false");
        }
        withPoint.add(trimmed);
        withComma.add(trimmed);
        if (!dates.isEmpty() || !timestamps.isEmpty() || time) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            dates.removeIf(format -> format.parseDate(bytes, 0, bytes.length) == TemporalFormat.NONE);
            timestamps.removeIf(format -> format.parse(bytes, 0, bytes.length, 1_000_000) == TemporalFormat.NONE);
            nanoseconds |= (time || !timestamps.isEmpty()) && TemporalFormat.hasNanoseconds(bytes, 0, bytes.length);
            offset |= !timestamps.isEmpty() && TemporalFormat.endsInOffset(bytes, 0, bytes.length);
            time &= TIMES.stream()
                    .anyMatch(format -> format.parse(bytes, 0, bytes.length, 1_000_000) != TemporalFormat.NONE);
        }
    }

    /** Whether the values are numbers with a comma before the fraction. */
    boolean needsComma() {
        return values > 0 && withComma.numbers && withComma.scale > 0 && !withPoint.numbers;
    }

    /** Whether the values are numbers with a point before the fraction. */
    boolean needsPoint() {
        return values > 0 && withPoint.numbers && withPoint.scale > 0;
    }

    /** The type; NULL if there was no value to tell it. */
    SqlType type(boolean decimalComma) {
        if (values == 0) {
            return SqlTypes.NULL;
        }
        if (bool) {
            return SqlTypes.BOOLEAN;
        }
        SqlType number = (decimalComma ? withComma : withPoint).type();
        if (number != null) {
            return number;
        }
        if (!dates.isEmpty()) {
            return SqlTypes.DATE;
        }
        if (time) {
            return nanoseconds ? SqlTypes.time(9) : SqlTypes.TIME;
        }
        if (!timestamps.isEmpty()) {
            boolean zoned = offset && timestamps.get(0) == TemporalFormat.ISO_TIMESTAMP
                    || timestamps.get(0).hasOffset();
            return zoned ? SqlTypes.TIMESTAMP_WITH_TIME_ZONE : nanoseconds ? SqlTypes.timestamp(9) : SqlTypes.TIMESTAMP;
        }
        return SqlTypes.VARCHAR;
    }

    /** The format of the values if they are dates or timestamps, else null. */
    @Nullable
    TemporalFormat format(SqlType type) {
        return switch (type.kind()) {
            case DATE -> dates.isEmpty() ? null : dates.get(0);
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> timestamps.isEmpty() ? null : timestamps.get(0);
            default -> null;
        };
    }
}
