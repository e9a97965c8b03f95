package io.algeon.engine.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.result.ResultQueue;
import io.algeon.engine.result.ResultReader;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class QueryRunTest {
    private static final int ROWS = 100;

    private final WorkerPool pool = new WorkerPool("test-worker", 4);
    private final MemoryBudget root = MemoryBudget.root("engine", 1L << 30, "memory_limit");
    private final AtomicInteger closedRuns = new AtomicInteger();
    private final AtomicInteger rests = new AtomicInteger();

    @AfterEach
    void endThreads() {
        pool.close();
    }

    private ExecutionContext context(int threads) {
        return new ExecutionContext(
                root.child("query", 1L << 30, "query_memory_limit"),
                new CancellationToken(),
                List.of(),
                Instant.EPOCH,
                "UTC",
                "",
                threads);
    }

    private static Pipeline pipeline(int id, Source source, Sink sink, Integer... dependencies) {
        return new Pipeline(id, source, 0, List.of(), sink, -1, List.of(dependencies));
    }

    private static long sumTo(long rows) {
        return rows * (rows - 1) / 2;
    }

    /** A run with its reader. */
    private final class Execution implements AutoCloseable {
        final ExecutionContext context;
        final QueryRun run;
        final ResultReader reader;
        final ResultQueue queue;

        Execution(int threads, java.util.function.Function<Sink, List<Pipeline>> pipelines) {
            context = context(Math.max(1, threads));
            queue = new ResultQueue(context.budget());
            if (threads == 0) {
                queue.pullEverything();
            }
            NodeStatistics statistics = new NodeStatistics(1);
            run = new QueryRun(
                    pipelines.apply(queue),
                    context,
                    statistics,
                    threads == 0 ? null : pool,
                    rests::incrementAndGet,
                    () -> {
                        closedRuns.incrementAndGet();
                        queue.close();
                    });
            reader = new ResultReader(run, queue, context, statistics);
        }

        long readSum() {
            long sum = 0;
            @Nullable Batch batch;
            while ((batch = reader.next()) != null) {
                long[] values = ((LongVector) batch.column(0)).values();
                for (int i = 0; i < batch.rowCount(); i++) {
                    sum += values[i];
                }
            }
            return sum;
        }

        @Override
        public void close() {
            run.stop(new EngineException(ErrorCode.CANCELLED, "closed"));
            reader.close();
            run.close();
            assertThat(context.budget().close()).as("forgotten bytes").isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 7})
    void dependent_pipelines_run_one_after_the_other(int threads) {
        FakeSource first = new FakeSource(500, ROWS, threads);
        FakeSink collected = new FakeSink();
        FakeSource second = new FakeSource(50, ROWS, threads, (batch, worker) -> {
            assertThat(collected.finished).hasValue(1);
            assertThat(collected.sum).hasValue(sumTo(500 * ROWS));
        });
        try (Execution execution = new Execution(
                threads, result -> List.of(pipeline(0, first, collected), pipeline(1, second, result, 0)))) {
            execution.run.start();
            assertThat(execution.readSum()).isEqualTo(sumTo(50 * ROWS));
        }
        assertThat(first.closed.get()).isEqualTo(first.opened.get());
        assertThat(second.closed.get()).isEqualTo(second.opened.get());
        assertThat(collected.combined.get()).isEqualTo(collected.opened.get());
        assertThat(collected.localsClosed.get()).isEqualTo(collected.opened.get());
        assertThat(closedRuns).hasValue(1);
        assertThat(root.reservedBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void several_pipelines_feed_one_sink_which_finishes_once(int threads) {
        FakeSink collected = new FakeSink();
        FakeSource result = new FakeSource(1, ROWS, 1);
        try (Execution execution = new Execution(
                threads,
                sink -> List.of(
                        pipeline(0, new FakeSource(30, ROWS, 3), collected),
                        pipeline(1, new FakeSource(20, ROWS, 2), collected, 0),
                        pipeline(2, new FakeSource(0, ROWS, 0), collected),
                        pipeline(3, result, sink, 0, 1, 2)))) {
            execution.run.start();
            assertThat(execution.readSum()).isEqualTo(sumTo(ROWS));
        }
        assertThat(collected.sum).hasValue(sumTo(30 * ROWS) + sumTo(20 * ROWS));
        assertThat(collected.finished).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void union_of_results_gives_all_rows(int threads) {
        try (Execution execution = new Execution(
                threads,
                sink -> List.of(
                        pipeline(0, new FakeSource(30, ROWS, 3), sink),
                        pipeline(1, new FakeSource(20, ROWS, 1), sink),
                        pipeline(2, new FakeSource(10, ROWS, 1), sink, 0)))) {
            execution.run.start();
            assertThat(execution.readSum()).isEqualTo(sumTo(30 * ROWS) + sumTo(20 * ROWS) + sumTo(10 * ROWS));
        }
    }

    @Test
    void task_that_waits_for_a_thread_gives_memory_back() throws InterruptedException {
        pool.setThreads(1);
        CountDownLatch occupied = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        FakeSource source = new FakeSource(3, ROWS, 1, (batch, worker) -> {
            if (batch == 1) {
                pool.submit(() -> {
                    occupied.countDown();
                    await(free);
                });
                pause(30); // longer than a turn, so that the other task is next
            }
        });
        FakeSink collected = new FakeSink();
        try (Execution execution = new Execution(
                1, sink -> List.of(pipeline(0, source, collected), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            execution.run.start();
            await(occupied);
            assertThat(execution.run.releaseParked()).isPositive();
            assertThat(source.idled).hasValue(1);
            free.countDown();
            assertThat(execution.readSum()).isEqualTo(sumTo(ROWS));
        }
        assertThat(collected.sum).hasValue(sumTo(3 * ROWS));
    }

    @Test
    void memory_asked_for_at_any_time_disturbs_no_task() throws InterruptedException {
        pool.setThreads(2);
        int batches = 300;
        List<FakeSource> sources = new ArrayList<>();
        List<Execution> executions = new ArrayList<>();
        List<FakeSink> sinks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            FakeSource source = new FakeSource(batches, ROWS, 2, (batch, worker) -> spin(200_000));
            FakeSink collected = new FakeSink();
            sources.add(source);
            sinks.add(collected);
            executions.add(new Execution(
                    2,
                    sink -> List.of(
                            pipeline(0, source, collected), pipeline(1, new FakeSource(40, ROWS, 2), sink, 0))));
        }
        AtomicBoolean over = new AtomicBoolean();
        Thread asking = new Thread(() -> {
            while (!over.get()) {
                executions.forEach(execution -> execution.run.releaseParked());
            }
        });
        asking.start();
        try {
            executions.forEach(execution -> execution.run.start());
            for (Execution execution : executions) {
                assertThat(execution.readSum()).isEqualTo(sumTo(40 * ROWS));
            }
        } finally {
            over.set(true);
            asking.join();
            executions.forEach(Execution::close);
        }
        assertThat(sinks).allSatisfy(sink -> assertThat(sink.sum).hasValue(sumTo(batches * ROWS)));
        assertThat(sources).allSatisfy(source -> assertThat(source.disturbed).hasValue(0));
        assertThat(sources.stream().mapToInt(source -> source.idled.get()).sum())
                .isPositive();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void spin(long nanoseconds) {
        long end = System.nanoTime() + nanoseconds;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void sink_with_enough_rows_ends_all_workers() {
        FakeSource source = new FakeSource(1_000_000, ROWS, 4);
        FakeSink few = new FakeSink(10 * ROWS);
        try (Execution execution = new Execution(
                4, sink -> List.of(pipeline(0, source, few), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            execution.run.start();
            execution.readSum();
        }
        assertThat(few.finished).hasValue(1);
        assertThat(source.given.get()).isLessThan(1000L * ROWS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void failure_in_a_source_reaches_the_reader_once_and_everything_is_closed(int threads) {
        FakeSource failing = new FakeSource(1000, ROWS, 4, (batch, worker) -> {
            if (batch == 300) {
                throw new EngineException(ErrorCode.DIVISION_BY_ZERO, "Division by zero.");
            }
        });
        FakeSink collected = new FakeSink();
        try (Execution execution = new Execution(
                threads,
                sink -> List.of(pipeline(0, failing, collected), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            assertThatThrownBy(() -> {
                        execution.run.start();
                        execution.readSum();
                    })
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
        }
        assertThat(failing.closed.get()).isEqualTo(failing.opened.get());
        assertThat(collected.localsClosed.get()).isEqualTo(collected.opened.get());
        assertThat(collected.finished).hasValue(0);
        assertThat(closedRuns).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open source", "open sink", "accept", "combine", "finish", "max workers"})
    void failure_anywhere_reaches_the_reader(String place) {
        FakeSource source = new FakeSource(10, ROWS, 2);
        Source broken = new Source() {
            @Override
            public int maxWorkers() {
                fail("max workers");
                return 2;
            }

            @Override
            public Operator open(WorkerContext worker) {
                fail("open source");
                return source.open(worker);
            }

            private void fail(String here) {
                if (here.equals(place)) {
                    throw new IllegalStateException("broken: " + place);
                }
            }
        };
        Sink sinkThatBreaks = new Sink() {
            private void fail(String here) {
                if (here.equals(place)) {
                    throw new IllegalStateException("broken: " + place);
                }
            }

            @Override
            public Local open(WorkerContext worker) {
                fail("open sink");
                return new Local() {
                    @Override
                    public boolean accept(Batch batch) {
                        fail("accept");
                        return true;
                    }

                    @Override
                    public void combine() {
                        fail("combine");
                    }

                    @Override
                    public void close() {}
                };
            }

            @Override
            public void finish(Crew crew) {
                fail("finish");
            }

            @Override
            public void close() {}
        };
        try (Execution execution = new Execution(
                2,
                sink -> List.of(
                        pipeline(0, broken, sinkThatBreaks), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            execution.run.start();
            assertThatThrownBy(execution::readSum).isInstanceOfSatisfying(EngineException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                assertThat(e).hasMessageContaining("broken: " + place);
            });
        }
        assertThat(source.closed.get()).isEqualTo(source.opened.get());
        assertThat(closedRuns).hasValue(1);
    }

    @Test
    void full_result_queue_parks_the_tasks_and_frees_the_threads() throws InterruptedException {
        FakeSource source = new FakeSource(20_000, 2048, 4);
        try (Execution execution = new Execution(4, sink -> List.of(pipeline(0, source, sink)))) {
            execution.run.start();
            while (rests.get() == 0) {
                Thread.sleep(1);
            }
            assertThat(source.given.get()).isLessThan(3_000_000);
            assertThat(execution.context.budget().reservedBytes()).isBetween(1L << 20, 32L << 20);
            assertThat(pool.isBusy()).isFalse();
            assertThat(execution.readSum()).isEqualTo(sumTo(20_000L * 2048));
            assertThat(execution.context.budget().peakBytes()).isLessThan(32L << 20);
        }
        assertThat(root.reservedBytes()).isZero();
    }

    @Test
    void stop_wakes_parked_tasks_and_the_reader() throws InterruptedException {
        FakeSource source = new FakeSource(1_000_000, 2048, 4);
        try (Execution execution = new Execution(4, sink -> List.of(pipeline(0, source, sink)))) {
            execution.run.start();
            while (rests.get() == 0) {
                Thread.sleep(1);
            }
            execution.run.stop(new EngineException(ErrorCode.TIMEOUT, "Too slow."));
            assertThat(execution.run.awaitEnd(Duration.ofMillis(250))).isTrue();
            assertThatThrownBy(execution::readSum)
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        }
        assertThat(source.closed.get()).isEqualTo(source.opened.get());
        assertThat(root.reservedBytes()).isZero();
    }

    @Test
    void stop_while_the_reader_waits_makes_it_return() throws InterruptedException {
        FakeSource endless = new FakeSource(
                Integer.MAX_VALUE,
                ROWS,
                4,
                (batch, worker) -> worker.execution().cancellation().check());
        FakeSink collected = new FakeSink();
        try (Execution execution = new Execution(
                4,
                sink -> List.of(pipeline(0, endless, collected), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            execution.run.start();
            List<Throwable> thrown = new ArrayList<>();
            Thread reader = new Thread(() -> {
                try {
                    execution.readSum();
                } catch (EngineException e) {
                    thrown.add(e);
                }
            });
            reader.start();
            Thread.sleep(30);
            long start = System.nanoTime();
            execution.run.stop(new EngineException(ErrorCode.CANCELLED, "Enough."));
            reader.join(1000);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(250));
            assertThat(thrown).hasSize(1);
        }
    }

    @Test
    void run_closed_before_it_was_started_touches_nothing() {
        FakeSource source = new FakeSource(10, ROWS, 2);
        Execution execution = new Execution(2, sink -> List.of(pipeline(0, source, sink)));
        execution.close();
        execution.run.start();
        execution.run.awaitEnd(Duration.ofSeconds(1));
        assertThat(source.opened).hasValue(0);
        assertThat(closedRuns).hasValue(1);
    }

    @Test
    void many_queries_share_the_workers() throws InterruptedException {
        List<Thread> readers = new ArrayList<>();
        AtomicInteger right = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            int batches = i % 7 == 0 ? 3000 : i;
            Thread reader = new Thread(() -> {
                FakeSink collected = new FakeSink();
                try (Execution execution = new Execution(
                        4,
                        sink -> List.of(
                                pipeline(0, new FakeSource(batches, ROWS, 4), collected),
                                pipeline(1, new FakeSource(batches, ROWS, 4), sink, 0)))) {
                    execution.run.start();
                    if (execution.readSum() == sumTo((long) batches * ROWS)
                            && collected.sum.get() == sumTo((long) batches * ROWS)) {
                        right.incrementAndGet();
                    }
                }
            });
            readers.add(reader);
            reader.start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(right).hasValue(50);
        assertThat(root.reservedBytes()).isZero();
    }

    @Test
    void long_query_gives_way_to_a_short_one() {
        FakeSource endless = new FakeSource(Integer.MAX_VALUE, ROWS, 4);
        FakeSink never = new FakeSink();
        try (Execution hog = new Execution(
                4, sink -> List.of(pipeline(0, endless, never), pipeline(1, new FakeSource(1, ROWS, 1), sink, 0)))) {
            hog.run.start();
            FakeSink collected = new FakeSink();
            try (Execution quick = new Execution(
                    4,
                    sink -> List.of(
                            pipeline(0, new FakeSource(8, ROWS, 4), collected),
                            pipeline(1, new FakeSource(8, ROWS, 4), sink, 0)))) {
                quick.run.start();
                assertThat(quick.readSum()).isEqualTo(sumTo(8 * ROWS));
            }
        }
    }
}
