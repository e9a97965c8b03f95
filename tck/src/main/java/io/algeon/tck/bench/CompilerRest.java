package io.algeon.tck.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Runs a query until the JVM's compiler hardly works beside it. While it does, it holds a processor, which costs nothing
 * with one thread and half the speed with two; a query that is over in milliseconds needs a thousand runs until then.
 */
final class CompilerRest {
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** Of a window, a tenth: what compiles still is not worth waiting for. */
    private static final long RESTING_MILLIS = 50;

    private CompilerRest() {}

    /** Returns after a window in which less than a tenth of a processor compiled, and after 15 seconds in any case. */
    static void await(BenchEngine engine, String sql) throws SQLException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < MOST_NANOS) {
            long compiledBefore = compiler.getTotalCompilationTime();
            long window = System.nanoTime();
            while (System.nanoTime() - window < WINDOW_NANOS) {
                engine.run(sql);
            }
            if (compiler.getTotalCompilationTime() - compiledBefore < RESTING_MILLIS) {
                return;
            }
        }
    }
}
