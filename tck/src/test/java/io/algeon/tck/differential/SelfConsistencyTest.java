package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.differential.Term.Kind;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries that have to agree with each other, whatever the answer is: a table with its three parts by a condition (true, false,
 * NULL), a filter with the sum of its condition as a value, parameters with literals. {@code -Dalgeon.seed=N} repeats a run,
 * {@code -Dalgeon.checks=N} sets the checks of each kind.
 */
class SelfConsistencyTest {
    private static final int CHECKS = Integer.getInteger("algeon.checks", 250);
    private static final long SEED = Long.getLong("algeon.seed", 20_260_101L);

    @TempDir
    static Path directory;

    private static Connection connection;

    private final Random random = new Random(SEED);
    private final RandomTerms terms = new RandomTerms(random);
    private final List<String> differences = new ArrayList<>();
    private int compared;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:")) {
            RandomTables.create(oracle, directory, SEED);
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private String table() {
        return List.of("plain", "skewed", "few", "one", "none", "nulls").get(random.nextInt(6));
    }

    /** What is selected from, with the aliases in it. */
    private record Source(String text, List<String> aliases) {}

    private Source source() {
        if (random.nextInt(3) > 0) {
            return new Source(table() + " AS t", List.of("t"));
        }
        String kind = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN").get(random.nextInt(4));
        return new Source(table() + " AS l " + kind + " few AS r ON l.k = r.id", List.of("l", "r"));
    }

    @Test
    void partsByACondition_areTheWhole() {
        for (int i = 0; i < CHECKS; i++) {
            Source source = source();
            String condition = terms.condition(source.aliases(), 2).in(Dialect.ALGEON);
            String item = terms.any(source.aliases(), 1).in(Dialect.ALGEON);
            String base = "SELECT " + source.aliases().get(0) + ".id, " + item + " AS c FROM " + source.text();
            String parts = base + " WHERE " + condition + " UNION ALL " + base + " WHERE NOT (" + condition
                    + ") UNION ALL " + base + " WHERE (" + condition + ") IS NULL";
            compare(base, parts);
        }
        finish();
    }

    @Test
    void aggregatesOfParts_areThoseOfTheWhole() {
        for (int i = 0; i < CHECKS; i++) {
            Source source = source();
            String condition = terms.condition(source.aliases(), 2).in(Dialect.ALGEON);
            String alias = source.aliases().get(0);
            String key = alias + List.of(".code", ".k", ".flag", ".tiny").get(random.nextInt(4));
            String calls = "COUNT(*) AS c, SUM(" + alias + ".n) AS s, MIN(" + alias + ".label) AS lo, MAX(" + alias
                    + ".day) AS hi";
            String whole = "SELECT " + key + ", " + calls + " FROM " + source.text() + " GROUP BY " + key;
            String part = "SELECT " + key + " AS g, " + calls + " FROM " + source.text() + " WHERE ";
            String parts = "SELECT g, SUM(c), SUM(s), MIN(lo), MAX(hi) FROM (" + part + condition + " GROUP BY " + key
                    + " UNION ALL " + part + "NOT (" + condition + ") GROUP BY " + key + " UNION ALL " + part + "("
                    + condition + ") IS NULL GROUP BY " + key + ") AS u GROUP BY g";
            compare(whole, parts);
        }
        finish();
    }

    /** The first is planned with the condition as a filter, the second computes it for every row. */
    @Test
    void filteredCount_isTheSumOfTheCondition() {
        for (int i = 0; i < CHECKS; i++) {
            Source source = source();
            String condition = terms.condition(source.aliases(), 3).in(Dialect.ALGEON);
            String filtered = "SELECT COUNT(*) FROM " + source.text() + " WHERE " + condition;
            String summed = "SELECT COALESCE(SUM(CASE WHEN p THEN 1 ELSE 0 END), 0) FROM (SELECT (" + condition
                    + ") AS p FROM " + source.text() + ") AS q";
            compare(filtered, summed);
        }
        finish();
    }

    @Test
    void parameters_areAsLiterals() throws SQLException {
        for (int i = 0; i < CHECKS; i++) {
            Kind kind = terms.anyKind();
            String column = terms.column(kind, List.of("t")).in(Dialect.ALGEON);
            String literal = terms.literal(kind).in(Dialect.ALGEON);
            String form = List.of(
                            "SELECT t.id FROM %s AS t WHERE %s = %s",
                            "SELECT t.id FROM %s AS t WHERE %s < %s",
                            "SELECT t.id FROM %s AS t WHERE COALESCE(%s, %s) IS NOT NULL",
                            "SELECT t.id FROM %s AS t WHERE %s NOT IN (%s)",
                            "SELECT COUNT(*), MAX(CASE WHEN t.id > 5 THEN %2$s ELSE %3$s END) FROM %1$s AS t",
                            "SELECT t.id FROM %s AS t WHERE %s BETWEEN %s AND %3$s")
                    .get(random.nextInt(6));
            String from = table();
            Object value = value(literal);
            String withLiteral = String.format(form, from, column, literal);
            String withParameter = String.format(form, from, column, "?");
            compared++;
            try (Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement(withParameter)) {
                ResultRows expected;
                try (ResultSet result = statement.executeQuery(withLiteral)) {
                    expected = ResultRows.read(result);
                }
                long markers = withParameter.chars().filter(c -> c == '?').count();
                for (int marker = 1; marker <= markers; marker++) {
                    prepared.setObject(marker, value);
                }
                try (ResultSet result = prepared.executeQuery()) {
                    note(
                            withParameter + " with " + value,
                            ResultRows.read(result).differenceFrom(expected, 1e-9));
                }
            } catch (SQLException e) {
                differences.add(withLiteral + " or with ? = " + value + ": " + e.getMessage());
            }
        }
        finish();
    }

    /** The literal's value as a Java object. */
    private static Object value(String literal) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + literal)) {
            result.next();
            Object value = result.getObject(1);
            boolean known = value instanceof String
                    || value instanceof Number
                    || value instanceof Boolean
                    || value instanceof Date
                    || value instanceof Timestamp
                    || value instanceof BigDecimal;
            assertThat(known).as(literal + " gives " + value).isTrue();
            return value;
        }
    }

    private void compare(String left, String right) {
        compared += 2;
        try {
            note(left + "\n  and " + right, rows(right).differenceFrom(rows(left), 1e-9));
        } catch (SQLException e) {
            // both compute every row's values; what overflows does so in both
            boolean both = fails(left) && fails(right);
            if (!both || !e.getSQLState().startsWith("22")) {
                differences.add(left + "\n  and " + right + "\n    " + e.getMessage());
            }
        }
    }

    private static boolean fails(String sql) {
        try {
            rows(sql);
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    private static ResultRows rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }

    private void note(String what, Optional<String> difference) {
        difference.ifPresent(text -> differences.add(what + "\n    " + text));
    }

    private void finish() {
        System.out.println(
                "self-consistency: " + compared + " queries, " + differences.size() + " differences, seed " + SEED);
        assertThat(differences).as("seed " + SEED).isEmpty();
    }
}
