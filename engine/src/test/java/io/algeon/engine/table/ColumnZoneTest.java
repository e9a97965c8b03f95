package io.algeon.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.BytesVector;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bounds of texts are the least and the greatest value byte by byte, whatever their lengths and bytes. */
final class ColumnZoneTest {
    private static final long SEED = 20261201;

    @Test
    void boundsOfTexts_areThoseOfTheirBytes() {
        Random random = new Random(SEED);
        for (int round = 0; round < 3_000; round++) {
            int rows = 1 + random.nextInt(6);
            BytesVector vector = new BytesVector(rows, 0);
            byte[] least = null;
            byte[] greatest = null;
            for (int row = 0; row < rows; row++) {
                byte[] value = new byte[random.nextInt(12)];
                for (int i = 0; i < value.length; i++) {
                    value[i] = random.nextInt(3) == 0 ? 0 : (byte) (random.nextInt(3) * 127);
                }
                vector.set(row, value);
                least = least == null || Arrays.compareUnsigned(value, least) < 0 ? value : least;
                greatest = greatest == null || Arrays.compareUnsigned(value, greatest) > 0 ? value : greatest;
            }
            ColumnZone zone = ColumnZone.EMPTY.with(vector, 0, rows);
            assertThat((byte[]) zone.min()).as("seed %d, round %d", SEED, round).isEqualTo(least);
            assertThat((byte[]) zone.max()).as("seed %d, round %d", SEED, round).isEqualTo(greatest);
        }
    }
}
