package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.parquet.scan.HandmadeFile.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, maps and rows, in each other, NULL and empty at every level. */
final class NestedColumnsTest {
    private static final long SEED = 99;

    @TempDir
    static Path folder;

    private static DuckDbFiles duckDb;

    @BeforeAll
    static void open() throws SQLException {
        duckDb = new DuckDbFiles();
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    /** NULL where a number derived from the row says so. */
    private static String maybe(String expression, int salt) {
        return "CASE WHEN hash(i * 31 + " + salt + ") % 5 = 0 THEN NULL ELSE " + expression + " END";
    }

    private static String elements(String expression, int salt) {
        return "list_transform(range((hash(i + " + salt + ") % 4)::BIGINT), lambda k: " + expression + ")";
    }

    private static final String NULLABLE_ELEMENT = "CASE WHEN (i + k) % 3 = 0 THEN NULL ELSE (i * 10 + k)::INTEGER END";

    @ParameterizedTest
    @CsvSource({"V1, 0", "V1, 1", "V1, 65", "V1, 7000", "V2, 2049", "V2, 7000"})
    void nestedColumns_areReadAsWritten(String version, int rows) throws SQLException {
        String query = "SELECT i, "
                + maybe(elements(NULLABLE_ELEMENT, 1), 1) + " AS list, "
                + maybe(elements("'t' || (i + k) % 7", 2), 2) + " AS texts, "
                + maybe("{'a': " + maybe("i::BIGINT", 3) + ", 'b': " + maybe("'s' || i", 4) + "}", 5) + " AS struct, "
                + maybe("MAP([i, i + 1], ['x' || i, " + maybe("'y'", 6) + "])", 7) + " AS map, "
                + maybe(elements("CASE WHEN k = 1 THEN NULL ELSE [k, NULL, i] END", 8), 8) + " AS lists, "
                + maybe(elements("{'p': (i + k)::INTEGER, 'q': CASE WHEN k = 2 THEN NULL ELSE ['z', NULL] END}", 9), 9)
                + " AS structs, "
                + maybe(
                        "{'inner': {'deep': " + maybe("(i / 4)::DOUBLE", 10) + "}, 'l': "
                                + maybe(elements(NULLABLE_ELEMENT, 11), 11) + "}",
                        12)
                + " AS deep, i % 3 AS after FROM range(" + rows + ") r(i)";
        Path file = folder.resolve("nested" + version + rows + ".parquet");
        duckDb.write(query, file, "ROW_GROUP_SIZE 4096, PARQUET_VERSION " + version);
        List<List<String>> expected = duckDb.query("SELECT * FROM '" + file + "'");
        assertThat(new ScanFixture(file).rows()).isEqualTo(expected);
    }

    @Test
    void listAcrossManyPages_isReadAsWritten() throws IOException {
        Random random = new Random(SEED);
        for (boolean version2 : new boolean[] {false, true}) {
            List<Page> pages = new ArrayList<>();
            List<List<String>> expected = new ArrayList<>();
            List<String> current = new ArrayList<>();
            int rows = 0;
            for (int p = 0; p < 20; p++) {
                int slots = random.nextInt(p % 4 == 0 ? 3000 : 60);
                int[] repetitions = new int[slots];
                int[] definitions = new int[slots];
                List<Integer> values = new ArrayList<>();
                for (int i = 0; i < slots; i++) {
                    // A row may go on in the next page, but the first one has to begin, and only lists with elements go
                    // on.
                    boolean goesOn = !expected.isEmpty() && !current.isEmpty() && random.nextInt(3) > 0;
                    repetitions[i] = goesOn ? 1 : 0;
                    definitions[i] = goesOn ? 2 + random.nextInt(2) : random.nextInt(4);
                    if (!goesOn) {
                        current = new ArrayList<>();
                        expected.add(current);
                        rows++;
                    }
                    if (definitions[i] == 3) {
                        values.add(random.nextInt(100));
                    }
                    if (definitions[i] == 0) {
                        expected.set(expected.size() - 1, null);
                        current = new ArrayList<>();
                    } else if (definitions[i] > 1) {
                        current.add(definitions[i] == 2 ? "NULL" : String.valueOf(values.get(values.size() - 1)));
                    }
                }
                pages.add(new Page(
                        slots,
                        repetitions,
                        definitions,
                        values,
                        p % 2 == 0 ? Encoding.PLAIN : Encoding.RLE_DICTIONARY,
                        version2,
                        p % 3 == 0 ? Encoding.BIT_PACKED : Encoding.RLE));
            }
            Path file = new HandmadeFile(
                            List.of(
                                    group("root", null, null, 1),
                                    group("c", FieldRepetitionType.OPTIONAL, ConvertedType.LIST, 1),
                                    group("list", FieldRepetitionType.REPEATED, null, 1),
                                    leaf("element", FieldRepetitionType.OPTIONAL)),
                            rows)
                    .chunk(Type.INT32, 0, "c.list.element", 1, 3, pages)
                    .write(folder.resolve("pages.parquet"));
            List<List<String>> texts = new ArrayList<>();
            for (List<String> list : expected) {
                texts.add(List.of(list == null ? "NULL" : list.toString()));
            }
            assertThat(new ScanFixture(file).rows()).as("seed %d", SEED).isEqualTo(texts);
        }
    }

    @Test
    void oldListOfTwoLevels_andBareRepeatedField_areLists() throws IOException {
        Page twoLevels = new Page(
                5,
                new int[] {0, 1, 0, 0, 0},
                new int[] {2, 2, 1, 0, 2},
                Arrays.asList(1, 2, 3),
                Encoding.PLAIN,
                false,
                Encoding.RLE);
        Page bare = new Page(
                5,
                new int[] {0, 0, 0, 1, 0},
                new int[] {1, 0, 1, 1, 0},
                Arrays.asList(7, 8, 9),
                Encoding.PLAIN,
                false,
                Encoding.RLE);
        Path file = new HandmadeFile(
                        List.of(
                                group("root", null, null, 2),
                                group("two", FieldRepetitionType.OPTIONAL, ConvertedType.LIST, 1),
                                leaf("array", FieldRepetitionType.REPEATED),
                                leaf("bare", FieldRepetitionType.REPEATED)),
                        4)
                .chunk(Type.INT32, 0, "two.array", 1, 2, List.of(twoLevels))
                .chunk(Type.INT32, 0, "bare", 1, 1, List.of(bare))
                .write(folder.resolve("old.parquet"));
        assertThat(new ScanFixture(file).rows())
                .containsExactly(
                        List.of("[1, 2]", "[7]"), List.of("[]", "[]"), List.of("NULL", "[8, 9]"), List.of("[3]", "[]"));
    }

    private static SchemaElement group(
            String name, FieldRepetitionType repetition, ConvertedType converted, int children) {
        SchemaElement element = new SchemaElement(name);
        element.setNum_children(children);
        if (repetition != null) {
            element.setRepetition_type(repetition);
        }
        if (converted != null) {
            element.setConverted_type(converted);
        }
        return element;
    }

    private static SchemaElement leaf(String name, FieldRepetitionType repetition) {
        SchemaElement element = new SchemaElement(name);
        element.setType(Type.INT32);
        element.setRepetition_type(repetition);
        return element;
    }
}
