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
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column that has one value throughout a file, such as a partition's. Character values are given as codes. */
final class ConstantColumnReader extends ColumnReader {
    private static final Dictionary NO_ENTRIES = new Dictionary(new BytesVector(0, 0), 0);

    private final int column;
    private final SqlType type;
    private @Nullable Object value;
    private Dictionary dictionary = NO_ENTRIES;

    ConstantColumnReader(int column, SqlType type) {
        this.column = column;
        this.type = type;
    }

    @Override
    void open(ScanFile file, int rowGroup) {
        Object newValue = ((ScanFile.Constant) file.columns().get(column)).value();
        if (type.physicalKind() == PhysicalKind.BYTES && (newValue == null || !newValue.equals(value))) {
            dictionary = newValue == null ? NO_ENTRIES : dictionaryOf(newValue);
        }
        value = newValue;
    }

    private static Dictionary dictionaryOf(Object value) {
        byte[] bytes =
                value instanceof Expr.Bytes binary ? binary.value() : ((String) value).getBytes(StandardCharsets.UTF_8);
        BytesVector entry = new BytesVector(1, bytes.length);
        entry.set(0, bytes);
        return new Dictionary(entry, 1);
    }

    @Override
    void seek(long firstRow, int rows) {}

    @Override
    ColumnVector target(@Nullable ColumnVector reuse) {
        if (type.physicalKind() != PhysicalKind.BYTES) {
            return reuse != null ? reuse : Vectors.create(type, Batch.ROWS);
        }
        if (reuse instanceof DictionaryVector coded) {
            coded.setDictionary(dictionary);
            return coded;
        }
        return new DictionaryVector(Batch.ROWS, dictionary);
    }

    @Override
    ColumnVector read(int @Nullable [] rows, int count, ColumnVector target, int at) {
        int end = at + count;
        Object constant = value;
        if (constant == null) {
            if (target instanceof DictionaryVector coded) {
                Arrays.fill(coded.codes(), at, end, 0);
            }
            VectorGather.validity(new long[Batch.ROWS / 64], null, count, target, at);
            return target;
        }
        if (target instanceof DictionaryVector coded) {
            Arrays.fill(coded.codes(), at, end, 0);
        } else if (target instanceof IntVector ints) {
            Arrays.fill(ints.values(), at, end, (Integer) constant);
        } else if (target instanceof LongVector longs) {
            Arrays.fill(longs.values(), at, end, (Long) constant);
        } else if (target instanceof DoubleVector doubles) {
            Arrays.fill(doubles.values(), at, end, (Double) constant);
        } else if (target instanceof FloatVector floats) {
            Arrays.fill(floats.values(), at, end, (Float) constant);
        } else if (target instanceof Int128Vector wide) {
            BigInteger number = (BigInteger) constant;
            Arrays.fill(wide.high(), at, end, number.shiftRight(64).longValue());
            Arrays.fill(wide.low(), at, end, number.longValue());
        } else if (target instanceof BooleanVector booleans) {
            for (int row = at; row < end; row++) {
                booleans.set(row, (Boolean) constant);
            }
        }
        VectorGather.validity(null, null, count, target, at);
        return target;
    }

    @Override
    public void close() {}
}
