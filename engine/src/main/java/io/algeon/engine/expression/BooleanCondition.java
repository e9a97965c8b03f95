package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.Validity;

/** A condition from any BOOLEAN expression: the rows whose bit and validity bit are set. */
final class BooleanCondition extends Condition {
    private final VectorExpression expression;
    private final boolean lazy;
    private final RowSubset subset;
    private int[] chosen = new int[Batch.ROWS];

    /** @param lazy whether the expression must not, or better not, be evaluated for rows that are not asked about */
    BooleanCondition(VectorExpression expression, boolean lazy, int[] columns) {
        this.expression = expression;
        this.lazy = lazy;
        this.subset = new RowSubset(columns);
    }

    @Override
    public int select(Batch input, int[] selected) {
        BooleanVector vector = (BooleanVector) expression.evaluate(input);
        int rows = input.rowCount();
        int words = Validity.words(rows);
        long[] bits = vector.bits();
        long[] validity = vector.mayHaveNulls() ? vector.validity() : null;
        int count = 0;
        for (int i = 0; i < words; i++) {
            long word = validity == null ? bits[i] : bits[i] & validity[i];
            if (i == words - 1 && (rows & 63) != 0) {
                word &= -1L >>> 64 - (rows & 63);
            }
            while (word != 0) {
                selected[count++] = (i << 6) + Long.numberOfTrailingZeros(word);
                word &= word - 1;
            }
        }
        return count;
    }

    @Override
    int refine(Batch input, int[] rows, int count) {
        if (count == 0) {
            return 0;
        }
        if (count == input.rowCount()) {
            return select(input, rows);
        }
        if (lazy) {
            if (chosen.length < count) {
                chosen = new int[count];
            }
            int found = select(subset.of(input, rows, count), chosen);
            for (int i = 0; i < found; i++) {
                rows[i] = rows[chosen[i]];
            }
            return found;
        }
        BooleanVector vector = (BooleanVector) expression.evaluate(input);
        int found = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            rows[found] = row;
            found += vector.get(row) && !vector.isNull(row) ? 1 : 0;
        }
        return found;
    }
}
