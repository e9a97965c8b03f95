package io.algeon.engine.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.FileOptions;
import io.algeon.metadata.file.FileIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts of CSV files begin where rows do, whatever stands within quotes. */
final class PartBoundariesTest {
    private static final int BYTES = 6 << 20;
    private static final long SEED = 20261201;

    @TempDir
    Path directory;

    /** The text of a quoted field, as it is written. */
    enum Texts {
        PLAIN,
        /** Quoted because of a comma, as most files have it. */
        COMMAS,
        LINES,
        QUOTES,
        /** Quoted empty texts: both readings begin with two quotes. */
        EMPTY,
        /** Texts that are rows of such a file themselves, fewer of them than a window holds. */
        DOCUMENTS,
        BACKSLASHES;

        String of(Random random) {
            return switch (this) {
                case PLAIN -> "some words " + random.nextInt(1000);
                case COMMAS -> random.nextInt(3) > 0 ? "words" : "\"some, words\"";
                case LINES -> "\"line\nafter\r\nline " + random.nextInt(9) + "\n\"";
                case QUOTES -> "\"say \"\"yes\"\"\"\",\"\" or\n\"\"no\"\"\"";
                case EMPTY -> random.nextBoolean() ? "\"\"" : "\" , \"";
                case DOCUMENTS -> {
                    if (random.nextInt(50) > 0) {
                        yield "\"x\"";
                    }
                    yield "\"" + "1,2,word,3.5\n".repeat(random.nextInt(300)) + "\"";
                }
                case BACKSLASHES -> "\"a \\\"quote\\\", and\n\\\\\"";
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void parts_beginWhereRowsDo(Texts texts) throws IOException {
        for (String lineEnd : List.of("\n", "\r\n")) {
            Random random = new Random(SEED);
            Set<Long> starts = new HashSet<>();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES);
            bytes.writeBytes(("a,b,c,d" + lineEnd).getBytes(StandardCharsets.UTF_8));
            while (bytes.size() < BYTES) {
                starts.add((long) bytes.size());
                String row = random.nextInt(100) + "," + random.nextLong() + "," + texts.of(random) + ","
                        + random.nextInt(50) + ".25" + lineEnd;
                bytes.writeBytes(row.getBytes(StandardCharsets.UTF_8));
            }
            Map<String, @Nullable Object> options = new HashMap<>(Map.of("quote", "\""));
            options.put("escape", texts == Texts.BACKSLASHES ? "\\" : "\"");
            List<DataFile.Part> parts = parts(bytes.toByteArray(), options);
            assertThat(starts)
                    .containsAll(parts.stream().map(DataFile.Part::start).toList());
            assertThat(parts).as("seed %d", SEED).hasSizeGreaterThan(3);
            for (int i = 1; i < parts.size(); i++) {
                assertThat(parts.get(i).start()).isEqualTo(parts.get(i - 1).end());
            }
        }
    }

    @Test
    void parts_ofOneColumnOfTexts_beginWhereRowsDo() throws IOException {
        Random random = new Random(SEED);
        Set<Long> starts = new HashSet<>();
        StringBuilder text = new StringBuilder("a\n");
        while (text.length() < BYTES) {
            starts.add((long) text.length());
            text.append(random.nextBoolean() ? "\"two\nlines\"\n" : "one line\n");
        }
        List<DataFile.Part> parts =
                parts(text.toString().getBytes(StandardCharsets.UTF_8), new HashMap<>(Map.of("delim", ",")));
        assertThat(starts).containsAll(parts.stream().map(DataFile.Part::start).toList());
        assertThat(parts).hasSizeGreaterThan(3);
    }

    private List<DataFile.Part> parts(byte[] bytes, Map<String, @Nullable Object> options) throws IOException {
        Path file = Files.write(directory.resolve("rows.csv"), bytes);
        return CsvSniffer.sniff(FileIdentity.of(file), CsvFormat.of(new FileOptions("read_csv", options), null))
                .parts(8);
    }
}
