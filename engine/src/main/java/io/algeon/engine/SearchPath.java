package io.algeon.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text form of a list of schemas: names separated by commas, in quotes where they are no plain words. */
final class SearchPath {
    private SearchPath() {}

    /** The names; quotes of either kind are taken off. */
    static List<String> parse(String text) {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0 && c == quote && i + 1 < text.length() && text.charAt(i + 1) == quote) {
                name.append(c);
                i++;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (quote == 0 && c == ',') {
                add(name, names);
            } else if (quote != 0 || !Character.isWhitespace(c)) {
                name.append(c);
            }
        }
        add(name, names);
        return names;
    }

    private static void add(StringBuilder name, List<String> names) {
        if (!name.isEmpty()) {
            names.add(name.toString());
        }
        name.setLength(0);
    }

    static String text(List<String> names) {
        return names.stream()
                .map(name -> isPlain(name) ? name : '"' + name.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(", "));
    }

    private static boolean isPlain(String name) {
        return name.equals(name.toLowerCase(Locale.ROOT))
                && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }
}
