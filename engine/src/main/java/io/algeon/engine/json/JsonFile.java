package io.algeon.engine.json;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.FileBytes;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.file.TextInput;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A JSON file and how it is laid out.
 *
 * @param columns of the keys of the records, or the one column {@code json} of values that are no objects
 * @param keys of the columns: where they are no names that SQL can tell apart, columns have others
 * @param records whether the values are objects
 * @param start first byte behind a mark
 * @param valueBytes average length of a value
 */
record JsonFile(
        FileIdentity identity,
        JsonFormat format,
        JsonFormat.Layout layout,
        List<ColumnDef> columns,
        List<String> keys,
        boolean records,
        Charset charset,
        boolean compressed,
        int start,
        double valueBytes)
        implements DataFile {
    private static final int SAMPLE_BYTES = 1 << 20;
    private static final int MAX_SAMPLE_BYTES = 256 << 20;
    private static final long SMALLEST_PART_BYTES = 1 << 20;
    private static final long LARGEST_PART_BYTES = 16L << 20;
    private static final int WINDOW_BYTES = 64 << 10;

    JsonFile {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
    }

    static JsonFile open(FileIdentity identity, JsonFormat format) {
        String name = identity.path().getFileName().toString().toLowerCase(Locale.ROOT);
        boolean gzip = format.compressed == null ? name.endsWith(".gz") : format.compressed;
        byte[] sample = new byte[4];
        int length = 0;
        Charset charset = StandardCharsets.UTF_8;
        try (TextInput input = TextInput.raw(identity, gzip)) {
            length = input.read(sample, 0, 4);
            if (length >= 2
                    && (sample[0] == (byte) 0xff && sample[1] == (byte) 0xfe || length >= 2 && sample[1] == 0)) {
                charset = sample[0] == (byte) 0xff ? StandardCharsets.UTF_16 : StandardCharsets.UTF_16LE;
            } else if (length >= 2 && (sample[0] == (byte) 0xfe && sample[1] == (byte) 0xff || sample[0] == 0)) {
                charset = sample[0] == 0 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16;
            }
        }
        int wanted = format.sampleRows < 0 ? MAX_SAMPLE_BYTES : SAMPLE_BYTES;
        boolean whole;
        length = 0;
        try (TextInput input = TextInput.open(identity, charset, gzip, 0, identity.size(), new OperatorStatistics())) {
            sample = new byte[(int) Math.min(wanted, Math.max(4096, 2 * Math.min(identity.size(), SAMPLE_BYTES)))];
            while (true) {
                int read = input.read(sample, length, sample.length - length);
                length += read;
                whole = read == 0;
                if (read == 0 || length >= wanted) {
                    break;
                }
                sample = Arrays.copyOf(sample, (int) Math.min(wanted, 2L * sample.length));
            }
        }
        int start =
                length >= 3 && sample[0] == (byte) 0xef && sample[1] == (byte) 0xbb && sample[2] == (byte) 0xbf ? 3 : 0;
        return new Sniffing(identity, format, sample, start, length, whole).file(charset, gzip);
    }

    /** Looks at the first values. */
    private static final class Sniffing {
        private final FileIdentity identity;
        private final JsonFormat format;
        private final byte[] sample;
        private final int start;
        private final int length;
        private final boolean whole;
        private final JsonShape shape = new JsonShape();
        private int values;
        private int consumed;

        Sniffing(FileIdentity identity, JsonFormat format, byte[] sample, int start, int length, boolean whole) {
            this.identity = identity;
            this.format = format;
            this.sample = sample;
            this.start = start;
            this.length = length;
            this.whole = whole;
        }

        JsonFile file(Charset charset, boolean gzip) {
            JsonFormat.Layout layout = format.layout == null ? layout() : format.layout;
            look(layout);
            List<SqlType.Field> fields = shape.record();
            List<ColumnDef> columns = new ArrayList<>();
            List<String> keys = new ArrayList<>();
            boolean records = true;
            if (format.columns != null) {
                format.columns.forEach((name, type) -> {
                    columns.add(new ColumnDef(name, type));
                    keys.add(name);
                });
                records = fields != null || values == 0 || columns.size() != 1;
            } else if (fields != null) {
                Set<String> taken = new HashSet<>();
                for (SqlType.Field field : fields) {
                    String base = field.name().isEmpty() ? "column" + columns.size() : field.name();
                    String name = base;
                    // names are matched without regard to case
                    for (int n = 1; !taken.add(name.toLowerCase(Locale.ROOT)); n++) {
                        name = base + "_" + n;
                    }
                    columns.add(new ColumnDef(name, field.type()));
                    keys.add(field.name());
                }
                if (columns.isEmpty()) {
                    records = false;
                    columns.add(new ColumnDef("json", SqlTypes.VARCHAR));
                    keys.add("json");
                }
            } else {
                records = false;
                SqlType type = shape.type();
                columns.add(new ColumnDef("json", type.kind() == TypeKind.NULL ? SqlTypes.VARCHAR : type));
                keys.add("json");
            }
            return new JsonFile(
                    identity,
                    format,
                    layout,
                    columns,
                    keys,
                    records,
                    charset,
                    gzip,
                    start,
                    values == 0 ? 1 : Math.max(1.0, (double) (consumed - start) / values));
        }

        private JsonFormat.Layout layout() {
            JsonCursor cursor = new JsonCursor();
            cursor.set(sample, start, length);
            if (!cursor.skipSpace()) {
                return JsonFormat.Layout.LINES;
            }
            int line = cursor.at;
            while (line < length && sample[line] != '\n') {
                line++;
            }
            boolean oneALine;
            try {
                JsonCursor first = new JsonCursor();
                first.set(sample, cursor.at, line);
                first.skip(0);
                oneALine = !first.skipSpace();
            } catch (JsonCursor.Incomplete e) {
                oneALine = false;
            } catch (JsonCursor.Malformed e) {
                return JsonFormat.Layout.LINES;
            }
            boolean array = sample[cursor.at] == '[';
            cursor.at = line;
            boolean more = cursor.skipSpace();
            if (!array) {
                return oneALine ? JsonFormat.Layout.LINES : JsonFormat.Layout.SEQUENCE;
            }
            return oneALine && more ? JsonFormat.Layout.LINES : JsonFormat.Layout.ARRAY;
        }

        private void look(JsonFormat.Layout layout) {
            JsonCursor cursor = new JsonCursor();
            cursor.set(sample, start, length);
            consumed = start;
            int most = format.sampleRows > 0 ? format.sampleRows : Integer.MAX_VALUE;
            try {
                if (layout == JsonFormat.Layout.ARRAY && cursor.skipSpace()) {
                    cursor.expect('[');
                    if (cursor.skipSpace() && cursor.data[cursor.at] == ']') {
                        return;
                    }
                }
                while (values < most && cursor.skipSpace()) {
                    int from = cursor.at;
                    if (layout == JsonFormat.Layout.LINES && format.ignoreErrors) {
                        int end = from;
                        while (end < length && sample[end] != '\n') {
                            end++;
                        }
                        addLine(from, end);
                        cursor.at = end;
                    } else {
                        shape.add(cursor, 0);
                        values++;
                    }
                    consumed = cursor.at;
                    if (layout == JsonFormat.Layout.ARRAY && !cursor.more(']')) {
                        return;
                    }
                }
            } catch (JsonCursor.Incomplete e) {
                if (whole && !format.ignoreErrors) {
                    throw JsonPartReader.error(identity, sample, start, length, length, "ends within a value", 0);
                }
                if (values == 0 && !whole) {
                    throw new EngineException(
                            ErrorCode.JSON_INVALID,
                            "The first value of '" + identity.path() + "' is longer than " + length
                                    + " bytes, which are looked at to find out its types. Give columns, or sample_size => -1.");
                }
            } catch (JsonCursor.Malformed e) {
                throw JsonPartReader.error(
                        identity, sample, start, length, e.position, String.valueOf(e.getMessage()), 0);
            }
        }

        private void addLine(int from, int end) {
            try {
                JsonCursor line = new JsonCursor();
                line.set(sample, from, end);
                line.skip(0);
                line.at = from;
                shape.add(line, 0);
                values++;
            } catch (JsonCursor.Incomplete | JsonCursor.Malformed left) {
                // such lines are left out
                return;
            }
        }
    }

    @Override
    public long rowCount() {
        return -1;
    }

    @Override
    public long estimatedRows() {
        return Math.max(0, (long) Math.ceil(identity.size() * (compressed ? 5.0 : 1.0) / Math.max(1, valueBytes)));
    }

    @Override
    public String details() {
        String types = columns.stream()
                .map(column -> column.name() + " " + column.type())
                .limit(50)
                .collect(Collectors.joining(", "));
        return "JSON: "
                + switch (layout) {
                    case LINES -> "one value a line";
                    case SEQUENCE -> "values one after the other";
                    case ARRAY -> "one array";
                }
                + (compressed ? ", gzip" : "")
                + ", types "
                + types;
    }

    @Override
    public List<Part> parts(int wanted) {
        long end = identity.size();
        if (end == 0) {
            return List.of();
        }
        boolean divisible = layout == JsonFormat.Layout.LINES && !compressed && charset.equals(StandardCharsets.UTF_8);
        List<Part> parts = new ArrayList<>();
        long from = 0;
        long size = Math.max(SMALLEST_PART_BYTES, Math.min(LARGEST_PART_BYTES, end / Math.max(1, wanted)));
        if (divisible && wanted > 1 && end > size) {
            byte[] window = new byte[WINDOW_BYTES];
            try (FileBytes file = new FileBytes(identity, new OperatorStatistics())) {
                for (long nominal = size; nominal < end - size / 2; nominal += size) {
                    long boundary = lineAfter(file, nominal, window);
                    if (boundary > from && boundary < end) {
                        parts.add(part(from, boundary));
                        from = boundary;
                    }
                }
            }
        }
        parts.add(part(from, end));
        return parts;
    }

    /** The start of the next line: a string holds no line end. */
    private static long lineAfter(FileBytes file, long position, byte[] window) {
        long at = position;
        while (true) {
            int read = file.read(at, window, 0, window.length);
            if (read == 0) {
                return 0;
            }
            for (int i = 0; i < read; i++) {
                if (window[i] == '\n') {
                    return at + i + 1;
                }
            }
            at += read;
        }
    }

    private Part part(long from, long to) {
        return new Part(from, to, Math.max(1, (long) Math.ceil((to - from) / Math.max(1, valueBytes))));
    }

    @Override
    public PartReader reader(int[] wanted, List<SqlType> types, WorkerContext worker) {
        return new JsonPartReader(this, wanted, types, worker);
    }
}
