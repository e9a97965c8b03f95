package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Validity;

/**
 * AND and OR as values, on words of bits. The deciding value is false for AND, true for OR: a row that has it is decided,
 * and operands that can fail are not evaluated for it any more.
 */
final class JunctionExpression implements VectorExpression {
    private final LazyOperand[] operands;
    private final boolean or;
    private BooleanVector result = new BooleanVector(Batch.ROWS);
    private long[] decided = new long[Validity.words(Batch.ROWS)];
    private long[] neutral = new long[Validity.words(Batch.ROWS)];
    private int[] open = new int[Batch.ROWS];

    JunctionExpression(LazyOperand[] operands, boolean or) {
        this.operands = operands;
        this.or = or;
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        int rows = input.rowCount();
        int words = Validity.words(rows);
        if (open.length < rows) {
            result = new BooleanVector(rows);
            decided = new long[words];
            neutral = new long[words];
            open = new int[rows];
        }
        Validity.clearAll(decided, rows);
        Validity.setAll(neutral, rows);
        for (LazyOperand operand : operands) {
            int count = operand.isFallible() ? openRows(rows) : rows;
            if (count > 0) {
                BooleanVector vector = (BooleanVector) operand.evaluate(input, open, count);
                if (operand.isDense()) {
                    mergeDense(vector, count);
                } else {
                    merge(vector, words);
                }
            }
        }
        // Decided rows have the deciding value, rows where all operands have the other value have that, the rest are
        // NULL.
        long[] bits = result.bits();
        long unknown = 0;
        for (int i = 0; i < words; i++) {
            bits[i] = or ? decided[i] : neutral[i];
            long rest = ~(decided[i] | neutral[i]);
            unknown |= i == words - 1 && (rows & 63) != 0 ? rest & -1L >>> 64 - (rows & 63) : rest;
        }
        if (unknown == 0) {
            result.setNoNulls();
        } else {
            long[] validity = result.writeValidity(rows);
            for (int i = 0; i < words; i++) {
                validity[i] = decided[i] | neutral[i];
            }
        }
        return result;
    }

    private int openRows(int rows) {
        int count = 0;
        for (int row = 0; row < rows; row++) {
            open[count] = row;
            count += Validity.get(decided, row) ? 0 : 1;
        }
        return count;
    }

    private void merge(BooleanVector vector, int words) {
        long[] bits = vector.bits();
        long[] validity = vector.mayHaveNulls() ? vector.validity() : null;
        for (int i = 0; i < words; i++) {
            long known = validity == null ? -1L : validity[i];
            long deciding = or ? bits[i] : ~bits[i];
            decided[i] |= known & deciding;
            neutral[i] &= known & ~deciding;
        }
    }

    private void mergeDense(BooleanVector vector, int count) {
        for (int i = 0; i < count; i++) {
            int row = open[i];
            boolean known = !vector.isNull(i);
            boolean deciding = vector.get(i) == or;
            if (known && deciding) {
                Validity.set(decided, row);
            }
            if (!known || deciding) {
                Validity.clear(neutral, row);
            }
        }
    }
}
