package io.algeon.engine.tablefunction;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextInternerTest {
    private final MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "-Xmx");

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "63, 2", "5000, 1", "5000, 3", "30000, 7"})
    void merged_numbersEachTextOnceInTheOrderOfItsBytes(int texts, int parts) {
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
            int[][] numbers = new int[parts][];
            TextInterner merged = TextInterner.merged(
                    interners, numbers, crew, new CancellationToken(), () -> budget.reservation("share"));
            int[] positions = new int[merged.size()];
            VertexNames names = merged.sorted(crew, positions);
            List<String> sorted = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                sorted.add(names.text(i));
            }
            assertThat(sorted).containsExactlyElementsOf(all);
            for (int part = 0; part < parts; part++) {
                for (int number = 0; number < given.get(part).size(); number++) {
                    int common = numbers[part] == null ? number : numbers[part][number];
                    assertThat(names.text(positions[common]))
                            .isEqualTo(given.get(part).get(number));
                }
            }
        }
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
