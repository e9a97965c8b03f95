package io.algeon.engine.tablefunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextOrderTest {
    private enum Kind {
        NUMBERS,
        ANY_BYTES,
        NESTED,
        HEXADECIMAL,
        LONG_BEGINNINGS,
        TWO_GROUPS;

        byte[] text(int i, SplittableRandom random) {
            return switch (this) {
                case NUMBERS -> ("s" + i + "-" + random.nextInt(3)).getBytes();
                case ANY_BYTES -> bytes(random, random.nextInt(12));
                case NESTED -> bytes("ab".repeat(i % 700));
                case HEXADECIMAL -> bytes(Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
                case LONG_BEGINNINGS -> bytes("x".repeat(90) + i % 7 + "y".repeat(70 + i % 3) + i);
                case TWO_GROUPS -> bytes((i % 2 == 0 ? "a" : "b".repeat(20)) + "c".repeat(30) + random.nextInt());
            };
        }

        private static byte[] bytes(String text) {
            return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }

        private static byte[] bytes(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) random.nextInt(256);
            }
            return bytes;
        }
    }

    @ParameterizedTest
    @EnumSource
    void sorted_isTheOrderOfTheBytes(Kind kind) {
        for (int wanted : new int[] {0, 1, 2, 63, 2049, kind == Kind.TWO_GROUPS ? 80_000 : 20_000}) {
            SplittableRandom random = new SplittableRandom(wanted);
            TreeSet<byte[]> distinct = new TreeSet<>(Arrays::compareUnsigned);
            for (int i = 0; i < wanted; i++) {
                distinct.add(kind.text(i, random));
            }
            List<byte[]> texts = new ArrayList<>(distinct);
            Collections.shuffle(texts, new Random(wanted));
            int[] offsets = new int[texts.size() + 1];
            for (int i = 0; i < texts.size(); i++) {
                offsets[i + 1] = offsets[i] + texts.get(i).length;
            }
            byte[] bytes = new byte[offsets[texts.size()]];
            for (int i = 0; i < texts.size(); i++) {
                System.arraycopy(texts.get(i), 0, bytes, offsets[i], texts.get(i).length);
            }
            Map<byte[], Integer> numbers = new IdentityHashMap<>();
            for (int i = 0; i < texts.size(); i++) {
                numbers.put(texts.get(i), i);
            }
            int[] expected = distinct.stream().mapToInt(numbers::get).toArray();
            for (int threads : new int[] {1, 2, 7}) {
                try (WorkerPool pool = new WorkerPool("text-order-test", threads)) {
                    Crew crew = threads == 1 ? Crew.ALONE : pool.crew(threads);
                    assertThat(new TextOrder(bytes, offsets, new CancellationToken()).sorted(texts.size(), crew))
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void cancelled_doesNotSort() {
        byte[] bytes = "ba".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        CancellationToken cancellation = new CancellationToken();
        cancellation.cancel();
        assertThatThrownBy(() -> new TextOrder(bytes, new int[] {0, 1, 2}, cancellation).sorted(2, Crew.ALONE))
                .isInstanceOf(EngineException.class);
    }
}
