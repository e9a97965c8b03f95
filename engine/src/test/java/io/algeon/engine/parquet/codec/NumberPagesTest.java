package io.algeon.engine.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

final class NumberPagesTest {
    @Test
    void pages_areTheSameWhicheverCodeTakesThem() throws IOException {
        Random random = new Random(7);
        for (int page = 0; page < 300; page++) {
            byte[] numbers = new byte[random.nextInt(4) == 0 ? random.nextInt(100) : 17_000 + random.nextInt(9_000)];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (byte) (i % 8 < 2 ? random.nextInt() : 0);
            }
            byte[] block = Snappy.compress(numbers);
            byte[] output = new byte[numbers.length + 100];
            NumberPages.decompress(block, 0, block.length, output, 50, 50 + numbers.length);
            assertThat(Arrays.copyOfRange(output, 50, 50 + numbers.length)).isEqualTo(numbers);
        }
    }

    @Test
    void brokenPages_areMalformedWhicheverCodeTakesThem() throws IOException {
        byte[] block = Snappy.compress(new byte[20_000]);
        for (int page = 0; page < 40; page++) {
            int end = block.length - 1 - page % 8;
            assertThatThrownBy(() -> NumberPages.decompress(block, 0, end, new byte[20_000], 0, 20_000))
                    .isInstanceOf(MalformedDataException.class);
        }
    }

    @Test
    void warmUp_decompressesWhatItMadeUp() {
        NumberPages.warmUp();
        NumberPages.warmUp();
    }
}
