package io.algeon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.catalog.DirectoryCatalog;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From SQL text to rows, over small files with small row groups, on the reader's thread and on workers; DuckDB agrees. */
@Timeout(60)
class SqlOverParquetTest {
    @TempDir
    static Path directory;

    private static Connection oracle;

    private final Engine engine = new Engine();
    private EngineSession session;

    @BeforeAll
    static void writeFiles() throws SQLException {
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = oracle.createStatement()) {
            statement.execute("SET threads = 1; SET default_null_order = 'nulls_last'");
            statement.execute("CREATE TABLE sale AS SELECT CAST(i AS BIGINT) AS id,"
                    + " CAST(CASE WHEN i % 11 = 0 THEN NULL WHEN i % 3 = 0 THEN 7 ELSE i * 7919 % 400 END AS BIGINT) AS"
                    + " customer,"
                    + " ['new', 'paid', 'sent', 'töröltként'][i * 31 % 4 + 1] AS status,"
                    + " CASE WHEN i % 13 = 5 THEN NULL ELSE CAST(i * 37 % 100000 / 100.0 AS DECIMAL(12, 2)) END AS price,"
                    + " DATE '2020-01-01' + CAST(i % 700 AS INTEGER) AS day,"
                    + " CASE WHEN i % 17 = 0 THEN NULL ELSE 'note ' || (i % 977) END AS note,"
                    + " CAST(i % 1000 AS DOUBLE) / 7 AS ratio"
                    + " FROM range(6000) t(i)");
            statement.execute("CREATE TABLE customer AS SELECT CAST(i AS BIGINT) AS id, 'Customer ' || i AS name,"
                    + " CASE WHEN i % 5 = 0 THEN NULL ELSE ['Wien', 'Köln', 'Graz'][i % 3 + 1] END AS city,"
                    + " CAST(i % 4 AS INTEGER) AS level FROM range(300) t(i)");
            statement.execute("CREATE TABLE nothing AS SELECT * FROM sale WHERE id < 0");
            for (String table : List.of("sale", "customer", "nothing")) {
                statement.execute("COPY " + table + " TO '" + directory.resolve(table + ".parquet")
                        + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
            }
        }
    }

    @AfterAll
    static void closeOracle() throws SQLException {
        oracle.close();
    }

    @BeforeEach
    void openSession() {
        session = engine.open(new DirectoryCatalog(directory, new FooterCache(16 << 20)));
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        session.close();
        assertThat(engine.runtime().budget.reservedBytes()).isZero();
        assertThat(engine.runtime().forgottenBytes).as("forgotten bytes").hasValue(0);
        assertThat(openParquetFiles()).isEmpty();
        engine.runtime().close();
    }

    /** Files of the test that this process has open, where the system tells. */
    private static List<Path> openParquetFiles() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        List<Path> open = new ArrayList<>();
        if (Files.isDirectory(descriptors)) {
            try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
                for (Path link : links) {
                    if (Files.isSymbolicLink(link)
                            && Files.readSymbolicLink(link).startsWith(directory)) {
                        open.add(link);
                    }
                }
            }
        }
        return open;
    }

    private static ParameterValue bigint(long value) {
        return new ParameterValue(SqlTypes.BIGINT, value);
    }

    private static ParameterValue text(String value) {
        return new ParameterValue(SqlTypes.VARCHAR, value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT 1 + 1, 'a' || 'b', CAST(NULL AS INTEGER), DATE '2020-02-29'",
                "VALUES (1, 'x'), (2, NULL)",
                "SELECT * FROM sale",
                "SELECT count(*) FROM sale",
                "SELECT count(*), count(customer), count(DISTINCT customer), sum(price), min(note), max(day) FROM sale",
                "SELECT count(*), sum(price), min(note) FROM nothing",
                "SELECT count(*), count(customer), count(note), min(day), max(day), min(id), max(price) FROM sale",
                "SELECT min(note), max(note), min(status), max(status), min(ratio), max(ratio) FROM sale",
                "SELECT count(*), count(note), min(id), max(note), max(ratio) FROM nothing",
                "SELECT min(city), max(level), count(DISTINCT level), min(DISTINCT id) FROM customer",
                "SELECT count(*) + 1, max(id) - min(id) FROM sale",
                "SELECT status, count(*) FROM nothing GROUP BY status",
                "SELECT status, count(*), sum(price), CAST(avg(price) AS DOUBLE), min(day), max(ratio) FROM sale GROUP BY status",
                "SELECT customer, status, sum(price) FROM sale GROUP BY customer, status",
                "SELECT customer, count(*) AS n FROM sale GROUP BY customer HAVING count(*) > 14",
                "SELECT id, note FROM sale WHERE note LIKE '%77%' AND price > 100",
                "SELECT id FROM sale WHERE customer IN (1, 2, 3, 7) AND status <> 'paid' OR id < 10",
                "SELECT DISTINCT status, customer % 3 FROM sale",
                "SELECT s.id, c.name FROM sale s JOIN customer c ON s.customer = c.id WHERE c.level = 2",
                "SELECT s.id, c.name FROM sale s JOIN customer c ON s.customer = c.id WHERE c.city = 'Graz' AND c.level = 1",
                "SELECT s.id FROM sale s JOIN (VALUES ('note 5'), ('note 600'), (NULL)) v(note) ON s.note = v.note",
                "SELECT s.id, t.id FROM sale s JOIN sale t ON s.id = t.id + 4000 AND s.status = t.status WHERE t.price < 3",
                "SELECT s.id FROM sale s JOIN sale t ON s.id = t.id JOIN sale u ON t.id = u.id WHERE u.price < 2",
                "SELECT c.id, s.n FROM customer c LEFT JOIN (SELECT customer, count(*) AS n FROM sale GROUP BY customer) s"
                        + " ON s.customer = c.id WHERE c.id IN (SELECT customer FROM sale WHERE price > 995)",
                "SELECT s.id FROM sale s JOIN nothing n ON s.id = n.id",
                "SELECT s.id, c.name FROM sale s LEFT JOIN customer c ON s.customer = c.id AND c.level > 1",
                "SELECT s.id, c.name FROM sale s RIGHT JOIN customer c ON s.customer = c.id AND s.price > 900",
                "SELECT s.id, c.id FROM sale s FULL JOIN customer c ON s.customer = c.id AND s.id % 2 = 0",
                "SELECT c.id FROM customer c WHERE EXISTS (SELECT 1 FROM sale s WHERE s.customer = c.id AND s.price > 990)",
                "SELECT c.id FROM customer c WHERE c.id NOT IN (SELECT customer FROM sale WHERE customer IS NOT NULL)",
                "SELECT c.id FROM customer c WHERE c.id NOT IN (SELECT customer FROM sale)",
                "SELECT c.id, (SELECT max(price) FROM sale s WHERE s.customer = c.id) FROM customer c",
                "SELECT count(*) FROM customer a, customer b WHERE a.level < b.level AND a.id < 40",
                "SELECT a.id, b.id FROM customer a CROSS JOIN customer b WHERE a.id < 3 AND b.id < 5",
                "SELECT city, level, count(*) FROM customer GROUP BY ROLLUP(city, level)",
                "SELECT id FROM sale WHERE id < 50 UNION ALL SELECT id FROM customer",
                "SELECT customer FROM sale UNION SELECT level FROM customer",
                "SELECT customer FROM sale INTERSECT SELECT id FROM customer",
                "SELECT id FROM customer EXCEPT SELECT customer FROM sale",
                "SELECT CASE WHEN price > 500 THEN 'much' WHEN price IS NULL THEN 'unknown' ELSE 'little' END, count(*)"
                        + " FROM sale GROUP BY 1",
                "SELECT extract(YEAR FROM day), extract(MONTH FROM day), sum(price) FROM sale GROUP BY 1, 2",
                "WITH big AS (SELECT customer, sum(price) AS total FROM sale GROUP BY customer)"
                        + " SELECT c.city, count(*), max(b.total) FROM big b JOIN customer c ON b.customer = c.id GROUP BY c.city",
                "WITH t AS (SELECT status, count(*) AS n FROM sale GROUP BY status)"
                        + " SELECT a.status, b.status FROM t a JOIN t b ON a.n <= b.n",
                "SELECT count(*) FILTER (WHERE price > 500), count(DISTINCT status) FROM sale",
                "SELECT upper(status), length(note), substring(note, 6, 2) FROM sale WHERE id < 300"
            })
    void query_gives_the_oracles_rows(String sql) {
        List<String> expected = ResultText.of(oracle, sql).stream().sorted().toList();
        for (int threads : new int[] {0, 1, 2, 7}) {
            session.setInlineRows(threads == 0 ? Long.MAX_VALUE : -1);
            session.set(SessionSetting.THREADS, Integer.toString(Math.max(1, threads)));
            assertThat(ResultText.of(session, sql).stream().sorted().toList())
                    .as("%d threads", threads)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, customer FROM sale ORDER BY customer, id",
                "SELECT id, customer FROM sale ORDER BY customer DESC NULLS LAST, id DESC LIMIT 20",
                "SELECT status, price, id FROM sale ORDER BY status DESC, price, id LIMIT 15 OFFSET 1000",
                "SELECT customer, sum(price) AS total FROM sale GROUP BY customer ORDER BY total DESC, customer LIMIT 10",
                "SELECT id FROM sale LIMIT 7",
                "SELECT id FROM sale LIMIT 5 OFFSET 3000",
                "SELECT id FROM sale LIMIT 0",
                "SELECT id FROM sale ORDER BY id OFFSET 5990",
                "SELECT id FROM (SELECT id FROM sale ORDER BY id DESC LIMIT 3) t ORDER BY id"
            })
    void ordered_query_gives_the_oracles_rows_in_order(String sql) {
        List<String> expected = ResultText.of(oracle, sql);
        for (int threads : new int[] {0, 1, 2, 7}) {
            session.setInlineRows(threads == 0 ? Long.MAX_VALUE : -1);
            session.set(SessionSetting.THREADS, Integer.toString(Math.max(1, threads)));
            assertThat(ResultText.of(session, sql)).as("%d threads", threads).isEqualTo(expected);
        }
    }

    @Test
    void count_min_and_max_of_a_whole_table_read_nothing() {
        String sql = "SELECT count(*), count(note), min(id), max(day), min(price) FROM sale";
        try (QueryExecution execution = session.prepare(sql).execute(List.of(), Duration.ZERO, 0)) {
            assertThat(execution.next()).isNotNull();
            assertThat(execution.next()).isNull();
            assertThat(execution.report().bytesRead()).isZero();
        }
    }

    @Test
    void parameters_are_cast_to_the_planned_types() {
        String sql = "SELECT count(*) FROM sale WHERE customer = ? AND status = ? AND price > ?";
        PreparedQuery query = session.prepare(sql);
        assertThat(query.parameterTypes().get(0).kind()).isEqualTo(TypeKind.BIGINT);
        List<String> expected = ResultText.of(
                oracle, "SELECT count(*) FROM sale WHERE customer = 7 AND status = 'paid' AND price > 500");
        assertThat(ResultText.of(session, sql, new ParameterValue(SqlTypes.INTEGER, 7), text("paid"), bigint(500)))
                .isEqualTo(expected);
        assertThat(ResultText.of(session, sql, text("7"), text("paid"), text("500.00")))
                .isEqualTo(expected);
        assertThatThrownBy(() -> ResultText.of(session, sql, text("seven"), text("paid"), bigint(1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CAST_INVALID));
        assertThatThrownBy(() -> ResultText.of(session, sql, bigint(1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PARAMETER_INVALID));
    }

    @Test
    void untyped_parameter_has_the_type_of_its_value() {
        PreparedQuery query = session.prepare("SELECT ?");
        assertThat(query.parameterTypes().get(0).kind()).isEqualTo(TypeKind.NULL);
        assertThat(ResultText.of(session, "SELECT ?", text("x"))).containsExactly("x");
        assertThat(ResultText.of(session, "SELECT ?", bigint(3))).containsExactly("3");
    }

    @Test
    void limit_may_be_a_parameter() {
        assertThat(ResultText.of(session, "SELECT id FROM sale ORDER BY id LIMIT ? OFFSET ?", bigint(2), bigint(3)))
                .containsExactly("3", "4");
    }

    @Test
    void explain_shows_operators_estimates_and_the_device() {
        List<String> lines = ResultText.of(
                session,
                "EXPLAIN SELECT c.name, sum(s.price) FROM sale s JOIN customer c ON s.customer = c.id"
                        + " WHERE s.day > DATE '2020-06-01' GROUP BY c.name ORDER BY 2 DESC LIMIT 5");
        assertThat(String.join("\n", lines))
                .contains(
                        "Top",
                        "Aggregate sum(",
                        "Hash join",
                        "Scan sale",
                        "day > DATE '2020-06-01'",
                        "rows ~",
                        "cpu (");
    }

    @Test
    void explain_analyze_shows_rows_that_join_keys_removed() {
        List<String> lines = ResultText.of(
                session,
                "EXPLAIN ANALYZE SELECT count(*) FROM sale s JOIN customer c ON s.customer = c.id WHERE c.name = 'Customer 8'");
        assertThat(String.join("\n", lines))
                .contains("Scan sale (customer) filtered by joins on customer")
                .containsPattern("[1-9][0-9]* rows removed by join keys");
    }

    @Test
    void explain_analyze_shows_what_happened() {
        for (long inlineRows : new long[] {-1, Long.MAX_VALUE}) {
            session.setInlineRows(inlineRows);
            List<String> lines = ResultText.of(
                    session, "EXPLAIN ANALYZE SELECT status, count(*) FROM sale WHERE id < 100 GROUP BY status");
            assertThat(String.join("\n", lines))
                    .containsPattern("Aggregate .*actual 4,.* ms.*memory")
                    .containsPattern("Scan sale .*actual 100,.*read, .*1 row groups, 2 pruned");
            String json = ResultText.of(session, "EXPLAIN (ANALYZE, FORMAT JSON) SELECT count(*) FROM sale")
                    .get(0);
            assertThat(json).startsWith("{").contains("\"actualRows\": 1", "\"bytesRead\": ", "\"device\": \"cpu\"");
        }
    }

    @Test
    void settings_are_set_shown_and_reset() {
        ResultText.of(session, "SET query_memory_limit = '64MB'");
        assertThat(ResultText.of(session, "SHOW query_memory_limit")).containsExactly("64MB");
        ResultText.of(session, "RESET query_memory_limit");
        assertThat(ResultText.of(session, "SHOW query_memory_limit")).containsExactly("100%");
        assertThat(ResultText.of(session, "SHOW ALL")).hasSize(SessionSetting.values().length);
        assertThatThrownBy(() -> ResultText.of(session, "SET execution_mode = 'fast'"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROPERTY_INVALID))
                .hasMessageContaining("cpu_only");
    }

    @Test
    void information_schema_describes_the_database() {
        assertThat(ResultText.of(
                        session,
                        "SELECT table_name, count(*) FROM information_schema.columns WHERE table_schema = 'main'"
                                + " GROUP BY table_name ORDER BY 1"))
                .containsExactly("customer|4", "nothing|7", "sale|7");
        assertThat(ResultText.of(
                        session,
                        "SELECT data_type, numeric_precision, numeric_scale FROM information_schema.columns WHERE"
                                + " table_name = 'sale' AND column_name = 'price'"))
                .containsExactly("DECIMAL(12, 2)|12|2");
        assertThat(ResultText.of(session, "SELECT name, status FROM information_schema.devices"))
                .contains("cpu|usable");
        assertThat(ResultText.of(session, "SELECT schema_name FROM information_schema.schemata"))
                .containsExactlyInAnyOrder("information_schema", "main");
        assertThat(ResultText.of(session, "SELECT value FROM information_schema.settings WHERE name = 'time_zone'"))
                .hasSize(1);
    }

    @Test
    void native_required_names_the_operator_that_cannot_run_there() {
        ResultText.of(session, "SET execution_mode = 'native_required'");
        assertThat(ResultText.of(session, "SELECT name FROM customer LIMIT 0")).isEmpty();
        assertThatThrownBy(() -> ResultText.of(session, "SELECT count(*) FROM sale"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_REQUIRED))
                .hasMessageContaining("Aggregate");
    }

    @Test
    void repeated_statement_takes_its_plan_from_the_cache() {
        String sql = "SELECT count(*) FROM sale";
        ResultText.of(session, sql);
        assertThat(session.recentReports().get(0).planning()).isPositive();
        ResultText.of(session, sql);
        assertThat(session.recentReports().get(1).planning()).isEqualTo(Duration.ZERO);
        assertThat(session.recentReports().get(1).sqlHash())
                .isEqualTo(session.recentReports().get(0).sqlHash());
    }

    @Test
    void query_over_its_memory_limit_fails_and_leaves_the_session_usable() {
        ResultText.of(session, "SET query_memory_limit = '20KB'");
        for (long inlineRows : new long[] {-1, Long.MAX_VALUE}) {
            session.setInlineRows(inlineRows);
            assertThatThrownBy(() -> ResultText.of(session, "SELECT * FROM sale ORDER BY note, id"))
                    .isInstanceOfSatisfying(
                            EngineException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED))
                    .hasMessageContaining("query_memory_limit");
        }
        ResultText.of(session, "RESET query_memory_limit");
        ResultText.of(session, "SET memory_limit = '20KB'");
        assertThatThrownBy(() -> ResultText.of(session, "SELECT * FROM sale ORDER BY note, id"))
                .hasMessageContaining("Raise memory_limit");
        ResultText.of(session, "RESET memory_limit");
        assertThat(ResultText.of(session, "SELECT count(*) FROM sale")).containsExactly("6000");
    }

    @Test
    void failing_expression_reaches_the_reader() {
        for (long inlineRows : new long[] {-1, Long.MAX_VALUE}) {
            session.setInlineRows(inlineRows);
            assertThatThrownBy(() -> ResultText.of(session, "SELECT 1000 / (id - 4000) FROM sale"))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM sale a, sale b, sale c WHERE a.price < b.price + c.price",
                "SELECT count(*) FROM sale a JOIN sale b ON a.status = b.status JOIN sale c ON b.status = c.status",
                "SELECT a.id FROM sale a, sale b, customer c ORDER BY a.note, b.id",
                "SELECT a.note, b.id, count(*) FROM sale a, sale b, customer c GROUP BY a.note, b.id",
                "SELECT a.id + b.id + c.id FROM sale a, sale b, sale c"
            })
    void cancelled_and_timed_out_queries_end_soon(String sql) throws InterruptedException {
        session.set(SessionSetting.THREADS, "2");
        for (long inlineRows : new long[] {-1, Long.MAX_VALUE}) {
            session.setInlineRows(inlineRows);
            QueryExecution cancelled = session.prepare(sql).execute(List.of(), Duration.ZERO, 0);
            Thread other = new Thread(() -> {
                pause(50);
                cancelled.cancel();
            });
            other.start();
            assertThat(failureOf(cancelled)).isEqualTo(ErrorCode.CANCELLED);
            other.join();
            QueryExecution late = session.prepare(sql).execute(List.of(), Duration.ofMillis(50), 0);
            assertThat(failureOf(late)).isEqualTo(ErrorCode.TIMEOUT);
            // far below what the queries would take, far above 250 ms for the sake of machines that are busy
            assertThat(late.report().execution()).isLessThan(Duration.ofSeconds(3));
            assertThat(engine.runtime().budget.reservedBytes()).isZero();
        }
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ErrorCode failureOf(QueryExecution execution) {
        try {
            while (execution.next() != null) {}
        } catch (EngineException failure) {
            return failure.code();
        }
        throw new AssertionError("the query came to its end");
    }
}
