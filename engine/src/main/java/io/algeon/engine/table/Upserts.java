package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ValueHash;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * INSERT ... ON CONFLICT: adds the rows whose key is not there, and leaves or changes the rows that have the key of others. The
 * rows of a statement count for each other.
 */
public final class Upserts {
    private final TableWriter writer;
    private final MemoryTable table;
    private final List<Integer> key;
    private final List<VectorExpression> values = new ArrayList<>();
    private final VectorPredicate condition;
    private final Set<Long> touched = new HashSet<>();

    /**
     * @param key columns of the key that is meant; empty: any
     * @param newValues of the row that is there, over its columns and those of the new row; empty: it stays
     */
    public Upserts(
            TableWriter writer, List<Integer> key, List<Expr> newValues, Expr condition, ExecutionContext context) {
        this.writer = writer;
        this.table = writer.table();
        this.key = key;
        for (Expr value : newValues) {
            values.add(ExpressionCompiler.compile(value, context));
        }
        this.condition = ExpressionCompiler.compilePredicate(condition, context);
    }

    /** Inserts or changes; the rows as they are stored, those that stay as they were left out. */
    public List<Batch> insert(Batch given) {
        Batch rows = writer.complete(given);
        writer.check(rows);
        ColumnVector[] vectors = vectors(rows);
        List<Batch> stored = new ArrayList<>();
        // rows go in one after the other, as many at once as have nothing to do with each other
        int done = 0;
        while (done < rows.rowCount()) {
            int[] fresh = new int[rows.rowCount() - done];
            int[] meeting = new int[rows.rowCount() - done];
            long[] met = new long[rows.rowCount() - done];
            int freshCount = 0;
            int metCount = 0;
            BatchKeys seen = new BatchKeys(indexes(), vectors, rows.rowCount() - done);
            int row = done;
            for (; row < rows.rowCount(); row++) {
                long present = find(vectors, row);
                if (seen.hasKeyOf(row)) {
                    break;
                }
                seen.add(row);
                if (present == KeyIndex.NONE) {
                    fresh[freshCount++] = row;
                } else if (!values.isEmpty()) {
                    requireUntouched(present);
                    meeting[metCount] = row;
                    met[metCount++] = present;
                }
            }
            if (metCount > 0) {
                change(vectors, meeting, met, metCount, stored);
            }
            if (freshCount > 0) {
                Batch added = gathered(vectors, fresh, freshCount);
                store(added);
                stored.add(added);
            }
            done = row;
        }
        return stored;
    }

    private void store(Batch rows) {
        long first = writer.data().nextRow();
        writer.store(rows);
        touch(first, rows.rowCount());
    }

    private void touch(long first, int rows) {
        for (int i = 0; i < rows && !values.isEmpty(); i++) {
            touched.add(first + i);
        }
    }

    private void requireUntouched(long row) {
        if (touched.contains(row)) {
            throw new EngineException(
                    ErrorCode.CARDINALITY_VIOLATION,
                    "Two rows of the statement have the same key: ON CONFLICT DO UPDATE would change a row of '"
                            + table.name() + "' twice. Make the rows distinct first.");
        }
    }

    private List<KeyIndex> indexes() {
        List<KeyIndex> meant = new ArrayList<>();
        for (KeyIndex index : writer.data().indexes()) {
            List<Integer> columns = Arrays.stream(index.columns()).boxed().toList();
            if (index.isUnique() && (key.isEmpty() || columns.equals(key))) {
                meant.add(index);
                if (!key.isEmpty()) {
                    break;
                }
            }
        }
        return meant;
    }

    private long find(ColumnVector[] vectors, int row) {
        for (KeyIndex index : indexes()) {
            long present = index.find(writer.data(), vectors, row);
            if (present != KeyIndex.NONE) {
                return present;
            }
        }
        return KeyIndex.NONE;
    }

    private static ColumnVector[] vectors(Batch rows) {
        ColumnVector[] vectors = new ColumnVector[rows.columnCount()];
        Arrays.setAll(vectors, rows::column);
        return vectors;
    }

    private static Batch gathered(ColumnVector[] vectors, int[] rows, int count) {
        ColumnVector[] columns = new ColumnVector[vectors.length];
        Arrays.setAll(columns, i -> vectors[i].gather(rows, count, vectors[i]));
        return new Batch(columns, count);
    }

    private void change(ColumnVector[] vectors, int[] meeting, long[] met, int count, List<Batch> stored) {
        Batch present = RowReader.read(writer.data(), met, 0, count);
        Batch excluded = gathered(vectors, meeting, count);
        ColumnVector[] both = new ColumnVector[2 * vectors.length];
        for (int i = 0; i < vectors.length; i++) {
            both[i] = present.column(i);
            both[vectors.length + i] = excluded.column(i);
        }
        Batch pairs = new Batch(both, count);
        int[] selected = new int[count];
        int passing = condition.select(pairs, selected);
        if (passing == 0) {
            return;
        }
        long[] replaced = new long[passing];
        for (int i = 0; i < passing; i++) {
            replaced[i] = met[selected[i]];
        }
        Batch chosen = passing == count ? pairs : gathered(both, selected, passing);
        ColumnVector[] changed = new ColumnVector[vectors.length];
        Arrays.setAll(changed, i -> values.get(i).evaluate(chosen).copy(passing));
        writer.beginReplacing(replaced, passing);
        long first = writer.data().nextRow();
        stored.add(writer.replace(new Batch(changed, passing)));
        touch(first, passing);
    }

    /** Keys of some rows of a batch, by which a row with the same one is found. */
    private static final class BatchKeys {
        private final List<KeyIndex> indexes;
        private final ColumnVector[] vectors;
        private final int[][] heads;
        private final int[][] next;
        private final int first;

        BatchKeys(List<KeyIndex> indexes, ColumnVector[] vectors, int rows) {
            this.indexes = indexes;
            this.vectors = vectors;
            this.first = Integer.highestOneBit(Math.max(16, rows)) * 2;
            this.heads = new int[indexes.size()][first];
            this.next = new int[indexes.size()][];
            for (int i = 0; i < next.length; i++) {
                next[i] = new int[Batch.ROWS];
            }
        }

        private int bucket(int[] columns, int row) {
            return ValueHash.of(vectors, columns, row) & first - 1;
        }

        private boolean hasNull(int[] columns, int row) {
            for (int column : columns) {
                if (vectors[column].isNull(row)) {
                    return true;
                }
            }
            return false;
        }

        boolean hasKeyOf(int row) {
            for (int i = 0; i < indexes.size(); i++) {
                int[] columns = indexes.get(i).columns();
                if (hasNull(columns, row)) {
                    continue;
                }
                for (int entry = heads[i][bucket(columns, row)]; entry != 0; entry = next[i][entry - 1]) {
                    if (ValueHash.equal(vectors, entry - 1, vectors, row, columns)) {
                        return true;
                    }
                }
            }
            return false;
        }

        void add(int row) {
            for (int i = 0; i < indexes.size(); i++) {
                int[] columns = indexes.get(i).columns();
                if (!hasNull(columns, row)) {
                    int bucket = bucket(columns, row);
                    if (next[i].length <= row) {
                        next[i] = Arrays.copyOf(next[i], 2 * row + 1);
                    }
                    next[i][row] = heads[i][bucket];
                    heads[i][bucket] = row + 1;
                }
            }
        }
    }
}
