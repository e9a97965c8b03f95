package io.algeon.tck.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;

/**
 * How much faster several threads of this machine are than one, at loops that share nothing: what no query can exceed. Processors
 * of virtual machines are often halves of one core, and memory is shared in any case.
 */
final class MachineCeiling {
    private static final int ROUNDS = 7;
    private static final int NEAR_WORDS = 1 << 14;
    private static final int FAR_WORDS = 1 << 24;

    private MachineCeiling() {}

    /** A loop over a thread's own memory; the result only keeps it from being optimized away. */
    private interface Work {
        long run(long[] memory);
    }

    /** Prints a table: loops, milliseconds of one thread, milliseconds of several at once, speed-up. */
    static void print(int threads, PrintStream out) throws InterruptedException {
        out.printf(
                Locale.ROOT,
                "%-44s %10s %10s %9s%n",
                "loop, the same in each thread",
                "1 thread",
                threads + " threads",
                "speed-up");
        row("arithmetic in registers", threads, NEAR_WORDS, MachineCeiling::compute, out);
        row("random reads of 128 KiB", threads, NEAR_WORDS, memory -> randomReads(memory, 1 << 25), out);
        row("random reads of 128 MiB", threads, FAR_WORDS, memory -> randomReads(memory, 1 << 22), out);
        row("sequential reads of 128 MiB", threads, FAR_WORDS, MachineCeiling::sequentialReads, out);
    }

    private static void row(String name, int threads, int words, Work work, PrintStream out)
            throws InterruptedException {
        List<long[]> memory = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long[] own = new long[words];
            for (int word = 0; word < words; word++) {
                own[word] = word * 0x9E3779B97F4A7C15L;
            }
            memory.add(own);
        }
        double one = Double.MAX_VALUE;
        double all = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            one = Math.min(one, time(memory.subList(0, 1), work));
            all = Math.min(all, time(memory, work));
        }
        out.printf(Locale.ROOT, "%-44s %10.1f %10.1f %9.2f%n", name, one, all, threads * one / all);
    }

    /** Milliseconds until all threads have run the work once. */
    private static double time(List<long[]> memory, Work work) throws InterruptedException {
        long[] results = new long[memory.size()];
        long[] start = new long[1];
        CyclicBarrier barrier = new CyclicBarrier(memory.size(), () -> start[0] = System.nanoTime());
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < memory.size(); i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    barrier.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                results[number] = work.run(memory.get(number));
            });
            running.add(thread);
            thread.start();
        }
        for (Thread thread : running) {
            thread.join();
        }
        double milliseconds = (System.nanoTime() - start[0]) / 1e6;
        if (results[0] == 42) {
            throw new IllegalStateException("the result is not expected to be this");
        }
        return milliseconds;
    }

    private static long compute(long[] memory) {
        long a = memory[1];
        long b = memory[2];
        for (int i = 0; i < 1 << 26; i++) {
            a = a * 0x5851F42D4C957F2DL + i;
            b ^= a >>> 29;
        }
        return b;
    }

    private static long randomReads(long[] memory, int reads) {
        int mask = memory.length - 1;
        long sum = 0;
        long at = 1;
        for (int i = 0; i < reads; i++) {
            at = at * 0x5851F42D4C957F2DL + 1442695040888963407L;
            sum += memory[(int) (at >>> 33) & mask];
        }
        return sum;
    }

    private static long sequentialReads(long[] memory) {
        long sum = 0;
        for (int round = 0; round < 4; round++) {
            for (long word : memory) {
                sum += word ^ round;
            }
        }
        return sum;
    }
}
