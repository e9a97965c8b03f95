package io.algeon.tck.differential;

import io.algeon.tck.differential.RandomTables.Column;
import io.algeon.tck.differential.Term.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes typed expressions over the columns of the tables in scope. */
final class RandomTerms {
    private final Random random;

    private final RandomFunctions functions;

    RandomTerms(Random random) {
        this.random = random;
        this.functions = new RandomFunctions(random, this);
    }

    /** A column of that kind of one of the tables with these aliases. */
    Term column(Kind kind, List<String> aliases) {
        List<Column> fitting = new ArrayList<>();
        for (Column column : RandomTables.COLUMNS) {
            if (column.kind() == kind) {
                fitting.add(column);
            }
        }
        Column chosen = fitting.get(random.nextInt(fitting.size()));
        return Term.of(kind, aliases.get(random.nextInt(aliases.size())) + "." + chosen.name());
    }

    Kind anyKind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    Term any(List<String> aliases, int depth) {
        return term(anyKind(), aliases, depth);
    }

    Term term(Kind kind, List<String> aliases, int depth) {
        if (depth == 0) {
            return random.nextInt(5) == 0 ? literal(kind) : column(kind, aliases);
        }
        if (random.nextInt(6) == 0) {
            return caseOf(kind, aliases, depth - 1);
        }
        if (random.nextInt(8) == 0) {
            Term first = term(kind, aliases, depth - 1);
            Term second = term(kind, aliases, depth - 1);
            return new Term(kind, d -> "COALESCE(" + first.in(d) + ", " + second.in(d) + ")");
        }
        if (random.nextInt(3) == 0) {
            return functions.of(kind, aliases);
        }
        return switch (kind) {
            case BOOLEAN -> condition(aliases, depth - 1);
            case INTEGER -> integer(aliases, depth - 1);
            case BIGINT -> bigint(aliases, depth - 1);
            case DECIMAL -> decimal(aliases, depth - 1);
            case DOUBLE -> floating(aliases, depth - 1);
            case TEXT -> text(aliases, depth - 1);
            case DATE -> date(aliases, depth - 1);
            case TIMESTAMP -> column(kind, aliases);
        };
    }

    Term literal(Kind kind) {
        return Term.of(
                kind,
                switch (kind) {
                    case BOOLEAN -> random.nextBoolean() ? "TRUE" : "FALSE";
                    case INTEGER -> Integer.toString(random.nextInt(101) - 50);
                    case BIGINT -> "CAST(" + (random.nextInt(10_001) - 5_000) + " AS BIGINT)";
                    case DECIMAL -> "CAST('" + (random.nextInt(2001) - 1000) + ".25' AS DECIMAL(9,2))";
                    case DOUBLE -> "CAST(" + (random.nextInt(2001) - 1000) + ".5 AS DOUBLE)";
                    case TEXT ->
                        List.of("'A'", "'ab'", "'é'", "'日本'", "'red-7'", "''", "'😀'")
                                .get(random.nextInt(7));
                    case DATE -> "DATE '19" + (70 + random.nextInt(30)) + "-0" + (1 + random.nextInt(9)) + "-15'";
                    case TIMESTAMP -> "TIMESTAMP '2010-0" + (1 + random.nextInt(9)) + "-02 03:04:05'";
                });
    }

    private Term caseOf(Kind kind, List<String> aliases, int depth) {
        Term condition = condition(aliases, depth);
        Term yes = term(kind, aliases, depth);
        Term no = term(kind, aliases, depth);
        return new Term(
                kind, d -> "CASE WHEN " + condition.in(d) + " THEN " + yes.in(d) + " ELSE " + no.in(d) + " END");
    }

    /** A condition, mostly comparisons and their combinations. */
    Term condition(List<String> aliases, int depth) {
        int choice = random.nextInt(depth > 0 ? 12 : 9);
        Kind kind = anyKind();
        switch (choice) {
            case 0, 1, 2, 3 -> {
                Term left = term(kind, aliases, Math.max(0, depth - 1));
                Term right = random.nextBoolean() ? literal(kind) : term(kind, aliases, Math.max(0, depth - 1));
                String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
                return new Term(Kind.BOOLEAN, d -> "(" + left.in(d) + " " + operator + " " + right.in(d) + ")");
            }
            case 4 -> {
                Term operand = term(kind, aliases, Math.max(0, depth - 1));
                String test = random.nextBoolean() ? " IS NULL" : " IS NOT NULL";
                return new Term(Kind.BOOLEAN, d -> "(" + operand.in(d) + test + ")");
            }
            case 5 -> {
                Term operand = column(Kind.TEXT, aliases);
                String pattern = List.of("'%a%'", "'A'", "'r%'", "'%-1_'", "'_é%'", "'%東%'", "'%'", "'__'")
                        .get(random.nextInt(8));
                String not = random.nextInt(4) == 0 ? " NOT" : "";
                return new Term(Kind.BOOLEAN, d -> "(" + operand.in(d) + not + " LIKE " + pattern + ")");
            }
            case 6 -> {
                Term operand = term(kind, aliases, Math.max(0, depth - 1));
                List<Term> values = List.of(literal(kind), literal(kind), literal(kind));
                String not = random.nextInt(4) == 0 ? " NOT" : "";
                return new Term(
                        Kind.BOOLEAN,
                        d -> "(" + operand.in(d) + not + " IN ("
                                + String.join(
                                        ", ", values.stream().map(v -> v.in(d)).toList()) + "))");
            }
            case 7 -> {
                Term operand = term(kind, aliases, Math.max(0, depth - 1));
                Term low = literal(kind);
                Term high = literal(kind);
                return new Term(
                        Kind.BOOLEAN, d -> "(" + operand.in(d) + " BETWEEN " + low.in(d) + " AND " + high.in(d) + ")");
            }
            case 8 -> {
                Term left = column(kind, aliases);
                Term right = column(kind, aliases);
                String not = random.nextBoolean() ? "NOT " : "";
                return new Term(
                        Kind.BOOLEAN, d -> "(" + left.in(d) + " IS " + not + "DISTINCT FROM " + right.in(d) + ")");
            }
            case 9, 10 -> {
                Term left = condition(aliases, depth - 1);
                Term right = condition(aliases, depth - 1);
                String operator = random.nextBoolean() ? " AND " : " OR ";
                return new Term(Kind.BOOLEAN, d -> "(" + left.in(d) + operator + right.in(d) + ")");
            }
            default -> {
                Term operand = condition(aliases, depth - 1);
                return new Term(Kind.BOOLEAN, d -> "(NOT " + operand.in(d) + ")");
            }
        }
    }

    private Term integer(List<String> aliases, int depth) {
        Term left = column(Kind.INTEGER, aliases);
        Term right = random.nextBoolean() ? literal(Kind.INTEGER) : column(Kind.INTEGER, aliases);
        return switch (random.nextInt(8)) {
            case 0 -> cast("INTEGER", Kind.INTEGER, left, " + ", right);
            case 1 -> cast("INTEGER", Kind.INTEGER, left, " - ", right);
            case 2 ->
                new Term(
                        Kind.INTEGER,
                        d -> "CAST(" + d.integerDivide(asBigint(left.in(d)), "NULLIF(" + asBigint(right.in(d)) + ", 0)")
                                + " AS INTEGER)");
            case 3 ->
                new Term(
                        Kind.INTEGER,
                        d -> "CAST(MOD(" + asBigint(left.in(d)) + ", NULLIF(" + asBigint(right.in(d))
                                + ", 0)) AS INTEGER)");
            case 4 -> {
                Term text = text(aliases, Math.max(0, depth - 1));
                yield new Term(Kind.INTEGER, d -> "CAST(CHAR_LENGTH(" + text.in(d) + ") AS INTEGER)");
            }
            case 5 -> {
                Term date = date(aliases, Math.max(0, depth - 1));
                String unit = List.of("YEAR", "MONTH", "DAY").get(random.nextInt(3));
                yield new Term(Kind.INTEGER, d -> "CAST(EXTRACT(" + unit + " FROM " + date.in(d) + ") AS INTEGER)");
            }
            case 6 -> new Term(Kind.INTEGER, d -> "CAST(ABS(" + asBigint(left.in(d)) + ") AS INTEGER)");
            default -> new Term(Kind.INTEGER, d -> "CAST((- " + asBigint(left.in(d)) + ") AS INTEGER)");
        };
    }

    private static String asBigint(String text) {
        return "CAST(" + text + " AS BIGINT)";
    }

    private static Term cast(String type, Kind kind, Term left, String operator, Term right) {
        return new Term(
                kind, d -> "CAST((" + asBigint(left.in(d)) + operator + asBigint(right.in(d)) + ") AS " + type + ")");
    }

    private Term bigint(List<String> aliases, int depth) {
        Term left = column(random.nextBoolean() ? Kind.BIGINT : Kind.INTEGER, aliases);
        Term right = column(Kind.INTEGER, aliases);
        String operator = List.of(" + ", " - ", " * ").get(random.nextInt(3));
        return new Term(Kind.BIGINT, d -> "(" + asBigint(left.in(d)) + operator + asBigint(right.in(d)) + ")");
    }

    private Term decimal(List<String> aliases, int depth) {
        String left = aliases.get(random.nextInt(aliases.size())) + (random.nextBoolean() ? ".price" : ".rate");
        String right = aliases.get(random.nextInt(aliases.size())) + ".price";
        return switch (random.nextInt(5)) {
            case 0 -> Term.of(Kind.DECIMAL, "(" + left + " + " + right + ")");
            case 1 -> Term.of(Kind.DECIMAL, "(" + left + " - " + right + ")");
            case 2 -> Term.of(Kind.DECIMAL, "(" + left + " * " + right + ")");
            case 3 -> Term.of(Kind.DECIMAL, "ROUND(" + left + ", 1)");
            default -> Term.of(Kind.DECIMAL, "(" + left + " * (1 - " + right + "))");
        };
    }

    private Term floating(List<String> aliases, int depth) {
        Term left = column(Kind.DOUBLE, aliases);
        Term right = column(List.of(Kind.DOUBLE, Kind.INTEGER, Kind.DECIMAL).get(random.nextInt(3)), aliases);
        return switch (random.nextInt(4)) {
            case 0 -> new Term(Kind.DOUBLE, d -> "(" + left.in(d) + " + CAST(" + right.in(d) + " AS DOUBLE))");
            case 1 -> new Term(Kind.DOUBLE, d -> "(" + left.in(d) + " * CAST(" + right.in(d) + " AS DOUBLE))");
            case 2 ->
                new Term(Kind.DOUBLE, d -> "(" + left.in(d) + " / NULLIF(CAST(" + right.in(d) + " AS DOUBLE), 0))");
            default -> new Term(Kind.DOUBLE, d -> "SQRT(ABS(" + left.in(d) + "))");
        };
    }

    private Term text(List<String> aliases, int depth) {
        Term operand = column(Kind.TEXT, aliases);
        return switch (random.nextInt(7)) {
            // not over "label": the capital of ß is SS here and a letter of its own in the oracle
            case 0 -> Term.of(Kind.TEXT, "UPPER(" + aliases.get(random.nextInt(aliases.size())) + ".code)");
            case 1 -> new Term(Kind.TEXT, d -> "LOWER(" + operand.in(d) + ")");
            case 2 -> {
                int from = 1 + random.nextInt(4);
                int length = random.nextInt(5);
                yield new Term(Kind.TEXT, d -> "SUBSTRING(" + operand.in(d) + " FROM " + from + " FOR " + length + ")");
            }
            case 3 -> {
                Term other = column(Kind.TEXT, aliases);
                yield new Term(Kind.TEXT, d -> "(" + operand.in(d) + " || " + other.in(d) + ")");
            }
            case 4 -> new Term(Kind.TEXT, d -> "REPLACE(" + operand.in(d) + ", 'e', '<é>')");
            case 5 -> {
                Term number = column(Kind.INTEGER, aliases);
                yield new Term(Kind.TEXT, d -> "CAST(" + number.in(d) + " AS VARCHAR)");
            }
            default -> new Term(Kind.TEXT, d -> "TRIM(' ' || " + operand.in(d) + " || '  ')");
        };
    }

    private Term date(List<String> aliases, int depth) {
        Term operand = column(Kind.DATE, aliases);
        return switch (random.nextInt(3)) {
            case 0 -> {
                int days = random.nextInt(200) - 100;
                yield new Term(Kind.DATE, d -> d.addDays(operand.in(d), days));
            }
            case 1 -> {
                int months = random.nextInt(30) - 15;
                yield new Term(Kind.DATE, d -> d.addMonths(operand.in(d), months));
            }
            default -> operand;
        };
    }
}
