package io.algeon.engine.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalDigitsTest {
    private static String written(long value) {
        byte[] bytes = new byte[3 + DecimalDigits.LONGEST];
        return new String(bytes, 3, DecimalDigits.write(value, bytes, 3) - 3, StandardCharsets.US_ASCII);
    }

    @Test
    void write_isJavasText_aroundPowersAndAnywhere() {
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long value = power - 2; value <= power + 2; value++) {
                assertThat(written(value)).isEqualTo(Long.toString(value));
                assertThat(written(-value)).isEqualTo(Long.toString(-value));
            }
            if (power == 1_000_000_000_000_000_000L) {
                break;
            }
        }
        for (long value : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE}) {
            assertThat(written(value)).isEqualTo(Long.toString(value));
        }
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(written(value)).isEqualTo(Long.toString(value));
        }
    }

    @Test
    void buffer_padsWithZeros() {
        TextBuffer buffer = new TextBuffer();
        for (int i = 0; i < 30; i++) {
            buffer.appendPadded(7, 3).appendPadded(1234, 2).append(-5L).appendPadded(0, 1);
        }
        assertThat(buffer).hasToString("0071234-50".repeat(30));
    }

    @Test
    void copy_repeatsATextBehindItself() {
        byte[] bytes = new byte[64];
        for (int length = 1; length <= DecimalDigits.LONGEST; length++) {
            String text = "12345678901234567890".substring(0, length);
            System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, length);
            DecimalDigits.copy(bytes, 0, length, length);
            assertThat(new String(bytes, 0, 2 * length, StandardCharsets.US_ASCII))
                    .isEqualTo(text + text);
        }
    }
}
