package io.algeon.engine.function;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * A path into JSON: {@code $}, then {@code .key}, {@code ."key"}, {@code ['key']}, {@code [0]}, {@code [-1]}, {@code [last]},
 * {@code [*]} or {@code .*}; {@code lax} or {@code strict} before it changes nothing. A text that does not begin with {@code $} is
 * a key, one that begins with {@code /} a JSON pointer (RFC 6901).
 */
final class JsonPath {
    /** A step: a key, a position, or all members or elements. */
    private record Step(String key, long index, Kind kind) {}

    private enum Kind {
        KEY,
        INDEX,
        KEY_OR_INDEX,
        ALL
    }

    private final String text;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    private JsonPath(String text) {
        this.text = text;
    }

    /**
     * Reads a path.
     *
     * @throws EngineException {@code argument_invalid} if it is none
     */
    static JsonPath of(String text) {
        JsonPath path = new JsonPath(text);
        String trimmed = text.strip();
        if (trimmed.startsWith("$") || trimmed.startsWith("lax ") || trimmed.startsWith("strict ")) {
            path.at = text.indexOf('$') + 1;
            if (path.at == 0) {
                throw path.malformed("it has no $");
            }
            while (path.at < text.stripTrailing().length()) {
                path.step();
            }
        } else if (text.startsWith("/")) {
            for (String part : text.substring(1).split("/", -1)) {
                path.steps.add(new Step(part.replace("~1", "/").replace("~0", "~"), 0, Kind.KEY_OR_INDEX));
            }
        } else {
            path.steps.add(new Step(text, 0, Kind.KEY));
        }
        return path;
    }

    /** The path of keys; those that are whole numbers are positions in arrays. */
    static JsonPath ofKeys(List<String> keys) {
        JsonPath path = new JsonPath(String.join(",", keys));
        keys.forEach(key -> path.steps.add(new Step(key, 0, Kind.KEY_OR_INDEX)));
        return path;
    }

    private void step() {
        char c = text.charAt(at);
        if (c == '.') {
            at++;
            if (at < text.length() && text.charAt(at) == '*') {
                at++;
                steps.add(new Step("", 0, Kind.ALL));
            } else {
                steps.add(new Step(key(), 0, Kind.KEY));
            }
        } else if (c == '[') {
            at++;
            subscript();
        } else {
            throw malformed("'" + c + "' stands where . or [ is expected");
        }
    }

    private String key() {
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            return quoted();
        }
        int start = at;
        while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
            at++;
        }
        String key = text.substring(start, at).strip();
        if (key.isEmpty()) {
            throw malformed("a key is missing");
        }
        return key;
    }

    private String quoted() {
        char quote = text.charAt(at++);
        StringBuilder key = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            key.append(text.charAt(at++));
        }
        if (at == text.length()) {
            throw malformed("a key has no closing quote");
        }
        at++;
        return key.toString();
    }

    private void subscript() {
        int close = text.indexOf(']', at);
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            steps.add(new Step(quoted(), 0, Kind.KEY));
            close = at;
            if (at >= text.length() || text.charAt(at) != ']') {
                throw malformed("] is missing");
            }
        } else if (close < 0) {
            throw malformed("] is missing");
        } else {
            String index = text.substring(at, close).strip();
            if (index.equals("*")) {
                steps.add(new Step("", 0, Kind.ALL));
            } else if (index.matches("(?:last|#)(?:\\s*-\\s*\\d{1,9})?")) {
                String back = index.replaceAll("[^0-9]", "");
                long count = back.isEmpty() ? 0 : Long.parseLong(back);
                // DuckDB and SQLite write # for the number of elements
                steps.add(new Step("", index.startsWith("#") ? -count : -1 - count, Kind.INDEX));
            } else if (index.matches("-?\\d{1,18}")) {
                steps.add(new Step("", Long.parseLong(index), Kind.INDEX));
            } else {
                throw malformed("'" + index + "' is no position");
            }
        }
        at = close + 1;
    }

    private EngineException malformed(String what) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "'" + text + "' is no JSON path: " + what + ". A path looks like $.key[0].\"other key\".");
    }

    /** Whether it may lead to several values. */
    boolean hasWildcard() {
        return steps.stream().anyMatch(step -> step.kind() == Kind.ALL);
    }

    /** Adds where the values begin to which the path leads from a value. */
    void find(JsonScanner json, int root, List<Integer> found) {
        find(json, root, 0, found);
    }

    private void find(JsonScanner json, int value, int step, List<Integer> found) {
        if (step == steps.size()) {
            found.add(value);
            return;
        }
        Step next = steps.get(step);
        switch (next.kind()) {
            case KEY -> follow(json, json.member(value, next.key()), step, found);
            case INDEX -> follow(json, json.element(value, next.index()), step, found);
            case KEY_OR_INDEX -> {
                boolean array = json.kind(value) == '[';
                boolean position = array && next.key().matches("-?\\d{1,18}");
                int to = position
                        ? json.element(value, Long.parseLong(next.key()))
                        : array ? -1 : json.member(value, next.key());
                follow(json, to, step, found);
            }
            case ALL -> {
                boolean object = json.kind(value) == '{';
                for (int i = json.first(value); i >= 0; i = json.after(value, i)) {
                    find(json, object ? json.valueOf(i) : i, step + 1, found);
                }
            }
        }
    }

    private void follow(JsonScanner json, int to, int step, List<Integer> found) {
        if (to >= 0) {
            find(json, to, step + 1, found);
        }
    }
}
