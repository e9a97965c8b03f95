package io.algeon.tck.graph;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * Edges as a Parquet file, and as raw arrays for Python. No pair of vertices has two edges and none has a loop, so that libraries
 * with other rules for those answer alike. There are ten edges a vertex; weights are 1 to 5.
 */
final class EdgeData {
    private static final List<ColumnDef> COLUMNS = List.of(
            new ColumnDef("src", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("dst", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("weight", SqlTypes.DOUBLE.withNullable(false)));
    /** Pairs to compare: edges, and others. */
    private static final int PAIRS = 200_000;

    private EdgeData() {}

    /** Makes what a directory does not hold yet. */
    static void generate(Path directory, EdgeShape shape, int edges) throws IOException {
        if (Files.exists(directory.resolve("weight.bin"))) {
            return;
        }
        Files.createDirectories(directory);
        SplittableRandom random = new SplittableRandom(7);
        int vertices = Math.max(100, edges / 10);
        long[] pairs = distinct(shape.drawing(vertices, random), edges);
        long[] sources = new long[edges];
        long[] targets = new long[edges];
        double[] weights = new double[edges];
        shuffle(pairs, random);
        for (int i = 0; i < edges; i++) {
            boolean forward = random.nextBoolean();
            sources[i] = forward ? pairs[i] >>> 32 : (int) pairs[i];
            targets[i] = forward ? (int) pairs[i] : pairs[i] >>> 32;
            weights[i] = 1 + random.nextInt(5);
        }
        parquet(directory.resolve("edges.parquet"), COLUMNS, sources, targets, weights);
        int count = Math.min(PAIRS, edges);
        long[] firsts = Arrays.copyOf(sources, count);
        long[] seconds = Arrays.copyOf(targets, count);
        for (int i = 1; i < count; i += 2) {
            seconds[i] = targets[edges - 1 - i];
        }
        parquet(directory.resolve("pairs.parquet"), COLUMNS.subList(0, 2), firsts, seconds, new double[0]);
        raw(directory.resolve("first.bin"), firsts);
        raw(directory.resolve("second.bin"), seconds);
        raw(directory.resolve("src.bin"), sources);
        raw(directory.resolve("dst.bin"), targets);
        raw(directory.resolve("weight.bin"), weights);
    }

    private static long[] distinct(LongUnaryOperator drawing, int edges) {
        long[] pairs = new long[edges];
        int kept = 0;
        while (kept < edges) {
            for (int i = kept; i < edges; i++) {
                long pair = drawing.applyAsLong(i);
                while (pair >>> 32 == (int) pair) {
                    pair = drawing.applyAsLong(i);
                }
                pairs[i] = pair;
            }
            Arrays.parallelSort(pairs);
            kept = 0;
            for (int i = 0; i < edges; i++) {
                if (i == 0 || pairs[i] != pairs[kept - 1]) {
                    pairs[kept++] = pairs[i];
                }
            }
        }
        return pairs;
    }

    private static void shuffle(long[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long moved = values[i];
            values[i] = values[other];
            values[other] = moved;
        }
    }

    private static void parquet(Path file, List<ColumnDef> columns, long[] sources, long[] targets, double[] weights)
            throws IOException {
        MemoryBudget budget = MemoryBudget.root("generator", Long.MAX_VALUE, "-Xmx");
        LongVector source = new LongVector(Batch.ROWS);
        LongVector target = new LongVector(Batch.ROWS);
        DoubleVector weight = new DoubleVector(Batch.ROWS);
        ColumnVector[] vectors = {source, target, weight};
        Batch batch = new Batch(Arrays.copyOf(vectors, columns.size()), 0);
        try (ParquetWriter writer =
                ParquetWriter.create(file, columns, ParquetWriteOptions.DEFAULT, budget.reservation("writer"))) {
            for (int from = 0; from < sources.length; from += Batch.ROWS) {
                int rows = Math.min(Batch.ROWS, sources.length - from);
                System.arraycopy(sources, from, source.values(), 0, rows);
                System.arraycopy(targets, from, target.values(), 0, rows);
                if (weights.length > 0) {
                    System.arraycopy(weights, from, weight.values(), 0, rows);
                }
                batch.setRowCount(rows);
                writer.write(batch);
            }
            writer.finish();
        }
    }

    static void raw(Path file, long[] values) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        try (OutputStream stream = Files.newOutputStream(file)) {
            for (int from = 0; from < values.length; from += 1 << 13) {
                int count = Math.min(1 << 13, values.length - from);
                buffer.clear().asLongBuffer().put(values, from, count);
                stream.write(buffer.array(), 0, 8 * count);
            }
        }
    }

    static void raw(Path file, double[] values) throws IOException {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        raw(file, bits);
    }
}
