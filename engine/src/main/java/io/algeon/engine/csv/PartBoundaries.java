package io.algeon.engine.csv;

import io.algeon.engine.file.FileBytes;
import java.util.Arrays;

/**
 * Finds places within a file where a row begins, without reading what is before.
 *
 * <p>A line end is the end of a row unless it stands within quotes. So the bytes behind a place are read twice: as if the
 * place were outside quotes, and as if it were inside. The wrong one of the two meets quotes where none may stand, or rows of
 * another number of fields: a boundary is believed if the other reading is ruled out. Should both readings have deceived us,
 * as only many rows of text within quotes can, the part before ends within quotes, which its reader reports.
 */
final class PartBoundaries {
    private static final int WINDOW_BYTES = 64 << 10;
    /** Looked at for a quote if there is none nearby. */
    private static final int FAR_BYTES = 256 << 10;
    /** Bytes behind the limit that the scanner may look at. */
    private static final int SLACK = 8;

    private static final int ROWS = 64;

    /** A reading that cannot be: a quote is not where one may be. */
    private static final int REFUTED = -1;

    /** A reading of which the window does not show the end of a row. */
    private static final int OPEN = -2;

    private final CsvFile csv;
    private final FileBytes file;
    private byte[] window = new byte[WINDOW_BYTES + SLACK];
    private final RowScanner scanner;
    private final byte lineEnd;
    private final byte delimiter;
    private final byte delimiterEnd;
    private final byte quote;
    private final int escape;
    private int faults;

    PartBoundaries(CsvFile csv, FileBytes file) {
        this.csv = csv;
        this.file = file;
        this.scanner = new RowScanner(
                csv.dialect(), csv.columns().size(), ROWS, (fault, buffer, start, end, fields) -> faults++);
        this.lineEnd = (byte) (csv.dialect().carriageReturn() ? '\r' : '\n');
        this.delimiter = (byte) csv.dialect().delimiter().charAt(0);
        this.delimiterEnd = (byte)
                csv.dialect().delimiter().charAt(csv.dialect().delimiter().length() - 1);
        this.quote = (byte) csv.dialect().quote();
        this.escape = csv.dialect().escape();
    }

    /** The start of a row behind {@code position}, which is not the file's start, near to it; 0 if none can be told. */
    long after(long position) {
        // the byte before tells whether a field begins at the place
        long base = position - 1;
        int length = file.read(base, window, 0, WINDOW_BYTES);
        if (quote == 0) {
            int line = RowScanner.find(window, 1, length, lineEnd) + 1;
            return line >= length ? 0 : base + line;
        }
        if (length == WINDOW_BYTES && RowScanner.find(window, 1, length, quote) == length) {
            if (window.length < FAR_BYTES) {
                window = Arrays.copyOf(window, FAR_BYTES + SLACK);
            }
            length += file.read(base + length, window, length, FAR_BYTES - length);
        }
        int start = 1;
        while (start < length && (isMark(window[start - 1]) || isMark(window[start]))) {
            // within a pair of quotes nothing could be told
            start++;
        }
        int outside = checked(endOfRow(start, length), length);
        int inside = checked(afterQuoted(start, length), length);
        boolean quotes = RowScanner.find(window, start, length, quote) < length;
        if (outside > 0
                && (inside == REFUTED
                        || inside == outside
                        || !quotes && csv.columns().size() > 1)) {
            return base + outside;
        }
        return inside > 0 && outside == REFUTED ? base + inside : 0;
    }

    private boolean isMark(byte b) {
        return b == quote || b == escape && escape != 0;
    }

    /** Where the next row begins if the window starts outside quotes, perhaps within a field. */
    private int endOfRow(int from, int length) {
        int at = from;
        while (at < length) {
            byte b = window[at];
            if (b == lineEnd) {
                return at + 1;
            }
            boolean begins = b == quote && (window[at - 1] == delimiterEnd || window[at - 1] == lineEnd);
            at = begins ? afterClosing(at + 1, length) : at + 1;
            if (at < 0) {
                return at;
            }
        }
        return OPEN;
    }

    /** Where the next row begins if the window starts within quotes. */
    private int afterQuoted(int start, int length) {
        int end = afterClosing(start, length);
        return end < 0 ? end : endOfRow(end, length);
    }

    /** Position behind the quote that closes a field. */
    private int afterClosing(int from, int length) {
        int at = from;
        while (at < length) {
            byte b = window[at];
            if (b == escape && escape != quote && escape != 0) {
                at += 2;
            } else if (b != quote) {
                at++;
            } else if (at + 1 >= length) {
                return OPEN;
            } else if (window[at + 1] == quote && escape == quote) {
                at += 2;
            } else {
                int next = at + 1;
                while (next < length && window[next] == ' ' && delimiter != ' ') {
                    next++;
                }
                if (next >= length) {
                    return OPEN;
                }
                boolean closes = window[next] == delimiter || window[next] == '\n' || window[next] == '\r';
                return closes ? next : REFUTED;
            }
        }
        return OPEN;
    }

    /** The boundary itself if the rows from there on are as they should be. */
    private int checked(int boundary, int length) {
        if (boundary < 0) {
            return boundary;
        }
        if (boundary >= length) {
            return OPEN;
        }
        faults = 0;
        scanner.scan(window, boundary, length, length, false);
        if (faults > 0) {
            return REFUTED;
        }
        return scanner.rows() > 0 ? boundary : OPEN;
    }
}
