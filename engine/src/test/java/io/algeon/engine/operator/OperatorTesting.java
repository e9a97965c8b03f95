package io.algeon.engine.operator;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Rows as Java objects, turned into batches and back, and operators run by some threads. */
public final class OperatorTesting {
    private static final Crew CREW = new WorkerPool("operator-test", 3).crew(3);

    public static final Expr TRUE = new Expr.Literal(true, SqlTypes.BOOLEAN);
    public static final Expr NO_LIMIT = new Expr.Literal(null, SqlTypes.BIGINT);

    private OperatorTesting() {}

    public static ExecutionContext context(long limitBytes) {
        return new ExecutionContext(
                MemoryBudget.root("engine", limitBytes, "memory_limit"),
                new CancellationToken(),
                List.of(),
                Instant.EPOCH,
                "UTC",
                "test",
                2);
    }

    public static ExecutionContext context() {
        return context(1L << 40);
    }

    public static Expr bigint(long value) {
        return new Expr.Literal(value, SqlTypes.BIGINT);
    }

    public static PlanNode input(List<SqlType> types) {
        return new PlanNode.Values(List.of(), columns(types));
    }

    public static List<ColumnDef> columns(List<SqlType> types) {
        List<ColumnDef> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(new ColumnDef("c" + i, types.get(i)));
        }
        return columns;
    }

    /** Turns rows into batches of {@code size} rows; strings become codes in every second batch if asked for. */
    public static List<Batch> batches(List<SqlType> types, List<List<Object>> rows, int size, boolean dictionaries) {
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += size) {
            List<List<Object>> part = rows.subList(from, Math.min(rows.size(), from + size));
            ColumnVector[] vectors = new ColumnVector[types.size()];
            for (int c = 0; c < vectors.length; c++) {
                int column = c;
                List<Object> values = new ArrayList<>();
                part.forEach(row -> values.add(row.get(column)));
                vectors[c] = vector(types.get(c), values, dictionaries);
            }
            batches.add(new Batch(vectors, part.size()));
        }
        return batches;
    }

    public static ColumnVector vector(SqlType type, List<Object> values, boolean dictionaries) {
        int count = values.size();
        if (dictionaries && type.kind().isCharacter()) {
            Map<Object, Integer> distinct = new LinkedHashMap<>();
            for (Object value : values) {
                if (value != null) {
                    distinct.putIfAbsent(value, distinct.size());
                }
            }
            Dictionary dictionary =
                    new Dictionary(BytesVector.of(distinct.keySet().toArray(String[]::new)), distinct.size());
            DictionaryVector vector = new DictionaryVector(count, dictionary);
            for (int i = 0; i < count; i++) {
                if (values.get(i) == null) {
                    vector.setNull(i, count);
                } else {
                    vector.codes()[i] = distinct.get(values.get(i));
                }
            }
            return vector;
        }
        ColumnVector vector = Vectors.create(type, count);
        Random garbage = new Random(count);
        for (int i = 0; i < count; i++) {
            Object value = values.get(i);
            if (vector instanceof BytesVector bytes) {
                bytes.set(
                        i,
                        value == null
                                ? new byte[garbage.nextInt(3)]
                                : ((String) value).getBytes(StandardCharsets.UTF_8));
            } else if (vector instanceof IntVector ints) {
                ints.values()[i] = value == null ? garbage.nextInt() : (Integer) value;
            } else if (vector instanceof LongVector longs) {
                longs.values()[i] = value == null ? garbage.nextLong() : (Long) value;
            } else if (vector instanceof DoubleVector doubles) {
                doubles.values()[i] = value == null ? garbage.nextDouble() : (Double) value;
            } else if (vector instanceof FloatVector floats) {
                floats.values()[i] = value == null ? garbage.nextFloat() : (Float) value;
            } else if (vector instanceof BooleanVector booleans) {
                booleans.set(i, value == null ? garbage.nextBoolean() : (Boolean) value);
            } else if (vector instanceof Int128Vector wide) {
                BigInteger number = value == null ? BigInteger.valueOf(garbage.nextLong()) : (BigInteger) value;
                wide.high()[i] = number.shiftRight(64).longValue();
                wide.low()[i] = number.longValue();
            }
            if (value == null) {
                vector.setNull(i, count);
            }
        }
        return vector;
    }

    public static List<List<Object>> rows(Batch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rowCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (int c = 0; c < batch.columnCount(); c++) {
                values.add(value(batch.column(c), row));
            }
            rows.add(values);
        }
        return rows;
    }

    public static Object value(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        } else if (vector instanceof BytesVector bytes) {
            return bytes.string(row);
        } else if (vector instanceof DictionaryVector coded) {
            return coded.dictionary().values().string(coded.codes()[row]);
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof DoubleVector doubles) {
            return doubles.values()[row];
        } else if (vector instanceof FloatVector floats) {
            return floats.values()[row];
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.get(row);
        } else if (vector instanceof Int128Vector wide) {
            return BigInteger.valueOf(wide.high()[row])
                    .shiftLeft(64)
                    .or(new BigInteger(
                            1,
                            java.nio.ByteBuffer.allocate(8)
                                    .putLong(wide.low()[row])
                                    .array()));
        } else if (vector instanceof ListVector list) {
            List<Object> elements = new ArrayList<>();
            for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                elements.add(value(list.elements(), i));
            }
            return elements;
        }
        throw new IllegalArgumentException(vector.toString());
    }

    /** A worker's operator that gives the batches which {@code next} counts out. */
    public static Operator reading(List<Batch> batches, AtomicInteger next) {
        return new Operator() {
            @Override
            public Batch next() {
                int number = next.getAndIncrement();
                return number < batches.size() ? batches.get(number) : null;
            }

            @Override
            public void close() {}
        };
    }

    private static WorkerContext worker(ExecutionContext context, int number) {
        return new WorkerContext(context, number, new OperatorStatistics());
    }

    /** Fills a sink by some workers, and finishes it. */
    public static void fill(Sink sink, List<Batch> batches, ExecutionContext context, int workers) {
        AtomicInteger next = new AtomicInteger();
        inParallel(workers, number -> {
            try (Sink.Local local = sink.open(worker(context, number))) {
                Operator input = reading(batches, next);
                Batch batch;
                while ((batch = input.next()) != null && local.accept(batch)) {
                    Thread.yield();
                }
                local.combine();
            }
            return List.of();
        });
        sink.finish(CREW);
    }

    /** All rows of a source, read by some workers. */
    public static List<List<Object>> drain(Source source, ExecutionContext context, int workers) {
        return inParallel(
                Math.min(workers, source.maxWorkers()), number -> drain(source.open(worker(context, number))));
    }

    /** All rows that come out of a streaming step. */
    public static List<List<Object>> through(
            OperatorFactory step, List<Batch> batches, ExecutionContext context, int workers) {
        AtomicInteger next = new AtomicInteger();
        return inParallel(workers, number -> drain(step.open(reading(batches, next), worker(context, number))));
    }

    private static List<List<Object>> drain(Operator operator) {
        List<List<Object>> rows = new ArrayList<>();
        try (operator) {
            Batch batch;
            while ((batch = operator.next()) != null) {
                if (batch.rowCount() < 1 || batch.rowCount() > Batch.ROWS) {
                    throw new AssertionError("a batch of " + batch.rowCount() + " rows");
                }
                rows.addAll(rows(batch));
            }
        }
        return rows;
    }

    /** What a worker does. */
    private interface Work {
        List<List<Object>> run(int worker);
    }

    private static List<List<Object>> inParallel(int workers, Work work) {
        if (workers == 1) {
            return work.run(0);
        }
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            List<Future<List<List<Object>>>> futures = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int number = i;
                futures.add(pool.submit(() -> work.run(number)));
            }
            List<List<Object>> rows = new ArrayList<>();
            for (Future<List<List<Object>>> future : futures) {
                rows.addAll(future.get());
            }
            return rows;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(failure.getCause());
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Random values of a type, out of about {@code variety}, some NULL. */
    public static Supplier<Object> values(SqlType type, Random random, int variety, double nulls) {
        return () -> {
            if (random.nextDouble() < nulls) {
                return null;
            }
            int number = random.nextInt(Math.max(1, variety));
            return switch (type.physicalKind()) {
                case BOOLEAN -> number % 2 == 0;
                case INT32 -> number - variety / 2;
                case INT64 -> (number - variety / 2) * (variety > 100 ? 1_000_003L : 1);
                case INT128 -> BigInteger.valueOf(number - variety / 2).shiftLeft(number % 70);
                case FLOAT32 -> number == 0 ? -0.0f : number == 1 ? 0.0f : number == 2 ? Float.NaN : number * 0.5f;
                case FLOAT64 -> number == 0 ? -0.0 : number == 1 ? 0.0 : number == 2 ? Double.NaN : number * -0.25;
                case BYTES -> "wörd " + (number % 7 == 0 ? "common prefix " : "") + number;
                case LIST, ROW, MAP -> throw new IllegalArgumentException();
            };
        };
    }

    public static List<List<Object>> randomRows(
            List<SqlType> types, Random random, int count, int variety, double nulls) {
        List<Supplier<Object>> makers = new ArrayList<>();
        types.forEach(type -> makers.add(values(type, random, variety, nulls)));
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Object> row = new ArrayList<>();
            makers.forEach(maker -> row.add(maker.get()));
            rows.add(row);
        }
        return rows;
    }

    /** The value under which equal SQL values are equal Java objects. */
    public static Object key(Object value) {
        if (value instanceof Double number) {
            return number + 0.0;
        } else if (value instanceof Float number) {
            return number + 0.0f;
        }
        return value;
    }

    public static List<Object> key(List<Object> row) {
        List<Object> keys = new ArrayList<>();
        row.forEach(value -> keys.add(key(value)));
        return keys;
    }

    /** Rows as sorted text, to compare results whose order is open. */
    public static List<String> sorted(List<List<Object>> rows) {
        return rows.stream().map(row -> key(row).toString()).sorted().toList();
    }

    public static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }
}
