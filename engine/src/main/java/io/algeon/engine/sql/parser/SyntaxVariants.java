package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Spellings that the grammar does not have, put into its own, token by token:
 *
 * <ul>
 *   <li>{@code FETCH FIRST ROW ONLY}: {@code FETCH FIRST 1 ROW ONLY}
 *   <li>{@code LIMIT ALL}, {@code LIMIT NULL}: nothing
 *   <li>{@code GROUP BY ALL}: {@code GROUP BY} the name {@link ParsedStatement#ALL_COLUMNS}, which validation replaces
 *   <li>{@code CURRENT_SCHEMA()} and its like: without parentheses
 *   <li>{@code x IN ()}: {@code x IN (SELECT NULL WHERE FALSE)}
 *   <li>{@code int[]}: {@code int ARRAY}; {@code [1, 2]}: {@code ARRAY[1, 2]}
 *   <li>{@code >>}, two tokens of the grammar, and {@code ->}, to it that of lambda expressions: operators
 *   <li>{@code TIMESTAMP WITH TIME ZONE '...'}, {@code TIMESTAMPTZ '...'}: casts of the string
 *   <li>{@code x + INTERVAL '1 month 2 days'}, for which there is no type: {@code x + INTERVAL '1 month' + INTERVAL '2 days'}
 *   <li>PostgreSQL's {@code INTERVAL '1 day 2 hours'} and fractions finer than milliseconds, which Calcite's literals do not
 *       hold: {@code CAST('1 day 2 hours' AS INTERVAL DAY TO SECOND)}
 * </ul>
 */
final class SyntaxVariants extends TokenRewriter {
    /** Fractional digits of a second that Calcite's interval literals keep. */
    private static final int LITERAL_DIGITS = 3;

    private static final Pattern PART = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)");
    private static final Pattern CLOCK = Pattern.compile("[+-]?\\d+:\\d{1,2}(:\\d{1,2}(\\.\\d+)?)?");
    private static final Pattern FINE_FRACTION = Pattern.compile("\\.\\d{" + (LITERAL_DIGITS + 1) + ",}");

    private static final Map<String, Integer> MONTH_UNITS =
            Map.of("year", YEAR, "yr", YEAR, "y", YEAR, "month", MONTH, "mon", MONTH, "quarter", QUARTER);
    private static final Map<String, Integer> DAY_UNITS = Map.of("day", DAY, "d", DAY, "week", WEEK, "w", WEEK);

    private SyntaxVariants(List<Token> tokens) {
        super(tokens);
    }

    /** Rewrites the tokens in place. */
    static void rewrite(List<Token> tokens) {
        new SyntaxVariants(tokens).rewrite();
    }

    private void rewrite() {
        for (int i = 0; i < tokens.size(); i++) {
            switch (kind(i)) {
                case FETCH -> {
                    if (hasKind(i + 1, FIRST, NEXT) && hasKind(i + 2, ROW, ROWS)) {
                        tokens.add(i + 2, copy(tokens.get(i + 2), UNSIGNED_INTEGER_LITERAL, "1"));
                    }
                }
                case LIMIT -> {
                    if (hasKind(i + 1, ALL, NULL) && kind(i - 1) != DOT) {
                        tokens.subList(i, i + 2).clear();
                        i--;
                    }
                }
                case ALL -> {
                    if (kind(i - 1) == BY && kind(i - 2) == GROUP && endsGrouping(i + 1)) {
                        tokens.set(i, copy(tokens.get(i), QUOTED_IDENTIFIER, '"' + ParsedStatement.ALL_COLUMNS + '"'));
                    }
                }
                case CURRENT_CATALOG,
                        CURRENT_DATE,
                        CURRENT_SCHEMA,
                        CURRENT_TIME,
                        CURRENT_TIMESTAMP,
                        CURRENT_USER,
                        LOCALTIME,
                        LOCALTIMESTAMP,
                        SESSION_USER -> {
                    if (kind(i + 1) == LPAREN && kind(i + 2) == RPAREN) {
                        tokens.subList(i + 1, i + 3).clear();
                    }
                }
                case IN -> {
                    // an empty list, as programs write it
                    if (kind(i + 1) == LPAREN && kind(i + 2) == RPAREN) {
                        Token place = tokens.get(i + 2);
                        tokens.addAll(
                                i + 2,
                                List.of(
                                        copy(place, SELECT, "SELECT"),
                                        copy(place, NULL, "NULL"),
                                        copy(place, WHERE, "WHERE"),
                                        copy(place, FALSE, "FALSE")));
                    }
                }
                case LBRACKET -> {
                    if (WordClassifier.isBeforeOperand(kind(i - 1))) {
                        tokens.add(i, copy(tokens.get(i), ARRAY, "ARRAY"));
                        i++;
                    } else if (kind(i + 1) == RBRACKET && kind(i - 1) != ARRAY) {
                        tokens.set(i, copy(tokens.get(i), ARRAY, "ARRAY"));
                        tokens.remove(i + 1);
                    }
                }
                case LAMBDA -> tokens.get(i).kind = JSON_ARROW;
                case GT -> shiftRight(i);
                case TIMESTAMP -> {
                    if (kind(i + 1) == WITH && kind(i + 2) == TIME && kind(i + 3) == ZONE) {
                        zonedTimestamp(i, i + 4);
                    }
                }
                case IDENTIFIER -> {
                    if (kind(i + 1) == QUOTED_STRING && tokens.get(i).image.equalsIgnoreCase("TIMESTAMPTZ")) {
                        zonedTimestamp(i, i + 1);
                    }
                }
                case INTERVAL -> {
                    if (kind(i + 1) == QUOTED_STRING) {
                        interval(i);
                    }
                }
                default -> {}
            }
        }
    }

    private void shiftRight(int i) {
        Token first = tokens.get(i);
        Token second = i + 1 < tokens.size() ? tokens.get(i + 1) : first;
        if (kind(i + 1) == GT
                && second.beginLine == first.endLine
                && second.beginColumn == first.endColumn + 1
                && WordClassifier.endsOperand(kind(i - 1))) {
            first.kind = RIGHT_SHIFT;
            first.image = ">>";
            first.endColumn = second.endColumn;
            tokens.remove(i + 1);
        }
    }

    /** {@code CAST('text' AS TIMESTAMP WITH LOCAL TIME ZONE)} for the tokens from i to the literal. */
    private void zonedTimestamp(int i, int literal) {
        if (kind(literal) != QUOTED_STRING) {
            return;
        }
        Token first = tokens.get(i);
        Token text = tokens.get(literal);
        List<Token> cast = List.of(
                copy(first, CAST, "CAST"),
                copy(first, LPAREN, "("),
                text,
                copy(text, AS, "AS"),
                copy(text, TIMESTAMP, "TIMESTAMP"),
                copy(text, WITH, "WITH"),
                copy(text, LOCAL, "LOCAL"),
                copy(text, TIME, "TIME"),
                copy(text, ZONE, "ZONE"),
                copy(text, RPAREN, ")"));
        tokens.subList(i, literal + 1).clear();
        tokens.addAll(i, cast);
    }

    private boolean endsGrouping(int i) {
        return hasKind(
                i, EOF, SEMICOLON, RPAREN, HAVING, ORDER, LIMIT, OFFSET, FETCH, UNION, EXCEPT, INTERSECT, WINDOW,
                QUALIFY);
    }

    private void interval(int i) {
        Token string = tokens.get(i + 1);
        String text = string.image.substring(1, string.image.length() - 1).trim();
        int unit = kind(i + 2);
        boolean toSecond = kind(i + 3) == TO && hasKind(i + 4, SECOND, SECONDS);
        if (!WordClassifier.isTimeUnit(unit)) {
            words(i, text.toLowerCase(Locale.ROOT));
        } else if (FINE_FRACTION.matcher(text).find() && (toSecond || unit == SECOND || unit == SECONDS)) {
            String value = unit == MINUTE && toSecond ? "0:" + text : toSecond ? text : text + " seconds";
            int end = toSecond ? i + 4 : i + 2;
            string.endLine = tokens.get(end).endLine;
            string.endColumn = tokens.get(end).endColumn;
            tokens.subList(i + 2, end + 1).clear();
            cast(i, value, DAY, SECOND);
        }
    }

    /** An interval that names its units itself. */
    private void words(int i, String text) {
        StringBuilder ofMonths = new StringBuilder();
        StringBuilder ofTime = new StringBuilder(CLOCK.matcher(text).find() ? clock(text) : "");
        boolean months = false;
        boolean days = false;
        boolean time = CLOCK.matcher(text).find();
        boolean known = time;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            String unit = singular(part.group(2));
            boolean whole = new BigDecimal(part.group(1)).stripTrailingZeros().scale() <= 0;
            known = true;
            (MONTH_UNITS.containsKey(unit) ? ofMonths : ofTime).append(' ').append(part.group());
            months |= MONTH_UNITS.containsKey(unit);
            days |= DAY_UNITS.containsKey(unit);
            time |= !MONTH_UNITS.containsKey(unit) && !DAY_UNITS.containsKey(unit)
                    || DAY_UNITS.containsKey(unit) && !whole;
        }
        Token first = tokens.get(i);
        if (months && (days || time)) {
            if (hasKind(i - 1, PLUS, MINUS) && !hasKind(i + 2, STAR, SLASH)) {
                Token sign = tokens.get(i - 1);
                Token literal = tokens.get(i + 1);
                tokens.addAll(
                        i + 2,
                        List.of(
                                copy(sign, sign.kind, sign.image),
                                copy(tokens.get(i), INTERVAL, "INTERVAL"),
                                copy(
                                        literal,
                                        QUOTED_STRING,
                                        "'" + ofTime.toString().trim() + "'")));
                cast(i, ofMonths.toString().trim(), YEAR, MONTH);
                return;
            }
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "An interval is either of years and months or of days and time; '" + text + "' is of both (line "
                            + first.beginLine + ", column " + first.beginColumn
                            + "). Add it to a date or timestamp, x + INTERVAL '" + text + "', or use two intervals.");
        }
        if (months) {
            cast(i, text, YEAR, MONTH);
        } else if (known) {
            cast(i, text, DAY, time ? SECOND : DAY);
        }
    }

    private static String clock(String text) {
        Matcher clock = CLOCK.matcher(text);
        return clock.find() ? clock.group() : "";
    }

    private static String singular(String unit) {
        return unit.length() > 1 && unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
    }

    /** Puts {@code CAST('text' AS INTERVAL from TO to)} for the two tokens at i. */
    private void cast(int i, String text, int from, int to) {
        Token first = tokens.get(i);
        Token last = tokens.get(i + 1);
        List<Token> cast = new ArrayList<>(List.of(
                copy(first, CAST, "CAST"),
                copy(first, LPAREN, "("),
                copy(last, QUOTED_STRING, "'" + text.replace("'", "''") + "'"),
                copy(last, AS, "AS"),
                copy(last, INTERVAL, "INTERVAL"),
                copy(last, from, name(from))));
        if (to != from) {
            cast.add(copy(last, TO, "TO"));
            cast.add(copy(last, to, name(to)));
        }
        cast.add(copy(last, RPAREN, ")"));
        tokens.subList(i, i + 2).clear();
        tokens.addAll(i, cast);
    }

    private static String name(int kind) {
        String image = tokenImage[kind];
        return image.substring(1, image.length() - 1);
    }

    private boolean hasKind(int i, int... kinds) {
        int kind = kind(i);
        for (int candidate : kinds) {
            if (kind == candidate) {
                return true;
            }
        }
        return false;
    }
}
