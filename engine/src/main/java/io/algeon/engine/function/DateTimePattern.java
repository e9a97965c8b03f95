package io.algeon.engine.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern of TO_CHAR, TO_DATE and TO_TIMESTAMP, in PostgreSQL's language: {@code YYYY-MM-DD HH24:MI:SS}, {@code FMMonth},
 * {@code "literal"}. Split into parts once; whatever is no field is literal text.
 */
final class DateTimePattern {
    /** Fields; of two that match, the longer one is meant. A name's digits count those of the number. */
    enum Field {
        LITERAL(0),
        CC(2),
        YEAR_WITH_COMMA(5),
        YYYY(4),
        YYY(3),
        YY(2),
        Y(1),
        IYYY(4),
        IYY(3),
        IY(2),
        I(1),
        ERA(2),
        ERA_WITH_DOTS(4),
        MONTH(9),
        MON(3),
        MM(2),
        DAY(9),
        DY(3),
        DDD(3),
        IDDD(3),
        DD(2),
        D(1),
        ID(1),
        W(1),
        WW(2),
        IW(2),
        J(7),
        Q(1),
        HH24(2),
        HH12(2),
        MI(2),
        SS(2),
        SSSS(5),
        FRACTION(6),
        MERIDIEM(2),
        MERIDIEM_WITH_DOTS(4),
        ZONE(3),
        ZONE_HOUR(3),
        ZONE_MINUTE(2),
        OFFSET(6);

        private final int width;

        Field(int width) {
            this.width = width;
        }

        /** Digits of a number, or letters of the longest name. */
        int width() {
            return width;
        }
    }

    /** How names are written. */
    enum Capitals {
        UPPER,
        FIRST,
        LOWER
    }

    /**
     * A part of a pattern.
     *
     * @param digits of a number; of {@code FRACTION} those written
     * @param filled whether numbers have leading zeros and names blanks: without {@code FM}
     * @param ending {@code TH} or {@code th} for ordinal numbers, else empty
     * @param text of a literal
     */
    record Part(Field field, int digits, Capitals capitals, boolean filled, String ending, String text) {
        /** Whether the part reads or writes a number. */
        boolean isNumber() {
            return switch (field) {
                case LITERAL, ERA, ERA_WITH_DOTS, MONTH, MON, DAY, DY, MERIDIEM, MERIDIEM_WITH_DOTS -> false;
                case ZONE, ZONE_HOUR, ZONE_MINUTE, OFFSET -> false;
                default -> true;
            };
        }
    }

    private record Word(String text, Field field, int digits) {}

    /** Longest first, so that the first that matches is meant. */
    private static final List<Word> WORDS = List.of(
            new Word("Y,YYY", Field.YEAR_WITH_COMMA, 5),
            new Word("MONTH", Field.MONTH, 9),
            new Word("SSSSS", Field.SSSS, 5),
            new Word("A.M.", Field.MERIDIEM_WITH_DOTS, 4),
            new Word("P.M.", Field.MERIDIEM_WITH_DOTS, 4),
            new Word("A.D.", Field.ERA_WITH_DOTS, 4),
            new Word("B.C.", Field.ERA_WITH_DOTS, 4),
            new Word("HH24", Field.HH24, 2),
            new Word("HH12", Field.HH12, 2),
            new Word("SSSS", Field.SSSS, 5),
            new Word("IDDD", Field.IDDD, 3),
            new Word("IYYY", Field.IYYY, 4),
            new Word("YYYY", Field.YYYY, 4),
            new Word("DAY", Field.DAY, 9),
            new Word("DDD", Field.DDD, 3),
            new Word("FF1", Field.FRACTION, 1),
            new Word("FF2", Field.FRACTION, 2),
            new Word("FF3", Field.FRACTION, 3),
            new Word("FF4", Field.FRACTION, 4),
            new Word("FF5", Field.FRACTION, 5),
            new Word("FF6", Field.FRACTION, 6),
            new Word("IYY", Field.IYY, 3),
            new Word("MON", Field.MON, 3),
            new Word("TZH", Field.ZONE_HOUR, 3),
            new Word("TZM", Field.ZONE_MINUTE, 2),
            new Word("YYY", Field.YYY, 3),
            new Word("AD", Field.ERA, 2),
            new Word("AM", Field.MERIDIEM, 2),
            new Word("BC", Field.ERA, 2),
            new Word("CC", Field.CC, 2),
            new Word("DD", Field.DD, 2),
            new Word("DY", Field.DY, 3),
            new Word("HH", Field.HH12, 2),
            new Word("ID", Field.ID, 1),
            new Word("IW", Field.IW, 2),
            new Word("IY", Field.IY, 2),
            new Word("MI", Field.MI, 2),
            new Word("MM", Field.MM, 2),
            new Word("MS", Field.FRACTION, 3),
            new Word("OF", Field.OFFSET, 6),
            new Word("PM", Field.MERIDIEM, 2),
            new Word("SS", Field.SS, 2),
            new Word("TZ", Field.ZONE, 3),
            new Word("US", Field.FRACTION, 6),
            new Word("WW", Field.WW, 2),
            new Word("YY", Field.YY, 2),
            new Word("D", Field.D, 1),
            new Word("I", Field.I, 1),
            new Word("J", Field.J, 7),
            new Word("Q", Field.Q, 1),
            new Word("W", Field.W, 1),
            new Word("Y", Field.Y, 1));

    private DateTimePattern() {}

    static List<Part> parse(String pattern) {
        List<Part> parts = new ArrayList<>();
        String upper = pattern.toUpperCase(Locale.ROOT);
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == '"') {
                int end = at + 1;
                while (end < pattern.length() && pattern.charAt(end) != '"') {
                    end += pattern.charAt(end) == '\\' && end + 1 < pattern.length() ? 1 : 0;
                    literal.append(pattern.charAt(end++));
                }
                at = end + 1;
                continue;
            }
            boolean filled = !upper.startsWith("FM", at);
            int start = filled ? at : at + 2;
            Word word = word(upper, start);
            if (word == null) {
                if (filled) {
                    literal.append(c);
                    at++;
                } else {
                    at += 2;
                }
                continue;
            }
            flush(literal, parts);
            int end = start + word.text().length();
            boolean ordinal = upper.startsWith("TH", end);
            parts.add(new Part(
                    word.field(),
                    word.digits(),
                    capitals(pattern, start),
                    filled,
                    pattern.substring(end, ordinal ? end + 2 : end),
                    pattern.substring(start, end)));
            at = ordinal ? end + 2 : end;
        }
        flush(literal, parts);
        return List.copyOf(parts);
    }

    private static @org.jspecify.annotations.Nullable Word word(String upper, int at) {
        for (Word word : WORDS) {
            if (upper.startsWith(word.text(), at)) {
                return word;
            }
        }
        return null;
    }

    private static Capitals capitals(String pattern, int at) {
        boolean second = at + 1 < pattern.length() && Character.isUpperCase(pattern.charAt(at + 1));
        return !Character.isUpperCase(pattern.charAt(at))
                ? Capitals.LOWER
                : second || at + 1 < pattern.length() && pattern.charAt(at + 1) == '.'
                        ? Capitals.UPPER
                        : Capitals.FIRST;
    }

    private static void flush(StringBuilder literal, List<Part> parts) {
        if (literal.length() > 0) {
            parts.add(new Part(Field.LITERAL, 0, Capitals.UPPER, true, "", literal.toString()));
            literal.setLength(0);
        }
    }
}
