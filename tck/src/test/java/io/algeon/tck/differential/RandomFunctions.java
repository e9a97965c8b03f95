package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes calls of functions, casts between types and arithmetic of times that both engines spell and mean alike. */
final class RandomFunctions {
    private final Random random;
    private final RandomTerms terms;

    RandomFunctions(Random random, RandomTerms terms) {
        this.random = random;
        this.terms = terms;
    }

    Term of(Kind kind, List<String> aliases) {
        Term same = terms.column(kind, aliases);
        if (random.nextInt(4) == 0) {
            Term further = further(kind, aliases);
            if (further != null) {
                return further;
            }
        }
        if (random.nextInt(5) == 0) {
            Term other = terms.literal(kind);
            return switch (random.nextInt(3)) {
                case 0 -> call(kind, "NULLIF", same, other);
                case 1 -> call(kind, "GREATEST", same, other, terms.column(kind, aliases));
                default -> call(kind, "LEAST", same, other);
            };
        }
        return switch (kind) {
            case BOOLEAN -> truth(aliases);
            case INTEGER -> integer(aliases);
            case BIGINT -> bigint(aliases);
            case DECIMAL -> decimal(aliases);
            case DOUBLE -> floating(aliases);
            case TEXT -> text(aliases);
            case DATE -> date(aliases);
            case TIMESTAMP -> timestamp(aliases);
        };
    }

    /** Functions that came later; null if there is none of that kind. */
    private @Nullable Term further(Kind kind, List<String> aliases) {
        Term text = terms.column(Kind.TEXT, aliases);
        Term number = terms.column(Kind.INTEGER, aliases);
        Term other = terms.column(Kind.INTEGER, aliases);
        Term day = terms.column(Kind.DATE, aliases);
        Term moment = terms.column(Kind.TIMESTAMP, aliases);
        return switch (kind) {
            case BOOLEAN ->
                pick(
                        kind,
                        d -> "CONTAINS(" + text.in(d) + ", 'e')",
                        d -> "(" + text.in(d) + " LIKE 'r%' AND " + text.in(d) + " NOT LIKE '%-1')",
                        d -> "REGEXP_MATCHES(" + text.in(d) + ", '[a-e]+-[0-9]')",
                        d -> "LIST_CONTAINS(STRING_SPLIT(" + text.in(d) + ", '-'), '7')");
            case INTEGER ->
                pick(
                        kind,
                        d -> "CAST(GCD(" + number.in(d) + ", " + other.in(d) + ") AS INTEGER)",
                        d -> "CAST((CAST(" + number.in(d) + " AS INTEGER) & CAST(" + other.in(d)
                                + " AS INTEGER)) AS INTEGER)",
                        d -> "CAST((CAST(" + number.in(d) + " AS INTEGER) | 12) AS INTEGER)",
                        d -> "CAST(XOR(CAST(" + number.in(d) + " AS INTEGER), 85) AS INTEGER)",
                        d -> "CAST((CAST(" + number.in(d) + " AS INTEGER) >> 2) AS INTEGER)",
                        d -> "CAST(BIT_COUNT(CAST(" + number.in(d) + " AS INTEGER)) AS INTEGER)",
                        d -> "CAST(LENGTH(" + text.in(d) + ") AS INTEGER)",
                        d -> "CAST(ASCII(" + text.in(d) + ") AS INTEGER)",
                        // of digits, as the oracle counts bytes
                        d -> "CAST(LEVENSHTEIN('1207', CAST(" + number.in(d) + " AS VARCHAR)) AS INTEGER)",
                        d -> "CAST(LEN(STRING_SPLIT(" + text.in(d) + ", '-')) AS INTEGER)",
                        d -> "CAST(LEN(REGEXP_EXTRACT_ALL(" + text.in(d) + ", '[0-9]')) AS INTEGER)",
                        d -> "CAST(DATE_DIFF('month', " + day.in(d) + ", DATE '2000-02-29') AS INTEGER)",
                        d -> "CAST(DATE_SUB('month', DATE '1990-03-31', " + day.in(d) + ") AS INTEGER)");
            case BIGINT ->
                pick(
                        kind,
                        d -> "CAST(EPOCH_MS(" + moment.in(d) + ") AS BIGINT)",
                        d -> "CAST(LCM(CAST(" + number.in(d) + " AS BIGINT), 12) AS BIGINT)",
                        d -> "CAST(DATE_DIFF('day', " + day.in(d) + ", CAST(" + moment.in(d) + " AS DATE)) AS BIGINT)");
            case DECIMAL -> null;
            case DOUBLE ->
                pick(
                        kind,
                        d -> "ASINH(CAST(" + number.in(d) + " AS DOUBLE))",
                        d -> "CBRT(" + aliases.get(0) + ".ratio)",
                        d -> "CASE WHEN ISNAN(" + aliases.get(0) + ".ratio) THEN 1 ELSE " + aliases.get(0)
                                + ".ratio END");
            case TEXT ->
                pick(
                        kind,
                        d -> "REGEXP_REPLACE(" + text.in(d) + ", '[aeiou]', '#', 'g')",
                        d -> "REGEXP_REPLACE(" + text.in(d) + ", '(r|b)(.)', '\\2\\1')",
                        d -> "REGEXP_EXTRACT(" + text.in(d) + ", '([a-z]+)-([0-9])', 2)",
                        d -> "TRANSLATE(" + text.in(d) + ", 'aeé', 'xy')",
                        d -> "REVERSE(" + aliases.get(0) + ".code)",
                        d -> "CONCAT_WS('+', " + text.in(d) + ", " + number.in(d) + ", NULL)",
                        d -> "ARRAY_TO_STRING(LIST_REVERSE(STRING_SPLIT(" + text.in(d) + ", '-')), '+')",
                        d -> "ARRAY_TO_STRING(LIST_SORT(STRING_SPLIT(" + text.in(d) + ", 'e')), '|')",
                        d -> "STRING_SPLIT(" + text.in(d) + ", '-')[1]",
                        d -> "MD5(" + text.in(d) + ")",
                        d -> "JSON_EXTRACT_STRING(CONCAT('{\"a\": [', " + number.in(d) + ", ', \"x\"]}'), '$.a[0]')",
                        d -> "DAYNAME(" + day.in(d) + ")",
                        d -> "MONTHNAME(" + moment.in(d) + ")",
                        d -> "SUBSTR(" + text.in(d) + ", 2, 2)");
            case DATE ->
                pick(
                        kind,
                        d -> "LAST_DAY(" + day.in(d) + ")",
                        d -> "MAKE_DATE(CAST(EXTRACT(YEAR FROM " + day.in(d) + ") AS INTEGER), 2, 28)");
            case TIMESTAMP ->
                pick(
                        kind,
                        d -> "DATE_TRUNC('quarter', " + moment.in(d) + ")",
                        d -> "MAKE_TIMESTAMP(2024, 2, CAST(EXTRACT(MONTH FROM " + moment.in(d)
                                + ") AS INTEGER), 1, 2, 3)");
        };
    }

    @SafeVarargs
    private Term pick(Kind kind, java.util.function.Function<Dialect, String>... texts) {
        return new Term(kind, texts[random.nextInt(texts.length)]);
    }

    private Term truth(List<String> aliases) {
        Term flag = terms.column(Kind.BOOLEAN, aliases);
        Term text = terms.column(Kind.TEXT, aliases);
        String test =
                List.of("IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE").get(random.nextInt(4));
        return switch (random.nextInt(4)) {
            case 0 -> new Term(Kind.BOOLEAN, d -> "(" + flag.in(d) + " " + test + ")");
            case 1 -> new Term(Kind.BOOLEAN, d -> "STARTS_WITH(" + text.in(d) + ", 'r')");
            case 2 -> {
                Term number = terms.column(Kind.INTEGER, aliases);
                yield new Term(Kind.BOOLEAN, d -> "CAST(" + number.in(d) + " AS BOOLEAN)");
            }
            default -> {
                Term left = terms.column(Kind.INTEGER, aliases);
                Term right = terms.column(random.nextBoolean() ? Kind.DECIMAL : Kind.DOUBLE, aliases);
                String operator = List.of("=", "<", ">=", "<>").get(random.nextInt(4));
                yield new Term(Kind.BOOLEAN, d -> "(" + left.in(d) + " " + operator + " " + right.in(d) + ")");
            }
        };
    }

    private Term integer(List<String> aliases) {
        Term text = terms.column(Kind.TEXT, aliases);
        Term moment = terms.column(Kind.TIMESTAMP, aliases);
        Term number = terms.column(Kind.DECIMAL, aliases);
        String unit = List.of("YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE", "DOW", "DOY", "WEEK", "ISODOW")
                .get(random.nextInt(10));
        return switch (random.nextInt(7)) {
            case 0 -> new Term(Kind.INTEGER, d -> "CAST(STRPOS(" + text.in(d) + ", 'e') AS INTEGER)");
            case 1 -> new Term(Kind.INTEGER, d -> "CAST(EXTRACT(" + unit + " FROM " + moment.in(d) + ") AS INTEGER)");
            case 2 -> new Term(Kind.INTEGER, d -> "CAST(" + price(aliases, d) + " AS INTEGER)");
            case 3 -> new Term(Kind.INTEGER, d -> "CAST(SIGN(" + number.in(d) + ") AS INTEGER)");
            case 4 -> new Term(Kind.INTEGER, d -> "CAST(FLOOR(" + price(aliases, d) + ") AS INTEGER)");
            case 5 -> new Term(Kind.INTEGER, d -> "CAST(CEIL(" + price(aliases, d) + ") AS INTEGER)");
            default -> {
                Term flag = terms.column(Kind.BOOLEAN, aliases);
                yield new Term(Kind.INTEGER, d -> "CAST(" + flag.in(d) + " AS INTEGER)");
            }
        };
    }

    private static String price(List<String> aliases, Dialect dialect) {
        return aliases.get(0) + ".price";
    }

    private Term bigint(List<String> aliases) {
        Term day = terms.column(Kind.DATE, aliases);
        Term other = terms.column(Kind.DATE, aliases);
        Term big = terms.column(Kind.BIGINT, aliases);
        Term small = terms.column(Kind.INTEGER, aliases);
        return switch (random.nextInt(4)) {
            case 0 -> new Term(Kind.BIGINT, d -> "CAST((" + day.in(d) + " - " + other.in(d) + ") AS BIGINT)");
            case 1 ->
                new Term(Kind.BIGINT, d -> "(" + big.in(d) + " % NULLIF(CAST(" + small.in(d) + " AS BIGINT), 0))");
            case 2 -> new Term(Kind.BIGINT, d -> "CAST(CAST(" + big.in(d) + " AS VARCHAR) AS BIGINT)");
            default -> new Term(Kind.BIGINT, d -> "CAST(" + aliases.get(0) + ".rate AS BIGINT)");
        };
    }

    private Term decimal(List<String> aliases) {
        Term small = terms.column(Kind.INTEGER, aliases);
        int places = random.nextInt(4);
        return switch (random.nextInt(6)) {
            case 0 -> new Term(Kind.DECIMAL, d -> "ROUND(" + aliases.get(0) + ".rate, " + places + ")");
            case 1 -> new Term(Kind.DECIMAL, d -> "CAST(" + aliases.get(0) + ".rate AS DECIMAL(12,1))");
            case 2 -> new Term(Kind.DECIMAL, d -> "CAST(" + small.in(d) + " AS DECIMAL(12,3))");
            case 3 -> new Term(Kind.DECIMAL, d -> "ABS(" + aliases.get(0) + ".wide)");
            case 4 ->
                new Term(Kind.DECIMAL, d -> "CAST(CAST(" + aliases.get(0) + ".price AS VARCHAR) AS DECIMAL(9,2))");
            default -> new Term(Kind.DECIMAL, d -> "(" + small.in(d) + " * " + aliases.get(0) + ".price)");
        };
    }

    private Term floating(List<String> aliases) {
        Term number = terms.column(Kind.DOUBLE, aliases);
        Term small = terms.column(Kind.INTEGER, aliases);
        return switch (random.nextInt(6)) {
            case 0 -> new Term(Kind.DOUBLE, d -> "ROUND(" + number.in(d) + ", 0)");
            case 1 -> new Term(Kind.DOUBLE, d -> "FLOOR(" + number.in(d) + ")");
            case 2 -> new Term(Kind.DOUBLE, d -> "CAST(" + aliases.get(0) + ".wide AS DOUBLE)");
            case 3 -> new Term(Kind.DOUBLE, d -> "LN(1 + ABS(" + number.in(d) + "))");
            case 4 -> new Term(Kind.DOUBLE, d -> "POWER(CAST(" + small.in(d) + " AS DOUBLE), 2)");
            default -> new Term(Kind.DOUBLE, d -> "ATAN(" + number.in(d) + ")");
        };
    }

    private Term text(List<String> aliases) {
        Term text = terms.column(Kind.TEXT, aliases);
        int count = random.nextInt(7) - 3;
        return switch (random.nextInt(9)) {
            case 0 -> new Term(Kind.TEXT, d -> "LPAD(" + text.in(d) + ", 6, '*')");
            case 1 -> new Term(Kind.TEXT, d -> "RPAD(" + text.in(d) + ", 4, 'é')");
            case 2 -> new Term(Kind.TEXT, d -> "LEFT(" + text.in(d) + ", " + count + ")");
            case 3 -> new Term(Kind.TEXT, d -> "RIGHT(" + text.in(d) + ", " + count + ")");
            case 4 -> new Term(Kind.TEXT, d -> "REPEAT(" + text.in(d) + ", " + Math.abs(count) + ")");
            case 5 -> new Term(Kind.TEXT, d -> "CONCAT(" + text.in(d) + ", '/', " + aliases.get(0) + ".n)");
            case 6 -> new Term(Kind.TEXT, d -> "CAST(" + aliases.get(0) + ".price AS VARCHAR)");
            case 7 -> new Term(Kind.TEXT, d -> "CAST(" + aliases.get(0) + ".day AS VARCHAR)");
            default -> new Term(Kind.TEXT, d -> "SPLIT_PART(" + text.in(d) + ", '-', 2)");
        };
    }

    private Term date(List<String> aliases) {
        Term day = terms.column(Kind.DATE, aliases);
        Term moment = terms.column(Kind.TIMESTAMP, aliases);
        String unit = List.of("year", "quarter", "month", "week").get(random.nextInt(4));
        return switch (random.nextInt(3)) {
            case 0 -> new Term(Kind.DATE, d -> "CAST(DATE_TRUNC('" + unit + "', " + day.in(d) + ") AS DATE)");
            case 1 -> new Term(Kind.DATE, d -> "CAST(" + moment.in(d) + " AS DATE)");
            default -> new Term(Kind.DATE, d -> "CAST(CAST(" + day.in(d) + " AS VARCHAR) AS DATE)");
        };
    }

    private Term timestamp(List<String> aliases) {
        Term moment = terms.column(Kind.TIMESTAMP, aliases);
        Term day = terms.column(Kind.DATE, aliases);
        String unit = List.of("year", "month", "day", "hour", "minute").get(random.nextInt(5));
        int amount = random.nextInt(2000) - 1000;
        String field = List.of("HOUR", "MINUTE", "SECOND", "DAY", "MONTH").get(random.nextInt(5));
        return switch (random.nextInt(4)) {
            case 0 -> new Term(Kind.TIMESTAMP, d -> "DATE_TRUNC('" + unit + "', " + moment.in(d) + ")");
            case 1 -> new Term(Kind.TIMESTAMP, d -> "(" + moment.in(d) + " + INTERVAL '" + amount + "' " + field + ")");
            case 2 -> new Term(Kind.TIMESTAMP, d -> "CAST(" + day.in(d) + " AS TIMESTAMP)");
            default -> new Term(Kind.TIMESTAMP, d -> "(" + day.in(d) + " + INTERVAL '" + amount + "' HOUR)");
        };
    }

    private static Term call(Kind kind, String function, Term... operands) {
        return new Term(kind, d -> {
            StringBuilder text = new StringBuilder(function).append('(');
            for (Term operand : operands) {
                text.append(text.charAt(text.length() - 1) == '(' ? "" : ", ").append(operand.in(d));
            }
            return text.append(')').toString();
        });
    }
}
