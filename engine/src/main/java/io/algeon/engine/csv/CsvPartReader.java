package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.file.TextInput;
import io.algeon.engine.file.Utf8;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of a CSV file: fills a buffer, has {@link RowScanner} find a batch of rows in it, and each wanted column parsed
 * by its {@link FieldParser}. A row that the buffer cuts off is moved to its front before it is filled again.
 *
 * <p>A row that is not as it should be is an error that says where it is, or is left out and told of if the query says so.
 */
final class CsvPartReader implements PartReader, RowScanner.Faults {
    private static final int BUFFER_BYTES = 512 << 10;
    /** Bytes behind the limit that the scanner may look at. */
    private static final int SLACK = 8;

    private static final int SHOWN_CHARACTERS = 100;

    private final CsvFile csv;
    private final int[] columns;
    private final List<SqlType> types;
    private final FieldParser<?>[] parsers;
    private final RowScanner scanner;
    private final OperatorStatistics statistics;
    private final CancellationToken cancellation;
    private final Reservation memory;
    private final Batch batch;
    private final boolean[] dropped = new boolean[Batch.ROWS];
    private final int[] kept = new int[Batch.ROWS];
    private final @Nullable RejectLog rejects;

    private byte[] buffer;
    private DataFile.@Nullable Part part;
    private @Nullable TextInput input;
    private int position;
    private int limit;
    private boolean atEnd;
    /** Bytes of the part's text before the buffer. */
    private long before;
    /** The line in which a byte of the part's text is, for the rows that are told of; -1: none is known. */
    private long knownOffset = -1;

    private long knownLine;

    CsvPartReader(CsvFile csv, int[] columns, List<SqlType> types, WorkerContext worker) {
        this.csv = csv;
        this.columns = columns;
        this.types = List.copyOf(types);
        this.statistics = worker.statistics();
        this.cancellation = worker.execution().cancellation();
        this.rejects = csv.format().rejects;
        CsvDialect dialect = csv.dialect();
        NullTexts nulls =
                new NullTexts(dialect.nullTexts(), dialect.quote(), dialect.escape(), csv.format().quotedNulls);
        ZoneId zone = ZoneId.of(worker.execution().timeZone());
        this.parsers = new FieldParser<?>[columns.length];
        for (int i = 0; i < columns.length; i++) {
            parsers[i] = FieldParser.of(types.get(i), csv.formatFor(columns[i], types.get(i)), nulls, zone);
        }
        this.memory = worker.execution().budget().reservation("reading CSV");
        this.scanner = new RowScanner(
                dialect, csv.columns().size(), rowsAtOnce(csv.columns().size()), this);
        memory.grow(BUFFER_BYTES + scanner.bytes() + columns.length * 16L * Batch.ROWS);
        this.buffer = new byte[BUFFER_BYTES + SLACK];
        this.batch = new Batch(new ColumnVector[columns.length], 0);
    }

    /** Rows of very many fields are read some at a time, so that their positions stay few. */
    private static int rowsAtOnce(int fields) {
        return Math.max(16, Math.min(Batch.ROWS, (1 << 20) / Math.max(1, fields)));
    }

    @Override
    public void open(DataFile.Part next) {
        closeInput();
        part = next;
        TextInput opened = TextInput.open(
                csv.identity(),
                csv.dialect().charset(),
                csv.dialect().compressed(),
                next.start(),
                next.end(),
                statistics);
        input = opened;
        before = 0;
        knownOffset = -1;
        position = 0;
        limit = 0;
        atEnd = false;
        if (csv.isStream()) {
            skip(opened, csv.dataStart());
        }
    }

    private void skip(TextInput opened, long bytes) {
        long left = bytes;
        while (left > 0) {
            int read = opened.read(buffer, 0, (int) Math.min(left, BUFFER_BYTES));
            if (read == 0) {
                break;
            }
            left -= read;
        }
        before = bytes;
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            cancellation.check();
            scanner.scan(buffer, position, limit, limit, atEnd);
            boolean moved = scanner.position() > position;
            position = scanner.position();
            int rows = scanner.rows();
            if (rows > 0) {
                int passed = parse(rows);
                if (passed > 0) {
                    return batch;
                }
            } else if (!moved) {
                if (atEnd) {
                    return null;
                }
                fill();
            }
        }
    }

    /** Moves what is left to the front of the buffer and reads behind it. */
    private void fill() {
        int left = limit - position;
        if (left == buffer.length - SLACK) {
            grow();
        }
        if (rejects != null && knownOffset >= before) {
            // what is forgotten now need not be read again to count its lines
            knownLine += lineEnds((int) (knownOffset - before), Math.max((int) (knownOffset - before), position));
            knownOffset = Math.max(knownOffset, before + position);
        }
        System.arraycopy(buffer, position, buffer, 0, left);
        before += position;
        position = 0;
        limit = left;
        TextInput open = input;
        int read = open == null ? 0 : open.read(buffer, limit, buffer.length - SLACK - limit);
        limit += read;
        atEnd = limit < buffer.length - SLACK;
    }

    private void grow() {
        int length = buffer.length - SLACK;
        if (length >= csv.format().maxLineBytes) {
            throw failure(
                    position,
                    "is longer than " + csv.format().maxLineBytes
                            + " bytes. Raise max_line_size, or check the quotes: one that is never closed makes one row of all"
                            + " that follows");
        }
        int longer = (int) Math.min(Math.max(csv.format().maxLineBytes, 1), length * 2L);
        memory.grow(longer - length);
        buffer = Arrays.copyOf(buffer, longer + SLACK);
    }

    private int parse(int rows) {
        boolean anyDropped = false;
        int fields = csv.columns().size();
        for (int i = 0; i < parsers.length; i++) {
            FieldParser<?> parser = parsers[i];
            parser.begin();
            int row = 0;
            while (true) {
                row = parser.parse(buffer, scanner.starts, scanner.ends, columns[i], fields, row, rows);
                if (row == rows) {
                    break;
                }
                malformed(row, i);
                if (!anyDropped) {
                    Arrays.fill(dropped, 0, rows, false);
                    anyDropped = true;
                }
                dropped[row++] = true;
            }
            batch.setColumn(i, parser.vector);
        }
        if (!anyDropped) {
            batch.setRowCount(rows);
            return rows;
        }
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (!dropped[row]) {
                kept[count++] = row;
            }
        }
        for (int i = 0; i < parsers.length; i++) {
            ColumnVector vector = parsers[i].vector;
            batch.setColumn(i, vector.gather(kept, count, vector));
        }
        batch.setRowCount(count);
        return count;
    }

    private void malformed(int row, int index) {
        int at = row * csv.columns().size() + columns[index];
        int start = scanner.starts[at] < 0 ? ~scanner.starts[at] : scanner.starts[at];
        int end = scanner.ends[at] < 0 ? ~scanner.ends[at] : scanner.ends[at];
        String name = csv.columns().get(columns[index]).name();
        String value = shown(start, end);
        SqlType type = types.get(index);
        boolean text = type.kind().isCharacter();
        String problem = text && Utf8.isInvalid(buffer, start, end)
                ? "is not valid UTF-8"
                : text ? "is longer than " + type : "is no " + type;
        if (csv.format().ignoreErrors) {
            reject(scanner.rowStarts[row], name, value, "The value " + problem + ".");
            return;
        }
        String remedy = text
                ? "Give the file's encoding, as in encoding => 'latin-1'"
                : "Give the column another type, as in types => MAP['" + name + "', 'VARCHAR'], look at more rows with "
                        + "sample_size => -1, name what stands for NULL with nullstr, or leave such rows out with"
                        + " ignore_errors => true";
        throw new EngineException(
                ErrorCode.CSV_INVALID,
                "Value '" + value + "' of column '" + name + "' " + problem + ", in line "
                        + line(scanner.rowStarts[row]) + " of '"
                        + csv.identity().path() + "'. " + remedy + ".");
    }

    @Override
    public void found(RowScanner.Fault fault, byte[] bytes, int start, int end, int fields) {
        int expected = csv.columns().size();
        String problem = switch (fault) {
            case TOO_FEW_FIELDS, TOO_MANY_FIELDS ->
                "has " + fields + (fields == 1 ? " field" : " fields") + " instead of " + expected;
            case UNTERMINATED_QUOTE -> "has a quote that is never closed";
            case TEXT_AFTER_QUOTE -> "has text behind a closing quote";
        };
        DataFile.Part current = part;
        boolean divided = fault == RowScanner.Fault.UNTERMINATED_QUOTE
                && current != null
                && current.end() < csv.identity().size();
        if (csv.format().ignoreErrors && !divided) {
            reject(start, "", shown(start, end), "The row " + problem + ".");
            return;
        }
        String remedy = switch (fault) {
            case TOO_FEW_FIELDS ->
                "Pad short rows with NULL by null_padding => true, check the delimiter ('"
                        + csv.dialect().delimiter() + "'), or leave such rows out with ignore_errors => true";
            case TOO_MANY_FIELDS ->
                "Check delimiter ('" + csv.dialect().delimiter()
                        + "') and quote, give all columns, or leave such rows out with ignore_errors => true";
            case UNTERMINATED_QUOTE, TEXT_AFTER_QUOTE ->
                "Give the right quote and escape, as in quote => '' for none"
                        + (divided ? ", or read the file in one go with parallel => false" : "")
                        + ", or leave such rows out with ignore_errors => true";
        };
        throw failure(start, problem + ": '" + shown(start, end) + "'. " + remedy);
    }

    private EngineException failure(int start, String problemAndRemedy) {
        return new EngineException(
                ErrorCode.CSV_INVALID,
                "Line " + line(start) + " of '" + csv.identity().path() + "' " + problemAndRemedy + ".");
    }

    private void reject(int start, String column, String value, String reason) {
        RejectLog log = rejects;
        if (log != null) {
            long offset = before + start;
            if (knownOffset < before || knownOffset > offset) {
                knownLine = line(start);
            } else {
                knownLine += lineEnds((int) (knownOffset - before), start);
            }
            knownOffset = offset;
            log.add(csv.identity().path().toString(), knownLine, column, value, reason);
        }
    }

    /** Line ends in a range of the buffer. */
    private long lineEnds(int from, int to) {
        byte lineEnd = (byte) (csv.dialect().carriageReturn() ? '\r' : '\n');
        long count = 0;
        for (int i = from; i < to; i++) {
            count += buffer[i] == lineEnd ? 1 : 0;
        }
        return count;
    }

    private String shown(int start, int end) {
        String text = new String(buffer, start, Math.min(end - start, 4 * SHOWN_CHARACTERS), StandardCharsets.UTF_8);
        return text.length() <= SHOWN_CHARACTERS && end - start <= 4 * SHOWN_CHARACTERS
                ? text
                : text.substring(0, Math.min(SHOWN_CHARACTERS, text.length())) + "...";
    }

    /** The line in which a row of the buffer begins, from 1: counted only now, by reading again what is before. */
    private long line(int start) {
        DataFile.Part current = part;
        long line = 1;
        if (current == null) {
            return line;
        }
        char lineEnd = csv.dialect().carriageReturn() ? '\r' : '\n';
        if (!csv.isStream()) {
            line += lineEnds(new DataFile.Part(0, current.start(), 0), Long.MAX_VALUE, lineEnd);
        }
        line += lineEnds(current, before, lineEnd);
        for (int i = 0; i < start; i++) {
            line += buffer[i] == lineEnd ? 1 : 0;
        }
        return line;
    }

    private long lineEnds(DataFile.Part range, long bytes, char lineEnd) {
        long count = 0;
        byte[] chunk = new byte[64 << 10];
        try (TextInput again = TextInput.open(
                csv.identity(),
                csv.dialect().charset(),
                csv.dialect().compressed(),
                range.start(),
                range.end(),
                new OperatorStatistics())) {
            long left = bytes;
            while (left > 0) {
                cancellation.check();
                int read = again.read(chunk, 0, (int) Math.min(left, chunk.length));
                if (read == 0) {
                    break;
                }
                left -= read;
                for (int i = 0; i < read; i++) {
                    count += chunk[i] == lineEnd ? 1 : 0;
                }
            }
        }
        return count;
    }

    private void closeInput() {
        TextInput open = input;
        input = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        closeInput();
        memory.close();
    }
}
