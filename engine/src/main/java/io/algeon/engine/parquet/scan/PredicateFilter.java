package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.expression.VectorPredicate;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Conjuncts of a scan over the same columns, for one worker.
 *
 * <p>Over one dictionary encoded column they are evaluated once for each entry of the dictionary and once for NULL, and the
 * rows' codes are looked up in the table that this gives. Otherwise their columns are read at the rows that are left, and
 * they are evaluated on those.
 */
final class PredicateFilter implements RowFilter {
    private final int[] columns;
    private final ColumnReader[] readers;
    private final VectorPredicate predicate;
    private final Batch batch;
    private final @Nullable ColumnVector[] vectors;
    private final int[] passing = new int[Batch.ROWS];

    private byte[] pass = {};
    private int passCount;
    private @Nullable ColumnVector passOf;

    private long tested;
    private long passed;

    /**
     * @param columns of the table's definition that the predicate reads
     * @param readers of the table's columns; those of {@code columns} are there whenever a row group is open
     * @param predicate over batches of the table's columns, of which it is given only its own
     */
    PredicateFilter(int[] columns, ColumnReader[] readers, VectorPredicate predicate) {
        this.columns = columns;
        this.readers = readers;
        this.predicate = predicate;
        this.batch = new Batch(new ColumnVector[readers.length], 0);
        this.vectors = new ColumnVector[columns.length];
    }

    /** What testing a row costs, divided by the share of rows that it has dropped so far. */
    @Override
    public int cost() {
        int cost = (isProbablyCoded() ? 0 : 10) + columns.length;
        long percentDropped = tested == 0 ? 100 : Math.max(1, 100 - 100 * passed / tested);
        return (int) (100 * cost / percentDropped);
    }

    private boolean isProbablyCoded() {
        return columns.length == 1 && readers[columns[0]] instanceof FlatColumnReader flat && flat.isProbablyCoded();
    }

    private @Nullable FlatColumnReader codedColumn() {
        return columns.length == 1 && readers[columns[0]] instanceof FlatColumnReader flat && flat.isCoded()
                ? flat
                : null;
    }

    private boolean isConstant() {
        for (int column : columns) {
            if (!(readers[column] instanceof ConstantColumnReader)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean rejectsAll() {
        if (isConstant()) {
            return evaluate(null, 1, passing) == 0;
        }
        // A column that is not coded need not be read for this.
        FlatColumnReader coded = isProbablyCoded() ? codedColumn() : null;
        if (coded == null) {
            return false;
        }
        preparePass(coded);
        return passCount == 0;
    }

    @Override
    public int apply(int @Nullable [] rows, int count, int[] selected) {
        int kept = test(rows, count, selected);
        tested += count;
        passed += kept;
        return kept;
    }

    private int test(int @Nullable [] rows, int count, int[] selected) {
        if (isConstant()) {
            return evaluate(null, 1, passing) == 0 ? 0 : RowFilter.keepAll(rows, count, selected);
        }
        FlatColumnReader coded = codedColumn();
        if (coded != null) {
            preparePass(coded);
            return passCount == pass.length
                    ? RowFilter.keepAll(rows, count, selected)
                    : coded.filterCodes(pass, rows, count, selected);
        }
        int kept = evaluate(rows, count, passing);
        return RowFilter.keep(passing, kept, rows, selected);
    }

    private int evaluate(int @Nullable [] rows, int count, int[] result) {
        for (int i = 0; i < columns.length; i++) {
            ColumnReader reader = readers[columns[i]];
            ColumnVector vector = reader.read(rows, count, reader.target(vectors[i]), 0);
            vectors[i] = vector;
            batch.setColumn(columns[i], vector);
        }
        batch.setRowCount(count);
        return predicate.select(batch, result);
    }

    private void preparePass(FlatColumnReader reader) {
        ColumnVector entries = reader.dictionaryValues();
        if (entries == passOf) {
            return;
        }
        int size = reader.dictionarySize();
        pass = new byte[size + 1];
        passCount = 0;
        int[] numbers = new int[Math.min(size + 1, Batch.ROWS)];
        ColumnVector reuse = entries;
        for (int first = 0; first <= size; first += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, size + 1 - first);
            for (int i = 0; i < count; i++) {
                numbers[i] = first + i;
            }
            ColumnVector part = entries.gather(numbers, count, reuse);
            reuse = part;
            if (first + count > size) {
                part.setNull(count - 1, count);
            }
            batch.setColumn(columns[0], part);
            batch.setRowCount(count);
            int kept = predicate.select(batch, passing);
            for (int i = 0; i < kept; i++) {
                pass[first + passing[i]] = 1;
            }
            passCount += kept;
        }
        passOf = Objects.requireNonNull(entries);
    }

    /** Says which columns it reads, for messages. */
    @Override
    public String toString() {
        return "filter over columns " + Arrays.toString(columns);
    }
}
