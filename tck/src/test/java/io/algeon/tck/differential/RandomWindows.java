package io.algeon.tck.differential;

import io.algeon.tck.differential.Term.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Makes queries with window functions over all kinds of frames. Orders are total where the result would depend on ties. */
final class RandomWindows {
    private static final List<String> TABLES =
            List.of("plain", "skewed", "skewed", "few", "few", "one", "none", "nulls", "nulls");
    private static final List<String> PARTITIONS =
            List.of("", "t.k", "t.code", "t.flag", "t.tiny, t.flag", "t.label", "t.id", "t.day");
    private static final List<String> KEYS =
            List.of("t.k", "t.price", "t.day", "t.code", "t.ratio", "t.wide", "t.tiny", "t.moment", "t.label");
    private static final List<String> RANGE_KEYS =
            List.of("t.k", "t.price", "t.tiny", "t.id", "t.n", "t.ratio", "t.wide", "t.big");

    private final Random random;
    private final RandomTerms terms;

    RandomWindows(Random random) {
        this.random = random;
        this.terms = new RandomTerms(random);
    }

    /** A query. */
    RandomQueries.Query next() {
        List<Function<Dialect, String>> items = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            items.add(item());
        }
        String from = one(TABLES);
        boolean filtered = random.nextInt(3) == 0;
        Term where = terms.condition(List.of("t"), 1);
        boolean qualified = random.nextInt(5) == 0;
        String qualify = " QUALIFY ROW_NUMBER() OVER (" + partition() + " ORDER BY t.id DESC) <= " + random.nextInt(4);
        Function<Dialect, String> query = d -> {
            StringBuilder sql = new StringBuilder("SELECT t.id");
            items.forEach(item -> sql.append(", ").append(item.apply(d)));
            sql.append(" FROM ").append(from).append(" AS t");
            if (filtered) {
                sql.append(" WHERE ").append(where.in(d));
            }
            return qualified ? sql + qualify : sql.toString();
        };
        return new RandomQueries.Query(query.apply(Dialect.ALGEON), query.apply(Dialect.DUCKDB));
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private String partition() {
        String keys = one(PARTITIONS);
        return keys.isEmpty() ? "" : "PARTITION BY " + keys;
    }

    private String direction() {
        return one(List.of(" ASC", " DESC")) + one(List.of(" NULLS FIRST", " NULLS LAST"));
    }

    private String order() {
        String first = one(KEYS) + direction();
        return random.nextInt(3) == 0 ? first + ", " + one(KEYS) + direction() : first;
    }

    private String totalOrder() {
        return (random.nextBoolean() ? order() + ", " : "") + "t.id" + one(List.of("", " DESC"));
    }

    private Function<Dialect, String> item() {
        return switch (random.nextInt(8)) {
            case 0 -> ranking();
            case 1 -> neighbours();
            case 2 -> frameValue();
            default -> aggregate();
        };
    }

    private Function<Dialect, String> ranking() {
        boolean total = random.nextBoolean();
        String function = total
                ? one(List.of("ROW_NUMBER()", "NTILE(3)", "NTILE(1000)"))
                : one(List.of("RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()"));
        String window = " OVER (" + partition() + " ORDER BY " + (total ? totalOrder() : order()) + ")";
        return d -> function + window;
    }

    private Function<Dialect, String> neighbours() {
        Term value = value();
        String function = one(List.of("LAG", "LEAD"));
        String offset = one(List.of("", ", 1", ", 3", ", 0", ", -2", ", 100000"));
        boolean withDefault = !offset.isEmpty() && random.nextBoolean();
        String nulls = one(List.of("", "", " IGNORE NULLS"));
        String window = " OVER (" + partition() + " ORDER BY " + totalOrder() + ")";
        boolean ignoring = !nulls.isEmpty() && (offset.contains("0") || offset.contains("-"));
        return d -> function + "(" + value.in(d) + offset + (withDefault ? ", " + value.in(d) : "")
                + (ignoring ? "" : nulls) + ")" + window;
    }

    private Function<Dialect, String> frameValue() {
        Term value = value();
        String function = one(List.of("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE"));
        String number = function.equals("NTH_VALUE") ? ", " + (1 + random.nextInt(4)) : "";
        String nulls = one(List.of("", " IGNORE NULLS"));
        String window = " OVER (" + partition() + " ORDER BY " + totalOrder() + " " + frame("ROWS") + ")";
        return d -> function + "(" + value.in(d) + number + nulls + ")" + window;
    }

    private Term value() {
        List<Kind> kinds = List.of(Kind.INTEGER, Kind.BIGINT, Kind.DECIMAL, Kind.TEXT, Kind.DATE, Kind.DOUBLE);
        return terms.column(kinds.get(random.nextInt(kinds.size())), List.of("t"));
    }

    private Function<Dialect, String> aggregate() {
        String argument = one(List.of("t.n", "t.k", "t.price", "t.tiny", "t.id"));
        String text = one(List.of("t.code", "t.label", "t.day", "t.ratio", "t.wide"));
        String function = one(List.of(
                "COUNT(*)",
                "COUNT(" + text + ")",
                "SUM(" + argument + ")",
                "SUM(" + argument + ")",
                "AVG(CAST(" + argument + " AS DOUBLE))",
                "MIN(" + argument + ")",
                "MAX(" + argument + ")",
                "MIN(" + text + ")",
                "MAX(" + text + ")",
                "COUNT(DISTINCT " + text + ")",
                "SUM(DISTINCT " + argument + ")",
                "BOOL_AND(t.flag)",
                "BOOL_OR(t.flag)"));
        boolean filtered = random.nextInt(5) == 0 && !function.contains("DISTINCT");
        Term condition = terms.condition(List.of("t"), 0);
        String window = " OVER (" + partition() + framed() + ")";
        return d -> function + (filtered ? " FILTER (WHERE " + condition.in(d) + ")" : "") + window;
    }

    /** An order and a frame, or less. */
    private String framed() {
        return switch (random.nextInt(7)) {
            case 0 -> "";
            case 1 -> " ORDER BY " + order();
            case 2, 3 -> " ORDER BY " + totalOrder() + " " + frame("ROWS");
            case 4 -> " ORDER BY " + order() + " " + frame("GROUPS");
            case 5 ->
                " ORDER BY t.day" + direction() + " RANGE BETWEEN INTERVAL '" + random.nextInt(40)
                        + "' DAY PRECEDING AND INTERVAL '" + random.nextInt(40) + "' DAY FOLLOWING" + exclusion();
            default -> " ORDER BY " + one(RANGE_KEYS) + direction() + " " + frame("RANGE");
        };
    }

    private String frame(String unit) {
        int first = random.nextInt(5);
        int last = Math.max(first, random.nextInt(5));
        int small = random.nextInt(4);
        int large = small + random.nextInt(unit.equals("RANGE") ? 300 : 70);
        String start = List.of(
                        "UNBOUNDED PRECEDING",
                        large + " PRECEDING",
                        "CURRENT ROW",
                        small + " FOLLOWING",
                        small + " FOLLOWING")
                .get(first);
        String end = List.of(
                        small + " PRECEDING",
                        small + " PRECEDING",
                        "CURRENT ROW",
                        large + " FOLLOWING",
                        "UNBOUNDED FOLLOWING")
                .get(last);
        return unit + " BETWEEN " + start + " AND " + end + exclusion();
    }

    private String exclusion() {
        return one(List.of("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES"));
    }
}
