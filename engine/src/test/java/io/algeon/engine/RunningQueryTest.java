package io.algeon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.catalog.MemoryCatalog;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions of hand-made plans. */
@Timeout(20)
class RunningQueryTest {
    private final Engine engine = new Engine();
    private final EngineSession session = engine.open(new MemoryCatalog("memory", new FooterCache(16 << 20)));
    private final NumbersTable large = new NumbersTable(3_000_000, 50_000);

    @BeforeEach
    void useFourThreads() {
        session.set(SessionSetting.THREADS, "4");
    }

    @AfterEach
    void nothingIsLeft() {
        session.close();
        assertThat(large.openReaders).hasValue(0);
        assertThat(engine.runtime().budget.reservedBytes()).isZero();
        assertThat(engine.runtime().forgottenBytes).hasValue(0);
        assertThat(engine.runtime().admission.taken()).isZero();
        assertThat(engine.runtime().admission.waiting()).isZero();
        engine.runtime().close();
    }

    private QueryExecution execute(PlanNode plan, Duration timeout, long maxRows) {
        return execute(session, plan, timeout, maxRows);
    }

    private static QueryExecution execute(EngineSession session, PlanNode plan, Duration timeout, long maxRows) {
        PlannedStatement.Query query = new PlannedStatement.Query(plan, plan.output(), List.of());
        return session.execute(
                new CachedPlan("SELECT", query, Duration.ZERO, session.catalog().version()),
                List.of(),
                new StatementRun(timeout),
                maxRows);
    }

    private static List<Long> read(QueryExecution execution) {
        List<Long> values = new ArrayList<>();
        @Nullable Batch batch;
        while ((batch = execution.next()) != null) {
            for (int i = 0; i < batch.rowCount(); i++) {
                values.add(((LongVector) batch.column(0)).values()[i]);
            }
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 2047, 2048, 2049, 50_000, 50_001, 300_000})
    void scan_gives_every_row_once(int rows) {
        NumbersTable table = new NumbersTable(rows, 7000);
        try (QueryExecution execution = execute(table.scan(), Duration.ZERO, 0)) {
            List<Long> values = read(execution);
            assertThat(values).hasSize(rows);
            assertThat(values.stream().mapToLong(Long::longValue).sum()).isEqualTo((long) rows * (rows - 1) / 2);
            assertThat(execution.next()).isNull();
            assertThat(execution.report().outcome()).isEqualTo("done");
            assertThat(execution.report().rows()).isEqualTo(rows);
            assertThat(execution.progress()).isEqualTo(1);
        }
        assertThat(table.openReaders).hasValue(0);
    }

    @Test
    void bare_limit_gives_the_first_rows_and_stops_reading() {
        try (QueryExecution execution = execute(NumbersTable.limit(large.scan(), 5000, 3), Duration.ZERO, 0)) {
            List<Long> values = read(execution);
            assertThat(values).hasSize(5000).startsWith(3L, 4L, 5L).endsWith(5002L);
        }
    }

    @Test
    void maximum_of_rows_ends_the_result() {
        try (QueryExecution execution = execute(large.scan(), Duration.ZERO, 3000)) {
            assertThat(read(execution)).hasSize(3000);
            assertThat(execution.report().rows()).isEqualTo(3000);
        }
    }

    @Test
    void union_of_large_and_small_gives_all_rows() {
        NumbersTable small = new NumbersTable(10, 100);
        PlanNode union = new PlanNode.UnionAll(
                List.of(small.scan(), large.scan(), small.scan()), small.scan().output());
        try (QueryExecution execution = execute(union, Duration.ZERO, 0)) {
            assertThat(read(execution)).hasSize(3_000_020);
        }
    }

    @Test
    void closing_early_gives_everything_back() {
        QueryExecution execution = execute(large.scan(), Duration.ZERO, 0);
        assertThat(execution.next()).isNotNull();
        execution.close();
        execution.close();
        assertThat(execution.next()).isNull();
        assertThat(execution.report().outcome()).isEqualTo("closed");
        assertThat(session.recentReports()).hasSize(1);
    }

    @Test
    void cancelled_query_throws_cancelled() {
        QueryExecution execution = execute(large.scan(), Duration.ZERO, 0);
        execution.next();
        execution.cancel();
        assertThatThrownBy(() -> read(execution))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThatThrownBy(execution::next).isInstanceOf(EngineException.class);
        assertThat(execution.report().outcome()).isEqualTo("cancelled");
        assertThat(execution.report().errorCode()).isEqualTo("cancelled");
    }

    @Test
    void query_over_its_time_limit_throws_timeout() throws InterruptedException {
        QueryExecution execution = execute(large.scan(), Duration.ofMillis(30), 0);
        Thread.sleep(60);
        assertThatThrownBy(() -> read(execution))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                .hasMessageContaining("0.03 seconds");
    }

    @Test
    void failure_while_reading_reaches_the_reader() {
        large.failAt = 1_234_567;
        QueryExecution execution = execute(large.scan(), Duration.ZERO, 0);
        assertThatThrownBy(() -> read(execution))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("cannot read 1234567");
        assertThat(execution.report().outcome()).isEqualTo("failed");
    }

    @Test
    void session_closed_by_another_thread_ends_its_queries() throws InterruptedException {
        QueryExecution execution = execute(large.scan(), Duration.ZERO, 0);
        execution.next();
        Thread closer = new Thread(session::close);
        closer.start();
        closer.join(1000);
        assertThat(closer.isAlive()).isFalse();
        assertThat(large.openReaders).hasValue(0);
        assertThatThrownBy(() -> execute(large.scan(), Duration.ZERO, 0))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_CLOSED));
    }

    @Test
    void many_open_results_of_one_session_do_not_block_each_other() {
        session.set(SessionSetting.MAX_ACTIVE_ATTEMPTS, "1");
        List<QueryExecution> open = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            QueryExecution execution = execute(large.scan(), Duration.ZERO, 0);
            assertThat(execution.next()).isNotNull();
            open.add(execution);
        }
        open.forEach(QueryExecution::close);
    }

    @Test
    void unread_results_of_other_sessions_give_their_slot_back() {
        session.set(SessionSetting.MAX_ACTIVE_ATTEMPTS, "1");
        QueryExecution unread = execute(large.scan(), Duration.ZERO, 0);
        try (EngineSession other = engine.open(new MemoryCatalog("memory", new FooterCache(16 << 20)));
                QueryExecution execution = execute(other, large.scan(), Duration.ZERO, 0)) {
            assertThat(read(execution)).hasSize(3_000_000);
        }
        assertThat(read(unread)).hasSize(3_000_000);
    }

    @Test
    void many_threads_run_many_queries() throws InterruptedException {
        AtomicInteger right = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        NumbersTable middle = new NumbersTable(200_000, 10_000);
        for (int i = 0; i < 20; i++) {
            Thread thread = new Thread(() -> {
                try (EngineSession own = engine.open(new MemoryCatalog("memory", new FooterCache(16 << 20)))) {
                    for (int k = 0; k < 5; k++) {
                        try (QueryExecution execution = execute(own, middle.scan(), Duration.ZERO, 0)) {
                            if (read(execution).size() == 200_000) {
                                right.incrementAndGet();
                            }
                        }
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(right).hasValue(100);
        assertThat(middle.openReaders).hasValue(0);
    }

    @Test
    void result_larger_than_the_query_limit_streams() {
        session.set(SessionSetting.QUERY_MEMORY_LIMIT, "8MiB");
        try (QueryExecution execution = execute(large.scan(), Duration.ZERO, 0)) {
            long rows = 0;
            @Nullable Batch batch;
            while ((batch = execution.next()) != null) {
                rows += batch.rowCount();
            }
            assertThat(rows).isEqualTo(3_000_000);
            assertThat(execution.report().peakMemoryBytes()).isBetween(1L, 8L << 20);
        }
    }
}
