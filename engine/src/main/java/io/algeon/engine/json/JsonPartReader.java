package io.algeon.engine.json;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.file.TextInput;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of a JSON file: fills a buffer and appends value by value to the builders of the wanted columns. A value that
 * the buffer cuts off is given up, moved to its front and read again when more of it is there.
 */
final class JsonPartReader implements PartReader {
    private static final int BUFFER_BYTES = 512 << 10;
    private static final int SHOWN_BYTES = 40;

    private final JsonFile json;
    private final ValueBuilder.Fields fields;
    private final OperatorStatistics statistics;
    private final CancellationToken cancellation;
    private final Reservation memory;
    private final Batch batch;
    private final JsonCursor cursor = new JsonCursor();

    private byte[] buffer = new byte[BUFFER_BYTES];
    private DataFile.@Nullable Part part;
    private @Nullable TextInput input;
    private int position;
    private int limit;
    private boolean atEnd;
    private boolean inArray;
    private boolean firstValue;
    private boolean finished;
    /** Bytes of the part's text before the buffer. */
    private long before;

    JsonPartReader(JsonFile json, int[] columns, List<SqlType> types, WorkerContext worker) {
        this.json = json;
        this.statistics = worker.statistics();
        this.cancellation = worker.execution().cancellation();
        List<SqlType.Field> wanted = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            wanted.add(new SqlType.Field(json.keys().get(columns[i]), types.get(i)));
        }
        this.fields = new ValueBuilder.Fields(wanted, "");
        this.memory = worker.execution().budget().reservation("reading JSON");
        memory.grow(BUFFER_BYTES);
        this.batch = new Batch(new ColumnVector[columns.length], 0);
    }

    @Override
    public void open(DataFile.Part next) {
        closeInput();
        part = next;
        input = TextInput.open(
                json.identity(), json.charset(), json.compressed(), next.start(), next.end(), statistics);
        position = 0;
        limit = 0;
        before = 0;
        atEnd = false;
        inArray = false;
        firstValue = true;
        finished = false;
        fill();
        if (next.start() == 0
                && limit >= 3
                && buffer[0] == (byte) 0xef
                && buffer[1] == (byte) 0xbb
                && buffer[2] == (byte) 0xbf) {
            position = 3;
        }
    }

    private void fill() {
        int left = limit - position;
        if (left == buffer.length) {
            if (buffer.length >= json.format().maxValueBytes) {
                throw error(
                        position,
                        "is longer than " + json.format().maxValueBytes + " bytes. Raise maximum_object_size");
            }
            int longer = (int) Math.min(json.format().maxValueBytes, 2L * buffer.length);
            memory.grow(longer - buffer.length);
            buffer = Arrays.copyOf(buffer, longer);
        }
        System.arraycopy(buffer, position, buffer, 0, left);
        before += position;
        position = 0;
        limit = left;
        TextInput open = input;
        limit += open == null ? 0 : open.read(buffer, limit, buffer.length - limit);
        atEnd = limit < buffer.length;
    }

    @Override
    public @Nullable Batch next() {
        fields.clear();
        int rows = 0;
        while (rows < Batch.ROWS && !finished) {
            if ((rows & 255) == 0) {
                cancellation.check();
                if (rows > 0) {
                    memory.resize(buffer.length + 2 * fields.bytes());
                }
            }
            cursor.set(buffer, position, limit);
            try {
                if (!separated()) {
                    if (atEnd) {
                        finished = true;
                        break;
                    }
                    position = cursor.at;
                    fill();
                    continue;
                }
                int start = cursor.at;
                if (json.layout() == JsonFormat.Layout.LINES && isLineRead(rows)) {
                    rows++;
                    position = cursor.at;
                    continue;
                }
                cursor.at = start;
                // in lines a value ends where its line does
                int lineEnd = json.layout() == JsonFormat.Layout.LINES ? lineEnd(start) : limit;
                if (lineEnd < 0) {
                    throw new JsonCursor.Incomplete();
                }
                cursor.end = lineEnd;
                read(rows, lineEnd);
                rows++;
                position = cursor.at;
            } catch (JsonCursor.Incomplete e) {
                fields.cut(rows);
                boolean line = cursor.end < limit || json.layout() == JsonFormat.Layout.LINES && atEnd;
                if (line) {
                    if (!leaveOut()) {
                        throw error(cursor.end, "ends within a value");
                    }
                } else if (atEnd) {
                    if (!json.format().ignoreErrors) {
                        throw error(limit, "ends within a value");
                    }
                    finished = true;
                } else {
                    fill();
                }
            } catch (JsonCursor.Malformed e) {
                fields.cut(rows);
                if (!leaveOut()) {
                    throw error(e.position, String.valueOf(e.getMessage()));
                }
            } catch (ValueBuilder.Misfit e) {
                fields.cut(rows);
                if (!leaveOut()) {
                    throw misfit(e);
                }
            }
        }
        if (rows == 0) {
            return null;
        }
        for (int i = 0; i < batch.columnCount(); i++) {
            batch.setColumn(i, fields.builder(i).vector());
        }
        batch.setRowCount(rows);
        return batch;
    }

    /** Goes to the start of the next value; false if there is none in the buffer. */
    private boolean separated() {
        if (!cursor.skipSpace()) {
            return false;
        }
        if (json.layout() != JsonFormat.Layout.ARRAY) {
            return true;
        }
        if (!inArray) {
            cursor.expect('[');
            inArray = true;
            position = cursor.at;
            if (!cursor.skipSpace()) {
                return false;
            }
            if (buffer[cursor.at] == ']') {
                finishArray();
                return false;
            }
            return true;
        }
        if (buffer[cursor.at] == ']') {
            finishArray();
            return false;
        }
        if (!firstValue) {
            cursor.expect(',');
            if (!cursor.skipSpace()) {
                // the comma is read again with what follows it
                cursor.at = position;
                return false;
            }
        }
        return true;
    }

    private void finishArray() {
        cursor.at++;
        position = cursor.at;
        if (cursor.skipSpace()) {
            throw cursor.malformed("text follows the array");
        }
        finished = true;
    }

    /**
     * Reads a line as a row without looking for its end before, which works for all but the last line of the buffer and those
     * that are not as they should be; false if the line has to be read in the other way, from its start.
     */
    private boolean isLineRead(int row) {
        cursor.lineEnded = false;
        try {
            readValue(row);
            int at = cursor.at;
            if (at + 1 < limit && buffer[at] == '\r') {
                at++;
            }
            if (!cursor.lineEnded && at < limit && buffer[at] == '\n') {
                firstValue = false;
                return true;
            }
        } catch (JsonCursor.Incomplete | JsonCursor.Malformed | ValueBuilder.Misfit e) {
            // what is wrong is told by who knows where the line ends
            fields.cut(row);
            return false;
        }
        fields.cut(row);
        return false;
    }

    private int lineEnd(int start) {
        int found = JsonCursor.lineFeed(buffer, start, limit);
        return found >= 0 ? found : atEnd ? limit : -1;
    }

    /** Reads a value as a row, and sees that nothing follows it. */
    private void read(int row, int lineEnd) {
        readValue(row);
        if (json.layout() == JsonFormat.Layout.LINES && cursor.skipSpace() && cursor.at < lineEnd) {
            throw cursor.malformed("text follows the value in its line");
        }
        if (cursor.at == limit && !atEnd && json.layout() != JsonFormat.Layout.LINES && !json.records()) {
            // a number may go on behind the buffer
            throw new JsonCursor.Incomplete();
        }
        firstValue = false;
    }

    /** Reads a value as a row. */
    private void readValue(int row) {
        if (json.records()) {
            JsonCursor.Kind kind = cursor.kind();
            if (kind == JsonCursor.Kind.OBJECT) {
                fields.read(cursor, row, 0);
            } else if (kind == JsonCursor.Kind.NULL) {
                cursor.word("null");
                for (int i = 0; i < fields.size(); i++) {
                    fields.builder(i).addNull();
                }
            } else {
                throw cursor.malformed("an object is expected: other values are objects");
            }
        } else if (fields.size() > 0) {
            fields.builder(0).add(cursor, 0);
        } else {
            cursor.skip(0);
        }
    }

    /** Goes behind the line that cannot be read, if such lines are to be left out. */
    private boolean leaveOut() {
        if (!json.format().ignoreErrors || json.layout() != JsonFormat.Layout.LINES) {
            return false;
        }
        int end = position;
        while (end < limit && (buffer[end] == '\n' || buffer[end] == '\r' || buffer[end] == ' ')) {
            end++;
        }
        end = lineEnd(end);
        if (end < 0) {
            fill();
            return true;
        }
        position = Math.min(limit, end + 1);
        return true;
    }

    private EngineException misfit(ValueBuilder.Misfit misfit) {
        long[] place = place(misfit.position);
        return new EngineException(
                ErrorCode.JSON_INVALID,
                "Value " + misfit.value + " of '" + misfit.path + "' is no " + misfit.type + ", in line " + place[0]
                        + ", column " + place[1] + " of '" + json.identity().path()
                        + "'. Give the column another type, as in columns => MAP['" + misfit.path
                        + "', 'VARCHAR'], look at more values with sample_size => -1, or leave such lines out with"
                        + " ignore_errors => true.");
    }

    private EngineException error(int at, String problem) {
        long[] place = place(at);
        int from = Math.max(0, Math.min(at, limit) - SHOWN_BYTES / 2);
        String near = new String(buffer, from, Math.min(SHOWN_BYTES, limit - from), StandardCharsets.UTF_8)
                .replace('\n', ' ');
        return message(json.identity(), place[0], place[1], problem, near);
    }

    private static EngineException message(FileIdentity identity, long line, long column, String problem, String near) {
        boolean ends = problem.startsWith("ends") || problem.startsWith("is longer");
        return new EngineException(
                ErrorCode.JSON_INVALID,
                "Line " + line + ", column " + column + " of '" + identity.path() + "' "
                        + (ends ? problem : "is not JSON: " + problem) + " (near '" + near.strip()
                        + "'). Correct the file"
                        + (problem.startsWith("is longer")
                                ? ", or the option."
                                : ", or leave out such lines with ignore_errors => true."));
    }

    /** An error in a text that is all in memory. */
    static EngineException error(
            FileIdentity identity, byte[] text, int start, int length, int at, String problem, long linesBefore) {
        long line = linesBefore + 1;
        int lineStart = start;
        for (int i = start; i < Math.min(at, length); i++) {
            if (text[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        int from = Math.max(start, Math.min(at, length) - SHOWN_BYTES / 2);
        String near =
                new String(text, from, Math.min(SHOWN_BYTES, length - from), StandardCharsets.UTF_8).replace('\n', ' ');
        return message(identity, line, at - lineStart + 1L, problem, near);
    }

    /** Line and column of a place in the buffer, counted by reading again what is before. */
    private long[] place(int at) {
        DataFile.Part current = part;
        long line = 1;
        long sinceLine = 0;
        if (current != null) {
            long[] counted = {0, 0};
            if (current.start() > 0) {
                count(0, current.start(), Long.MAX_VALUE, counted);
            }
            count(current.start(), current.end(), before, counted);
            line += counted[0];
            sinceLine = counted[1];
        }
        for (int i = 0; i < Math.min(at, limit); i++) {
            if (buffer[i] == '\n') {
                line++;
                sinceLine = 0;
            } else {
                sinceLine++;
            }
        }
        return new long[] {line, sinceLine + 1};
    }

    private void count(long from, long to, long bytes, long[] counted) {
        byte[] chunk = new byte[64 << 10];
        try (TextInput again = TextInput.open(
                json.identity(), json.charset(), json.compressed(), from, to, new OperatorStatistics())) {
            long left = bytes;
            while (left > 0) {
                cancellation.check();
                int read = again.read(chunk, 0, (int) Math.min(left, chunk.length));
                if (read == 0) {
                    break;
                }
                left -= read;
                for (int i = 0; i < read; i++) {
                    counted[0] += chunk[i] == '\n' ? 1 : 0;
                    counted[1] = chunk[i] == '\n' ? 0 : counted[1] + 1;
                }
            }
        }
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
