package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A HikariCP pool, alone and under Spring's templates and transactions. */
class PoolTest {
    @TempDir
    private static Path directory;

    private static HikariDataSource pool;

    @BeforeAll
    static void open() throws Exception {
        JdbcDirectory.write(directory);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:algeon:" + directory);
        config.setDriverClassName("io.algeon.jdbc.AlgeonDriver");
        config.setMaximumPoolSize(4);
        config.setReadOnly(true);
        config.setConnectionTimeout(60_000);
        config.setSchema("main");
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        pool = new HikariDataSource(config);
    }

    @AfterAll
    static void close() {
        pool.close();
    }

    @Test
    void manyThreads_shareThePool() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Long>> sums = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int digit = i % 10;
                sums.add(threads.submit(() -> {
                    try (Connection connection = pool.getConnection();
                            Statement statement = connection.createStatement();
                            ResultSet result =
                                    statement.executeQuery("SELECT COUNT(*) FROM numbers WHERE digit = " + digit)) {
                        result.next();
                        return result.getLong(1);
                    }
                }));
            }
            for (Future<Long> sum : sums) {
                assertThat(sum.get(60, TimeUnit.SECONDS)).isEqualTo(JdbcDirectory.ROWS / 10);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void returnedConnection_hasItsSettingsBack() throws SQLException {
        for (int i = 0; i < 8; i++) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isReadOnly()).isTrue();
                assertThat(connection.getSchema()).isEqualTo("main");
                connection.setAutoCommit(false);
                connection.setSchema("sales");
                connection.createStatement().executeQuery("SELECT id FROM orders");
            }
        }
    }

    @Test
    void errorInAQuery_leavesTheConnectionInThePool() throws SQLException {
        for (int i = 0; i < 10; i++) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT nothing FROM numbers"))
                        .isInstanceOf(SQLException.class);
                assertThat(connection.isValid(1)).isTrue();
            }
        }
        assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isBetween(1, 4);
    }

    /** A row of {@code types}, as an application would declare it. */
    record TypesRow(
            int id,
            Boolean vBoolean,
            Long vBigint,
            BigDecimal vDecimal,
            Double vDouble,
            String vVarchar,
            LocalDate vDate) {}

    @Test
    void jdbcTemplate_mapsRowsToRecords() {
        JdbcTemplate template = new JdbcTemplate(pool);
        template.setFetchSize(100);
        template.setMaxRows(10);
        template.setQueryTimeout(60);
        List<TypesRow> rows = template.query(
                "SELECT id, v_boolean, v_bigint, v_decimal, v_double, v_varchar, v_date FROM types ORDER BY id",
                new DataClassRowMapper<>(TypesRow.class));
        assertThat(rows)
                .containsExactly(
                        new TypesRow(
                                1,
                                true,
                                5000000000L,
                                new BigDecimal("12.50"),
                                0.1,
                                "Zoë 😀",
                                LocalDate.of(2024, 2, 29)),
                        new TypesRow(2, null, null, null, null, null, null));
        assertThat(template.queryForObject("SELECT COUNT(*) FROM numbers WHERE digit < ?", Long.class, 5))
                .isEqualTo(JdbcDirectory.ROWS / 2);
        assertThat(template.queryForList("SELECT label FROM numbers WHERE id < ? ORDER BY id", String.class, 2))
                .containsExactly("row 0", "row 1");
        Map<String, Object> row = template.queryForMap("SELECT id, note FROM sales.returns");
        assertThat(row).containsEntry("id", 8L).containsEntry("NOTE", "x");
    }

    @Test
    void namedParameters_alsoInLists_andNulls() {
        NamedParameterJdbcTemplate template = new NamedParameterJdbcTemplate(pool);
        assertThat(template.queryForList(
                        "SELECT id FROM numbers WHERE id IN (:ids) AND (:label IS NULL OR label = :label) ORDER BY id",
                        new java.util.HashMap<>(Map.of("ids", List.of(3, 5, 8), "label", "row 5")),
                        Long.class))
                .containsExactly(5L);
        Map<String, Object> values = new java.util.HashMap<>();
        values.put("ids", List.of(3, 5, 8));
        values.put("label", null);
        assertThat(template.queryForList(
                        "SELECT id FROM numbers WHERE id IN (:ids) AND (:label IS NULL OR label = :label) ORDER BY id",
                        values,
                        Long.class))
                .containsExactly(3L, 5L, 8L);
    }

    @Test
    void springTranslatesErrors_byTheirSqlState() {
        JdbcTemplate template = new JdbcTemplate(pool);
        assertThatThrownBy(() -> template.queryForList("SELECT nothing FROM numbers"))
                .isInstanceOf(BadSqlGrammarException.class);
        assertThatThrownBy(() -> template.queryForList("SELEC 1")).isInstanceOf(BadSqlGrammarException.class);
        assertThatThrownBy(() -> template.queryForList("SELECT 1 / (id - id) FROM numbers"))
                .isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class);
    }

    @Test
    void readOnlyTransaction_commitsAndRollsBack() {
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        transaction.setReadOnly(true);
        transaction.setTimeout(60);
        JdbcTemplate template = new JdbcTemplate(pool);
        Long count = transaction.execute(status -> template.queryForObject("SELECT COUNT(*) FROM numbers", Long.class));
        assertThat(count).isEqualTo(JdbcDirectory.ROWS);
        assertThatThrownBy(() ->
                        transaction.execute(status -> template.queryForObject("SELECT x FROM nothing", Long.class)))
                .isInstanceOf(BadSqlGrammarException.class);
        assertThat(template.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
    }

    @Test
    void templateStream_readsRowByRow() {
        JdbcTemplate template = new JdbcTemplate(pool);
        try (java.util.stream.Stream<Long> ids =
                template.queryForStream("SELECT id FROM numbers", (row, number) -> row.getLong(1))) {
            assertThat(ids.limit(1000).count()).isEqualTo(1000);
        }
        assertThat(template.queryForObject("SELECT 1", Integer.class)).isEqualTo(1);
    }
}
