package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes random queries, each spelt in both dialects. The same seed makes the same queries. */
public final class RandomQueries {
    /** A query in both spellings. */
    public record Query(String algeon, String duckdb) {
        static Query of(Function<Dialect, String> text) {
            return new Query(text.apply(Dialect.ALGEON), text.apply(Dialect.DUCKDB));
        }
    }

    private final Random random;
    private final RandomTerms terms;
    private final RandomShapes shapes;
    private final RandomBreadth breadth;

    public RandomQueries(long seed) {
        random = new Random(seed);
        terms = new RandomTerms(random);
        shapes = new RandomShapes(random, terms);
        breadth = new RandomBreadth(random, terms);
    }

    public Query next() {
        return Query.of(
                switch (random.nextInt(28)) {
                    case 0, 1 -> simple();
                    case 2 -> ordered();
                    case 3, 4 -> join();
                    case 5, 6 -> grouped();
                    case 7 -> groupingSets();
                    case 8 -> setOperation();
                    case 9, 10 -> subquery();
                    case 11 -> commonTable();
                    case 12, 13, 14, 15, 16, 17 -> shapes.next();
                    default -> breadth.next();
                });
    }

    /** Mostly tables with rows. */
    private String table() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> "plain";
            case 3, 4, 5 -> "skewed";
            case 6 -> "few";
            case 7 -> "one";
            case 8 -> "none";
            default -> "nulls";
        };
    }

    /** Small tables where the product of two may be read. */
    private String smallTable() {
        return List.of("few", "one", "none", "nulls").get(random.nextInt(4));
    }

    private static String list(List<Term> items, Dialect dialect) {
        return items.stream().map(item -> item.in(dialect)).collect(Collectors.joining(", "));
    }

    private static String named(List<Term> items, Dialect dialect) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < items.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(items.get(i).in(dialect))
                    .append(" AS c")
                    .append(i);
        }
        return text.toString();
    }

    private List<Term> items(List<String> aliases, int count, int depth) {
        List<Term> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(terms.any(aliases, random.nextInt(depth + 1)));
        }
        return items;
    }

    private Function<Dialect, String> simple() {
        String from = table();
        List<String> aliases = List.of("t");
        List<Term> items = items(aliases, 1 + random.nextInt(4), 2);
        Term where = terms.condition(aliases, random.nextInt(4));
        String distinct = random.nextInt(5) == 0 ? "DISTINCT " : "";
        return d -> "SELECT " + distinct + named(items, d) + " FROM " + from + " AS t WHERE " + where.in(d);
    }

    /** The order is total, so that LIMIT and OFFSET have one answer. */
    private Function<Dialect, String> ordered() {
        String from = table();
        List<String> aliases = List.of("t");
        List<Term> items = items(aliases, 2, 1);
        Term where = terms.condition(aliases, 1);
        String first = random.nextBoolean() ? " DESC NULLS LAST" : " ASC NULLS FIRST";
        String second = random.nextBoolean() ? " DESC NULLS FIRST" : " ASC NULLS LAST";
        int limit = random.nextInt(3) == 0 ? 3000 : random.nextInt(70);
        int offset = random.nextInt(3) == 0 ? random.nextInt(70) : 0;
        return d -> "SELECT " + named(items, d) + ", t.id FROM " + from + " AS t WHERE " + where.in(d) + " ORDER BY c0"
                + first + ", c1" + second + ", t.id NULLS LAST LIMIT " + limit + " OFFSET " + offset;
    }

    private Function<Dialect, String> join() {
        String left = table();
        String right = random.nextBoolean() ? smallTable() : table();
        List<String> both = List.of("l", "r");
        String kind = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN").get(random.nextInt(4));
        boolean unique = right.equals("plain") || right.equals("skewed") || random.nextBoolean();
        String key = unique
                ? "l.k = r.id"
                : List.of("l.code = r.code", "l.k = r.k", "l.tiny = r.small", "l.price = r.price AND l.k = r.k")
                        .get(random.nextInt(4));
        Term residual = terms.condition(both, 1);
        boolean withResidual = random.nextInt(3) == 0 && !kind.equals("FULL JOIN");
        List<Term> items = items(both, 1 + random.nextInt(4), 1);
        Term where = terms.condition(both, 2);
        return d -> "SELECT " + named(items, d) + " FROM " + left + " AS l " + kind + " " + right + " AS r ON " + key
                + (withResidual ? " AND " + residual.in(d) : "") + " WHERE " + where.in(d);
    }

    private Term aggregate(List<String> aliases) {
        Term operand = terms.column(terms.anyKind(), aliases);
        Term number =
                terms.column(List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL).get(random.nextInt(3)), aliases);
        Term filter = terms.condition(aliases, 0);
        boolean filtered = random.nextInt(4) == 0;
        String distinct = random.nextInt(3) == 0 ? "DISTINCT " : "";
        Function<Dialect, String> call = switch (random.nextInt(8)) {
            case 0 -> d -> "COUNT(*)";
            case 1 -> d -> "COUNT(" + distinct + operand.in(d) + ")";
            case 2 -> d -> "SUM(" + distinct + number.in(d) + ")";
            case 3 -> d -> "AVG(CAST(" + number.in(d) + " AS DOUBLE))";
            case 4 -> d -> "MIN(" + operand.in(d) + ")";
            case 5 -> d -> "MAX(" + operand.in(d) + ")";
            case 6 -> d -> "SUM(CASE WHEN " + filter.in(d) + " THEN 1 ELSE 0 END)";
            default -> d -> "MAX(" + number.in(d) + ") - MIN(" + number.in(d) + ")";
        };
        return new Term(Kind.BIGINT, d -> {
            String text = call.apply(d);
            return filtered && text.endsWith(")") && !text.contains(" - ")
                    ? text + " FILTER (WHERE " + filter.in(d) + ")"
                    : text;
        });
    }

    private Function<Dialect, String> grouped() {
        List<String> aliases = List.of("t");
        String from = table();
        List<Term> keys = new ArrayList<>();
        int keyCount = random.nextInt(4);
        for (int i = 0; i < keyCount; i++) {
            keys.add(random.nextInt(3) == 0 ? terms.any(aliases, 1) : terms.column(terms.anyKind(), aliases));
        }
        List<Term> calls = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            calls.add(aggregate(aliases));
        }
        Term where = terms.condition(aliases, 1);
        boolean having = random.nextInt(3) == 0;
        int bound = random.nextInt(4);
        return d -> "SELECT " + list(keys, d) + (keys.isEmpty() ? "" : ", ") + list(calls, d) + " FROM " + from
                + " AS t WHERE " + where.in(d)
                + (keys.isEmpty() ? "" : " GROUP BY " + list(keys, d))
                + (having ? " HAVING COUNT(*) > " + bound : "");
    }

    private Function<Dialect, String> groupingSets() {
        List<String> aliases = List.of("t");
        String from = table();
        Term call = aggregate(aliases);
        String sets = List.of(
                        "ROLLUP (t.code, t.k)",
                        "CUBE (t.code, t.flag)",
                        "GROUPING SETS ((t.code), (t.k), ())",
                        "GROUPING SETS ((t.code, t.k), (t.code))")
                .get(random.nextInt(4));
        String second = sets.startsWith("CUBE") ? "t.flag" : "t.k";
        return d -> "SELECT t.code, " + second + ", GROUPING(t.code), " + call.in(d) + ", COUNT(*) FROM " + from
                + " AS t GROUP BY " + sets;
    }

    private Function<Dialect, String> setOperation() {
        List<String> aliases = List.of("t");
        String left = table();
        String right = table();
        List<Kind> kinds = List.of(terms.anyKind(), terms.anyKind());
        List<Term> leftItems = new ArrayList<>();
        List<Term> rightItems = new ArrayList<>();
        for (Kind kind : kinds) {
            leftItems.add(terms.column(kind, aliases));
            rightItems.add(terms.column(kind, aliases));
        }
        String operator = List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL")
                .get(random.nextInt(6));
        Term where = terms.condition(aliases, 1);
        return d -> "SELECT " + named(leftItems, d) + " FROM " + left + " AS t " + operator + " SELECT "
                + named(rightItems, d) + " FROM " + right + " AS t WHERE " + where.in(d);
    }

    private Function<Dialect, String> subquery() {
        String outer = table();
        String inner = table();
        Term where = terms.condition(List.of("i"), 1);
        Term outerWhere = terms.condition(List.of("o"), 1);
        String not = random.nextBoolean() ? "NOT " : "";
        String column = List.of("k", "tiny", "code", "id").get(random.nextInt(4));
        String negate = List.of("=", "<>", "<").get(random.nextInt(3));
        return switch (random.nextInt(8)) {
            case 0 ->
                d -> "SELECT o.id FROM " + outer + " AS o WHERE o." + column + " " + not + "IN (SELECT i." + column
                        + " FROM " + inner + " AS i WHERE " + where.in(d) + ")";
            case 1 ->
                d -> "SELECT o.id FROM " + outer + " AS o WHERE " + not + "EXISTS (SELECT 1 FROM " + inner
                        + " AS i WHERE i." + column + " = o." + column + " AND " + where.in(d) + ")";
            case 2 ->
                d -> "SELECT o.id, (SELECT MAX(i.n) FROM " + inner + " AS i WHERE i.k = o.k AND " + where.in(d)
                        + ") FROM " + outer + " AS o WHERE " + outerWhere.in(d);
            case 3 ->
                d -> "SELECT o.id FROM " + outer + " AS o WHERE o.n > (SELECT AVG(CAST(i.n AS DOUBLE)) FROM " + inner
                        + " AS i WHERE " + where.in(d) + ")";
            case 4 ->
                d -> "SELECT o.id, (SELECT COUNT(*) FROM " + inner + " AS i WHERE i.code = o.code) FROM " + outer
                        + " AS o";
            case 5 ->
                d -> "SELECT o.id FROM few AS o WHERE EXISTS (SELECT 1 FROM few AS i WHERE i.k " + negate
                        + " o.tiny AND i.id <> o.id AND " + where.in(d) + ")";
            case 6 ->
                d -> "SELECT o.id, o." + column + " IN (SELECT i." + column + " FROM " + inner + " AS i WHERE "
                        + where.in(d) + ") FROM " + outer + " AS o";
            default ->
                d -> "SELECT o.id FROM " + outer + " AS o WHERE o.n " + (negate.equals("<>") ? "<= ALL" : ">= ANY")
                        + " (SELECT i.n FROM " + smallTableFor(inner) + " AS i WHERE i.k = o.k OR i.id = 3) OR "
                        + outerWhere.in(d);
        };
    }

    private static String smallTableFor(String table) {
        return table.equals("plain") || table.equals("skewed") ? "few" : table;
    }

    private Function<Dialect, String> commonTable() {
        List<String> aliases = List.of("t");
        String from = table();
        Term where = terms.condition(aliases, 1);
        Term call = aggregate(aliases);
        return switch (random.nextInt(2)) {
            case 0 ->
                d -> "WITH w AS (SELECT t.k AS k, COUNT(*) AS c FROM " + from + " AS t WHERE " + where.in(d)
                        + " GROUP BY t.k) SELECT a.k, a.c, b.c FROM w AS a JOIN w AS b ON a.k = b.k + 1";
            default ->
                d -> "WITH w AS (SELECT t.code AS code, " + call.in(d) + " AS v FROM " + from
                        + " AS t GROUP BY t.code) SELECT l.id, w.v FROM few AS l LEFT JOIN w ON w.code = l.code";
        };
    }
}
