package io.algeon.engine.parquet.scan;

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
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanBound;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.parquet.FooterReader;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Scans one file, and gives rows as text in DuckDB's spelling. */
public final class ScanFixture {
    final ParquetFile file;
    final List<ColumnDef> columns = new ArrayList<>();
    final MemoryBudget budget;
    final OperatorStatistics statistics = new OperatorStatistics();
    HostCache cache = HostCache.none();
    private final List<ScanFile.Column> sources = new ArrayList<>();
    private List<Expr> predicates = List.of();
    private List<DynamicFilter> dynamicFilters = List.of();
    private @Nullable ScanBound bound;
    private long limit = -1;
    private List<Object> parameters = List.of();
    private @Nullable Random parts;
    int prunedMorsels;
    int batches;

    public ScanFixture(Path path) {
        this(path, 1L << 30);
    }

    ScanFixture(Path path, long limitBytes) {
        budget = MemoryBudget.root("test", limitBytes, "memory_limit");
        file = FooterReader.read(path);
        for (ParquetNode node : file.fields()) {
            columns.add(new ColumnDef(node.name(), node.type()));
            sources.add(new ScanFile.Stored(node));
        }
    }

    /** Adds a column that has one value throughout the file. */
    ScanFixture constant(String name, SqlType type, Object value) {
        columns.add(new ColumnDef(name, type));
        sources.add(new ScanFile.Constant(value));
        return this;
    }

    ScanFixture where(Expr... conjuncts) {
        predicates = List.of(conjuncts);
        return this;
    }

    ScanFixture filteredBy(DynamicFilter... filters) {
        dynamicFilters = List.of(filters);
        return this;
    }

    ScanFixture boundedBy(ScanBound newBound) {
        bound = newBound;
        return this;
    }

    /** Reads morsels in parts of random sizes, in random order. */
    ScanFixture inParts(Random random) {
        parts = random;
        return this;
    }

    ScanFixture parameters(Object... values) {
        parameters = Arrays.asList(values);
        return this;
    }

    ScanFixture limit(long rows) {
        limit = rows;
        return this;
    }

    int column(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException(name);
    }

    Expr ref(String name) {
        int column = column(name);
        return new Expr.InputRef(column, columns.get(column).type());
    }

    public List<List<String>> rows() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            all.add(i);
        }
        return rows(all);
    }

    /** Reads the given columns of all morsels; asserts that all memory is given back. */
    List<List<String>> rows(List<Integer> output) {
        List<List<String>> rows = new ArrayList<>();
        forEachBatch(output, batch -> {
            for (int row = 0; row < batch.rowCount(); row++) {
                List<String> texts = new ArrayList<>();
                for (int i = 0; i < output.size(); i++) {
                    texts.add(text(batch.column(i), columns.get(output.get(i)).type(), row));
                }
                rows.add(texts);
            }
        });
        return rows;
    }

    /** Gives the batches of the given columns; asserts that all memory is given back. */
    void forEachBatch(List<Integer> output, Consumer<Batch> consumer) {
        ExecutionContext context =
                new ExecutionContext(budget, new CancellationToken(), parameters, Instant.EPOCH, "UTC", "test", 1);
        ParquetScan scan = ParquetScan.prepare(
                List.of(new ScanFile(file, sources)),
                columns,
                new ScanRequest(output, predicates, limit),
                dynamicFilters,
                bound,
                context,
                cache);
        prunedMorsels = scan.prunedMorsels();
        batches = 0;
        try (MorselReader reader = scan.openReader(new WorkerContext(context, 0, statistics))) {
            for (Runnable open : openings(scan, reader)) {
                open.run();
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    batches++;
                    consumer.accept(batch);
                }
            }
        }
        if (budget.reservedBytes() != 0) {
            throw new AssertionError(budget.reservedBytes() + " bytes were not given back");
        }
    }

    private List<Runnable> openings(ParquetScan scan, MorselReader reader) {
        List<Runnable> openings = new ArrayList<>();
        for (int i = 0; i < scan.morselCount(); i++) {
            int morsel = i;
            if (parts == null || !scan.isDivisible(morsel)) {
                openings.add(() -> reader.open(morsel));
                continue;
            }
            long all = scan.morselRows(morsel);
            long size = Batch.ROWS * (1L + parts.nextInt(3));
            for (long from = 0; from < all; from += size) {
                long first = from;
                openings.add(() -> reader.open(morsel, first, Math.min(size, all - first)));
            }
        }
        if (parts != null) {
            Collections.shuffle(openings, parts);
        }
        return openings;
    }

    /** The different dictionaries that a column's batches have. */
    Set<Dictionary> dictionaries(int column) {
        Set<Dictionary> found = new HashSet<>();
        ExecutionContext context =
                new ExecutionContext(budget, new CancellationToken(), parameters, Instant.EPOCH, "UTC", "test", 1);
        ParquetScan scan = ParquetScan.prepare(
                List.of(new ScanFile(file, sources)),
                columns,
                new ScanRequest(List.of(column), predicates, limit),
                dynamicFilters,
                bound,
                context,
                cache);
        for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
            try (MorselReader reader = scan.openReader(new WorkerContext(context, 0, statistics))) {
                reader.open(morsel);
                Batch batch = reader.next();
                if (batch != null && batch.column(0) instanceof DictionaryVector coded) {
                    found.add(coded.dictionary());
                }
            }
        }
        return found;
    }

    /** A value as text. */
    public static String text(ColumnVector vector, SqlType type, int row) {
        if (vector.isNull(row)) {
            return "NULL";
        }
        if (vector instanceof BooleanVector booleans) {
            return String.valueOf(booleans.get(row));
        } else if (vector instanceof IntVector ints) {
            return String.valueOf(ints.values()[row]);
        } else if (vector instanceof LongVector longs) {
            return type.scale() > 0
                    ? BigDecimal.valueOf(longs.values()[row], type.scale()).toPlainString()
                    : String.valueOf(longs.values()[row]);
        } else if (vector instanceof Int128Vector wide) {
            long high = wide.high()[row];
            long low = wide.low()[row];
            if (type.kind() == io.algeon.metadata.type.TypeKind.UUID) {
                return new UUID(high, low).toString();
            }
            BigInteger number = BigInteger.valueOf(high).shiftLeft(64).or(new BigInteger(Long.toUnsignedString(low)));
            return new BigDecimal(number, type.scale()).toPlainString();
        } else if (vector instanceof FloatVector floats) {
            return String.valueOf((double) floats.values()[row]);
        } else if (vector instanceof DoubleVector doubles) {
            return String.valueOf(doubles.values()[row]);
        } else if (vector instanceof DictionaryVector coded) {
            return bytes(coded.dictionary().values(), type, coded.codes()[row]);
        } else if (vector instanceof BytesVector bytes) {
            return bytes(bytes, type, row);
        } else if (vector instanceof ListVector list) {
            StringJoiner joined = new StringJoiner(", ", "[", "]");
            for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                joined.add(text(list.elements(), type.fields().get(0).type(), i));
            }
            return joined.toString();
        } else if (vector instanceof MapVector map) {
            StringJoiner joined = new StringJoiner(", ", "{", "}");
            for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
                joined.add(text(map.keys(), type.fields().get(0).type(), i) + "="
                        + text(map.values(), type.fields().get(1).type(), i));
            }
            return joined.toString();
        }
        RowVector fields = (RowVector) vector;
        StringJoiner joined = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < fields.fieldCount(); i++) {
            SqlType.Field field = type.fields().get(i);
            joined.add("'" + field.name() + "': " + text(fields.field(i), field.type(), row));
        }
        return joined.toString();
    }

    private static String bytes(BytesVector bytes, SqlType type, int row) {
        return type.kind().isCharacter()
                ? bytes.string(row)
                : HexFormat.of().withUpperCase().formatHex(bytes.bytes(row));
    }
}
