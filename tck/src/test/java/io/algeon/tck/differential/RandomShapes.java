package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Makes queries of larger shapes: chains of joins, nested and correlated sub-queries, set operations over mixed types. */
final class RandomShapes {
    private static final List<String> SMALL = List.of("few", "one", "none", "nulls");
    private static final List<String> ALL = List.of("plain", "skewed", "few", "few", "one", "none", "nulls");

    private final Random random;
    private final RandomTerms terms;

    RandomShapes(Random random, RandomTerms terms) {
        this.random = random;
        this.terms = terms;
    }

    Function<Dialect, String> next() {
        return switch (random.nextInt(9)) {
            case 0, 1 -> joins();
            case 2 -> nested();
            case 3 -> mixedUnion();
            case 4 -> statistics();
            case 5 -> rowMembership();
            case 6 -> correlated();
            case 7 -> derived();
            default -> havingSubquery();
        };
    }

    private String one(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }

    private String joinKind() {
        return one(List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"));
    }

    private String key(String left, String right) {
        return one(List.of(
                        "L.k = R.id",
                        "L.id = R.id",
                        "L.code = R.code AND L.k = R.k",
                        "L.tiny = R.small",
                        "L.day = R.day"))
                .replace("L.", left + ".")
                .replace("R.", right + ".");
    }

    /** Three or four tables, any kinds of join. */
    private Function<Dialect, String> joins() {
        String first = one(ALL);
        String second = one(SMALL);
        String third = one(SMALL);
        List<String> aliases = List.of("a", "b", "c");
        String kind1 = joinKind();
        String kind2 = joinKind();
        String key1 = key("a", "b");
        String key2 = key(random.nextBoolean() ? "a" : "b", "c");
        Term residual = terms.condition(List.of("a", "b"), 0);
        boolean extra = random.nextInt(3) == 0 && !kind1.equals("FULL JOIN");
        Term item = terms.any(aliases, 1);
        Term where = terms.condition(aliases, 1);
        boolean filtered = random.nextBoolean();
        return d -> "SELECT a.id, b.id, c.id, " + item.in(d) + " FROM " + first + " AS a " + kind1 + " " + second
                + " AS b ON " + key1 + (extra ? " AND " + residual.in(d) : "") + " " + kind2 + " " + third + " AS c ON "
                + key2 + (filtered ? " WHERE " + where.in(d) : "");
    }

    private Function<Dialect, String> nested() {
        String outer = one(ALL);
        String middle = one(SMALL);
        String inner = one(SMALL);
        String not1 = random.nextBoolean() ? "NOT " : "";
        String not2 = random.nextBoolean() ? "NOT " : "";
        Term where = terms.condition(List.of("m"), 1);
        boolean skip = random.nextInt(3) == 0;
        return d -> "SELECT o.id FROM " + outer + " AS o WHERE " + not1 + "EXISTS (SELECT 1 FROM " + middle
                + " AS m WHERE m.k = o.k AND " + where.in(d) + " AND " + not2 + "EXISTS (SELECT 1 FROM " + inner
                + " AS i WHERE i.tiny <> m.tiny AND i.code = " + (skip ? "o" : "m") + ".code))";
    }

    /** Integers, decimals and doubles in one column. */
    private Function<Dialect, String> mixedUnion() {
        List<Kind> numbers = List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL, Kind.DOUBLE);
        Term first = terms.column(numbers.get(random.nextInt(4)), List.of("t"));
        Term second = terms.column(numbers.get(random.nextInt(4)), List.of("t"));
        Term third = terms.column(numbers.get(random.nextInt(4)), List.of("t"));
        String operator1 = one(List.of("UNION", "UNION ALL", "EXCEPT", "INTERSECT"));
        String operator2 = one(List.of("UNION", "UNION ALL", "EXCEPT ALL"));
        String table1 = one(ALL);
        String table2 = one(SMALL);
        boolean nulls = random.nextInt(4) == 0;
        return d -> "(SELECT " + first.in(d) + " AS x FROM " + table1 + " AS t " + operator1 + " SELECT " + second.in(d)
                + " FROM " + table2 + " AS t) " + operator2 + " SELECT " + (nulls ? "NULL" : third.in(d)) + " FROM "
                + table2 + " AS t";
    }

    private Function<Dialect, String> statistics() {
        String from = one(ALL);
        Term key = terms.column(random.nextBoolean() ? Kind.TEXT : Kind.BOOLEAN, List.of("t"));
        Term number = terms.column(Kind.INTEGER, List.of("t"));
        String function = one(List.of("STDDEV_SAMP", "STDDEV_POP", "VAR_SAMP", "VAR_POP", "AVG"));
        Term text = terms.column(Kind.TEXT, List.of("t"));
        String direction = one(List.of("", " DESC"));
        return d -> "SELECT " + key.in(d) + " AS g, " + function + "(CAST(" + number.in(d)
                + " AS DOUBLE)), STRING_AGG(" + text.in(d) + ", ',' ORDER BY t.id" + direction
                + "), BOOL_AND(t.flag), BOOL_OR(t.flag), COUNT(DISTINCT t.label) FROM " + from + " AS t GROUP BY "
                + key.in(d);
    }

    private Function<Dialect, String> rowMembership() {
        String outer = one(ALL);
        String inner = one(SMALL);
        String not = random.nextBoolean() ? "NOT " : "";
        String columns = one(List.of("X.k, X.code", "X.tiny, X.flag", "X.code, X.flag"));
        Term where = terms.condition(List.of("i"), 1);
        return d -> "SELECT o.id FROM " + outer + " AS o WHERE (" + columns.replace("X", "o") + ") " + not
                + "IN (SELECT " + columns.replace("X", "i") + " FROM " + inner + " AS i WHERE " + where.in(d) + ")";
    }

    private Function<Dialect, String> correlated() {
        String outer = one(ALL);
        String inner = one(SMALL);
        Term where = terms.condition(List.of("i"), 0);
        String operator = one(List.of("<", ">", "=", "<="));
        String aggregate = one(List.of("COUNT(*)", "SUM(i.n)", "MIN(i.label)", "MAX(i.day)", "COUNT(i.n)"));
        Term condition = terms.condition(List.of("i", "o"), 0);
        return d -> "SELECT o.id, (SELECT " + aggregate + " FROM " + inner + " AS i WHERE i.k " + operator + " o.k AND "
                + where.in(d) + ") AS a, CASE WHEN EXISTS (SELECT 1 FROM " + inner + " AS i WHERE i.id = o.id AND "
                + condition.in(d) + ") THEN 'y' ELSE 'n' END FROM " + outer + " AS o";
    }

    private Function<Dialect, String> derived() {
        String from = one(ALL);
        Term first = terms.any(List.of("t"), 1);
        Term second = terms.any(List.of("t"), 2);
        Term where = terms.condition(List.of("t"), 1);
        int limit = random.nextInt(90);
        return d -> "SELECT x, COUNT(*), MIN(y), MAX(y) FROM (SELECT " + first.in(d) + " AS x, " + second.in(d)
                + " AS y, t.id FROM " + from + " AS t WHERE " + where.in(d) + " ORDER BY t.id DESC LIMIT " + limit
                + ") AS s GROUP BY x";
    }

    private Function<Dialect, String> havingSubquery() {
        String from = one(ALL);
        String other = one(SMALL);
        Term where = terms.condition(List.of("t"), 1);
        String comparison = one(List.of(">", "<=", "<>"));
        return d -> "SELECT t.k, COUNT(*), SUM(t.price) FROM " + from + " AS t WHERE " + where.in(d)
                + " GROUP BY t.k HAVING COUNT(*) " + comparison + " (SELECT COUNT(*) FROM " + other
                + " AS i WHERE i.k = t.k) OR t.k IN (SELECT i.tiny FROM " + other + " AS i)";
    }
}
