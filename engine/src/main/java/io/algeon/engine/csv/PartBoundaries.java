package io.algeon.engine.csv;

import io.algeon.engine.file.FileBytes;

/**
 * Finds places within a file where a row begins, without reading what is before.
 *
 * <p>A line end is the end of a row unless it stands within quotes. So the bytes behind a place are read twice: as if the
 * place were outside quotes, and as if it were inside. Only one of the two gives rows of the right number of fields, or
 * neither is believed and there is no boundary here. Should both readings have deceived us, the part before ends within
 * quotes, which its reader reports.
 */
final class PartBoundaries {
    private static final int WINDOW_BYTES = 64 << 10;
    /** Bytes behind the limit that the scanner may look at. */
    private static final int SLACK = 8;

    private static final int ROWS = 64;

    private final CsvFile csv;
    private final FileBytes file;
    private final byte[] window = new byte[WINDOW_BYTES + SLACK];
    private final RowScanner scanner;
    private final byte lineEnd;
    private int faults;

    PartBoundaries(CsvFile csv, FileBytes file) {
        this.csv = csv;
        this.file = file;
        this.scanner = new RowScanner(
                csv.dialect(), csv.columns().size(), ROWS, (fault, buffer, start, end, fields) -> faults++);
        this.lineEnd = (byte) (csv.dialect().carriageReturn() ? '\r' : '\n');
    }

    /** The start of a row behind {@code position}, near to it; 0 if none can be told. */
    long after(long position) {
        int length = file.read(position, window, 0, WINDOW_BYTES);
        int quote = csv.dialect().quote();
        int line = RowScanner.find(window, 0, length, lineEnd) + 1;
        if (quote == 0) {
            return line >= length ? 0 : position + line;
        }
        boolean quotes = RowScanner.find(window, 0, length, (byte) quote) < length;
        boolean outside = line < length && fits(line, length);
        if (!quotes) {
            return outside ? position + line : 0;
        }
        int afterQuoted = afterQuoted(length, quote);
        boolean inside = afterQuoted > 0 && afterQuoted < length && fits(afterQuoted, length);
        if (outside == inside) {
            // a window in which no row ends within quotes has the same boundary either way
            return outside && line == afterQuoted ? position + line : 0;
        }
        return position + (outside ? line : afterQuoted);
    }

    /** Where the next row begins if the window starts within quotes; 0 if it does not end. */
    private int afterQuoted(int length, int quote) {
        int at = 0;
        while (at < length) {
            int p = RowScanner.find(window, at, length, (byte) quote);
            if (p + 1 >= length) {
                return 0;
            }
            byte next = window[p + 1];
            boolean closes = next == csv.dialect().delimiter().charAt(0) || next == '\n' || next == '\r';
            if (closes) {
                // the rest of the row may hold further quoted fields
                return endOfRow(p + 1, length, quote);
            }
            at = p + (next == quote ? 2 : 1);
        }
        return 0;
    }

    private int endOfRow(int from, int length, int quote) {
        boolean quoted = false;
        for (int i = from; i < length; i++) {
            if (window[i] == quote) {
                quoted = !quoted;
            } else if (window[i] == lineEnd && !quoted) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Whether the rows from here on are as they should be. */
    private boolean fits(int from, int length) {
        faults = 0;
        scanner.scan(window, from, length, length, false);
        return faults == 0 && scanner.rows() > 0 && csv.columns().size() > 1;
    }
}
