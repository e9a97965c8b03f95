package io.algeon.tck.micro;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the machine's memory gives: the bound of every loop over data that no cache holds. Eight bytes an operation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MemoryBenchmark {
    private static final int LONGS = 32 << 20;

    private final long[] values = new Random(1).longs(LONGS).toArray();

    @Benchmark
    @OperationsPerInvocation(LONGS)
    public long sumLongs() {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
