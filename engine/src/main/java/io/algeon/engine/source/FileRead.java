package io.algeon.engine.source;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query's wish to read files: {@code read_csv('a.csv', header => true)}, or a bare path in FROM.
 *
 * <p>It travels through name resolution as the name of a table, so it has a text form: a bare path is itself, everything
 * else starts with a character that no path has.
 *
 * @param function name of the function in lower case, such as {@code read_csv}; empty for a bare path
 * @param paths paths, folders and globs, at least one
 * @param options by name in lower case: a {@code String}, {@code Boolean}, {@code BigDecimal}, null, or a {@code List} or
 *     {@code Map} (with {@code String} keys) of these
 */
public record FileRead(String function, List<String> paths, Map<String, @Nullable Object> options) {
    /** Begins the text of everything but a bare path. */
    private static final char MARK = '\u0001';

    public FileRead {
        Objects.requireNonNull(function);
        paths = List.copyOf(paths);
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(options);
        options = java.util.Collections.unmodifiableMap(copy);
    }

    /** A path, folder or glob in FROM. */
    public static FileRead path(String path) {
        return new FileRead("", List.of(path), Map.of());
    }

    /** What messages, headings and EXPLAIN call it. */
    public String title() {
        return String.join(", ", paths);
    }

    /** The text form, equal for equal reads. */
    public String text() {
        if (function.isEmpty() && options.isEmpty() && paths.size() == 1) {
            return paths.get(0);
        }
        StringBuilder text = new StringBuilder().append(MARK);
        append(function, text);
        append(paths, text);
        append(options, text);
        return text.toString();
    }

    /** The read of a text form; a text that is none is a bare path. */
    public static FileRead parse(String text) {
        if (text.isEmpty() || text.charAt(0) != MARK) {
            return path(text);
        }
        Reader reader = new Reader(text);
        String function = String.valueOf(reader.next());
        List<String> paths = new ArrayList<>();
        if (reader.next() instanceof List<?> list) {
            list.forEach(path -> paths.add(String.valueOf(path)));
        }
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        if (reader.next() instanceof Map<?, ?> map) {
            map.forEach((name, value) -> options.put(String.valueOf(name), value));
        }
        return new FileRead(function.toLowerCase(Locale.ROOT), paths, options);
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value == null) {
            text.append("z:");
        } else if (value instanceof List<?> list) {
            text.append('l').append(list.size()).append(':');
            list.forEach(item -> append(item, text));
        } else if (value instanceof Map<?, ?> map) {
            text.append('m').append(map.size()).append(':');
            map.forEach((key, item) -> {
                append(key, text);
                append(item, text);
            });
        } else {
            String word = value.toString();
            char kind = value instanceof Boolean ? 'b' : value instanceof BigDecimal ? 'n' : 's';
            text.append(kind).append(word.length()).append(':').append(word);
        }
    }

    /** Takes a text form apart. */
    private static final class Reader {
        private final String text;
        private int at = 1;

        Reader(String text) {
            this.text = text;
        }

        @Nullable
        Object next() {
            char kind = text.charAt(at);
            int colon = text.indexOf(':', at);
            int size = colon == at + 1 ? 0 : Integer.parseInt(text.substring(at + 1, colon));
            at = colon + 1;
            switch (kind) {
                case 'z' -> {
                    return null;
                }
                case 'l' -> {
                    List<@Nullable Object> list = new ArrayList<>();
                    for (int i = 0; i < size; i++) {
                        list.add(next());
                    }
                    return list;
                }
                case 'm' -> {
                    Map<String, @Nullable Object> map = new LinkedHashMap<>();
                    for (int i = 0; i < size; i++) {
                        String key = String.valueOf(next());
                        map.put(key, next());
                    }
                    return map;
                }
                default -> {
                    String word = text.substring(at, at + size);
                    at += size;
                    return kind == 'b' ? (Object) Boolean.valueOf(word) : kind == 'n' ? new BigDecimal(word) : word;
                }
            }
        }
    }
}
