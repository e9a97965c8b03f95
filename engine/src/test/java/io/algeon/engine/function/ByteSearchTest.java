package io.algeon.engine.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
    private static int naive(byte[] needle, byte[] data, int from, int to) {
        for (int start = from; start + needle.length <= to; start++) {
            int i = 0;
            while (i < needle.length && data[start + i] == needle[i]) {
                i++;
            }
            if (i == needle.length) {
                return start;
            }
        }
        return -1;
    }

    /** Few different bytes, neighbours of each other, which deceive tests of eight at a time; negative ones too. */
    private static byte[] bytes(Random random, int length, int alphabet, int first) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (random.nextInt(alphabet) + first);
        }
        return bytes;
    }

    @Test
    void find_givesTheFirstOccurrence_ofAnyNeedleAnywhere() {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            int alphabet = 1 + random.nextInt(4);
            int first = round % 2 == 0 ? 'a' : 126;
            byte[] data = bytes(random, random.nextInt(90), alphabet, first);
            byte[] needle = bytes(random, random.nextInt(12), alphabet, first);
            int from = random.nextInt(data.length + 1);
            int to = from + random.nextInt(data.length - from + 1);
            assertThat(new ByteSearch(needle).find(data, from, to))
                    .as("seed %s round %s", seed, round)
                    .isEqualTo(naive(needle, data, from, to));
        }
    }

    @Test
    void find_ofNothing_isWhereTheSearchBegins() {
        byte[] data = "text".getBytes(StandardCharsets.UTF_8);
        assertThat(new ByteSearch(new byte[0]).find(data, 2, 4)).isEqualTo(2);
        assertThat(new ByteSearch(data).find(data, 0, 4)).isZero();
        assertThat(new ByteSearch(data).find(data, 1, 4)).isEqualTo(-1);
    }
}
