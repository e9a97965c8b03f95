package io.algeon.engine.parquet.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.parquet.codec.Decompressor;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

class SnappyCompressorTest {
    private final SnappyCompressor compressor = new SnappyCompressor();

    private void check(byte[] input, String what) throws IOException {
        byte[] output = new byte[Math.toIntExact(SnappyCompressor.maxCompressedLength(input.length))];
        int length = compressor.compress(input, input.length, output);
        assertThat(Snappy.uncompress(Arrays.copyOf(output, length))).as(what).isEqualTo(input);
        byte[] own = new byte[input.length];
        try (Decompressor decompressor = new Decompressor()) {
            decompressor.decompress(Decompressor.Codec.SNAPPY, false, output, 0, length, own, 0, own.length);
        }
        assertThat(own).as(what).isEqualTo(input);
    }

    @Test
    void everySizeAndKindOfDataComesBack() throws IOException {
        long seed = 77;
        Random random = new Random(seed);
        for (int size :
                new int[] {0, 1, 2, 15, 16, 17, 59, 60, 61, 127, 128, 255, 256, 257, 65535, 65536, 65537, 200_000}) {
            byte[] noise = new byte[size];
            random.nextBytes(noise);
            check(noise, "noise of " + size + " bytes");
            check(new byte[size], size + " zeros");
            for (int period : new int[] {1, 3, 8, 100, 2047, 2048, 40_000}) {
                byte[] repeating = new byte[size];
                for (int i = 0; i < size; i++) {
                    repeating[i] = i < period ? noise[i] : repeating[i - period];
                }
                check(repeating, size + " bytes of period " + period);
            }
        }
        for (int round = 0; round < 300; round++) {
            byte[] input = new byte[random.nextInt(5000)];
            int letters = 1 + random.nextInt(6);
            for (int i = 0; i < input.length; i++) {
                input[i] = (byte) random.nextInt(letters);
            }
            check(input, "seed " + seed + " round " + round);
        }
    }

    @Test
    void repetitionsShrink() {
        byte[] input = new byte[100_000];
        for (int i = 0; i < input.length; i++) {
            input[i] = (byte) ("abcdefgh".charAt(i % 8));
        }
        byte[] output = new byte[Math.toIntExact(SnappyCompressor.maxCompressedLength(input.length))];
        assertThat(compressor.compress(input, input.length, output)).isLessThan(6000);
    }
}
