package io.algeon.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.StatementParser;
import io.algeon.engine.sql.testing.Constants;
import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import io.algeon.engine.sql.testing.TpcdsCatalog;
import io.algeon.engine.sql.testing.TpchCatalog;
import io.algeon.engine.sql.validate.QueryConverter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFrontEndTest {
    private static final FakeCatalog TPCH = TpchCatalog.create();
    private static final FakeCatalog TYPES = Statements.allTypes();

    static IntStream tpch() {
        return IntStream.rangeClosed(1, 22);
    }

    static IntStream tpcds() {
        return IntStream.rangeClosed(1, 99);
    }

    @ParameterizedTest
    @MethodSource("tpch")
    void tpchQuery_isPlanned(int number) {
        String sql = Statements.resource("tpch/q" + number + ".sql");
        assertThatCode(() -> Statements.query(TPCH, sql)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("tpcds")
    void tpcdsQuery_isValid(int number) {
        FakeCatalog catalog = TpcdsCatalog.create();
        String sql = Statements.resource(String.format("sql/presto/tpcds/q%02d.sql", number))
                .replace("${database}.${schema}.", "")
                .replace("${prefix}", "");
        for (String function : List.of("abs", "round")) {
            Assumptions.assumeTrue(!sql.toLowerCase(Locale.ROOT).contains(function + "(")
                    || FunctionRegistry.scalar(function) != null);
        }
        ParsedStatement.Query parsed = (ParsedStatement.Query) StatementParser.parse(sql);
        assertThatCode(() -> new QueryConverter(catalog, "main", null, new CancellationToken()).convert(parsed))
                .doesNotThrowAnyException();
    }

    @Test
    void columnsWithoutAlias_areNamedAfterTheirText() {
        PlannedStatement.Query query = Statements.query(
                TYPES,
                "SELECT count(*), sum(i  +\n 1), i, t.s, 1 AS one, i AS \"Mixed\", CASE WHEN b THEN 1 END FROM t"
                        + " GROUP BY i, s, b");
        assertThat(query.columns())
                .extracting(ColumnDef::name)
                .containsExactly("count(*)", "sum(i + 1)", "i", "s", "one", "Mixed", "CASE WHEN b THEN 1 END");
    }

    @Test
    void names_matchWhateverTheirCase() {
        FakeCatalog catalog = new FakeCatalog().table("T", 1, "Abc INTEGER");
        assertThat(Statements.query(catalog, "SELECT aBC, T.ABC FROM t").columns())
                .extracting(ColumnDef::name)
                .containsExactly("aBC", "ABC");
    }

    @Test
    void groupBy_prefersTheInputColumn_orderByTheResultColumn() {
        assertThatCode(() -> Statements.query(
                        TYPES,
                        "SELECT upper(s) AS up, count(*) FROM t GROUP BY up HAVING up > 'a' ORDER BY up, 2 DESC"))
                .doesNotThrowAnyException();
        assertThatCode(() -> Statements.query(TYPES, "SELECT i, count(*) FROM t GROUP BY 1 ORDER BY 1"))
                .doesNotThrowAnyException();
    }

    @Test
    void longStatements_arePlanned() {
        plan("OR", "SELECT i FROM t WHERE " + join(3000, n -> "(i = " + n + " AND big > " + n + ")", " OR "));
        plan("LIKE", "SELECT i FROM t WHERE " + join(3000, n -> "s LIKE '%" + n + "x'", " OR "));
        plan(
                "BETWEEN",
                "SELECT i FROM t WHERE " + join(1500, n -> "i NOT BETWEEN " + n + " AND " + (n + 1), " AND ")
                        + " OR NOT b");
        plan("IN", "SELECT i FROM t WHERE i IN (" + join(5000, n -> "" + n, ", ") + ")");
        plan("columns", "SELECT " + join(1500, n -> "i + " + n + " AS c" + n, ", ") + " FROM t");
        plan("values", "SELECT * FROM (VALUES " + join(2000, n -> "(" + n + ", 'v" + n + "')", ", ") + ") AS v(a, b)");
        plan("parentheses", "SELECT " + "(".repeat(2000) + "1" + ")".repeat(2000));
        plan("case", "SELECT " + "CASE WHEN i = 1 THEN 2 ELSE ".repeat(300) + "1" + " END".repeat(300) + " FROM t");
        plan("sum", "SELECT " + join(600, n -> "i", " + ") + " FROM t");
        plan("concatenation", "SELECT " + join(3000, n -> "s", " || ") + " FROM t");
        plan("not", "SELECT " + "NOT ".repeat(2000) + "b FROM t");
        plan("union", join(200, n -> "SELECT i, " + n + " FROM t", " UNION ALL "));
    }

    @Test
    void longChains_keepTheirMeaning() {
        String chain = join(60, n -> "i BETWEEN " + n + " AND " + (n + 1), " AND ");
        String alternatives = join(60, n -> "i = " + n + " AND s LIKE '" + n + "'", " OR ");
        assertThat(filter("SELECT i FROM t WHERE " + chain + " OR NOT b AND " + chain))
                .isEqualTo(filter("SELECT i FROM t WHERE (" + chain + ") OR ((NOT b) AND (" + chain + "))"));
        assertThat(filter("SELECT i FROM t WHERE " + alternatives))
                .isEqualTo(filter("SELECT i FROM t WHERE ("
                        + join(60, n -> "i = " + n + " AND s LIKE '" + n + "'", ") OR (") + ")"));
    }

    private static String filter(String sql) {
        return Statements.query(TYPES, sql).plan().toString().replaceAll("@\\w+", "");
    }

    @Test
    void cancelledPlanning_ends() {
        CancellationToken token = new CancellationToken();
        token.cancel();
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new SqlFrontEnd(Constants.EVALUATOR)
                        .prepare("SELECT i FROM t", new PlanningContext(TYPES, "main", null, "UTC", token)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    private static void plan(String what, String sql) {
        assertThatCode(() -> Statements.query(TYPES, sql)).as(what).doesNotThrowAnyException();
    }

    private static String join(int count, IntFunction<String> item, String separator) {
        return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT i FROM t FETCH FIRST ROW ONLY",
                "SELECT i FROM t FETCH NEXT 2 ROWS ONLY",
                "SELECT i FROM t LIMIT ALL OFFSET 3",
                "SELECT i FROM t OFFSET 3",
                "SELECT i FROM t LIMIT NULL",
                "SELECT i, upper(s), count(*) AS n FROM t GROUP BY ALL HAVING count(*) > 1 ORDER BY 1",
                "SELECT count(*) FROM t GROUP BY ALL",
                "SELECT INTERVAL '1 day 02:03:04', INTERVAL '0.000001' SECOND, INTERVAL '2 weeks'",
                "SELECT CURRENT_SCHEMA(), current_catalog, CURRENT_DATE()",
                "SELECT string_agg(s, ',' ORDER BY i) FILTER (WHERE b), listagg(s) WITHIN GROUP (ORDER BY i) FROM t",
                "SELECT string_agg(s, ',') WITHIN GROUP (ORDER BY i DESC) FROM t",
                "SELECT {fn TIMESTAMPDIFF(SQL_TSI_DAY, dt, dt)} FROM t",
                "SELECT count(*) FILTER (WHERE ?) FROM t",
                "VALUES (?), (2)",
            })
    void variantsOfSyntax_arePlanned(String sql) {
        assertThatCode(() -> Statements.query(TYPES, sql)).doesNotThrowAnyException();
    }

    @Test
    void endlessNesting_isRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(
                        () -> Statements.query(TYPES, "SELECT " + "(".repeat(1_000_000) + "1" + ")".repeat(1_000_000)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PLANNING_LIMIT_EXCEEDED));
    }

    @Test
    void expressionsDeeperThanQueriesCanRun_areRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Statements.query(TYPES, "SELECT " + join(2000, n -> "i", " + ") + " FROM t"))
                .withMessageContaining("nests deeper than 700 operators (line 1, column ")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PLANNING_LIMIT_EXCEEDED));
    }

    @Test
    void otherStatements_passThrough() {
        assertThat(Statements.prepare(TYPES, "SET threads = 4"))
                .isEqualTo(new PlannedStatement.SetOption("threads", "4"));
        assertThat(Statements.prepare(TYPES, "EXPLAIN ANALYZE SELECT 1"))
                .isInstanceOfSatisfying(
                        PlannedStatement.Explain.class,
                        e -> assertThat(e.analyze()).isTrue());
    }
}
