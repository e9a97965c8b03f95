package io.algeon.engine;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement as its caller sees it: planning and execution share one time limit, and one {@link #cancel} stops
 * whichever of them is going on. The time counts from the construction. Thread-safe.
 */
public final class StatementRun {
    private final Duration limit;
    private final long startNanos = System.nanoTime();
    private final CancellationToken cancellation = new CancellationToken();
    private volatile @Nullable QueryExecution execution;

    /** @param limit time after which the statement stops with {@code timeout}; zero: none */
    public StatementRun(Duration limit) {
        this.limit = limit;
    }

    /** A run without a time limit. */
    public static StatementRun unlimited() {
        return new StatementRun(Duration.ZERO);
    }

    /** Stops the statement with {@code cancelled}; does nothing if it is over. From any thread. */
    public void cancel() {
        cancellation.cancel();
        QueryExecution started = execution;
        if (started != null) {
            started.cancel();
        }
    }

    /** Tells the run which execution {@link #cancel} has to stop from now on. */
    public void started(QueryExecution newExecution) {
        execution = newExecution;
        EngineException reason = cancellation.reason();
        if (reason != null && reason.code() == ErrorCode.CANCELLED) {
            newExecution.cancel();
        }
    }

    /** The time limit; zero if there is none. */
    public Duration limit() {
        return limit;
    }

    /** What is left of the time limit, at least a nanosecond; zero if there is no limit. */
    Duration remaining() {
        if (limit.isZero()) {
            return limit;
        }
        Duration left = limit.minusNanos(System.nanoTime() - startNanos);
        return left.compareTo(Duration.ZERO) > 0 ? left : Duration.ofNanos(1);
    }

    /** Stops planning and changes; executions of queries have their own. */
    CancellationToken cancellation() {
        return cancellation;
    }

    EngineException timedOut() {
        return new EngineException(
                ErrorCode.TIMEOUT,
                "The statement was stopped by its time limit of " + limit.toMillis() / 1000.0
                        + " seconds. Raise the query timeout, or make the statement do less.");
    }

    /** Does work that checks {@link #cancellation}, which stops it when the time is over. */
    <T extends @Nullable Object> T within(ScheduledExecutorService timer, Supplier<T> work) {
        if (limit.isZero()) {
            return work.get();
        }
        ScheduledFuture<?> alarm =
                timer.schedule(() -> cancellation.stop(timedOut()), remaining().toNanos(), TimeUnit.NANOSECONDS);
        try {
            return work.get();
        } finally {
            alarm.cancel(false);
        }
    }
}
