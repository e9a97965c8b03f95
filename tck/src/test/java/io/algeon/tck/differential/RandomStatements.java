package io.algeon.tck.differential;

import io.algeon.tck.differential.RandomTables.Column;
import io.algeon.tck.differential.Term.Kind;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes statements that change two tables with the columns of {@link RandomTables}: {@code bag} without a key and {@code keyed}
 * with {@code id} as its primary key.
 */
final class RandomStatements {
    private static final String COLUMNS =
            RandomTables.COLUMNS.stream().map(Column::name).collect(Collectors.joining(", "));
    private static final List<String> SOURCES = List.of("few", "few", "few", "one", "none", "nulls");

    private final Random random;
    private final RandomTerms terms;

    RandomStatements(Random random) {
        this.random = random;
        this.terms = new RandomTerms(random);
    }

    /** The definition of a table. */
    static String definition(String table, boolean keyed) {
        return RandomTables.COLUMNS.stream()
                .map(column -> column.name() + " " + column.type()
                        + (keyed && column.name().equals("id") ? " PRIMARY KEY" : ""))
                .collect(Collectors.joining(", ", "CREATE TABLE " + table + " (", ")"));
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** A change of one of the tables. */
    Function<Dialect, String> next() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> insert();
            case 2, 3, 4 -> update();
            case 5 -> updateFrom();
            case 6 -> delete();
            case 7 -> deleteUsing();
            case 8 -> merge();
            case 9, 10 -> upsert();
            default -> values();
        };
    }

    private String table() {
        return random.nextInt(3) == 0 ? "keyed" : "bag";
    }

    /** The columns of a source, its ids moved by {@code shift}. */
    static String moved(int shift) {
        return RandomTables.COLUMNS.stream()
                .map(column -> column.name().equals("id") ? "s.id + " + shift : "s." + column.name())
                .collect(Collectors.joining(", "));
    }

    private Function<Dialect, String> insert() {
        Term where = terms.condition(List.of("s"), 1);
        String source = one(SOURCES);
        int shift = random.nextInt(20);
        int most = random.nextInt(40);
        return d -> "INSERT INTO bag SELECT " + moved(shift) + " FROM " + source + " AS s WHERE s.id < " + most
                + " AND " + where.in(d);
    }

    /** An assignment of a column by an expression of its kind. */
    private Function<Dialect, String> assignment(List<String> aliases) {
        Column column = RandomTables.COLUMNS.get(1 + random.nextInt(RandomTables.COLUMNS.size() - 1));
        // the narrow ones would overflow
        boolean narrow = column.name().equals("tiny") || column.name().equals("small");
        Term value = narrow || column.kind() == Kind.DECIMAL || random.nextInt(4) == 0
                ? Term.of(column.kind(), aliases.get(random.nextInt(aliases.size())) + "." + column.name())
                : terms.term(column.kind(), aliases, random.nextInt(2));
        boolean isNull = random.nextInt(12) == 0;
        return d -> column.name() + " = " + (isNull ? "NULL" : value.in(d));
    }

    private Function<Dialect, String> update() {
        String table = table();
        Function<Dialect, String> assignment = assignment(List.of(table));
        Term where = terms.condition(List.of(table), 2);
        String source = one(SOURCES);
        return switch (random.nextInt(4)) {
            case 0 ->
                d -> "UPDATE " + table + " SET n = (SELECT MAX(i.n) FROM " + source + " AS i WHERE i.k = " + table
                        + ".k) WHERE " + where.in(d);
            case 1 ->
                d -> "UPDATE " + table + " SET " + assignment.apply(d) + " WHERE " + table
                        + ".k IN (SELECT i.tiny FROM " + source + " AS i) OR " + table + ".id < 9";
            default -> d -> "UPDATE " + table + " SET " + assignment.apply(d) + " WHERE " + where.in(d);
        };
    }

    /** Each row has at most one other: ids are unique in the sources. */
    private Function<Dialect, String> updateFrom() {
        String table = table();
        String source = one(SOURCES);
        Function<Dialect, String> assignment = assignment(List.of("s"));
        Term where = terms.condition(List.of(table, "s"), 1);
        return d -> "UPDATE " + table + " SET " + assignment.apply(d) + " FROM " + source + " AS s WHERE s.id = "
                + table + ".id AND " + where.in(d);
    }

    private Function<Dialect, String> delete() {
        String table = table();
        Term where = terms.condition(List.of(table), 1);
        Term second = terms.condition(List.of(table), 1);
        String source = one(SOURCES);
        return random.nextBoolean()
                ? d -> "DELETE FROM " + table + " WHERE " + where.in(d) + " AND " + second.in(d)
                : d -> "DELETE FROM " + table + " WHERE EXISTS (SELECT 1 FROM " + source + " AS i WHERE i.id = " + table
                        + ".k AND i.n > " + table + ".n) AND " + where.in(d);
    }

    private Function<Dialect, String> deleteUsing() {
        String table = table();
        String source = one(SOURCES);
        Term where = terms.condition(List.of(table, "s"), 1);
        return d ->
                "DELETE FROM " + table + " USING " + source + " AS s WHERE s.id = " + table + ".k AND " + where.in(d);
    }

    private Function<Dialect, String> merge() {
        String source = one(SOURCES);
        Term where = terms.condition(List.of("s"), 1);
        Term which = terms.condition(List.of("s"), 0);
        int shift = random.nextInt(30);
        String first = one(List.of("DELETE", "UPDATE SET n = s.n, label = s.code", "UPDATE SET price = s.price"));
        String columns = RandomTables.COLUMNS.stream().map(c -> "s." + c.name()).collect(Collectors.joining(", "));
        boolean inserts = random.nextBoolean();
        return d -> "MERGE INTO keyed USING (SELECT "
                + moved(shift).replace("s.id + " + shift, "s.id + " + shift + " AS id")
                + " FROM " + source + " AS s WHERE " + where.in(d) + ") AS s ON keyed.id = s.id WHEN MATCHED AND "
                + which.in(d)
                + " THEN " + first + " WHEN MATCHED THEN UPDATE SET ratio = s.ratio, day = s.day"
                + (inserts ? " WHEN NOT MATCHED THEN INSERT (" + COLUMNS + ") VALUES (" + columns + ")" : "");
    }

    private Function<Dialect, String> upsert() {
        String source = one(SOURCES);
        int shift = random.nextInt(60);
        Term where = terms.condition(List.of("s"), 1);
        String action = one(List.of(
                "NOTHING",
                "UPDATE SET n = excluded.n, label = excluded.label",
                "UPDATE SET k = COALESCE(keyed.k, 0) + 1",
                "UPDATE SET price = excluded.price WHERE keyed.flag IS TRUE OR keyed.k > 20"));
        return d -> "INSERT INTO keyed (" + COLUMNS + ") SELECT " + moved(shift) + " FROM " + source + " AS s WHERE "
                + where.in(d) + " ON CONFLICT (id) DO " + action;
    }

    private Function<Dialect, String> values() {
        int id = random.nextInt(1000);
        Term number = terms.literal(Kind.INTEGER);
        Term text = terms.literal(Kind.TEXT);
        Term day = terms.literal(Kind.DATE);
        Term moment = terms.literal(Kind.TIMESTAMP);
        Term ratio = terms.literal(Kind.DOUBLE);
        return d ->
                "INSERT INTO bag (id, n, label, day, moment, ratio, price) VALUES (" + id + ", " + number.in(d) + ", "
                        + text.in(d) + ", " + day.in(d) + ", " + moment.in(d) + ", " + ratio.in(d) + ", 1.25), ("
                        + (id + 1) + ", "
                        + number.in(d) + " + 1, NULL, " + day.in(d) + ", NULL, -0.5, -7)";
    }
}
