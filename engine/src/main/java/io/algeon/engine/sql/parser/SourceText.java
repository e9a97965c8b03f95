package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text from which the grammar's tokens are read. Comments are blanked out, so that block comments nest, as in PostgreSQL,
 * and {@code //}, which the grammar takes for a comment, does not silently swallow the rest of a line. Dollar-quoted strings,
 * which the grammar does not know, are quoted strings of blanks; what they hold is kept apart. Positions stay what they were.
 */
final class SourceText {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

    private final String sql;
    private final StringBuilder text;
    private final Map<Place, String> dollarStrings = new HashMap<>();

    /** Where a token begins. */
    private record Place(int line, int column) {}

    /**
     * Reads a statement.
     *
     * @throws EngineException {@code sql_parse} for {@code //} and for a comment or dollar-quoted string without an end
     */
    SourceText(String sql) {
        this.sql = sql;
        this.text = new StringBuilder(sql);
        if (sql.contains("--") || sql.contains("/*") || sql.contains("//") || sql.contains("$")) {
            blank();
        }
    }

    /** The statement as the grammar is to read it. */
    String text() {
        return text.toString();
    }

    /** What the dollar-quoted string that begins there holds; null if none does. */
    @Nullable
    String dollarString(int line, int column) {
        return dollarStrings.isEmpty() ? null : dollarStrings.get(new Place(line, column));
    }

    private void blank() {
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c == '\'' || c == '"' || c == '`') {
                i = quoted(i);
            } else if (sql.startsWith("--", i)) {
                i = fill(i, endOfLine(i));
            } else if (sql.startsWith("/*", i) && !sql.startsWith("/*+", i)) {
                i = fill(i, endOfBlock(i));
            } else if (sql.startsWith("//", i)) {
                throw at(i, "'//' is no operator; '/' divides integers without remainder");
            } else if (c == '$' && (i == 0 || !Character.isJavaIdentifierPart(sql.charAt(i - 1)))) {
                i = dollarQuoted(i);
            } else {
                i++;
            }
        }
    }

    /** Where the dollar-quoted string that begins here ends; the next character if none does. */
    private int dollarQuoted(int start) {
        Matcher quote = DOLLAR_QUOTE.matcher(sql).region(start, sql.length());
        if (!quote.lookingAt()) {
            return start + 1;
        }
        int close = sql.indexOf(quote.group(), quote.end());
        if (close < 0) {
            throw at(start, "a string begins with " + quote.group() + " here and has no closing " + quote.group());
        }
        int end = close + quote.group().length();
        dollarStrings.put(place(start), sql.substring(quote.end(), close));
        fill(start, end);
        text.setCharAt(start, '\'');
        text.setCharAt(end - 1, '\'');
        return end;
    }

    /** Where the quoted text that begins here ends; a doubled quote just begins the next one. */
    private int quoted(int start) {
        char quote = sql.charAt(start);
        boolean escapes = quote == '\''
                && start > 0
                && Character.toUpperCase(sql.charAt(start - 1)) == 'E'
                && (start == 1 || !Character.isJavaIdentifierPart(sql.charAt(start - 2)));
        int i = start + 1;
        while (i < sql.length() && sql.charAt(i) != quote) {
            i += escapes && sql.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + 1, sql.length());
    }

    private int endOfLine(int start) {
        int i = start;
        while (i < sql.length() && sql.charAt(i) != '\n' && sql.charAt(i) != '\r') {
            i++;
        }
        return i;
    }

    private int endOfBlock(int start) {
        int depth = 0;
        int i = start;
        while (i < sql.length()) {
            if (sql.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else if (sql.startsWith("*/", i)) {
                i += 2;
                if (--depth == 0) {
                    return i;
                }
            } else {
                i++;
            }
        }
        throw at(start, "a comment begins here and has no end");
    }

    private int fill(int start, int end) {
        for (int i = start; i < end; i++) {
            if (!Character.isWhitespace(sql.charAt(i))) {
                text.setCharAt(i, ' ');
            }
        }
        return end;
    }

    private Place place(int index) {
        String before = sql.substring(0, index);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        return new Place(line, index - before.lastIndexOf('\n'));
    }

    private EngineException at(int index, String message) {
        Place place = place(index);
        return new EngineException(
                ErrorCode.SQL_PARSE,
                "Syntax error at line " + place.line() + ", column " + place.column() + ": " + message + ".");
    }
}
