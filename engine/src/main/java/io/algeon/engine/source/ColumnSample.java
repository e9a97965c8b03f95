package io.algeon.engine.source;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ValueHash;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The values of a column in some rows of a table, as hashes, from which the distinct values of the column, and of its
 * combination with others, are estimated. The rows are runs of consecutive ones, from places spread evenly over the table. Immutable.
 *
 * <p>Rows of a run are not drawn independently: a table in the order of its key has equal values side by side. So it counts
 * which values a run has, not how often. A run with {@code r} of {@code D} equally likely values misses any of them with
 * {@code 1 - r / D}, so that all runs show {@code D (1 - (1 - r / D) (1 - r' / D) ...)}; that is solved for {@code D} (the
 * method of moments in Haas, Naughton, Seshadri, Stokes: Sampling-Based Estimation of the Number of Distinct Values of an
 * Attribute, VLDB 1995, for runs in place of rows), and the table is as many runs as have its rows. Where some values are much
 * more frequent than others this is too few; then Chao's estimate from the values in one run and in two runs (Chao:
 * Estimating the Population Size for Capture-Recapture Data with Unequal Catchability, 1987) is larger, and is taken. Where
 * runs have nothing in common, as in sorted tables and in keys, the result is the share of the sample that is distinct times
 * the rows of the table.
 */
public final class ColumnSample {
    /** Values in two runs that make Chao's estimate reliable: its relative error is about one by the root of their number. */
    private static final int RELIABLE_PAIRS = 15;

    private static final int NULL_HASH = 0x5bd1e995;

    private final long tableRows;
    private final int[] runStarts;
    private final int[] hashes;
    private final BitSet nulls;

    private ColumnSample(long tableRows, int[] runStarts, int[] hashes, BitSet nulls) {
        this.tableRows = tableRows;
        this.runStarts = runStarts;
        this.hashes = hashes;
        this.nulls = nulls;
    }

    /** Collects the rows of a sample run by run. */
    public static final class Builder {
        private final BitSet nulls = new BitSet();
        private int[] hashes = new int[0];
        private int[] runStarts = new int[8];
        private int runs;
        private int rows;

        /** What is added from here on comes from another place of the table; comes first. */
        public void startRun() {
            if (runs == runStarts.length) {
                runStarts = Arrays.copyOf(runStarts, 2 * runs);
            }
            runStarts[runs++] = rows;
        }

        /**
         * Adds the first rows of a vector to the present run.
         *
         * @throws IllegalArgumentException if it is nested
         */
        public void add(ColumnVector vector, int count) {
            int[] target = Arrays.copyOf(hashes, rows + count);
            for (int row = 0; row < count; row++) {
                boolean isNull = vector.isNull(row);
                nulls.set(rows + row, isNull);
                target[rows + row] = isNull ? NULL_HASH : ValueHash.of(vector, row);
            }
            hashes = target;
            rows += count;
        }

        /** @param tableRows rows of the whole table */
        public ColumnSample build(long tableRows) {
            return new ColumnSample(tableRows, Arrays.copyOf(runStarts, runs), hashes, nulls);
        }
    }

    /** Estimated distinct values, NULL not being one. */
    public double distinct() {
        return estimate(List.of(this), nulls);
    }

    /** Estimated distinct combinations of columns of which the same rows were sampled; NULL counts as a value. */
    public static double distinct(List<ColumnSample> columns) {
        return columns.get(0).estimate(columns, new BitSet());
    }

    private double estimate(List<ColumnSample> columns, BitSet absent) {
        int rows = hashes.length;
        long[] ofRuns = new long[rows];
        int[] shown = new int[runStarts.length];
        int kept = 0;
        int present = 0;
        for (int run = 0; run < runStarts.length; run++) {
            int end = run + 1 < runStarts.length ? runStarts[run + 1] : rows;
            int start = kept;
            for (int row = runStarts[run]; row < end; row++) {
                if (!absent.get(row)) {
                    ofRuns[kept++] = combine(columns, row);
                }
            }
            present += kept - start;
            kept = distinctInOrder(ofRuns, start, kept);
            shown[run] = kept - start;
        }
        if (kept == 0) {
            return 0;
        }
        Arrays.sort(ofRuns, 0, kept);
        int distinct = 0;
        int once = 0;
        int twice = 0;
        for (int i = 0; i < kept; ) {
            int next = i + 1;
            while (next < kept && ofRuns[next] == ofRuns[i]) {
                next++;
            }
            distinct++;
            once += next - i == 1 ? 1 : 0;
            twice += next - i == 2 ? 1 : 0;
            i = next;
        }
        if (rows >= tableRows) {
            return distinct;
        }
        double tableValues = (double) present / rows * tableRows;
        double draws = tableValues * kept / present;
        double estimate = distinct >= kept ? draws : ofRuns(distinct, shown, draws / kept);
        if (twice >= RELIABLE_PAIRS) {
            double runs = runStarts.length;
            estimate = Math.max(estimate, distinct + (runs - 1) / runs * once * once / (2.0 * twice));
        }
        return Math.max(distinct, Math.min(draws, estimate));
    }

    private static long combine(List<ColumnSample> columns, int row) {
        long hash = columns.get(0).hashes[row];
        for (int i = 1; i < columns.size(); i++) {
            hash = (hash ^ hash >>> 29) * 0x9E3779B97F4A7C15L + columns.get(i).hashes[row];
        }
        return hash;
    }

    /** Sorts a part of an array and moves its distinct values to its beginning; returns where they end. */
    private static int distinctInOrder(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        int end = from;
        for (int i = from; i < to; i++) {
            if (i == from || values[i] != values[i - 1]) {
                values[end++] = values[i];
            }
        }
        return end;
    }

    /**
     * Distinct values of a table, if runs that had {@code shown} of them showed {@code distinct} in all.
     *
     * @param times how many such sets of runs the table is
     */
    private static double ofRuns(int distinct, int[] shown, double times) {
        return solve(distinct, times, values -> missed(shown, values));
    }

    /** Logarithm of the probability that no run has a certain one of so many values. */
    private static double missed(int[] shown, double values) {
        double logarithm = 0;
        for (int count : shown) {
            logarithm += Math.log1p(-Math.min(count / values, 1 - 1e-9));
        }
        return logarithm;
    }

    /** Distinct values of {@code all} draws, if {@code draws} of them showed {@code distinct}. */
    public static double ofDraws(double distinct, double draws, double all) {
        return distinct >= draws ? all : solve(distinct, all / draws, values -> -draws / values);
    }

    /**
     * Distinct values that so many samples as large as the given one show, which shows {@code distinct}.
     *
     * @param missed logarithm of the probability that the sample has not a certain one of so many values
     */
    private static double solve(double distinct, double samples, DoubleUnaryOperator missed) {
        double low = distinct;
        double high = 1e15;
        for (int i = 0; i < 100 && high > low * 1.0001; i++) {
            double middle = Math.sqrt(low * high);
            if (-middle * Math.expm1(missed.applyAsDouble(middle)) < distinct) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return -high * Math.expm1(samples * missed.applyAsDouble(high));
    }
}
