package io.algeon.tck.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the records of a file that apply to PostgreSQL, one after the other. */
final class LogicFile implements AutoCloseable {
    /** Records for PostgreSQL that leave out what this database can do. */
    private static final String CAN_DO = "PostgreSQL requires AS when renaming output columns";

    private static final String DATABASE = "postgresql";

    /**
     * Lines of records that hold for SQLite alone, though they are not marked so: a text compared with numbers is unequal to them
     * (elsewhere an error), a column assigned twice takes the last value (elsewhere an error).
     */
    private static final Map<String, Set<Integer>> SQLITE_ALONE = Map.of(
            "in1.test", Set.of(279, 290, 313, 324),
            "slt_lang_update.test", Set.of(88, 98, 104));

    private final Set<Integer> left;

    private final BufferedReader reader;
    private int line;

    /** @param name the file's name without its folder */
    LogicFile(String name, InputStream stream) {
        left = SQLITE_ALONE.getOrDefault(name, Set.of());
        reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8), 1 << 16);
    }

    /** The next record that applies, null at the end. */
    @Nullable
    LogicRecord next() throws IOException {
        boolean applies = true;
        while (true) {
            String text = readLine();
            if (text == null) {
                return null;
            }
            String[] words = text.split("\\s+", 4);
            switch (words[0]) {
                case "skipif" -> applies &= !words[1].equals(DATABASE) || text.contains(CAN_DO);
                case "onlyif" -> applies &= words[1].equals(DATABASE);
                case "halt" -> {
                    if (applies) {
                        return null;
                    }
                    applies = true;
                }
                case "statement" -> {
                    int start = line;
                    LogicRecord.Statement statement =
                            new LogicRecord.Statement(start, String.join("\n", block()), words[1].equals("error"));
                    if (applies && !left.contains(start)) {
                        return statement;
                    }
                    applies = true;
                }
                case "query" -> {
                    LogicRecord.Query query = query(words);
                    if (applies && !left.contains(query.line())) {
                        return query;
                    }
                    applies = true;
                }
                default -> {
                    // comments, empty lines, hash-threshold
                }
            }
        }
    }

    private LogicRecord.Query query(String[] words) throws IOException {
        int start = line;
        List<String> sql = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        String text = readLine();
        while (text != null && !text.isEmpty() && !text.equals("----")) {
            sql.add(text);
            text = readLine();
        }
        if ("----".equals(text)) {
            expected.addAll(block());
        }
        int count = expected.size();
        String hash = "";
        if (count == 1 && expected.get(0).matches("\\d+ values hashing to [0-9a-f]+")) {
            String[] parts = expected.get(0).split(" ");
            count = Integer.parseInt(parts[0]);
            hash = parts[4];
            expected = List.of();
        }
        String types = words.length > 1 ? words[1] : "";
        String sort = words.length > 2 ? words[2] : "nosort";
        return new LogicRecord.Query(start, String.join("\n", sql), types, sort, expected, count, hash);
    }

    /** Lines up to an empty one. */
    private List<String> block() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String text = readLine(); text != null && !text.isEmpty(); text = readLine()) {
            lines.add(text);
        }
        return lines;
    }

    private @Nullable String readLine() throws IOException {
        line++;
        return reader.readLine();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
