package io.algeon.engine.arrow;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.CastingReader;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.FileBytes;
import io.algeon.engine.file.PartReader;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An IPC file (with a footer) or stream: its schema, and where its record batches and dictionaries are.
 *
 * @param fields of the schema
 * @param stream whether it is a stream
 */
record ArrowFile(
        FileIdentity identity,
        List<ArrowType> fields,
        List<ColumnDef> columns,
        List<Message> dictionaries,
        List<Message> batches,
        boolean stream)
        implements DataFile {
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int CONTINUATION = -1;
    private static final int MAX_METADATA_BYTES = 256 << 20;
    private static final int SCHEMA = 1;
    private static final int DICTIONARY_BATCH = 2;
    private static final int RECORD_BATCH = 3;

    /**
     * A record batch or dictionary.
     *
     * @param metadata its flat buffer
     * @param body position of its body in the file
     * @param rows that it has
     */
    record Message(byte[] metadata, long body, long bodyBytes, long rows) {
        FlatTable header() {
            return FlatTable.root(metadata).required(2);
        }
    }

    ArrowFile {
        fields = List.copyOf(fields);
        columns = List.copyOf(columns);
        dictionaries = List.copyOf(dictionaries);
        batches = List.copyOf(batches);
    }

    static ArrowFile open(FileIdentity identity) {
        try (FileBytes file = new FileBytes(identity, new OperatorStatistics())) {
            return new Opening(file).file();
        } catch (FlatTable.BadBuffer | IndexOutOfBoundsException | ArithmeticException e) {
            throw corrupt(identity, "its metadata are damaged");
        } catch (ArrowType.Unsupported e) {
            throw unsupported(identity, String.valueOf(e.getMessage()));
        }
    }

    static EngineException corrupt(FileIdentity identity, String problem) {
        return new EngineException(
                ErrorCode.SOURCE_CORRUPT,
                "'" + identity.path() + "' is not a readable Arrow file: " + problem
                        + ". Write it again, or take it from a copy.");
    }

    static EngineException unsupported(FileIdentity identity, String what) {
        return new EngineException(
                ErrorCode.SOURCE_UNSUPPORTED,
                "'" + identity.path() + "' holds " + what + ", which are not supported. Write the file without them.");
    }

    /** Finds the parts of a file. */
    private static final class Opening {
        private final FileBytes file;
        private final long size;
        private final List<Message> dictionaries = new ArrayList<>();
        private final List<Message> batches = new ArrayList<>();
        private @Nullable FlatTable schema;

        Opening(FileBytes file) {
            this.file = file;
            this.size = file.identity().size();
        }

        ArrowFile file() {
            byte[] start = bytes(0, (int) Math.min(8, size));
            boolean stream = start.length < MAGIC.length || !Arrays.equals(Arrays.copyOf(start, MAGIC.length), MAGIC);
            if (stream) {
                walk();
            } else {
                footer();
            }
            FlatTable found = schema;
            if (found == null) {
                throw corrupt(file.identity(), "it has no schema");
            }
            if (found.shortField(0, 0) != 0) {
                throw new ArrowType.Unsupported("big-endian values");
            }
            List<ArrowType> fields = new ArrayList<>();
            List<ColumnDef> columns = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < found.count(1, 4); i++) {
                ArrowType field = ArrowType.of(found.element(1, i), 0);
                fields.add(field);
                String name = field.name().isEmpty() ? "column" + i : field.name();
                String unique = name;
                for (int n = 1; !names.add(unique.toLowerCase(Locale.ROOT)); n++) {
                    unique = name + "_" + n;
                }
                columns.add(new ColumnDef(unique, field.type()));
            }
            return new ArrowFile(file.identity(), fields, columns, dictionaries, batches, stream);
        }

        private byte[] bytes(long position, int length) {
            if (position < 0 || length < 0 || position > size - length) {
                throw new FlatTable.BadBuffer();
            }
            byte[] bytes = new byte[length];
            file.read(position, bytes, 0, length);
            return bytes;
        }

        private static int littleEndian(byte[] data, int at) {
            return data[at] & 0xff
                    | (data[at + 1] & 0xff) << 8
                    | (data[at + 2] & 0xff) << 16
                    | (data[at + 3] & 0xff) << 24;
        }

        private void footer() {
            byte[] end = bytes(size - 10, 10);
            if (!Arrays.equals(Arrays.copyOfRange(end, 4, 10), MAGIC)) {
                throw corrupt(file.identity(), "it is cut off, its end is not that of an Arrow file");
            }
            int length = littleEndian(end, 0);
            if (length <= 0 || length > size - 18) {
                throw new FlatTable.BadBuffer();
            }
            FlatTable footer = FlatTable.root(bytes(size - 10 - length, length));
            schema = footer.table(1);
            blocks(footer, 2);
            blocks(footer, 3);
        }

        private void blocks(FlatTable footer, int id) {
            for (int i = 0; i < footer.count(id, 24); i++) {
                message(footer.structLong(id, i, 24, 0));
            }
        }

        private void walk() {
            long position = 0;
            while (position < size) {
                position = message(position);
            }
        }

        /** Takes the message at a position; returns where the next one begins. */
        private long message(long position) {
            if (size - position < 4) {
                throw corrupt(file.identity(), "it is cut off at byte " + position);
            }
            byte[] prefix = bytes(position, (int) Math.min(8, size - position));
            boolean continued = littleEndian(prefix, 0) == CONTINUATION;
            if (continued && prefix.length < 8) {
                throw corrupt(file.identity(), "it is cut off at byte " + position);
            }
            int length = littleEndian(prefix, continued ? 4 : 0);
            long metadataAt = position + (continued ? 8 : 4);
            if (length == 0) {
                return size;
            }
            if (length < 0 || length > MAX_METADATA_BYTES || length > size - metadataAt) {
                throw corrupt(file.identity(), "there is no message at byte " + position);
            }
            byte[] metadata = bytes(metadataAt, length);
            FlatTable message = FlatTable.root(metadata);
            long body = metadataAt + length;
            long bodyBytes = message.longField(3, 0);
            if (bodyBytes < 0 || bodyBytes > size - body) {
                throw corrupt(file.identity(), "it is cut off within the data at byte " + body);
            }
            FlatTable header = message.table(2);
            if (header == null) {
                throw new FlatTable.BadBuffer();
            }
            switch (message.byteField(1, 0)) {
                case SCHEMA -> schema = schema == null ? header : schema;
                case DICTIONARY_BATCH ->
                    dictionaries.add(new Message(
                            metadata, body, bodyBytes, header.required(1).longField(0, 0)));
                case RECORD_BATCH -> {
                    long rows = header.longField(0, 0);
                    if (rows < 0 || rows > Integer.MAX_VALUE) {
                        throw new FlatTable.BadBuffer();
                    }
                    batches.add(new Message(metadata, body, bodyBytes, rows));
                }
                default -> {}
            }
            return body + bodyBytes;
        }
    }

    @Override
    public long rowCount() {
        return batches.stream().mapToLong(Message::rows).sum();
    }

    @Override
    public long estimatedRows() {
        return rowCount();
    }

    @Override
    public String details() {
        return "Arrow " + (stream ? "stream" : "file") + ": " + batches.size() + " record batches";
    }

    /** A record batch each. */
    @Override
    public List<Part> parts(int wanted) {
        List<Part> parts = new ArrayList<>();
        if (wanted == 1) {
            return List.of(new Part(0, batches.size(), rowCount()));
        }
        for (int i = 0; i < batches.size(); i++) {
            if (batches.get(i).rows() > 0) {
                parts.add(new Part(i, i + 1L, batches.get(i).rows()));
            }
        }
        return parts;
    }

    @Override
    public PartReader reader(int[] wanted, List<SqlType> types, WorkerContext worker) {
        List<SqlType> own = new ArrayList<>();
        for (int column : wanted) {
            own.add(columns.get(column).type());
        }
        return CastingReader.of(new ArrowPartReader(this, wanted, worker), own, types, worker);
    }
}
