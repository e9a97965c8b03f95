package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.type.SqlType;

/** COALESCE: each operand is asked for the rows where all before it are NULL. */
final class CoalesceExpression implements VectorExpression {
    private final LazyOperand[] operands;
    private final Blender blender;
    private int[] open = new int[Batch.ROWS];
    private int[] taken = new int[Batch.ROWS];

    CoalesceExpression(LazyOperand[] operands, SqlType type) {
        this.operands = operands;
        this.blender = new Blender(type, operands.length);
    }

    @Override
    public ColumnVector evaluate(Batch input) {
        int rows = input.rowCount();
        ColumnVector first = operands[0].expression().evaluate(input);
        if (!first.mayHaveNulls() || operands.length == 1) {
            return first;
        }
        if (open.length < rows) {
            open = new int[rows];
            taken = new int[rows];
        }
        blender.begin(rows);
        int openCount = Condition.all(open, rows);
        openCount = put(first, false, openCount, false);
        for (int i = 1; i < operands.length && openCount > 0; i++) {
            ColumnVector vector = operands[i].evaluate(input, open, openCount);
            openCount = put(vector, operands[i].isDense(), openCount, i == operands.length - 1);
        }
        return blender.finish();
    }

    /** Takes the rows that have a value (all, from the last operand); returns how many stay open. */
    private int put(ColumnVector vector, boolean dense, int openCount, boolean last) {
        if (last || !vector.mayHaveNulls()) {
            blender.put(vector, dense, open, openCount);
            return 0;
        }
        if (dense) {
            // Positions are those of the open rows: NULLs are put too, and overwritten by a later operand.
            return putDense(vector, openCount);
        }
        int count = 0;
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int row = open[i];
            if (vector.isNull(row)) {
                open[left++] = row;
            } else {
                taken[count++] = row;
            }
        }
        blender.put(vector, false, taken, count);
        return left;
    }

    private int putDense(ColumnVector vector, int openCount) {
        int count = 0;
        int left = 0;
        int[] positions = new int[openCount];
        for (int i = 0; i < openCount; i++) {
            int row = open[i];
            if (vector.isNull(i)) {
                open[left++] = row;
            } else {
                positions[count] = i;
                taken[count++] = row;
            }
        }
        blender.put(vector.gather(positions, count, vector), true, taken, count);
        return left;
    }
}
