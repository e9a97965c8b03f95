package io.algeon.engine.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the rows and fields of a buffer.
 *
 * <p>Eight bytes are looked at together: a subtraction-free test for zero bytes ("Hacker's Delight", 6-1) marks those that
 * equal the delimiter, the line end or the quote, and only marked bytes are looked at one by one. Quoted fields are left
 * through their closing quote, so that what they hold is never looked at as structure.
 *
 * <p>Result: {@link #starts} and {@link #ends} of field {@code c} of row {@code r} at {@code r * columns + c}. A quoted field
 * has a negative start, {@code ~start}; if escapes have to be removed from it, a negative end, {@code ~end}, too. Absent
 * fields of short rows are empty.
 *
 * <p>The buffer must have eight bytes to spare behind its limit. Used by one thread.
 */
final class RowScanner {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
    private static final long ONES = 0x0101010101010101L;

    /** What may be wrong with a row. */
    enum Fault {
        TOO_FEW_FIELDS,
        TOO_MANY_FIELDS,
        UNTERMINATED_QUOTE,
        TEXT_AFTER_QUOTE
    }

    /** Told of rows that are not as they should be; throws, or returns and the row is left out. */
    interface Faults {
        /**
         * @param start of the row in the buffer
         * @param end of the row, where the line ends
         * @param fields that it has
         */
        void found(Fault fault, byte[] buffer, int start, int end, int fields);
    }

    private final int columns;
    private final byte delimiter;
    private final byte[] delimiterRest;
    private final byte lineEnd;
    private final int quote;
    private final int escape;
    private final int comment;
    private final boolean padding;
    private final boolean blankRows;
    private final Faults faults;

    final int[] starts;
    final int[] ends;
    /** Where each row begins. */
    final int[] rowStarts;

    private int rows;
    private int position;
    private boolean badQuote;

    /** @param capacity rows that are found at once */
    RowScanner(CsvDialect dialect, int columns, int capacity, Faults faults) {
        this.columns = columns;
        this.delimiter = (byte) dialect.delimiter().charAt(0);
        this.delimiterRest = dialect.delimiter().substring(1).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        this.lineEnd = (byte) (dialect.carriageReturn() ? '\r' : '\n');
        this.quote = dialect.quote();
        this.escape = dialect.escape();
        this.comment = dialect.comment();
        this.padding = dialect.padding();
        this.blankRows = columns == 1;
        this.faults = faults;
        this.starts = new int[capacity * columns];
        this.ends = new int[capacity * columns];
        this.rowStarts = new int[capacity + 1];
    }

    /** Rows found by the last {@link #scan}. */
    int rows() {
        return rows;
    }

    /** Where the last {@link #scan} stopped: the start of the row that comes next. */
    int position() {
        return position;
    }

    long bytes() {
        return 4L * (starts.length + ends.length + rowStarts.length);
    }

    /**
     * Finds rows from {@code from} on that begin before {@code stop}.
     *
     * @param limit end of what is in the buffer
     * @param atEnd whether nothing comes after the limit
     */
    void scan(byte[] buffer, int from, int stop, int limit, boolean atEnd) {
        final int most = rowStarts.length - 1;
        final long delimiters = ONES * (delimiter & 0xff);
        final long lineEnds = ONES * (lineEnd & 0xff);
        // without quotes the third test repeats the second
        final long quotes = quote == 0 ? lineEnds : ONES * quote;
        final int width = 1 + delimiterRest.length;
        final byte first = delimiter;
        final byte last = lineEnd;
        final int[] fieldStarts = starts;
        final int[] fieldEnds = ends;
        rows = 0;
        int rowStart = from;
        scanning:
        while (rows < most && rowStart < stop && rowStart < limit) {
            if (comment != 0 && buffer[rowStart] == comment) {
                int end = find(buffer, rowStart, limit, last);
                if (end == limit && !atEnd) {
                    break;
                }
                rowStart = Math.min(limit, end + 1);
                continue;
            }
            badQuote = false;
            int base = rows * columns;
            int column = 0;
            int field = rowStart;
            int at = rowStart;
            rowStarts[rows] = rowStart;
            row:
            while (at < limit) {
                long word = (long) LONG.get(buffer, at);
                long d = word ^ delimiters;
                long n = word ^ lineEnds;
                long q = word ^ quotes;
                long marks = ~((((d & LOW) + LOW) | d) & (((n & LOW) + LOW) | n) & (((q & LOW) + LOW) | q) | LOW);
                while (marks != 0) {
                    int p = at + (Long.numberOfTrailingZeros(marks) >>> 3);
                    if (p >= limit) {
                        break row;
                    }
                    byte b = buffer[p];
                    if (b == first) {
                        if (width == 1 || isDelimiter(buffer, p, limit)) {
                            if (column < columns) {
                                fieldStarts[base + column] = field;
                                fieldEnds[base + column] = p;
                            }
                            column++;
                            field = p + width;
                        }
                    } else if (b == last) {
                        int end = p > field && buffer[p - 1] == '\r' ? p - 1 : p;
                        if (column < columns) {
                            fieldStarts[base + column] = field;
                            fieldEnds[base + column] = end;
                        }
                        finish(buffer, column + 1, rowStart, end, field);
                        rowStart = p + 1;
                        continue scanning;
                    } else if (p == field) {
                        // a quote where a field begins
                        int close = closing(buffer, p + 1, limit);
                        boolean escaped = close < 0;
                        int end = escaped ? ~close : close;
                        if (end >= limit) {
                            if (!atEnd) {
                                break scanning;
                            }
                            faults.found(Fault.UNTERMINATED_QUOTE, buffer, rowStart, limit, column + 1);
                            rowStart = limit;
                            break scanning;
                        }
                        int next = end + 1;
                        while (next < limit && buffer[next] == ' ' && first != ' ') {
                            next++;
                        }
                        if (next < limit && buffer[next] == '\r' && last == '\n') {
                            next++;
                        }
                        if (next >= limit && !atEnd) {
                            break scanning;
                        }
                        if (column < columns) {
                            fieldStarts[base + column] = ~(p + 1);
                            fieldEnds[base + column] = escaped ? ~end : end;
                        }
                        if (next >= limit || buffer[next] == last) {
                            finish(buffer, column + 1, rowStart, next, -1);
                            rowStart = Math.min(limit, next + 1);
                            continue scanning;
                        }
                        if (buffer[next] == first && (width == 1 || isDelimiter(buffer, next, limit))) {
                            column++;
                            field = next + width;
                            at = field;
                        } else {
                            badQuote = true;
                            at = next;
                            // what follows belongs to the field, and quotes in it are nothing special
                            field = p;
                        }
                        continue row;
                    }
                    marks &= marks - 1;
                }
                at += 8;
            }
            // the buffer ends within a row
            if (!atEnd) {
                break;
            }
            int end = limit > field && buffer[limit - 1] == '\r' ? limit - 1 : limit;
            if (column < columns) {
                fieldStarts[base + column] = field;
                fieldEnds[base + column] = Math.max(field, end);
            }
            finish(buffer, column + 1, rowStart, end, field);
            rowStart = limit;
        }
        rowStarts[rows] = rowStart;
        position = rowStart;
    }

    private boolean isDelimiter(byte[] buffer, int at, int limit) {
        if (at + delimiterRest.length >= limit) {
            return false;
        }
        for (int i = 0; i < delimiterRest.length; i++) {
            if (buffer[at + 1 + i] != delimiterRest[i]) {
                return false;
            }
        }
        return true;
    }

    /** Position of a byte, or the limit. */
    static int find(byte[] buffer, int from, int limit, byte wanted) {
        long pattern = ONES * (wanted & 0xff);
        for (int at = from; at < limit; at += 8) {
            long x = (long) LONG.get(buffer, at) ^ pattern;
            long marks = ~((((x & LOW) + LOW) | x) | LOW);
            if (marks != 0) {
                return Math.min(limit, at + (Long.numberOfTrailingZeros(marks) >>> 3));
            }
        }
        return limit;
    }

    /** Position of the quote that closes a field, complemented if escapes are in between; the limit if there is none. */
    private int closing(byte[] buffer, int from, int limit) {
        boolean escaped = false;
        int at = from;
        if (escape == quote || escape == 0) {
            while (true) {
                int p = find(buffer, at, limit, (byte) quote);
                // whether the quote is doubled is not known at the limit
                if (p + 1 >= limit || escape == 0 || buffer[p + 1] != quote) {
                    return escaped ? ~p : p;
                }
                escaped = true;
                at = p + 2;
            }
        }
        for (; at < limit; at++) {
            if (buffer[at] == escape) {
                escaped = true;
                at++;
            } else if (buffer[at] == quote) {
                break;
            }
        }
        int p = Math.min(at, limit);
        return escaped ? ~p : p;
    }

    /** Ends a row of so many fields; it counts if nothing is wrong with it. {@code field} is where the last one begins. */
    private void finish(byte[] buffer, int fields, int start, int end, int field) {
        if (badQuote) {
            faults.found(Fault.TEXT_AFTER_QUOTE, buffer, start, end, fields);
            return;
        }
        if (fields == columns) {
            if (fields == 1 && field >= 0 && end <= field && !blankRows) {
                return;
            }
            rows++;
            return;
        }
        if (fields == 1 && field >= 0 && end <= field) {
            // an empty line
            return;
        }
        if (fields > columns) {
            boolean trailing = fields == columns + 1 && field >= 0 && end <= field;
            if (trailing) {
                rows++;
            } else {
                faults.found(Fault.TOO_MANY_FIELDS, buffer, start, end, fields);
            }
            return;
        }
        if (!padding) {
            faults.found(Fault.TOO_FEW_FIELDS, buffer, start, end, fields);
            return;
        }
        int base = rows * columns;
        Arrays.fill(starts, base + fields, base + columns, end);
        Arrays.fill(ends, base + fields, base + columns, end);
        rows++;
    }
}
