package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes queries of what SQL has beside joins and groups: chains of set operations, products of grouping sets, recursion, UNNEST,
 * LATERAL, QUALIFY, DISTINCT ON, percentiles, arrays, windows over groups. Orders are total where the rows depend on them.
 */
final class RandomBreadth {
    private static final List<String> SMALL = List.of("few", "one", "none", "nulls");
    private static final List<String> ALL = List.of("plain", "skewed", "few", "few", "one", "none", "nulls");
    private static final List<String> KEYS =
            List.of("t.code", "t.k", "t.flag", "t.tiny", "t.label", "t.day", "t.price");

    private final Random random;
    private final RandomTerms terms;

    RandomBreadth(Random random, RandomTerms terms) {
        this.random = random;
        this.terms = terms;
    }

    Function<Dialect, String> next() {
        return switch (random.nextInt(14)) {
            case 0 -> setChain();
            case 1, 2 -> groupings();
            case 3 -> series();
            case 4 -> walk();
            case 5 -> unnest();
            case 6 -> lateral();
            case 7 -> qualified();
            case 8 -> distinctOn();
            case 9 -> percentiles();
            case 10 -> arrays();
            case 11 -> windowOverGroups();
            case 12 -> regression();
            default -> values();
        };
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private String direction() {
        return one(List.of(" ASC", " DESC")) + one(List.of(" NULLS FIRST", " NULLS LAST"));
    }

    /** Three or four branches with and without parentheses, ordered and cut. */
    private Function<Dialect, String> setChain() {
        Kind first = terms.anyKind();
        Kind second = terms.anyKind();
        int count = 3 + random.nextInt(2);
        List<Function<Dialect, String>> branches = new ArrayList<>();
        List<String> operators = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Term a = terms.column(first, List.of("t"));
            Term b = terms.column(second, List.of("t"));
            Term where = terms.condition(List.of("t"), random.nextInt(2));
            String table = one(ALL);
            String distinct = random.nextInt(4) == 0 ? "DISTINCT " : "";
            branches.add(d -> "SELECT " + distinct + a.in(d) + " AS x, " + b.in(d) + " AS y FROM " + table
                    + " AS t WHERE " + where.in(d));
            operators.add(one(List.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL", "INTERSECT ALL")));
        }
        boolean nested = random.nextBoolean();
        boolean counted = random.nextInt(3) == 0;
        String order = " ORDER BY 1" + direction() + ", 2" + direction();
        boolean cut = random.nextInt(3) == 0;
        int limit = random.nextInt(80);
        int offset = random.nextInt(5);
        return d -> {
            StringBuilder sql = new StringBuilder();
            for (int i = 0; i < branches.size(); i++) {
                boolean opens = nested && i == 1;
                sql.append(i == 0 ? "" : " " + operators.get(i) + " ")
                        .append(opens ? "(" : "")
                        .append(branches.get(i).apply(d));
            }
            sql.append(nested ? ")" : "");
            if (counted) {
                return "SELECT COUNT(*), COUNT(DISTINCT x), MIN(y), MAX(y) FROM (" + sql + ") AS s";
            }
            // rows that are equal in both columns are one row, wherever the cut is
            return cut ? sql + order + " LIMIT " + limit + " OFFSET " + offset : sql.toString();
        };
    }

    private Function<Dialect, String> groupings() {
        List<String> keys = new ArrayList<>();
        while (keys.size() < 3) {
            String key = one(KEYS);
            if (!keys.contains(key)) {
                keys.add(key);
            }
        }
        String a = keys.get(0);
        String b = keys.get(1);
        String c = keys.get(2);
        String sets = one(List.of(
                "ROLLUP (%1$s, %2$s), %3$s",
                "CUBE (%1$s, %2$s)",
                "CUBE (%1$s, %2$s, %3$s)",
                "ROLLUP (%1$s, %2$s, %3$s)",
                "GROUPING SETS ((%1$s, %2$s), (%3$s), ())",
                "GROUPING SETS ((%1$s), (%1$s), (%2$s, %3$s))",
                "GROUPING SETS (ROLLUP (%1$s, %2$s), (%3$s))",
                "ROLLUP ((%1$s, %2$s), %3$s)",
                "%1$s, GROUPING SETS ((%2$s), (%3$s), ())"));
        String by = String.format(sets, a, b, c);
        String third = by.contains(c) ? c : "NULL";
        Term where = terms.condition(List.of("t"), random.nextInt(2));
        String from = one(ALL);
        String call = one(List.of(
                "SUM(t.n)",
                "COUNT(DISTINCT t.k)",
                "MIN(t.label)",
                "MAX(t.moment)",
                "COUNT(t.price)",
                "SUM(t.wide)",
                "AVG(CAST(t.small AS DOUBLE))",
                "BOOL_OR(t.flag)"));
        String grouping = third.equals("NULL")
                ? "GROUPING(" + a + "), GROUPING(" + b + ")"
                : "GROUPING(" + a + ", " + b + ", " + c + ")";
        boolean having = random.nextInt(3) == 0;
        String filter = one(List.of("COUNT(*) > 1", "GROUPING(" + a + ") = 1", "SUM(t.k) > 20"));
        return d -> "SELECT " + a + ", " + b + ", " + third + ", " + grouping + ", COUNT(*), " + call + " FROM " + from
                + " AS t WHERE " + where.in(d) + " GROUP BY " + by + (having ? " HAVING " + filter : "");
    }

    private Function<Dialect, String> series() {
        int to = random.nextInt(60);
        int step = 1 + random.nextInt(7);
        String kind = one(List.of("UNION", "UNION ALL"));
        String from = one(SMALL);
        return switch (random.nextInt(3)) {
            case 0 ->
                d -> "WITH RECURSIVE r(i, s) AS (SELECT 0, CAST(1 AS BIGINT) " + kind + " SELECT i + " + step
                        + ", s * 2 FROM r WHERE i < " + to + ") SELECT i, s FROM r";
            case 1 ->
                d -> "WITH RECURSIVE r(i) AS (SELECT 1 " + kind + " SELECT (i * 7 + " + step
                        + ") % 23 FROM r WHERE i < 50 AND i <> 5) SELECT COUNT(*), MIN(i), MAX(i) FROM (SELECT i FROM r"
                        + (kind.equals("UNION") ? "" : " LIMIT 40") + ") AS q";
            default ->
                d -> "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < " + to
                        + ") SELECT r.i, COUNT(t.id), SUM(t.n) FROM r LEFT JOIN " + from
                        + " AS t ON t.k = r.i GROUP BY r.i";
        };
    }

    /** From row to row, with k as the id of the next. */
    private Function<Dialect, String> walk() {
        String edges = one(List.of("few", "few", "plain", "nulls"));
        int start = random.nextInt(60);
        int depth = 1 + random.nextInt(5);
        Term where = terms.condition(List.of("t"), 0);
        return switch (random.nextInt(3)) {
            case 0 ->
                d -> "WITH RECURSIVE r(id) AS (SELECT t.id FROM " + edges + " AS t WHERE t.id = " + start
                        + " UNION SELECT CAST(t.k AS BIGINT) FROM r JOIN " + edges
                        + " AS t ON t.id = r.id WHERE t.k IS NOT NULL) SELECT id FROM r";
            case 1 ->
                d -> "WITH RECURSIVE r(id, depth) AS (SELECT t.id, 0 FROM " + edges + " AS t WHERE t.id < 4"
                        + " UNION ALL SELECT t.id, r.depth + 1 FROM r JOIN " + edges
                        + " AS t ON t.k = r.id WHERE r.depth < " + Math.min(depth, edges.equals("plain") ? 1 : 3)
                        + " AND " + where.in(d)
                        + ") SELECT depth, COUNT(*), COUNT(DISTINCT id), MAX(id) FROM r GROUP BY depth";
            default ->
                d -> "WITH RECURSIVE r(id, path) AS (SELECT t.id, CAST(t.id AS VARCHAR) FROM few AS t WHERE t.id < "
                        + depth
                        + " UNION ALL SELECT CAST(t.k AS BIGINT), r.path || '>' || CAST(t.k AS VARCHAR) FROM r JOIN few AS t"
                        + " ON t.id = r.id AND CHAR_LENGTH(r.path) < 12) SELECT path FROM r";
        };
    }

    private Function<Dialect, String> unnest() {
        String from = one(ALL);
        Term where = terms.condition(List.of("t"), 0);
        String separator = one(List.of("-", "e", "é", ""));
        return switch (random.nextInt(4)) {
            case 0 ->
                d -> "SELECT t.id, u.x FROM " + from + " AS t, UNNEST(STRING_SPLIT(t.label, '" + separator
                        + "')) AS u(x) WHERE " + where.in(d);
            case 1 ->
                d -> "SELECT u.x, COUNT(*), MIN(t.id) FROM " + from + " AS t CROSS JOIN UNNEST(STRING_SPLIT(t.code || '"
                        + separator + "' || t.label, '" + separator + "')) AS u(x) GROUP BY u.x";
            case 2 ->
                d -> "SELECT t.id, u.x FROM " + from
                        + " AS t CROSS JOIN UNNEST(ARRAY[t.k, t.n, CAST(t.tiny AS INTEGER),"
                        + " NULL]) AS u(x) WHERE u.x > 3";
            default ->
                d -> "SELECT t.id, u.x FROM " + unlessLarge(from) + " AS t LEFT JOIN LATERAL (SELECT x FROM"
                        + " UNNEST(STRING_SPLIT(t.label, '" + separator + "')) AS v(x) WHERE x > 'b') AS u ON TRUE";
        };
    }

    /** Larger tables are left to queries that read them once. */
    private static String unlessLarge(String table) {
        return table.equals("plain") || table.equals("skewed") ? "few" : table;
    }

    private Function<Dialect, String> lateral() {
        String outer = one(ALL);
        String inner = one(SMALL);
        Term where = terms.condition(List.of("i"), 0);
        Term value = terms.column(terms.anyKind(), List.of("i"));
        int limit = 1 + random.nextInt(3);
        String order = one(List.of("i.id", "i.id DESC", "i.price NULLS LAST, i.id", "i.label DESC NULLS LAST, i.id"));
        String condition = one(List.of("i.k = o.k", "i.code = o.code", "i.id < o.k", "i.tiny > o.tiny AND i.id < 9"));
        String kind = one(List.of(" CROSS JOIN LATERAL ", " LEFT JOIN LATERAL "));
        String on = kind.startsWith(" LEFT") ? " ON TRUE" : "";
        return switch (random.nextInt(3)) {
            case 0 ->
                d -> "SELECT o.id, l.id, l.v FROM " + outer + " AS o" + kind + "(SELECT i.id, " + value.in(d)
                        + " AS v FROM " + inner + " AS i WHERE " + condition + " AND " + where.in(d) + " ORDER BY "
                        + order + " LIMIT " + limit + ") AS l" + on;
            case 1 ->
                d -> "SELECT o.id, l.c, l.s FROM " + outer + " AS o" + kind
                        + "(SELECT COUNT(*) AS c, SUM(i.n) AS s FROM " + inner + " AS i WHERE " + condition + " AND "
                        + where.in(d) + ") AS l" + on;
            default ->
                d -> "SELECT o.id, l.y, m.z FROM " + outer
                        + " AS o, LATERAL (SELECT o.k + 1 AS y) AS l, LATERAL (SELECT"
                        + " l.y * 2 AS z) AS m WHERE m.z > 10";
        };
    }

    private Function<Dialect, String> qualified() {
        String from = one(ALL);
        String key = one(KEYS);
        Term value = terms.column(terms.anyKind(), List.of("t"));
        Term where = terms.condition(List.of("t"), 1);
        String rank = one(List.of("ROW_NUMBER()", "RANK()", "DENSE_RANK()", "COUNT(*)", "SUM(t.id)"));
        String order = rank.startsWith("R") || rank.startsWith("D")
                ? " ORDER BY " + one(KEYS) + direction() + ", t.id"
                : one(List.of("", " ORDER BY t.id"));
        int bound = 1 + random.nextInt(5);
        String comparison = one(List.of("<=", "=", ">"));
        return d -> "SELECT t.id, " + value.in(d) + ", " + rank + " OVER w AS r FROM " + from + " AS t WHERE "
                + where.in(d) + " WINDOW w AS (PARTITION BY " + key + order + ") QUALIFY r " + comparison + " " + bound;
    }

    private Function<Dialect, String> distinctOn() {
        String from = one(ALL);
        String first = one(KEYS);
        String second = one(KEYS);
        Term where = terms.condition(List.of("t"), 1);
        Term value = terms.any(List.of("t"), 1);
        boolean two = random.nextBoolean() && !first.equals(second);
        String keys = two ? first + ", " + second : first;
        String order =
                first + direction() + (two ? ", " + second + direction() : "") + ", t.id" + one(List.of("", " DESC"));
        return d -> "SELECT DISTINCT ON (" + keys + ") t.id, " + value.in(d) + " AS v FROM " + from + " AS t WHERE "
                + where.in(d) + " ORDER BY " + order;
    }

    private Function<Dialect, String> percentiles() {
        String from = one(ALL);
        String key = one(KEYS);
        boolean grouped = random.nextBoolean();
        String share = one(List.of("0", "0.1", "0.25", "0.5", "0.9", "1"));
        String number = one(List.of("t.n", "t.k", "t.ratio", "CAST(t.price AS DOUBLE)", "t.tiny"));
        String ordered = one(List.of("t.n", "t.k", "t.day", "t.label", "t.price", "t.moment", "t.wide"));
        String direction = one(List.of("", " DESC"));
        Term filter = terms.condition(List.of("t"), 0);
        boolean filtered = random.nextInt(3) == 0;
        return d -> "SELECT " + (grouped ? key + ", " : "") + "CAST(PERCENTILE_CONT(" + share
                + ") WITHIN GROUP (ORDER BY CAST(" + number + " AS DOUBLE)" + direction
                + ") AS DOUBLE), PERCENTILE_DISC("
                + share + ") WITHIN GROUP (ORDER BY " + ordered + direction + ")"
                + (filtered ? " FILTER (WHERE " + filter.in(d) + ")" : "") + ", CAST(MEDIAN(CAST(" + number
                + " AS DOUBLE)) AS DOUBLE), COUNT(*) FROM " + from + " AS t" + (grouped ? " GROUP BY " + key : "");
    }

    private Function<Dialect, String> arrays() {
        String from = one(ALL);
        String key = one(KEYS);
        String value = one(List.of("t.n", "t.code", "t.flag", "t.big", "t.day"));
        Term filter = terms.condition(List.of("t"), 0);
        boolean filtered = random.nextInt(3) == 0;
        String call = one(List.of(
                "ARRAY_AGG(" + value + " ORDER BY t.id)",
                "ARRAY_AGG(" + value + " ORDER BY " + value + " DESC NULLS LAST)",
                "ARRAY_AGG(DISTINCT " + value + " ORDER BY " + value + " NULLS FIRST)",
                "STRING_AGG(DISTINCT t.code, '|' ORDER BY t.code)",
                "STRING_AGG(t.label, '' ORDER BY t.label DESC, t.id)",
                "LEN(ARRAY_AGG(" + value + "))",
                "ARRAY_AGG(" + value + " ORDER BY t.id DESC)[2]"));
        boolean suffix = filtered && call.endsWith(")") && !call.startsWith("LEN");
        return d -> "SELECT " + key + ", " + call + (suffix ? " FILTER (WHERE " + filter.in(d) + ")" : "") + " FROM "
                + from + " AS t GROUP BY " + key;
    }

    private Function<Dialect, String> windowOverGroups() {
        String from = one(ALL);
        String first = one(KEYS);
        String second = one(KEYS);
        Term where = terms.condition(List.of("t"), 1);
        String order = first + direction() + ", " + second + direction();
        String window = one(List.of(
                "RANK() OVER (ORDER BY COUNT(*) DESC)",
                "SUM(COUNT(*)) OVER (PARTITION BY " + first + ")",
                "SUM(SUM(t.n)) OVER (ORDER BY " + order + " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
                "LAG(MAX(t.id)) OVER (ORDER BY " + order + ")",
                "COUNT(*) OVER ()",
                "MAX(MIN(t.id)) OVER (ORDER BY " + order
                        + " ROWS BETWEEN CURRENT ROW AND 3 FOLLOWING EXCLUDE CURRENT ROW)"));
        boolean having = random.nextInt(3) == 0;
        return d -> "SELECT " + first + ", " + second + ", COUNT(*), " + window + " FROM " + from + " AS t WHERE "
                + where.in(d) + " GROUP BY " + first + (first.equals(second) ? "" : ", " + second)
                + (having ? " HAVING COUNT(*) > 1" : "");
    }

    private Function<Dialect, String> regression() {
        String from = one(ALL);
        String key = one(List.of("t.flag", "t.code", "t.k % 3"));
        String y = one(List.of("t.tiny", "t.k", "t.small"));
        String x = one(List.of("t.k", "t.tiny", "t.n"));
        String call = one(List.of("REGR_COUNT", "COVAR_POP", "COVAR_SAMP", "REGR_AVGX", "REGR_AVGY", "REGR_SXX"));
        return d -> "SELECT " + key + ", ROUND(CAST(" + call + "(CAST(" + y + " AS DOUBLE), CAST(" + x
                + " AS DOUBLE)) AS DOUBLE), 3), COUNT(*) FROM " + from + " AS t GROUP BY " + key;
    }

    private Function<Dialect, String> values() {
        int rows = 1 + random.nextInt(5);
        Kind kind = terms.anyKind();
        List<Term> cells = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            cells.add(terms.literal(kind));
        }
        Term column = terms.column(kind, List.of("t"));
        String from = one(ALL);
        String join = one(List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"));
        return d -> "SELECT v.p, v.q, t.id FROM (VALUES "
                + cells.stream()
                        .map(cell -> "(" + cells.indexOf(cell) + ", " + cell.in(d) + ")")
                        .collect(Collectors.joining(", "))
                + ", (-1, NULL)) AS v(p, q) " + join + " " + from + " AS t ON v.q = " + column.in(d);
    }
}
