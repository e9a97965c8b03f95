package io.algeon.engine.export;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes CSV or JSON. Each worker makes text of its rows and appends it in pieces of whole rows; compressed, each piece is a
 * gzip member of its own, which every reader takes one after the other.
 */
final class TextWriter implements TableWriter {
    private static final int PIECE_BYTES = 1 << 20;

    private final PartialFile file;
    private final List<ColumnDef> columns;
    private final TextFormat format;
    /** For each column of objects what stands before its value: the key, and the comma or bracket before it. */
    private final byte[][] keys;

    private boolean firstRow = true;

    /**
     * How text is written.
     *
     * @param json objects, not CSV
     * @param array whether the objects make one array
     * @param header whether CSV begins with the names
     * @param nullText what stands for NULL in CSV
     * @param quoteAll for each column, whether its values are always quoted
     */
    record TextFormat(
            boolean json,
            boolean array,
            boolean gzip,
            boolean header,
            char delimiter,
            char quote,
            char escape,
            String nullText,
            List<Boolean> quoteAll) {}

    TextWriter(Path target, List<ColumnDef> columns, TextFormat format) {
        this.file = new PartialFile(target);
        this.columns = List.copyOf(columns);
        this.format = format;
        this.keys = new byte[format.json ? columns.size() : 0][];
        for (int i = 0; i < keys.length; i++) {
            TextSink key = new TextSink();
            key.put(i == 0 ? '{' : ',');
            JsonText.string(key, columns.get(i).name());
            key.put(':');
            keys[i] = Arrays.copyOf(key.bytes(), key.size());
        }
        TextSink start = new TextSink();
        if (format.json) {
            start.put(format.array ? "[" : "");
        } else if (format.header) {
            for (int i = 0; i < columns.size(); i++) {
                if (i > 0) {
                    start.put(format.delimiter);
                }
                int from = start.size();
                start.put(columns.get(i).name());
                quoteIfNeeded(start, from, false, false);
            }
            start.put('\n');
        }
        append(start);
    }

    private void append(TextSink text) {
        if (text.size() == 0) {
            return;
        }
        if (!format.gzip) {
            file.append(text.bytes(), 0, text.size());
            return;
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(text.size() / 3 + 64);
        try (GZIPOutputStream stream = new GZIPOutputStream(compressed, 1 << 13)) {
            stream.write(text.bytes(), 0, text.size());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail to be written", e);
        }
        byte[] bytes = compressed.toByteArray();
        file.append(bytes, 0, bytes.length);
    }

    /** Quotes what was written from a position on, if it has to be. */
    private void quoteIfNeeded(TextSink out, int from, boolean always, boolean text) {
        byte[] bytes = out.bytes();
        int end = out.size();
        boolean needed = always || text && isNullText(bytes, from, end);
        int quotes = 0;
        for (int i = from; i < end; i++) {
            byte b = bytes[i];
            if (b == format.quote || b == format.escape && format.escape != 0) {
                quotes++;
                needed = true;
            }
            needed |= b == format.delimiter || b == '\n' || b == '\r';
        }
        // a comment, and space that readers might trim
        needed |= text && end > from && (bytes[from] == '#' || bytes[from] == ' ' || bytes[end - 1] == ' ');
        if (!needed || format.quote == 0) {
            return;
        }
        byte[] value = Arrays.copyOfRange(bytes, from, end);
        out.truncate(from);
        out.put(format.quote);
        if (quotes == 0) {
            out.put(value, 0, value.length);
        } else {
            for (byte b : value) {
                if (b == format.quote || b == format.escape) {
                    out.put(format.escape);
                }
                out.put(new byte[] {b}, 0, 1);
            }
        }
        out.put(format.quote);
    }

    private boolean isNullText(byte[] bytes, int from, int end) {
        String nullText = format.nullText;
        if (nullText.length() != end - from) {
            return false;
        }
        for (int i = 0; i < nullText.length(); i++) {
            if (bytes[from + i] != nullText.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public TableWriter.Part part(Reservation memory) {
        memory.grow(2L * PIECE_BYTES);
        return new Part(memory);
    }

    private final class Part implements TableWriter.Part {
        private final Reservation memory;
        private final TextSink out = new TextSink();

        Part(Reservation memory) {
            this.memory = memory;
        }

        @Override
        public void write(Batch batch) {
            for (int row = 0; row < batch.rowCount(); row++) {
                if (format.json) {
                    jsonRow(batch, row);
                } else {
                    csvRow(batch, row);
                }
            }
            if (out.size() >= PIECE_BYTES) {
                finish();
            }
        }

        private void csvRow(Batch batch, int row) {
            for (int i = 0; i < columns.size(); i++) {
                if (i > 0) {
                    out.put(format.delimiter);
                }
                ColumnVector vector = batch.column(i);
                if (vector.isNull(row)) {
                    out.put(format.nullText);
                    continue;
                }
                SqlType type = columns.get(i).type();
                int from = out.size();
                JsonText.plain(out, vector, row, type);
                boolean text = switch (type.kind()) {
                    case CHAR, VARCHAR, VARBINARY -> true;
                    default -> false;
                };
                boolean always = format.quoteAll.get(i);
                if (text || always || format.delimiter != ',' || type.kind().isNested() || !format.nullText.isEmpty()) {
                    quoteIfNeeded(out, from, always, text);
                }
            }
            out.put('\n');
        }

        private void jsonRow(Batch batch, int row) {
            if (format.array) {
                out.put(",\n");
            }
            for (int i = 0; i < keys.length; i++) {
                out.put(keys[i], 0, keys[i].length);
                JsonText.json(out, batch.column(i), row, columns.get(i).type());
            }
            out.put('}');
            if (!format.array) {
                out.put('\n');
            }
        }

        @Override
        public void finish() {
            appendPiece(out);
            out.clear();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    /** The first object of an array has no comma before it. */
    private void appendPiece(TextSink piece) {
        if (!format.array || piece.size() == 0) {
            append(piece);
            return;
        }
        synchronized (this) {
            if (firstRow) {
                piece.bytes()[0] = ' ';
                firstRow = false;
            }
            append(piece);
        }
    }

    @Override
    public void finish() {
        if (format.array) {
            TextSink end = new TextSink();
            end.put("\n]\n");
            append(end);
        }
        file.finish();
    }

    @Override
    public void close() {
        file.close();
    }
}
