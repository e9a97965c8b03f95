package io.algeon.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.LongVector;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnSampleTest {
    private static final int RUNS = 4;
    private static final int RUN_ROWS = 4096;

    /** Samples a table whose value at a row a function gives. */
    private static ColumnSample sample(long tableRows, LongUnaryOperator valueAt) {
        ColumnSample.Builder sample = new ColumnSample.Builder();
        for (int run = 0; run < RUNS; run++) {
            long first = (2L * run + 1) * tableRows / (2 * RUNS);
            long[] values = new long[RUN_ROWS];
            for (int row = 0; row < RUN_ROWS; row++) {
                values[row] = valueAt.applyAsLong(first + row);
            }
            sample.startRun();
            sample.add(vector(values), RUN_ROWS);
        }
        return sample.build(tableRows);
    }

    private static LongVector vector(long[] values) {
        return new LongVector(values);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 63, 64, 65, 1_000, 20_000, 100_000, 1_000_000})
    void valuesInRandomOrder_areEstimatedWithinAQuarter(long distinct) {
        long seed = 42 + distinct;
        Random random = new Random(seed);
        ColumnSample sample = sample(6_000_000, row -> (long) (random.nextDouble() * distinct));
        assertThat(sample.distinct()).as("seed " + seed).isBetween(distinct * 0.75, distinct * 1.33);
    }

    @Test
    void keysAndSortedColumns_areExtrapolatedToTheTable() {
        assertThat(sample(6_000_000, row -> row).distinct()).isEqualTo(6_000_000);
        assertThat(sample(6_000_000, row -> row / 4).distinct()).isBetween(1_490_000.0, 1_510_000.0);
    }

    @Test
    void skewedValues_areNotTakenForFew() {
        // nine rows of ten have one of ten values, the others one of 50,000
        Random random = new Random(7);
        ColumnSample sample =
                sample(6_000_000, row -> random.nextInt(10) > 0 ? random.nextInt(10) : 10 + random.nextInt(50_000));
        assertThat(sample.distinct()).isBetween(25_000.0, 100_000.0);
    }

    @Test
    void combinationsOfColumns_areNotTheProduct() {
        LongUnaryOperator number = row -> new Random(row * 7919).nextInt(10_000);
        ColumnSample part = sample(6_000_000, number);
        ColumnSample maker = sample(6_000_000, row -> number.applyAsLong(row) / 100);
        ColumnSample key = sample(6_000_000, row -> row);
        assertThat(ColumnSample.distinct(List.of(part, maker))).isBetween(9_000.0, 11_000.0);
        assertThat(ColumnSample.distinct(List.of(part, maker, key))).isEqualTo(6_000_000);
    }

    @Test
    void wholeTables_areCounted() {
        ColumnSample.Builder sample = new ColumnSample.Builder();
        sample.startRun();
        sample.add(vector(new long[] {3, 1, 3, 2, 1}), 5);
        assertThat(sample.build(5).distinct()).isEqualTo(3);
        assertThat(new ColumnSample.Builder().build(0).distinct()).isZero();
    }
}
