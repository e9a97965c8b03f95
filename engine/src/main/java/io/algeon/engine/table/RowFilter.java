package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ScanRequest;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Gives out the wanted columns of those rows of a block that pass a scan's predicates, for one worker. A block of which all rows
 * pass is given out as it is stored.
 */
final class RowFilter {
    private final TableData data;
    private final int[] columns;
    private final @Nullable VectorPredicate predicate;
    private final int[] predicateColumns;
    private final @Nullable ColumnVector[] gathered;
    private final @Nullable ColumnVector[] tested;
    private final int[] passing = new int[Batch.ROWS];
    private final long[] numbers = new long[Batch.ROWS];

    RowFilter(TableData data, ScanRequest request, ExecutionContext context) {
        this.data = data;
        this.columns = request.columns().stream().mapToInt(Integer::intValue).toArray();
        this.gathered = new ColumnVector[columns.length];
        TreeSet<Integer> read = new TreeSet<>();
        request.predicates().forEach(conjunct -> addColumns(conjunct, read));
        this.predicateColumns = read.stream().mapToInt(Integer::intValue).toArray();
        this.tested = new ColumnVector[data.types().size()];
        List<Expr> predicates = request.predicates();
        this.predicate = predicates.isEmpty() ? null : ExpressionCompiler.compilePredicate(predicates, context);
    }

    private static void addColumns(Expr expr, TreeSet<Integer> found) {
        if (expr instanceof Expr.InputRef ref) {
            found.add(ref.column());
        }
        for (Expr operand : ExprProperties.operands(expr)) {
            addColumns(operand, found);
        }
    }

    /**
     * The rows of a block that pass.
     *
     * @param first number of the block's first row
     * @param selected positions of the live rows to look at, ascending; overwritten
     * @return null if none passes
     */
    @Nullable
    Batch pass(long first, int[] selected, int count) {
        ColumnVector[] vectors = data.vectors(first);
        int blockRows = data.group((int) (first >>> RowGroup.SHIFT))
                .blocks[(int) (first & RowGroup.ROWS - 1) >>> RowGroup.BLOCK_SHIFT]
                .rows();
        int kept = predicate == null ? count : test(predicate, vectors, blockRows, selected, count);
        return kept == 0 ? null : output(vectors, first, blockRows, selected, kept);
    }

    /** Tests all rows if most are looked at, else only those. */
    private int test(VectorPredicate condition, ColumnVector[] vectors, int blockRows, int[] selected, int count) {
        if (count == blockRows) {
            return condition.select(new Batch(vectors, blockRows), selected);
        }
        for (int column : predicateColumns) {
            ColumnVector reuse = tested[column];
            tested[column] = vectors[column].gather(selected, count, reuse == null ? vectors[column] : reuse);
        }
        @SuppressWarnings("NullAway") // only the predicate's columns are read
        Batch batch = new Batch(tested, count);
        int kept = condition.select(batch, passing);
        for (int i = 0; i < kept; i++) {
            selected[i] = selected[passing[i]];
        }
        return kept;
    }

    private Batch output(ColumnVector[] vectors, long first, int blockRows, int[] selected, int kept) {
        ColumnVector[] output = new ColumnVector[columns.length];
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i];
            if (column == vectors.length) {
                output[i] = rowNumbers(first, selected, kept);
            } else if (kept == blockRows) {
                output[i] = vectors[column];
            } else {
                ColumnVector reuse = gathered[i];
                output[i] = vectors[column].gather(selected, kept, reuse == null ? vectors[column] : reuse);
                gathered[i] = output[i];
            }
        }
        return new Batch(output, kept);
    }

    private ColumnVector rowNumbers(long first, int[] selected, int kept) {
        for (int i = 0; i < kept; i++) {
            numbers[i] = first + selected[i];
        }
        return new LongVector(numbers);
    }
}
