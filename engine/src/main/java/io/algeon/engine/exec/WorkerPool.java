package io.algeon.engine.exec;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that carry out all queries of an engine. Tasks are taken in the order in which they were submitted; a task
 * that has worked for a while and sees others wait submits itself again, which shares the threads fairly between queries.
 * Threads are daemons, are started when needed, and end after some idle seconds.
 */
public final class WorkerPool implements AutoCloseable {
    /** Long enough that an interactive session keeps its threads, short enough that an idle process has none. */
    private static final long IDLE_SECONDS = 20;

    private final ThreadPoolExecutor executor;

    /** @param threads at least 1 */
    public WorkerPool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(null, task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    thread.setContextClassLoader(WorkerPool.class.getClassLoader());
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    public int threads() {
        return executor.getCorePoolSize();
    }

    /** Takes effect for tasks that have not started yet. */
    public synchronized void setThreads(int threads) {
        if (threads > executor.getMaximumPoolSize()) {
            executor.setMaximumPoolSize(threads);
            executor.setCorePoolSize(threads);
        } else {
            executor.setCorePoolSize(threads);
            executor.setMaximumPoolSize(threads);
        }
    }

    /** Runs the task soon; it must not throw and must not block. */
    public void submit(Runnable task) {
        executor.execute(task);
    }

    /** The calling thread with helpers from this pool, {@code size} in all at most. */
    public Crew crew(int size) {
        return new PoolCrew(this, size);
    }

    /** Whether tasks wait for a thread. */
    public boolean isBusy() {
        return !executor.getQueue().isEmpty();
    }

    /** Ends the threads; tasks that wait are dropped. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
