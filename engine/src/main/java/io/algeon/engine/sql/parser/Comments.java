package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/**
 * Blanks out comments before the grammar's tokens are read, so that block comments nest, as in PostgreSQL, and {@code //},
 * which the grammar takes for a comment, does not silently swallow the rest of a line. Positions stay what they were.
 */
final class Comments {
    private final String sql;
    private final StringBuilder text;

    private Comments(String sql) {
        this.sql = sql;
        this.text = new StringBuilder(sql);
    }

    /**
     * The statement with spaces in place of comments.
     *
     * @throws EngineException {@code sql_parse} for {@code //} and for a comment without an end
     */
    static String blank(String sql) {
        return sql.contains("--") || sql.contains("/*") || sql.contains("//") ? new Comments(sql).blank() : sql;
    }

    private String blank() {
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
            } else {
                i++;
            }
        }
        return text.toString();
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

    private EngineException at(int index, String message) {
        String before = sql.substring(0, index);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int column = index - before.lastIndexOf('\n');
        return new EngineException(
                ErrorCode.SQL_PARSE, "Syntax error at line " + line + ", column " + column + ": " + message + ".");
    }
}
