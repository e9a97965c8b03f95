package io.algeon.engine.tablefunction;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.engine.memory.MemoryBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextInternerTest {
    private final MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "-Xmx");

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "63, 2", "5000, 1", "5000, 3", "30000, 7"})
    void commonTexts_areEachTextOnceInTheOrderOfTheirBytes(int texts, int parts) {
        SplittableRandom random = new SplittableRandom(texts + parts);
        List<TextInterner> interners = new ArrayList<>();
        List<List<String>> given = new ArrayList<>();
        // code points, as UTF-8 has them
        TreeSet<String> all = new TreeSet<>(Comparator.comparing(
                (String text) -> text.getBytes(StandardCharsets.UTF_8), java.util.Arrays::compareUnsigned));
        for (int part = 0; part < parts; part++) {
            TextInterner interner = new TextInterner(budget.reservation("part"));
            List<String> own = new ArrayList<>();
            for (int i = 0; i < texts; i++) {
                String text = text(random.nextInt(2 * texts));
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                int number = interner.intern(bytes, 0, bytes.length);
                assertThat(number).isLessThanOrEqualTo(own.size());
                if (number == own.size()) {
                    own.add(text);
                } else {
                    assertThat(own.get(number)).isEqualTo(text);
                }
                all.add(text);
            }
            interners.add(interner);
            given.add(own);
        }
        try (WorkerPool pool = new WorkerPool("text-test", 3)) {
            Crew crew = pool.crew(3);
            CommonTexts common = CommonTexts.of(interners, crew, new CancellationToken(), budget.reservation("common"));
            VertexNames names = common.names();
            List<String> sorted = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                sorted.add(names.text(i));
            }
            assertThat(sorted).containsExactlyElementsOf(all);
            for (int part = 0; part < parts; part++) {
                long[] numbers = new long[given.get(part).size()];
                java.util.Arrays.setAll(numbers, i -> i);
                common.translate(part, numbers, numbers.length);
                for (int number = 0; number < numbers.length; number++) {
                    assertThat(names.text((int) numbers[number]))
                            .isEqualTo(given.get(part).get(number));
                }
            }
        }
    }

    @Test
    void internAll_numbersLikeIntern() {
        SplittableRandom random = new SplittableRandom(11);
        TextInterner one = new TextInterner(budget.reservation("one"));
        TextInterner all = new TextInterner(budget.reservation("all"));
        for (int rows : new int[] {0, 1, 63, 2048, 5, 2048, 2047, 2048}) {
            BytesVector vector = new BytesVector(2048, 0);
            long[] expected = new long[rows];
            String text = "";
            for (int i = 0; i < rows; i++) {
                text = random.nextInt(3) > 0 ? text : text(random.nextInt(3000));
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                vector.set(i, bytes);
                if (random.nextInt(20) == 0) {
                    vector.setNull(i, rows);
                } else {
                    expected[i] = one.intern(bytes, 0, bytes.length);
                }
            }
            int from = Math.min(rows, 3);
            for (int[] part : new int[][] {{0, from}, {from, rows - from}}) {
                long[] numbers = new long[rows + 7];
                all.internAll(vector, part[0], part[1], numbers, 7);
                for (int i = 0; i < part[1]; i++) {
                    if (!vector.isNull(part[0] + i)) {
                        assertThat(numbers[7 + i]).isEqualTo(expected[part[0] + i]);
                    }
                }
            }
        }
        assertThat(all.size()).isEqualTo(one.size()).isGreaterThan(1000);
    }

    private static String text(int number) {
        return switch (number % 5) {
            case 0 -> "";
            case 1 -> "é" + number;
            case 2 -> "a common beginning of texts " + number;
            case 3 -> new String(Character.toChars(0x1F600 + number % 50)) + number;
            default -> Integer.toString(number);
        };
    }
}
