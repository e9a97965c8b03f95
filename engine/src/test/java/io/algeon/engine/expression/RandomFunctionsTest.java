package io.algeon.engine.expression;

import static io.algeon.engine.expression.Expressions.batch;
import static io.algeon.engine.expression.Expressions.call;
import static io.algeon.engine.expression.Expressions.cast;
import static io.algeon.engine.expression.Expressions.coded;
import static io.algeon.engine.expression.Expressions.column;
import static io.algeon.engine.expression.Expressions.evaluate;
import static io.algeon.engine.expression.Expressions.text;
import static io.algeon.engine.expression.Expressions.vector;
import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** String, date, cast and floating-point functions on random values against java.lang and java.time. */
class RandomFunctionsTest {
    private static final long SEED = 20_240_229;
    private static final int[] SIZES = {0, 1, 63, 64, 65, 2047, 2048};
    private static final String[] LETTERS = {"a", "b", "B", "ä", "ß", "€", "日", "😀", "%", "_", " ", "x"};
    private static final Expr S = column(0, SqlTypes.VARCHAR);
    private static final Expr T = column(1, SqlTypes.VARCHAR);
    private static final Expr N = column(2, SqlTypes.INTEGER);

    private final Random random = new Random(SEED);

    private String word(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private <V> List<@Nullable V> values(int size, Function<Random, V> value) {
        List<@Nullable V> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(random.nextInt(8) == 0 ? null : value.apply(random));
        }
        return values;
    }

    /** What a function gives for a text, a shorter text and a small number. */
    private interface Reference {
        @Nullable
        Object of(String s, String t, int n);
    }

    private void checkText(Expr expr, Reference reference) {
        for (int size : SIZES) {
            List<@Nullable String> s = values(size, r -> word(9));
            List<@Nullable String> t = values(size, r -> word(2));
            List<@Nullable Integer> n = values(size, r -> r.nextInt(9) - 3);
            boolean readsT = expr.toString().contains(T.toString());
            boolean readsN = expr.toString().contains(N.toString());
            List<@Nullable Object> expected = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                String first = s.get(i);
                String second = readsT ? t.get(i) : "";
                Integer number = readsN ? n.get(i) : Integer.valueOf(0);
                expected.add(
                        first == null || second == null || number == null ? null : reference.of(first, second, number));
            }
            ColumnVector numbers = vector(SqlTypes.INTEGER, n);
            for (int form = 0; form < 3; form++) {
                ColumnVector first = form == 0 ? vector(SqlTypes.VARCHAR, s) : coded(s);
                ColumnVector second = form == 1 ? vector(SqlTypes.VARCHAR, t) : coded(t);
                assertThat(evaluate(expr, batch(size, first, second, numbers)))
                        .as("%s, seed %s, size %s, form %s", expr, SEED, size, form)
                        .isEqualTo(expected);
            }
        }
    }

    private static int[] points(String s) {
        return s.codePoints().toArray();
    }

    private static String part(String s, long from, long to) {
        int[] points = points(s);
        int start = (int) Math.max(0, Math.min(points.length, from));
        int end = (int) Math.max(start, Math.min(points.length, to));
        return new String(points, start, end - start);
    }

    @Test
    void string_functions_count_characters_as_Java_counts_code_points() {
        checkText(call("char_length", S), (s, t, n) -> points(s).length);
        checkText(call("octet_length", S), (s, t, n) -> s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        checkText(call("upper", S), (s, t, n) -> s.toUpperCase(Locale.ROOT));
        checkText(call("lower", S), (s, t, n) -> s.toLowerCase(Locale.ROOT));
        checkText(
                call("reverse", S), (s, t, n) -> new StringBuilder(s).reverse().toString());
        checkText(call("concat", S, T), (s, t, n) -> s + t);
        checkText(call("substring", S, N), (s, t, n) -> part(s, n - 1L, Integer.MAX_VALUE));
        checkText(call("left", S, N), (s, t, n) -> n >= 0 ? part(s, 0, n) : part(s, 0, points(s).length + n));
        checkText(call("right", S, N), (s, t, n) -> {
            int length = points(s).length;
            return n >= 0 ? part(s, length - n, length) : part(s, -n, length);
        });
        checkText(call("position", T, S), (s, t, n) -> {
            int found = s.indexOf(t);
            return found < 0 ? 0 : s.codePointCount(0, found) + 1;
        });
        checkText(call("replace", S, T, text("--")), (s, t, n) -> t.isEmpty() ? s : s.replace(t, "--"));
        checkText(call("starts_with", S, T), (s, t, n) -> s.startsWith(t));
        checkText(call("equal", S, T), (s, t, n) -> s.equals(t));
        checkText(call("less", S, T), (s, t, n) -> {
            int[] a = points(s);
            int[] b = points(t);
            return java.util.Arrays.compare(a, b) < 0;
        });
    }

    @Test
    void like_agrees_with_regular_expressions() {
        for (String pattern :
                List.of("%a%b%", "a%", "%ä", "_€%", "%_", "", "%", "a_b", "%aa%", "%ab%", "%ba%a", "x%x", "%日😀%")) {
            StringBuilder regex = new StringBuilder();
            pattern.codePoints()
                    .forEach(c -> regex.append(
                            c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(new String(Character.toChars(c)))));
            Pattern compiled = Pattern.compile(regex.toString(), Pattern.DOTALL);
            checkText(
                    call("like", S, text(pattern)),
                    (s, t, n) -> compiled.matcher(s).matches());
            checkText(
                    call("not", call("like", S, text(pattern))),
                    (s, t, n) -> !compiled.matcher(s).matches());
        }
    }

    private void checkDates(Expr expr, Function<LocalDate, @Nullable Object> reference) {
        for (int size : SIZES) {
            List<@Nullable Integer> days = values(
                    size, r -> r.nextInt(4) == 0 ? r.nextInt(4_000_000) - 1_000_000 : r.nextInt(60_000) - 20_000);
            List<@Nullable Object> expected = new ArrayList<>();
            for (Integer day : days) {
                expected.add(day == null ? null : reference.apply(LocalDate.ofEpochDay(day)));
            }
            assertThat(evaluate(expr, batch(size, vector(SqlTypes.DATE, days))))
                    .as("%s, seed %s, size %s", expr, SEED, size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void date_functions_agree_with_LocalDate() {
        Expr date = column(0, SqlTypes.DATE);
        checkDates(call("extract", text("YEAR"), date), d -> (long) (d.getYear() > 0 ? d.getYear() : d.getYear() - 1));
        checkDates(call("extract", text("MONTH"), date), d -> (long) d.getMonthValue());
        checkDates(call("extract", text("DAY"), date), d -> (long) d.getDayOfMonth());
        checkDates(call("extract", text("DOY"), date), d -> (long) d.getDayOfYear());
        checkDates(call("extract", text("ISODOW"), date), d ->
                (long) d.getDayOfWeek().getValue());
        checkDates(call("extract", text("WEEK"), date), d -> d.getLong(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        checkDates(call("extract", text("QUARTER"), date), d -> d.getLong(IsoFields.QUARTER_OF_YEAR));
        checkDates(call("extract", text("EPOCH"), date), d -> d.toEpochDay() * 86_400);
        checkDates(call("last_day", date), d ->
                (int) d.plusMonths(1).withDayOfMonth(1).minusDays(1).toEpochDay());
        for (int months : new int[] {1, -1, 12, 13, -25}) {
            checkDates(call("add", date, Expressions.literal(months, SqlTypes.INTERVAL_YEAR_MONTH)), d ->
                    (int) d.plusMonths(months).toEpochDay());
        }
    }

    @Test
    void instants_and_wall_clocks_agree_with_ZonedDateTime() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        Expr instant = column(0, SqlTypes.TIMESTAMP_WITH_TIME_ZONE);
        Expr local = column(1, SqlTypes.TIMESTAMP);
        int size = 2048;
        List<@Nullable Long> micros = values(size, r -> (long) (r.nextDouble() * 3e15) - 500_000_000_000_000L);
        List<@Nullable Object> walls = new ArrayList<>();
        List<@Nullable Object> instants = new ArrayList<>();
        List<@Nullable Object> hours = new ArrayList<>();
        for (Long value : micros) {
            if (value == null) {
                walls.add(null);
                instants.add(null);
                hours.add(null);
                continue;
            }
            LocalDateTime utc = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(value, 1_000_000L), (int) Math.floorMod(value, 1_000_000L) * 1000, ZoneOffset.UTC);
            LocalDateTime wall =
                    utc.atZone(ZoneOffset.UTC).withZoneSameInstant(zone).toLocalDateTime();
            walls.add(ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), wall));
            hours.add((long) wall.getHour());
            // In a gap java.time moves forward by its length: the offset before it, as here.
            instants.add(ChronoUnit.MICROS.between(
                    LocalDateTime.of(1970, 1, 1, 0, 0).atZone(ZoneOffset.UTC), utc.atZone(zone)));
        }
        io.algeon.engine.batch.Batch batch =
                batch(size, vector(SqlTypes.TIMESTAMP_WITH_TIME_ZONE, micros), vector(SqlTypes.TIMESTAMP, micros));
        assertThat(evaluate(cast(instant, SqlTypes.TIMESTAMP), batch)).isEqualTo(walls);
        assertThat(evaluate(call("timezone", text("Europe/Berlin"), instant), batch))
                .isEqualTo(walls);
        assertThat(evaluate(cast(local, SqlTypes.TIMESTAMP_WITH_TIME_ZONE), batch))
                .isEqualTo(instants);
        assertThat(evaluate(call("extract", text("HOUR"), instant), batch)).isEqualTo(hours);
    }

    @Test
    void what_is_cast_to_text_and_back_is_unchanged() {
        List<SqlType> types = List.of(
                SqlTypes.INTEGER,
                SqlTypes.BIGINT,
                SqlTypes.DOUBLE,
                SqlTypes.REAL,
                SqlTypes.DATE,
                SqlTypes.TIME,
                SqlTypes.TIMESTAMP,
                SqlTypes.timestamp(9),
                SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
                SqlTypes.INTERVAL_DAY_SECOND,
                SqlTypes.INTERVAL_YEAR_MONTH,
                SqlTypes.decimal(18, 5));
        for (SqlType type : types) {
            for (int size : SIZES) {
                List<@Nullable Object> given = values(size, r -> sample(type, r));
                Expr there = cast(column(0, type), SqlTypes.VARCHAR);
                assertThat(evaluate(cast(there, type), batch(size, vector(type, given))))
                        .as("%s, seed %s, size %s", type, SEED, size)
                        .isEqualTo(given);
            }
        }
    }

    private static Object sample(SqlType type, Random random) {
        return switch (type.kind()) {
            case INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case DOUBLE -> {
                double value = Double.longBitsToDouble(random.nextLong());
                yield Double.isNaN(value) ? random.nextGaussian() : value;
            }
            case REAL -> {
                float value = Float.intBitsToFloat(random.nextInt());
                yield Float.isNaN(value) ? random.nextFloat() : value;
            }
            case DATE -> random.nextInt(4_000_000) - 1_000_000;
            case TIME -> (long) (random.nextDouble() * 86_400_000_000L);
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> (long) (random.nextGaussian() * 2e15);
            case INTERVAL_DAY_SECOND -> (long) (random.nextGaussian() * 1e13);
            case INTERVAL_YEAR_MONTH -> random.nextInt(4000) - 2000;
            default -> random.nextLong() % 1_000_000_000_000_000_000L;
        };
    }

    @Test
    void doubles_become_integers_half_to_even_and_decimals_half_away() {
        int size = 2048;
        List<@Nullable Double> doubles = values(size, r -> Math.rint(r.nextGaussian() * 1000) / 2);
        List<@Nullable Object> wanted = new ArrayList<>();
        List<@Nullable Long> decimals = new ArrayList<>();
        List<@Nullable Object> away = new ArrayList<>();
        for (Double value : doubles) {
            wanted.add(value == null ? null : (int) Math.rint(value));
            decimals.add(value == null ? null : Math.round(value * 10));
            away.add(
                    value == null
                            ? null
                            : BigDecimal.valueOf(value)
                                    .setScale(0, RoundingMode.HALF_UP)
                                    .intValueExact());
        }
        Expr asDouble = cast(column(0, SqlTypes.DOUBLE), SqlTypes.INTEGER);
        assertThat(evaluate(asDouble, batch(size, vector(SqlTypes.DOUBLE, doubles))))
                .isEqualTo(wanted);
        SqlType tenths = SqlTypes.decimal(9, 1);
        assertThat(evaluate(cast(column(0, tenths), SqlTypes.INTEGER), batch(size, vector(tenths, decimals))))
                .isEqualTo(away);
    }

    @Test
    void coded_texts_are_cast_as_plain_ones_and_unused_entries_never_fail() {
        VectorExpression toInteger = ExpressionCompiler.compile(cast(S, SqlTypes.INTEGER), Expressions.CONTEXT);
        for (int size : SIZES) {
            List<@Nullable String> texts = values(size, r -> Integer.toString(r.nextInt(300)));
            List<@Nullable Object> wanted = new ArrayList<>();
            for (String value : texts) {
                wanted.add(value == null ? null : Integer.valueOf(value));
            }
            // The same dictionary, of which each round uses more; it has an entry that is no number.
            ColumnVector vector = coded(texts);
            for (int rows = size / 3; size > 0; rows = Math.min(size, rows + size / 3 + 1)) {
                assertThat(Expressions.read(toInteger.evaluate(batch(rows, vector)), rows, SqlTypes.INTEGER))
                        .as("seed %s, size %s, rows %s", SEED, size, rows)
                        .isEqualTo(wanted.subList(0, rows));
                if (rows == size) {
                    break;
                }
            }
        }
    }
}
