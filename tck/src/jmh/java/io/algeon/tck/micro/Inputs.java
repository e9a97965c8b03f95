package io.algeon.tck.micro;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Seeded batches, and what operators need around them. */
final class Inputs {
    static final List<ColumnDef> COLUMNS = List.of(
            new ColumnDef("k", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("price", SqlTypes.decimal(12, 2).withNullable(false)),
            new ColumnDef("day", SqlTypes.DATE.withNullable(false)),
            new ColumnDef("code", SqlTypes.VARCHAR.withNullable(false)));

    private static final String[] CODES = {"AIR", "FOB", "MAIL", "RAIL", "SHIP", "TRUCK", "REG AIR"};

    private Inputs() {}

    /** Batches of {@link #COLUMNS}; keys are uniform below {@code keys}. */
    static List<Batch> batches(int rows, int keys) {
        Random random = new Random(42);
        Dictionary dictionary = new Dictionary(BytesVector.of(CODES), CODES.length);
        List<Batch> batches = new ArrayList<>();
        for (int start = 0; start < rows; start += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, rows - start);
            long[] k = new long[count];
            long[] price = new long[count];
            int[] day = new int[count];
            int[] code = new int[count];
            for (int i = 0; i < count; i++) {
                k[i] = random.nextInt(keys);
                price[i] = random.nextInt(10_000_000);
                day[i] = 8000 + random.nextInt(2500);
                code[i] = random.nextInt(CODES.length);
            }
            batches.add(new Batch(
                    new ColumnVector[] {
                        new LongVector(k),
                        new LongVector(price),
                        new IntVector(day),
                        new DictionaryVector(code, dictionary)
                    },
                    count));
        }
        return batches;
    }

    static ExecutionContext context() {
        return new ExecutionContext(
                MemoryBudget.root("benchmark", Long.MAX_VALUE, "-Xmx"),
                new CancellationToken(),
                List.of(),
                Instant.EPOCH,
                "UTC",
                "benchmark",
                "benchmark",
                "main",
                1);
    }

    static WorkerContext worker(ExecutionContext context) {
        return new WorkerContext(context, 0, new OperatorStatistics());
    }

    /** An input that operators under test never ask for rows. */
    static PlanNode node() {
        return new PlanNode.Values(List.of(), COLUMNS);
    }

    static void fill(Sink sink, List<Batch> batches, WorkerContext worker) {
        try (Sink.Local local = sink.open(worker)) {
            for (Batch batch : batches) {
                local.accept(batch);
            }
            local.combine();
        }
        sink.finish();
    }

    /** Rows of a source, read to the end. */
    static long drain(Source source, WorkerContext worker) {
        try (Operator operator = source.open(worker)) {
            return drain(operator);
        }
    }

    static long drain(Operator operator) {
        long rows = 0;
        for (Batch batch = operator.next(); batch != null; batch = operator.next()) {
            rows += batch.rowCount();
        }
        return rows;
    }

    /** Gives batches again and again to a streaming operator. */
    static Operator replay(List<Batch> batches) {
        return new Operator() {
            private int next;

            @Override
            public Batch next() {
                return next < batches.size() ? batches.get(next++) : null;
            }

            @Override
            public void close() {
                next = batches.size();
            }
        };
    }
}
