package io.algeon.jdbc.internal.meta;

import org.jspecify.annotations.Nullable;

/**
 * A pattern for names: {@code %} is any text, {@code _} any character, a backslash takes the next one literally. As in SQL, case
 * does not matter.
 */
final class NamePattern {
    static final char ESCAPE = '\\';

    private final @Nullable String pattern;

    /** @param pattern null for any name */
    NamePattern(@Nullable String pattern) {
        this.pattern = pattern == null || pattern.equals("%") ? null : pattern;
    }

    boolean matches(String name) {
        return pattern == null || matches(pattern, 0, name, 0);
    }

    /** Whether the pattern names one thing, so that an error in it is worth telling. */
    boolean isLiteral() {
        return pattern != null && pattern.indexOf('%') < 0;
    }

    private static boolean matches(String pattern, int fromPattern, String name, int fromName) {
        int p = fromPattern;
        int n = fromName;
        // the last % seen and where in the name its text may end: on a mismatch it takes one character more
        int percent = -1;
        int resume = -1;
        while (n < name.length() || p < pattern.length()) {
            if (p < pattern.length()) {
                char c = pattern.charAt(p);
                if (c == '%') {
                    percent = p++;
                    resume = n;
                    continue;
                }
                boolean escaped = c == ESCAPE && p + 1 < pattern.length();
                char wanted = escaped ? pattern.charAt(p + 1) : c;
                if (n < name.length() && (!escaped && c == '_' || equal(wanted, name.charAt(n)))) {
                    p += escaped ? 2 : 1;
                    n++;
                    continue;
                }
            }
            if (percent < 0 || resume >= name.length()) {
                return false;
            }
            n = ++resume;
            p = percent + 1;
        }
        return true;
    }

    private static boolean equal(char left, char right) {
        return left == right || Character.toLowerCase(left) == Character.toLowerCase(right);
    }
}
