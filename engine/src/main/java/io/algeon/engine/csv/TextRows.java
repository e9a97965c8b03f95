package io.algeon.engine.csv;

import java.util.ArrayList;
import java.util.List;

/** Splits a sample into rows of texts, as {@link RowScanner} does bytes; for finding out how a file is written. */
final class TextRows {
    /** A row with where it begins and ends in the sample, its line end included. */
    record Row(int start, int end, List<Cell> cells) {
        boolean isBlank() {
            return cells.size() == 1
                    && !cells.get(0).quoted
                    && cells.get(0).text.isEmpty();
        }
    }

    record Cell(String text, boolean quoted) {}

    private final String text;
    private final String delimiter;
    private final int quote;
    private final int escape;
    private final char lineEnd;
    private int at;
    private int faults;

    TextRows(String text, String delimiter, int quote, int escape, boolean carriageReturn) {
        this.text = text;
        this.delimiter = delimiter;
        this.quote = quote;
        this.escape = escape;
        this.lineEnd = carriageReturn ? '\r' : '\n';
    }

    /** Fields whose quotes are not as they should be. */
    int faults() {
        return faults;
    }

    /** Rows from a position on, at most so many. */
    List<Row> read(int from, int most) {
        List<Row> rows = new ArrayList<>();
        at = from;
        while (at < text.length() && rows.size() < most) {
            int start = at;
            List<Cell> cells = new ArrayList<>();
            boolean more = true;
            while (more) {
                cells.add(cell());
                more = at < text.length() && text.startsWith(delimiter, at);
                if (more) {
                    at += delimiter.length();
                }
            }
            if (at < text.length() && text.charAt(at) == '\r' && lineEnd == '\n') {
                at++;
            }
            if (at < text.length() && text.charAt(at) == lineEnd) {
                at++;
            }
            rows.add(new Row(start, at, cells));
        }
        return rows;
    }

    private Cell cell() {
        boolean quoted = quote != 0 && at < text.length() && text.charAt(at) == quote;
        if (!quoted) {
            int start = at;
            skip();
            return new Cell(text.substring(start, at), false);
        }
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == escape
                    && escape != 0
                    && at + 1 < text.length()
                    && (text.charAt(at + 1) == quote || text.charAt(at + 1) == escape)) {
                value.append(text.charAt(at + 1));
                at += 2;
            } else if (c == quote) {
                break;
            } else {
                value.append(c);
                at++;
            }
        }
        if (at >= text.length()) {
            faults++;
            return new Cell(value.toString(), true);
        }
        at++;
        int end = at;
        while (at < text.length() && text.charAt(at) == ' ' && !delimiter.startsWith(" ")) {
            at++;
        }
        if (at >= text.length()
                || text.startsWith(delimiter, at)
                || text.charAt(at) == lineEnd
                || text.charAt(at) == '\r') {
            return new Cell(value.toString(), true);
        }
        faults++;
        at = end;
        skip();
        return new Cell(text.substring(start, at), false);
    }

    /** Goes to the end of an unquoted field. */
    private void skip() {
        char first = delimiter.charAt(0);
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == lineEnd
                    || c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == lineEnd
                    || c == '\r' && at + 1 == text.length()
                    || c == first && text.startsWith(delimiter, at)) {
                return;
            }
            at++;
        }
    }
}
