package io.algeon.engine.function;

/**
 * Selection loops over {@code long} values: branch-free, a row number is written always and counted if the test holds. "Refining"
 * keeps chosen rows in place.
 */
final class LongSelection {
    private LongSelection() {}

    /** Rows with {@code low <= value <= high} if {@code inside}, else the others; {@code low <= high}. */
    static int selectRange(long[] values, int rows, long low, long high, boolean inside, int[] selected) {
        // One unsigned comparison: value - low <= high - low.
        long span = (high - low) + Long.MIN_VALUE;
        int count = 0;
        if (inside) {
            for (int row = 0; row < rows; row++) {
                selected[count] = row;
                count += (values[row] - low) + Long.MIN_VALUE <= span ? 1 : 0;
            }
        } else {
            for (int row = 0; row < rows; row++) {
                selected[count] = row;
                count += (values[row] - low) + Long.MIN_VALUE <= span ? 0 : 1;
            }
        }
        return count;
    }

    static int refineRange(long[] values, long low, long high, boolean inside, int[] rows, int rowCount) {
        long span = (high - low) + Long.MIN_VALUE;
        int count = 0;
        for (int i = 0; i < rowCount; i++) {
            int row = rows[i];
            rows[count] = row;
            boolean in = (values[row] - low) + Long.MIN_VALUE <= span;
            count += in == inside ? 1 : 0;
        }
        return count;
    }

    /** Rows for which the comparison of two columns holds. */
    static int select(Comparison comparison, long[] left, long[] right, int rows, int[] selected) {
        int count = 0;
        switch (comparison) {
            case EQUAL -> {
                for (int row = 0; row < rows; row++) {
                    selected[count] = row;
                    count += left[row] == right[row] ? 1 : 0;
                }
            }
            case NOT_EQUAL -> {
                for (int row = 0; row < rows; row++) {
                    selected[count] = row;
                    count += left[row] != right[row] ? 1 : 0;
                }
            }
            case LESS -> {
                for (int row = 0; row < rows; row++) {
                    selected[count] = row;
                    count += left[row] < right[row] ? 1 : 0;
                }
            }
            case LESS_OR_EQUAL -> {
                for (int row = 0; row < rows; row++) {
                    selected[count] = row;
                    count += left[row] <= right[row] ? 1 : 0;
                }
            }
            case GREATER, GREATER_OR_EQUAL -> {
                return select(comparison.swapped(), right, left, rows, selected);
            }
        }
        return count;
    }

    static int refine(Comparison comparison, long[] left, long[] right, int[] rows, int rowCount) {
        int count = 0;
        switch (comparison) {
            case EQUAL -> {
                for (int i = 0; i < rowCount; i++) {
                    int row = rows[i];
                    rows[count] = row;
                    count += left[row] == right[row] ? 1 : 0;
                }
            }
            case NOT_EQUAL -> {
                for (int i = 0; i < rowCount; i++) {
                    int row = rows[i];
                    rows[count] = row;
                    count += left[row] != right[row] ? 1 : 0;
                }
            }
            case LESS -> {
                for (int i = 0; i < rowCount; i++) {
                    int row = rows[i];
                    rows[count] = row;
                    count += left[row] < right[row] ? 1 : 0;
                }
            }
            case LESS_OR_EQUAL -> {
                for (int i = 0; i < rowCount; i++) {
                    int row = rows[i];
                    rows[count] = row;
                    count += left[row] <= right[row] ? 1 : 0;
                }
            }
            case GREATER, GREATER_OR_EQUAL -> {
                return refine(comparison.swapped(), right, left, rows, rowCount);
            }
        }
        return count;
    }
}
