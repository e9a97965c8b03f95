package io.algeon.jdbc.internal.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NamePatternTest {
    @Test
    void patterns_matchAsAnEqualRegularExpressionDoes() {
        long seed = 20240101;
        Random random = new Random(seed);
        char[] patternLetters = {'a', 'B', '_', '%', '\\'};
        for (int round = 0; round < 50_000; round++) {
            StringBuilder pattern = new StringBuilder();
            StringBuilder regex = new StringBuilder();
            for (int i = random.nextInt(6); i > 0; i--) {
                char c = patternLetters[random.nextInt(5)];
                pattern.append(c);
                if (c == '\\') {
                    char literal = patternLetters[random.nextInt(5)];
                    pattern.append(literal);
                    regex.append(Pattern.quote(String.valueOf(literal)));
                } else {
                    regex.append(c == '_' ? "." : c == '%' ? ".*" : String.valueOf(c));
                }
            }
            StringBuilder name = new StringBuilder();
            for (int i = random.nextInt(7); i > 0; i--) {
                name.append("aAbB_%\\".charAt(random.nextInt(7)));
            }
            boolean expected = Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE)
                    .matcher(name)
                    .matches();
            assertThat(new NamePattern(pattern.toString()).matches(name.toString()))
                    .as("seed %d: '%s' against '%s'", seed, name, pattern)
                    .isEqualTo(expected);
        }
    }

    @Test
    void manyPercentSigns_stayFast() {
        assertThat(new NamePattern("%a".repeat(50) + "b").matches("a".repeat(5_000)))
                .isFalse();
    }

    @Test
    void null_isAnyName() {
        assertThat(new NamePattern(null).matches("x")).isTrue();
        assertThat(new NamePattern("").matches("x")).isFalse();
    }
}
