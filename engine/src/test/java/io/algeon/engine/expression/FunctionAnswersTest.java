package io.algeon.engine.expression;

import static io.algeon.engine.expression.Expressions.bigint;
import static io.algeon.engine.expression.Expressions.call;
import static io.algeon.engine.expression.Expressions.cast;
import static io.algeon.engine.expression.Expressions.decimal;
import static io.algeon.engine.expression.Expressions.integer;
import static io.algeon.engine.expression.Expressions.literal;
import static io.algeon.engine.expression.Expressions.shown;
import static io.algeon.engine.expression.Expressions.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Fixed answers of functions and casts, those of PostgreSQL. */
class FunctionAnswersTest {
    private static void gives(@Nullable String expected, Expr expr) {
        assertThat(shown(expr)).as("%s", expr).isEqualTo(expected);
    }

    private static void fails(ErrorCode code, String part, Expr expr) {
        assertThatThrownBy(() -> shown(expr)).isInstanceOfSatisfying(EngineException.class, error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.getMessage()).contains(part);
        });
    }

    private static Expr date(String value) {
        return cast(text(value), SqlTypes.DATE);
    }

    private static Expr timestamp(String value) {
        return cast(text(value), SqlTypes.TIMESTAMP);
    }

    private static Expr days(String value) {
        return cast(text(value), SqlTypes.INTERVAL_DAY_SECOND);
    }

    private static Expr months(String value) {
        return cast(text(value), SqlTypes.INTERVAL_YEAR_MONTH);
    }

    private static Expr dbl(double value) {
        return literal(value, SqlTypes.DOUBLE);
    }

    @Test
    void substring_counts_characters_from_one() {
        gives("lge", call("substring", text("algeon"), integer(2), integer(3)));
        gives("geon", call("substring", text("algeon"), integer(3)));
        gives("a", call("substring", text("algeon"), integer(-1), integer(3)));
        gives("", call("substring", text("algeon"), integer(9)));
        gives("öß", call("substring", text("äöß€"), integer(2), integer(2)));
        gives("algeon", call("substring", text("algeon"), integer(Integer.MIN_VALUE)));
        fails(ErrorCode.ARGUMENT_INVALID, "-1", call("substring", text("a"), integer(1), integer(-1)));
    }

    @Test
    void string_functions_give_PostgreSQLs_answers() {
        gives("al", call("left", text("algeon"), integer(2)));
        gives("alge", call("left", text("algeon"), integer(-2)));
        gives("on", call("right", text("algeon"), integer(2)));
        gives("geon", call("right", text("algeon"), integer(-2)));
        gives("", call("right", text("algeon"), integer(0)));
        gives("4", call("char_length", text("äö€😀")));
        gives("11", call("octet_length", text("äö€😀")));
        gives("3", call("position", text("€"), text("äö€")));
        gives("0", call("position", text("x"), text("äö€")));
        gives("1", call("position", text(""), text("abc")));
        gives("ÄÖ", call("upper", text("äö")));
        gives("ab", call("trim_both", text("xxabyx"), text("xy")));
        gives("abyx", call("trim_leading", text("xxabyx"), text("xy")));
        gives("xxab", call("trim_trailing", text("xxabyx"), text("xy")));
        gives("a b", call("trim_both", text("  a b  ")));
        gives("xyab", call("lpad", text("ab"), integer(4), text("xyz")));
        gives("abxyz", call("rpad", text("ab"), integer(5), text("xyz")));
        gives("a", call("lpad", text("abc"), integer(1), text("x")));
        gives("   ab", call("lpad", text("ab"), integer(5)));
        gives("booa", call("replace", text("banana"), text("an"), text("o")));
        gives("banana", call("replace", text("banana"), text(""), text("o")));
        gives("€cba", call("reverse", text("abc€")));
        gives("ababab", call("repeat", text("ab"), integer(3)));
        gives("b", call("split_part", text("a,b,c"), text(","), integer(2)));
        gives("c", call("split_part", text("a,b,c"), text(","), integer(-1)));
        gives("", call("split_part", text("a,b,c"), text(","), integer(4)));
        gives("Thomas", call("overlay", text("Txxxxas"), text("hom"), integer(2), integer(4)));
        gives("65", call("ascii", text("A")));
        gives("8364", call("ascii", text("€")));
        gives("€", call("chr", integer(8364)));
        gives("ff", call("to_hex", integer(255)));
        gives("900150983cd24fb0d6963f7d28e17f72", call("md5", text("abc")));
        gives("Hello World", call("initcap", text("hello wORLD")));
        gives("a2x5", call("translate", text("12345"), text("143"), text("ax")));
        gives("a-b", call("concat_ws", text("-"), text("a"), literal(null, SqlTypes.VARCHAR), text("b")));
        gives("ab", call("concat_ignore_null", text("a"), literal(null, SqlTypes.VARCHAR), text("b")));
        gives(null, call("concat", text("a"), literal(null, SqlTypes.VARCHAR)));
        gives("true", call("starts_with", text("alphabet"), text("alph")));
        gives("3", call("levenshtein", text("kitten"), text("sitting")));
    }

    @Test
    void like_matches_characters() {
        String[][] cases = {
            {"true", "algeon", "algeon"},
            {"false", "algeon", "alge"},
            {"true", "algeon", "al%"},
            {"true", "algeon", "%on"},
            {"true", "algeon", "%ge%"},
            {"true", "algeon", "a%g%n"},
            {"false", "algeon", "a%gg%n"},
            {"true", "€", "_"},
            {"false", "€", "__"},
            {"true", "a€b", "a_b"},
            {"true", "", "%"},
            {"false", "", "_"},
            {"true", "", ""},
            {"true", "a%b", "a\\%b"},
            {"false", "axb", "a\\%b"},
            {"true", "aXbXc", "%X_X%"},
            {"false", "aa", "a%aa"},
            {"true", "aaa", "a%aa"},
            {"true", "x€€", "%_€"},
            {"true", "special requests", "%special%requests%"},
            {"false", "requests special", "%special%requests%"},
            {"true", "ab", "a%%b"},
            {"true", "€bc€", "€%€"},
            {"false", "€", "€%€"}
        };
        for (String[] c : cases) {
            gives(c[0], call("like", text(c[1]), text(c[2])));
            assertThat(Expressions.select(
                            call("like", Expressions.column(0, SqlTypes.VARCHAR), text(c[2])),
                            Expressions.batch(io.algeon.engine.batch.BytesVector.of(c[1]))))
                    .as("%s like %s", c[1], c[2])
                    .hasSize(c[0].equals("true") ? 1 : 0);
        }
        gives("true", call("like", text("a_b"), text("a!_b"), text("!")));
        gives("false", call("like", text("axb"), text("a!_b"), text("!")));
        gives("true", call("ilike", text("ÄLGEON"), text("äl%")));
        gives("true", call("similar_to", text("abc"), text("(a|x)b_")));
        gives("false", call("similar_to", text("abcd"), text("(a|x)b_")));
        gives("true", call("regexp_like", text("Algeon"), text("^al"), text("i")));
        gives("bonono", call("regexp_replace", text("banana"), text("a"), text("o"), text("g")));
        gives("[b]anana", call("regexp_replace", text("banana"), text("(b)"), text("[\\1]")));
        fails(ErrorCode.PATTERN_INVALID, "(", call("regexp_like", text("a"), text("(")));
        fails(ErrorCode.PATTERN_INVALID, "!!", call("like", text("a"), text("a"), text("!!")));
    }

    @Test
    void numbers_are_rounded_by_kind() {
        gives("3", call("round", decimal("2.5")));
        gives("-3", call("round", decimal("-2.5")));
        gives("2", call("round", dbl(2.5)));
        gives("2.35", cast(call("round", decimal("2.345"), integer(2)), SqlTypes.decimal(10, 2)));
        gives("1200", cast(call("round", integer(1234), integer(-2)), SqlTypes.INTEGER));
        gives("-3", call("floor", decimal("-2.1")));
        gives("-2", call("ceil", decimal("-2.1")));
        gives("-2", call("truncate", decimal("-2.9")));
        gives("2.34", cast(call("truncate", decimal("2.349"), integer(2)), SqlTypes.decimal(10, 2)));
        gives("2", call("sqrt", integer(4)));
        gives("1024", call("power", integer(2), integer(10)));
        gives("3", call("log", integer(2), integer(8)));
        gives("3", call("log10", integer(1000)));
        gives("3", call("greatest", integer(1), integer(3), literal(null, SqlTypes.INTEGER)));
        gives("1", call("least", integer(1), integer(3), literal(null, SqlTypes.INTEGER)));
        fails(ErrorCode.ARGUMENT_INVALID, "sqrt(-1)", call("sqrt", integer(-1)));
        fails(ErrorCode.ARGUMENT_INVALID, "ln(0)", call("ln", integer(0)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "exp(1000)", call("exp", integer(1000)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "-2147483648", call("abs", integer(Integer.MIN_VALUE)));
    }

    @Test
    void arithmetic_overflow_and_division_by_zero_are_errors() {
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "2147483647 + 1", call("add", integer(Integer.MAX_VALUE), integer(1)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "* 2", call("multiply", bigint(Long.MAX_VALUE), bigint(2)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "/ -1", call("divide", bigint(Long.MIN_VALUE), bigint(-1)));
        fails(ErrorCode.DIVISION_BY_ZERO, "1 / 0", call("divide", integer(1), integer(0)));
        fails(ErrorCode.DIVISION_BY_ZERO, "1 % 0", call("modulo", integer(1), integer(0)));
        fails(ErrorCode.DIVISION_BY_ZERO, "1.0 / 0.0", call("divide", dbl(1), dbl(0)));
        fails(ErrorCode.DIVISION_BY_ZERO, "1.5 / 0", call("divide", decimal("1.5"), integer(0)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "*", call("multiply", dbl(1e300), dbl(1e300)));
        gives("-3", call("divide", integer(-7), integer(2)));
        gives("-1", call("modulo", integer(-7), integer(2)));
        gives("0", call("modulo", integer(Integer.MIN_VALUE), integer(-1)));
        gives("0.333333", call("divide", decimal("1"), decimal("3")));
        gives("0.1", call("modulo", decimal("1.1"), decimal("0.5")));
    }

    @Test
    void date_arithmetic_follows_the_calendar() {
        gives("2024-02-29", call("add", date("2024-01-31"), months("1 month")));
        gives("2023-02-28", call("subtract", date("2024-02-29"), months("1 year")));
        gives("1998-09-02", call("subtract", date("1998-12-01"), days("90 days")));
        gives("2024-03-01", call("add", date("2024-02-29"), integer(1)));
        gives("366", call("subtract", date("2025-01-01"), date("2024-01-01")));
        gives("2024-03-31 13:14:15.5", call("add", timestamp("2024-02-29 13:14:15.5"), days("31 days")));
        gives("1 day 01:00:00", call("subtract", timestamp("2024-01-02 01:00:00"), timestamp("2024-01-01 00:00:00")));
        gives("02:00:00", call("multiply", days("1 hour"), integer(2)));
        gives("00:30:00", call("divide", days("1 hour"), integer(2)));
        gives("01:30:00", call("multiply", days("1 hour"), dbl(1.5)));
        fails(ErrorCode.DATETIME_OUT_OF_RANGE, "+", call("add", date("2024-01-01"), months("300000000 months")));
    }

    @Test
    void extract_and_date_trunc_give_fields() {
        String[][] fields = {
            {"YEAR", "2024"},
            {"QUARTER", "1"},
            {"MONTH", "2"},
            {"WEEK", "9"},
            {"DAY", "29"},
            {"DOW", "4"},
            {"ISODOW", "4"},
            {"DOY", "60"},
            {"HOUR", "13"},
            {"MINUTE", "14"},
            {"SECOND", "15"},
            {"MILLISECOND", "15500"},
            {"MICROSECOND", "15500000"},
            {"DECADE", "202"},
            {"CENTURY", "21"},
            {"MILLENNIUM", "3"},
            {"EPOCH", "1709212455"}
        };
        for (String[] field : fields) {
            gives(field[1], call("extract", text(field[0]), timestamp("2024-02-29 13:14:15.5")));
        }
        gives(
                "15.500000",
                new Expr.Call(
                        "extract",
                        java.util.List.of(text("SECOND"), timestamp("2024-02-29 13:14:15.5")),
                        SqlTypes.decimal(10, 6)));
        gives("0", call("extract", text("DOW"), date("2024-03-03")));
        gives("53", call("extract", text("WEEK"), date("2021-01-03")));
        gives("1", call("extract", text("MONTH"), months("2 years 1 month")));
        gives("2024-02-26 00:00:00", call("date_trunc", text("week"), timestamp("2024-02-29 13:14:15.5")));
        gives("2024-01-01 00:00:00", call("date_trunc", text("quarter"), date("2024-02-29")));
        gives("2024-02-29 13:00:00", call("date_trunc", text("hour"), timestamp("2024-02-29 13:14:15.5")));
        gives("2001-01-01 00:00:00", call("date_trunc", text("century"), date("2024-02-29")));
        gives("2024-02-29", call("last_day", date("2024-02-01")));
        fails(ErrorCode.ARGUMENT_INVALID, "fortnight", call("extract", text("fortnight"), date("2024-02-01")));
    }

    @Test
    void casts_from_text_read_PostgreSQLs_forms() {
        gives("42", cast(text("  42 "), SqlTypes.INTEGER));
        gives("-2147483648", cast(text("-2147483648"), SqlTypes.INTEGER));
        gives("-9223372036854775808", cast(text("-9223372036854775808"), SqlTypes.BIGINT));
        fails(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "'9223372036854775808'",
                cast(text("9223372036854775808"), SqlTypes.BIGINT));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "'128'", cast(text("128"), SqlTypes.TINYINT));
        fails(ErrorCode.CAST_INVALID, "'abc'", cast(text("abc"), SqlTypes.INTEGER));
        fails(ErrorCode.CAST_INVALID, "'1.5'", cast(text("1.5"), SqlTypes.INTEGER));
        fails(ErrorCode.CAST_INVALID, "''", cast(text(""), SqlTypes.INTEGER));
        gives("1.24", cast(text("1.235"), SqlTypes.decimal(10, 2)));
        gives("-1.24", cast(text("-1.235"), SqlTypes.decimal(10, 2)));
        gives("1200.00", cast(text("1.2e3"), SqlTypes.decimal(10, 2)));
        gives("0.50", cast(text(".5"), SqlTypes.decimal(10, 2)));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "'100'", cast(text("100"), SqlTypes.decimal(4, 2)));
        gives(
                "12345678901234567890123456789012345678",
                cast(text("12345678901234567890123456789012345678"), SqlTypes.decimal(38, 0)));
        gives("Infinity", cast(text("inf"), SqlTypes.DOUBLE));
        gives("NaN", cast(text("nan"), SqlTypes.DOUBLE));
        gives("1e+20", cast(text("1E20"), SqlTypes.DOUBLE));
        fails(ErrorCode.CAST_INVALID, "'1d'", cast(text("1d"), SqlTypes.DOUBLE));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "'1e400'", cast(text("1e400"), SqlTypes.DOUBLE));
        gives("true", cast(text(" Yes"), SqlTypes.BOOLEAN));
        gives("false", cast(text("off"), SqlTypes.BOOLEAN));
        fails(ErrorCode.CAST_INVALID, "'maybe'", cast(text("maybe"), SqlTypes.BOOLEAN));
        gives("2024-02-29", cast(text("2024-2-29"), SqlTypes.DATE));
        gives("2024-02-29", cast(text("2024-02-29 10:00:00"), SqlTypes.DATE));
        gives("0044-03-15 BC", cast(text("0044-03-15 BC"), SqlTypes.DATE));
        fails(ErrorCode.DATETIME_OUT_OF_RANGE, "'2023-02-29'", cast(text("2023-02-29"), SqlTypes.DATE));
        fails(ErrorCode.CAST_INVALID, "'tomorrow'", cast(text("tomorrow"), SqlTypes.DATE));
        gives("2024-02-29 23:59:59.123457", cast(text("2024-02-29T23:59:59.1234567"), SqlTypes.TIMESTAMP));
        gives("2024-02-29 23:59:59.1", cast(text("2024-02-29T23:59:59.1234567"), SqlTypes.timestamp(1)));
        gives("2024-02-29 23:59:59.123456789", cast(text("2024-02-29 23:59:59.123456789"), SqlTypes.timestamp(9)));
        gives("2024-07-01 12:00:00+02", cast(text("2024-07-01 12:00:00"), SqlTypes.TIMESTAMP_WITH_TIME_ZONE));
        gives("2024-07-01 14:00:00+02", cast(text("2024-07-01 12:00:00Z"), SqlTypes.TIMESTAMP_WITH_TIME_ZONE));
        gives("2024-01-01 07:30:00+01", cast(text("2024-01-01 12:00:00+05:30"), SqlTypes.TIMESTAMP_WITH_TIME_ZONE));
        gives("13:14:15", cast(text("13:14:15"), SqlTypes.TIME));
        gives("1 day 02:03:04.5", cast(text("1 day 02:03:04.5"), SqlTypes.INTERVAL_DAY_SECOND));
        gives("1 day 02:03:00", cast(text("P1DT2H3M"), SqlTypes.INTERVAL_DAY_SECOND));
        gives("1 year 2 mons", cast(text("1-2"), SqlTypes.INTERVAL_YEAR_MONTH));
        gives("-1 years -2 mons", cast(text("-14 months"), SqlTypes.INTERVAL_YEAR_MONTH));
        gives("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", cast(text("{A0EEBC999C0B4EF8BB6D6BB9BD380A11}"), SqlTypes.UUID));
        gives("\\x0aff", cast(text("\\x0AFF"), SqlTypes.VARBINARY));
        gives("äöü", cast(text("äöü€"), SqlTypes.varchar(3)));
    }

    @Test
    void casts_between_numbers_round_by_kind() {
        gives("3", cast(decimal("2.5"), SqlTypes.INTEGER));
        gives("-3", cast(decimal("-2.5"), SqlTypes.INTEGER));
        gives("2", cast(dbl(2.5), SqlTypes.INTEGER));
        gives("4", cast(dbl(3.5), SqlTypes.BIGINT));
        gives("1.24", cast(decimal("1.235"), SqlTypes.decimal(10, 2)));
        gives("0.10", cast(dbl(0.1), SqlTypes.decimal(10, 2)));
        gives("12.5", cast(decimal("12.50"), SqlTypes.DOUBLE));
        gives("1", cast(literal(true, SqlTypes.BOOLEAN), SqlTypes.INTEGER));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "300", cast(integer(300), SqlTypes.TINYINT));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "1e+20", cast(dbl(1e20), SqlTypes.BIGINT));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "NaN", cast(dbl(Double.NaN), SqlTypes.INTEGER));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "1e+300", cast(dbl(1e300), SqlTypes.REAL));
        fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "1000", cast(integer(1000), SqlTypes.decimal(4, 2)));
        gives(null, new Expr.Cast(integer(1000), SqlTypes.decimal(4, 2), true));
        gives(null, new Expr.Cast(text("abc"), SqlTypes.INTEGER, true));
    }

    @Test
    void floating_point_numbers_are_printed_as_PostgreSQL_does() {
        Object[][] cases = {
            {1e20, "1e+20"},
            {1e15, "1e+15"},
            {1e14, "100000000000000"},
            {0.1, "0.1"},
            {1e-4, "0.0001"},
            {1e-5, "1e-05"},
            {-0.0, "-0"},
            {0.0, "0"},
            {1.0, "1"},
            {1.5e300, "1.5e+300"},
            {123456789012345.6, "123456789012345.6"},
            {5.6843418860808015e-14, "5.684341886080802e-14"},
            {2e-44, "2e-44"},
            {4.9e-324, "5e-324"},
            {1e23, "1e+23"},
            {Double.POSITIVE_INFINITY, "Infinity"},
            {Double.NaN, "NaN"},
            {2.2250738585072014E-308, "2.2250738585072014e-308"}
        };
        for (Object[] c : cases) {
            gives((String) c[1], literal(c[0], SqlTypes.DOUBLE));
        }
        gives("1e+06", literal(1e6f, SqlTypes.REAL));
        gives("0.1", literal(0.1f, SqlTypes.REAL));
        gives("123456", literal(123456f, SqlTypes.REAL));
        gives("3.4028235e+38", literal(Float.MAX_VALUE, SqlTypes.REAL));
    }

    @Test
    void casts_between_times_use_the_sessions_zone() {
        SqlType zoned = SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
        gives("2024-07-01 00:00:00+02", cast(date("2024-07-01"), zoned));
        gives("2024-07-01", cast(cast(text("2024-06-30 23:00:00Z"), zoned), SqlTypes.DATE));
        gives("2024-03-31 03:30:00+02", cast(timestamp("2024-03-31 02:30:00"), zoned));
        gives("13:14:15.5", cast(timestamp("2024-02-29 13:14:15.5"), SqlTypes.TIME));
        gives("2024-02-29 00:00:00", cast(date("2024-02-29"), SqlTypes.TIMESTAMP));
        gives("2024-02-29 13:14:16", cast(timestamp("2024-02-29 13:14:15.5"), SqlTypes.timestamp(0)));
    }
}
