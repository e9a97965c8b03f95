package io.algeon.engine.arrow;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the messages of IPC files and streams: the schema, record batches, the footer. Whoever writes them keeps their order
 * and tells the footer where they are. Used by one thread.
 */
public final class ArrowWriter {
    private static final int VERSION_5 = 4;
    private static final int ALIGNMENT = 8;

    private final List<ColumnDef> columns;
    private byte[] body = new byte[1 << 16];
    private int bodyBytes;
    private final List<Long> nodes = new ArrayList<>();
    private final List<Long> buffers = new ArrayList<>();

    public ArrowWriter(List<ColumnDef> columns) {
        this.columns = List.copyOf(columns);
    }

    /** A message with its body, ready to be written. */
    public record Encoded(byte[] bytes, int length, int metadataBytes, int bodyBytes) {}

    /** Where a record batch is in a file. */
    public record Block(long offset, int metadataBytes, long bodyBytes) {}

    /** The first bytes of a file, and the last ones. */
    public static byte[] magic(boolean start) {
        byte[] magic = "ARROW1".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return start ? Arrays.copyOf(magic, 8) : magic;
    }

    /** The message that ends a stream. */
    public static byte[] endOfStream() {
        return new byte[] {-1, -1, -1, -1, 0, 0, 0, 0};
    }

    /** The schema's message. */
    public Encoded schema() {
        FlatWriter out = new FlatWriter();
        return encapsulated(out, message(out, 1, schema(out), 0), 0);
    }

    private int schema(FlatWriter out) {
        int[] fields = new int[columns.size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = field(out, columns.get(i).name(), columns.get(i).type());
        }
        int vector = out.vector(fields);
        out.begin(4);
        out.number(0, 0, 2);
        out.reference(1, vector);
        return out.end();
    }

    private static int message(FlatWriter out, int kind, int header, long bodyBytes) {
        out.begin(5);
        out.number(3, bodyBytes, 8);
        out.reference(2, header);
        out.number(0, VERSION_5, 2);
        out.number(1, kind, 1);
        return out.end();
    }

    /** Continuation mark, length, metadata, body. */
    private Encoded encapsulated(FlatWriter out, int root, int bodyLength) {
        byte[] metadata = out.finish(root);
        int padded = metadata.length + ALIGNMENT - 1 & -ALIGNMENT;
        byte[] bytes = new byte[8 + padded + bodyLength];
        Arrays.fill(bytes, 0, 4, (byte) -1);
        for (int i = 0; i < 4; i++) {
            bytes[4 + i] = (byte) (padded >>> 8 * i);
        }
        System.arraycopy(metadata, 0, bytes, 8, metadata.length);
        System.arraycopy(body, 0, bytes, 8 + padded, bodyLength);
        return new Encoded(bytes, bytes.length, 8 + padded, bodyLength);
    }

    private static int field(FlatWriter out, String name, SqlType type) {
        List<Integer> children = new ArrayList<>();
        switch (type.kind()) {
            case ARRAY -> children.add(field(out, "item", type.fields().get(0).type()));
            case ROW -> type.fields().forEach(child -> children.add(field(out, child.name(), child.type())));
            case MAP -> {
                int key = field(out, "key", type.fields().get(0).type().withNullable(false));
                int value = field(out, "value", type.fields().get(1).type());
                children.add(field(out, "entries", false, 13, struct(out), new int[] {key, value}, 0));
            }
            default -> {}
        }
        int metadata = 0;
        if (type.kind() == TypeKind.UUID) {
            int key = out.text("ARROW:extension:name");
            int value = out.text("arrow.uuid");
            out.begin(2);
            out.reference(0, key);
            out.reference(1, value);
            metadata = out.vector(new int[] {out.end()});
        }
        int[] components = children.stream().mapToInt(Integer::intValue).toArray();
        int detail = type(out, type);
        return field(
                out, name, type.nullable() || type.kind() == TypeKind.NULL, kind(type), detail, components, metadata);
    }

    private static int field(
            FlatWriter out, String name, boolean nullable, int kind, int detail, int[] children, int metadata) {
        int text = out.text(name);
        int vector = out.vector(children);
        out.begin(7);
        out.reference(0, text);
        out.reference(3, detail);
        out.reference(5, vector);
        if (metadata != 0) {
            out.reference(6, metadata);
        }
        out.number(1, nullable ? 1 : 0, 1);
        out.number(2, kind, 1);
        return out.end();
    }

    private static int struct(FlatWriter out) {
        out.begin(0);
        return out.end();
    }

    private static int kind(SqlType type) {
        return switch (type.kind()) {
            case NULL -> 1;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> 2;
            case REAL, DOUBLE -> 3;
            case VARBINARY -> 4;
            case CHAR, VARCHAR -> 5;
            case BOOLEAN -> 6;
            case DECIMAL -> 7;
            case DATE -> 8;
            case TIME -> 9;
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> 10;
            case INTERVAL_YEAR_MONTH -> 11;
            case ARRAY -> 12;
            case ROW -> 13;
            case UUID -> 15;
            case MAP -> 17;
            case INTERVAL_DAY_SECOND -> 18;
        };
    }

    private static int type(FlatWriter out, SqlType type) {
        int zone = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE ? out.text("UTC") : 0;
        int unit = type.unitsPerSecond() > 1_000_000L ? ArrowType.NANOS : ArrowType.MICROS;
        out.begin(3);
        switch (type.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> {
                int bits = switch (type.kind()) {
                    case TINYINT -> 8;
                    case SMALLINT -> 16;
                    case INTEGER -> 32;
                    default -> 64;
                };
                out.number(0, bits, 4);
                out.number(1, 1, 1);
            }
            case REAL -> out.number(0, 1, 2);
            case DOUBLE -> out.number(0, 2, 2);
            case DECIMAL -> {
                out.number(0, type.precision(), 4);
                out.number(1, type.scale(), 4);
                out.number(2, 128, 4);
            }
            case DATE, INTERVAL_YEAR_MONTH -> out.number(0, 0, 2);
            case TIME -> {
                out.number(1, 64, 4);
                out.number(0, unit, 2);
            }
            case TIMESTAMP -> out.number(0, unit, 2);
            case TIMESTAMP_WITH_TIME_ZONE -> {
                out.reference(1, zone);
                out.number(0, ArrowType.MICROS, 2);
            }
            case INTERVAL_DAY_SECOND -> out.number(0, ArrowType.MICROS, 2);
            case UUID -> out.number(0, 16, 4);
            default -> {}
        }
        return out.end();
    }

    /** The message of a record batch. */
    public Encoded batch(Batch batch) {
        bodyBytes = 0;
        nodes.clear();
        buffers.clear();
        for (int i = 0; i < columns.size(); i++) {
            column(batch.column(i), 0, batch.rowCount(), columns.get(i).type());
        }
        FlatWriter out = new FlatWriter();
        int bufferVector = out.longs(buffers.stream().mapToLong(Long::longValue).toArray(), 2);
        int nodeVector = out.longs(nodes.stream().mapToLong(Long::longValue).toArray(), 2);
        out.begin(4);
        out.number(0, batch.rowCount(), 8);
        out.reference(1, nodeVector);
        out.reference(2, bufferVector);
        int header = out.end();
        return encapsulated(out, message(out, 3, header, bodyBytes), bodyBytes);
    }

    /** The footer of a file, with what follows it up to the end but the magic bytes. */
    public byte[] footer(List<Block> blocks) {
        FlatWriter out = new FlatWriter();
        int schema = schema(out);
        long[] structures = new long[3 * blocks.size()];
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            structures[3 * i] = block.offset();
            structures[3 * i + 1] = block.metadataBytes();
            structures[3 * i + 2] = block.bodyBytes();
        }
        int batches = out.longs(structures, 3);
        int none = out.longs(new long[0], 3);
        out.begin(5);
        out.reference(1, schema);
        out.reference(2, none);
        out.reference(3, batches);
        out.number(0, VERSION_5, 2);
        byte[] footer = out.finish(out.end());
        byte[] bytes = Arrays.copyOf(footer, footer.length + 4);
        for (int i = 0; i < 4; i++) {
            bytes[footer.length + i] = (byte) (footer.length >>> 8 * i);
        }
        return bytes;
    }

    private void room(int more) {
        if (body.length - bodyBytes < more) {
            body = Arrays.copyOf(body, Math.toIntExact(Math.max(2L * body.length, (long) bodyBytes + more)));
        }
    }

    /** Starts a buffer of so many bytes, which are zero; returns where it is. */
    private int buffer(int length) {
        int start = bodyBytes;
        int padded = Math.addExact(length, ALIGNMENT - 1) & -ALIGNMENT;
        room(padded);
        Arrays.fill(body, start, start + padded, (byte) 0);
        bodyBytes += padded;
        buffers.add((long) start);
        buffers.add((long) length);
        return start;
    }

    private void putInt(int at, int value) {
        for (int i = 0; i < 4; i++) {
            body[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private void putLong(int at, long value) {
        for (int i = 0; i < 8; i++) {
            body[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private void column(ColumnVector given, int from, int count, SqlType type) {
        ColumnVector vector = given instanceof DictionaryVector coded
                ? coded.decode(from + count, new BytesVector(from + count, 0))
                : given;
        if (type.kind() == TypeKind.NULL) {
            nodes.add((long) count);
            nodes.add((long) count);
            return;
        }
        int nulls = 0;
        if (vector.mayHaveNulls()) {
            for (int i = from; i < from + count; i++) {
                nulls += vector.isNull(i) ? 1 : 0;
            }
        }
        nodes.add((long) count);
        nodes.add((long) nulls);
        if (nulls == 0) {
            buffer(0);
        } else {
            int at = buffer((count + 7) / 8);
            for (int i = 0; i < count; i++) {
                if (!vector.isNull(from + i)) {
                    body[at + (i >> 3)] |= (byte) (1 << (i & 7));
                }
            }
        }
        values(vector, from, count, type);
    }

    private void values(ColumnVector vector, int from, int count, SqlType type) {
        if (vector instanceof BooleanVector booleans) {
            int at = buffer((count + 7) / 8);
            for (int i = 0; i < count; i++) {
                if (Validity.get(booleans.bits(), from + i)) {
                    body[at + (i >> 3)] |= (byte) (1 << (i & 7));
                }
            }
        } else if (vector instanceof IntVector ints) {
            int width = type.kind() == TypeKind.TINYINT ? 1 : type.kind() == TypeKind.SMALLINT ? 2 : 4;
            int at = buffer(Math.multiplyExact(width, count));
            for (int i = 0; i < count; i++) {
                int value = ints.values()[from + i];
                for (int b = 0; b < width; b++) {
                    body[at + width * i + b] = (byte) (value >>> 8 * b);
                }
            }
        } else if (vector instanceof LongVector longs) {
            longs(longs, from, count, type);
        } else if (vector instanceof Int128Vector wide) {
            int at = buffer(Math.multiplyExact(16, count));
            long[] high = wide.high();
            for (int i = 0; i < count; i++) {
                boolean uuid = type.kind() == TypeKind.UUID;
                long low = wide.low()[from + i];
                putLong(at + 16 * i, uuid ? Long.reverseBytes(high[from + i]) : low);
                putLong(at + 16 * i + 8, uuid ? Long.reverseBytes(low) : high[from + i]);
            }
        } else if (vector instanceof FloatVector floats) {
            int at = buffer(Math.multiplyExact(4, count));
            for (int i = 0; i < count; i++) {
                putInt(at + 4 * i, Float.floatToRawIntBits(floats.values()[from + i]));
            }
        } else if (vector instanceof DoubleVector doubles) {
            int at = buffer(Math.multiplyExact(8, count));
            for (int i = 0; i < count; i++) {
                putLong(at + 8 * i, Double.doubleToRawLongBits(doubles.values()[from + i]));
            }
        } else if (vector instanceof BytesVector bytes) {
            bytes(bytes, from, count);
        } else if (vector instanceof ListVector list) {
            int start = offsets(list.offsets(), from, count);
            int end = list.offsets()[from + count];
            column(list.elements(), start, end - start, type.fields().get(0).type());
        } else if (vector instanceof MapVector map) {
            int start = offsets(map.offsets(), from, count);
            int entries = map.offsets()[from + count] - start;
            nodes.add((long) entries);
            nodes.add(0L);
            buffer(0);
            column(map.keys(), start, entries, type.fields().get(0).type());
            column(map.values(), start, entries, type.fields().get(1).type());
        } else if (vector instanceof RowVector row) {
            for (int i = 0; i < row.fieldCount(); i++) {
                column(row.field(i), from, count, type.fields().get(i).type());
            }
        }
    }

    private void longs(LongVector longs, int from, int count, SqlType type) {
        boolean decimal = type.kind() == TypeKind.DECIMAL && type.physicalKind() == PhysicalKind.INT64;
        int width = decimal ? 16 : 8;
        int at = buffer(Math.multiplyExact(width, count));
        for (int i = 0; i < count; i++) {
            long value = longs.values()[from + i];
            putLong(at + width * i, value);
            if (decimal) {
                putLong(at + width * i + 8, value >> 63);
            }
        }
    }

    private void bytes(BytesVector bytes, int from, int count) {
        int at = buffer(4 * (count + 1));
        int total = 0;
        for (int i = 0; i < count; i++) {
            total = Math.addExact(total, bytes.isNull(from + i) ? 0 : bytes.length(from + i));
            putInt(at + 4 * (i + 1), total);
        }
        int data = buffer(total);
        for (int i = 0; i < count; i++) {
            if (!bytes.isNull(from + i)) {
                int length = bytes.length(from + i);
                System.arraycopy(bytes.data(), bytes.offsets()[from + i], body, data, length);
                data += length;
            }
        }
    }

    /** Writes the offsets of lists, counted from their first element on; returns which one that is. */
    private int offsets(int[] offsets, int from, int count) {
        int at = buffer(4 * (count + 1));
        int start = offsets[from];
        for (int i = 0; i <= count; i++) {
            putInt(at + 4 * i, offsets[from + i] - start);
        }
        return start;
    }
}
