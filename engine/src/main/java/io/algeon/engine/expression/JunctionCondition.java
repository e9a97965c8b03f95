package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.Validity;

/** Conjunctions and disjunctions as conditions: each operand is asked only about the rows that earlier ones left open. */
final class JunctionCondition {
    private JunctionCondition() {}

    /** True for the rows for which all operands are; asked in the order given. */
    static final class All extends Condition {
        private final Condition[] operands;

        All(Condition[] operands) {
            this.operands = operands;
        }

        @Override
        public int select(Batch input, int[] selected) {
            if (operands.length == 0) {
                return all(selected, input.rowCount());
            }
            int count = operands[0].select(input, selected);
            for (int i = 1; i < operands.length && count > 0; i++) {
                count = operands[i].refine(input, selected, count);
            }
            return count;
        }

        @Override
        int refine(Batch input, int[] rows, int count) {
            int kept = count;
            for (int i = 0; i < operands.length && kept > 0; i++) {
                kept = operands[i].refine(input, rows, kept);
            }
            return kept;
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
