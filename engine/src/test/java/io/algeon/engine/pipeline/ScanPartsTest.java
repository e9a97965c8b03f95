package io.algeon.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.TableScan;
import org.junit.jupiter.api.Test;

class ScanPartsTest {
    @Test
    void everyRowIsInOnePart_inOrder() {
        for (long[] morsels : new long[][] {
            {}, {0}, {1}, {122_880, 27_120}, {16_384}, {2_047, 2_048, 2_049}, {5_000_001}, {300, 1_000_000, 0, 70_000}
        }) {
            for (int workers : new int[] {1, 2, 7, 64}) {
                for (boolean divisible : new boolean[] {true, false}) {
                    check(ScanParts.divided(new Morsels(morsels, divisible), workers), morsels);
                }
            }
            check(ScanParts.whole(new Morsels(morsels, true)), morsels);
        }
    }

    private static void check(ScanParts parts, long[] morsels) {
        int part = 0;
        for (int morsel = 0; morsel < morsels.length; morsel++) {
            long next = 0;
            do {
                assertThat(parts.morsel(part)).isEqualTo(morsel);
                assertThat(parts.firstRow(part)).isEqualTo(next);
                assertThat(next % Batch.ROWS).isZero();
                next += parts.rows(part++);
            } while (next < morsels[morsel]);
            assertThat(next).isEqualTo(morsels[morsel]);
        }
        assertThat(part).isEqualTo(parts.count());
    }

    @Test
    void aSmallTableOfUnequalMorsels_isDividedEvenly() {
        ScanParts parts = ScanParts.divided(new Morsels(new long[] {122_880, 27_120}, true), 2);
        assertThat(parts.count()).isBetween(8, 12);
    }

    @Test
    void manyMorsels_areTakenAsTheyAre() {
        long[] morsels = new long[49];
        java.util.Arrays.fill(morsels, 122_880);
        assertThat(ScanParts.divided(new Morsels(morsels, true), 2).count()).isEqualTo(49);
    }

    private record Morsels(long[] rows, boolean divisible) implements TableScan {
        @Override
        public int morselCount() {
            return rows.length;
        }

        @Override
        public long morselRows(int morsel) {
            return rows[morsel];
        }

        @Override
        public boolean isDivisible(int morsel) {
            return divisible;
        }

        @Override
        public MorselReader openReader(WorkerContext worker) {
            throw new IllegalStateException("nobody reads");
        }

        @Override
        public int prunedMorsels() {
            return 0;
        }
    }
}
