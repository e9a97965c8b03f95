package io.algeon.engine.exec;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread and threads of the pool that are idle. The caller never waits for a part that nobody has begun, it does
 * it itself; so a busy pool costs nothing but time, and there is nothing to deadlock on. Helpers that come late find no part
 * left.
 */
final class PoolCrew implements Crew {
    private final WorkerPool pool;
    private final int size;

    PoolCrew(WorkerPool pool, int size) {
        this.pool = pool;
        this.size = size;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void each(int parts, IntConsumer work) {
        Job job = new Job(parts, work);
        for (int helper = 1; helper < Math.min(size, parts); helper++) {
            pool.submit(job);
        }
        job.run();
        job.await();
    }

    /** One call of {@link #each}. */
    private static final class Job implements Runnable {
        private final int parts;
        private final IntConsumer work;
        private final AtomicInteger next = new AtomicInteger();
        private int done;
        private volatile @Nullable Throwable failure;

        Job(int parts, IntConsumer work) {
            this.parts = parts;
            this.work = work;
        }

        @Override
        public void run() {
            int part;
            while ((part = next.getAndIncrement()) < parts) {
                try {
                    if (failure == null) {
                        work.accept(part);
                    }
                } catch (Throwable thrown) {
                    failure = thrown;
                } finally {
                    partDone();
                }
            }
        }

        private synchronized void partDone() {
            if (++done == parts) {
                notifyAll();
            }
        }

        /** Waits for the parts that others have begun. */
        void await() {
            boolean interrupted = false;
            synchronized (this) {
                while (done < parts) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable thrown = failure;
            if (thrown != null) {
                throw Failures.of(thrown);
            }
        }
    }
}
