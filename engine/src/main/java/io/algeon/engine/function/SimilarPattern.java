package io.algeon.engine.function;

/** SQL's regular expressions of SIMILAR TO as those of {@code java.util.regex}. */
final class SimilarPattern {
    private SimilarPattern() {}

    /** @param escape one character, or empty for none */
    static String toRegex(String pattern, String escape) {
        StringBuilder regex = new StringBuilder("(?:");
        boolean inSet = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (!escape.isEmpty() && c == escape.charAt(0) && i + 1 < pattern.length()) {
                regex.append('\\').append(quotable(pattern.charAt(++i)));
            } else if (inSet) {
                inSet = c != ']';
                regex.append(c == '[' ? "\\[" : String.valueOf(c));
            } else {
                switch (c) {
                    case '%' -> regex.append(".*");
                    case '_' -> regex.append('.');
                    case '[' -> {
                        inSet = true;
                        regex.append('[');
                    }
                    case '.', '^', '$', '\\' -> regex.append('\\').append(c);
                    default -> regex.append(c);
                }
            }
        }
        return regex.append(')').toString();
    }

    /** A letter after a backslash would mean something. */
    private static String quotable(char c) {
        return Character.isLetterOrDigit(c) ? "Q" + c + "\\E" : String.valueOf(c);
    }
}
