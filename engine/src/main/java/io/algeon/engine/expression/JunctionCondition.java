package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.Validity;

/** Conjunctions and disjunctions as conditions: each operand is asked only about the rows that earlier ones left open. */
final class JunctionCondition {
    private JunctionCondition() {}

    /**
     * True for the rows for which all operands are. The first {@code movable} operands, which cannot fail, are asked in the
     * order that measured best: those first that remove most rows for their time.
     */
    static final class All extends Condition {
        /** Often enough to follow the data, seldom enough to cost nothing. */
        private static final int BATCHES_TO_REORDER = 32;

        private final Condition[] operands;
        private final int movable;
        private final long[] nanos;
        private final long[] asked;
        private final long[] kept;
        private int batches;

        All(Condition[] operands, int movable) {
            this.operands = operands.clone();
            this.movable = movable;
            this.nanos = new long[operands.length];
            this.asked = new long[operands.length];
            this.kept = new long[operands.length];
        }

        @Override
        public int select(Batch input, int[] selected) {
            if (operands.length == 0) {
                return all(selected, input.rowCount());
            }
            return evaluate(input, selected, input.rowCount(), true);
        }

        @Override
        int refine(Batch input, int[] rows, int count) {
            return evaluate(input, rows, count, false);
        }

        private int evaluate(Batch input, int[] rows, int count, boolean first) {
            boolean measures = movable > 1;
            if (measures && ++batches == BATCHES_TO_REORDER) {
                batches = 0;
                reorder();
            }
            int open = count;
            for (int i = 0; i < operands.length && open > 0; i++) {
                boolean timed = measures && i < movable;
                long start = timed ? System.nanoTime() : 0;
                int before = open;
                open = i == 0 && first ? operands[0].select(input, rows) : operands[i].refine(input, rows, open);
                if (timed) {
                    nanos[i] += System.nanoTime() - start;
                    asked[i] += before;
                    kept[i] += open;
                }
            }
            return open;
        }

        /** Insertion sort by time for each row removed; what was measured counts half from now on. */
        private void reorder() {
            for (int i = 0; i < movable; i++) {
                nanos[i] /= 2;
                asked[i] /= 2;
                kept[i] /= 2;
            }
            for (int i = 1; i < movable; i++) {
                for (int j = i; j > 0 && rank(j) < rank(j - 1); j--) {
                    swap(j, j - 1);
                }
            }
        }

        /** Small for what should come first; what was never asked stays where it is. */
        private double rank(int operand) {
            return asked[operand] == 0
                    ? Double.POSITIVE_INFINITY
                    : (double) nanos[operand] / Math.max(1, asked[operand] - kept[operand]);
        }

        private void swap(int i, int j) {
            Condition condition = operands[i];
            operands[i] = operands[j];
            operands[j] = condition;
            swap(nanos, i, j);
            swap(asked, i, j);
            swap(kept, i, j);
        }

        private static void swap(long[] values, int i, int j) {
            long value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }

    /** True for the rows for which some operand is. */
    static final class Any extends Condition {
        private final Condition[] operands;
        private long[] found = new long[Validity.words(Batch.ROWS)];
        private int[] open = new int[Batch.ROWS];
        private int[] asked = new int[Batch.ROWS];

        Any(Condition[] operands) {
            this.operands = operands;
        }

        @Override
        public int select(Batch input, int[] selected) {
            return refine(input, selected, all(selected, input.rowCount()));
        }

        @Override
        int refine(Batch input, int[] rows, int count) {
            ensure(input.rowCount());
            Validity.clearAll(found, input.rowCount());
            System.arraycopy(rows, 0, open, 0, count);
            int openCount = count;
            for (int i = 0; i < operands.length && openCount > 0; i++) {
                System.arraycopy(open, 0, asked, 0, openCount);
                int holds = operands[i].refine(input, asked, openCount);
                for (int k = 0; k < holds; k++) {
                    Validity.set(found, asked[k]);
                }
                openCount = holds == 0 ? openCount : subtract(open, openCount, asked, holds);
            }
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                rows[kept] = row;
                kept += (int) (found[row >> 6] >>> row & 1L);
            }
            return kept;
        }

        private void ensure(int rows) {
            if (open.length < rows) {
                found = new long[Validity.words(rows)];
                open = new int[rows];
                asked = new int[rows];
            }
        }
    }
}
