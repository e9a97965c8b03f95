package io.algeon.engine.parquet.scan;

import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.engine.parquet.scan.PageHeader.Kind;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Reads page headers: Thrift's compact protocol, as much of it as {@code parquet.thrift} needs for {@code PageHeader}. It
 * allocates nothing that a damaged header could make large, which the general library would, and skips the statistics.
 */
final class PageHeaderReader {
    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;

    /** Structs in structs that a header may hold; real ones hold three. */
    private static final int MAX_DEPTH = 16;

    private byte[] data = {};
    private int position;
    private int end;
    private int fieldId;

    /**
     * Reads the header at {@code bytes[from .. to)}.
     *
     * @param base what is added to positions in the array to make them offsets in the chunk
     * @param chunkLength where the chunk, and so the body, ends at most
     */
    PageHeader read(byte[] bytes, int from, int to, int base, int chunkLength) {
        data = bytes;
        position = from;
        end = to;
        int limit = chunkLength - base;
        int type = -1;
        int uncompressed = -1;
        int compressed = -1;
        long checksum = PageHeader.NO_CHECKSUM;
        Body body = new Body();
        int previous = 0;
        for (int wire = field(previous); wire != STOP; wire = field(previous)) {
            previous = fieldId;
            switch (fieldId) {
                case 1 -> type = integer(wire);
                case 2 -> uncompressed = integer(wire);
                case 3 -> compressed = integer(wire);
                case 4 -> checksum = integer(wire) & 0xffffffffL;
                case 5 -> body = dataV1(wire);
                case 7 -> body = dictionary(wire);
                case 8 -> body = dataV2(wire);
                default -> skip(wire, 0);
            }
        }
        Kind kind = body.kind;
        if (kind == Kind.OTHER ? type == 0 || type == 2 || type == 3 : type != thriftType(kind)) {
            throw new MalformedDataException("a page header of type " + type + " lacks its details");
        }
        if (compressed < 0 || uncompressed < 0 || compressed > limit - position || body.valueCount < 0) {
            throw new MalformedDataException("a page header says " + compressed + " stored bytes, " + uncompressed
                    + " uncompressed bytes and " + body.valueCount + " values, where " + (limit - position)
                    + " bytes are left");
        }
        if (body.definitionBytes < 0
                || body.repetitionBytes < 0
                || (long) body.definitionBytes + body.repetitionBytes > Math.min(compressed, uncompressed)) {
            throw new MalformedDataException("the levels of a page are longer than the page");
        }
        return new PageHeader(
                kind,
                position + base,
                compressed,
                uncompressed,
                body.valueCount,
                body.rowCount,
                body.encoding,
                body.definitionEncoding,
                body.repetitionEncoding,
                body.definitionBytes,
                body.repetitionBytes,
                body.compressed,
                checksum);
    }

    private static int thriftType(Kind kind) {
        return switch (kind) {
            case DATA_V1 -> 0;
            case DICTIONARY -> 2;
            case DATA_V2 -> 3;
            case OTHER -> 1;
        };
    }

    /** The part of a header that depends on the page's type. */
    private static final class Body {
        Kind kind = Kind.OTHER;
        int valueCount;
        int rowCount = -1;

        @Nullable
        Encoding encoding;

        @Nullable
        Encoding definitionEncoding;

        @Nullable
        Encoding repetitionEncoding;

        int definitionBytes;
        int repetitionBytes;
        boolean compressed = true;
    }

    private Body dataV1(int structWire) {
        Body body = begin(structWire, Kind.DATA_V1);
        int previous = 0;
        for (int wire = field(previous); wire != STOP; wire = field(previous)) {
            previous = fieldId;
            switch (fieldId) {
                case 1 -> body.valueCount = integer(wire);
                case 2 -> body.encoding = Encoding.findByValue(integer(wire));
                case 3 -> body.definitionEncoding = Encoding.findByValue(integer(wire));
                case 4 -> body.repetitionEncoding = Encoding.findByValue(integer(wire));
                default -> skip(wire, 1);
            }
        }
        return body;
    }

    private Body dataV2(int structWire) {
        Body body = begin(structWire, Kind.DATA_V2);
        int previous = 0;
        for (int wire = field(previous); wire != STOP; wire = field(previous)) {
            previous = fieldId;
            switch (fieldId) {
                case 1 -> body.valueCount = integer(wire);
                case 3 -> body.rowCount = integer(wire);
                case 4 -> body.encoding = Encoding.findByValue(integer(wire));
                case 5 -> body.definitionBytes = integer(wire);
                case 6 -> body.repetitionBytes = integer(wire);
                case 7 -> body.compressed = wire == TRUE;
                default -> skip(wire, 1);
            }
        }
        return body;
    }

    private Body dictionary(int structWire) {
        Body body = begin(structWire, Kind.DICTIONARY);
        int previous = 0;
        for (int wire = field(previous); wire != STOP; wire = field(previous)) {
            previous = fieldId;
            switch (fieldId) {
                case 1 -> body.valueCount = integer(wire);
                case 2 -> body.encoding = Encoding.findByValue(integer(wire));
                default -> skip(wire, 1);
            }
        }
        return body;
    }

    private static Body begin(int wire, Kind kind) {
        if (wire != STRUCT) {
            throw malformed();
        }
        Body body = new Body();
        body.kind = kind;
        body.valueCount = -1;
        return body;
    }

    /** Reads a field's head: its wire type is returned, its number kept. */
    private int field(int previous) {
        int head = next() & 0xff;
        int wire = head & 15;
        int delta = head >>> 4;
        if (wire != STOP) {
            fieldId = delta != 0 ? previous + delta : (int) zigzag();
        }
        return wire;
    }

    private int integer(int wire) {
        if (wire != I32) {
            throw malformed();
        }
        return (int) zigzag();
    }

    private void skip(int wire, int depth) {
        if (depth > MAX_DEPTH) {
            throw malformed();
        }
        switch (wire) {
            case TRUE, FALSE -> {}
            case BYTE -> next();
            case I16, I32, I64 -> varint();
            case DOUBLE -> advance(8);
            case BINARY -> advance(varint());
            case LIST, SET -> {
                int head = next() & 0xff;
                long size = head >>> 4 == 15 ? varint() : head >>> 4;
                skipElements(head & 15, size, depth);
            }
            case MAP -> {
                long size = varint();
                int types = size == 0 ? 0 : next() & 0xff;
                for (long i = 0; i < size; i++) {
                    skipElements(types >>> 4, 1, depth);
                    skipElements(types & 15, 1, depth);
                }
            }
            case STRUCT -> {
                int kept = fieldId;
                int previous = 0;
                for (int inner = field(previous); inner != STOP; inner = field(previous)) {
                    previous = fieldId;
                    skip(inner, depth + 1);
                }
                fieldId = kept;
            }
            default -> throw malformed();
        }
    }

    /** Elements of collections: a boolean takes a byte there. */
    private void skipElements(int wire, long count, int depth) {
        if (count < 0 || count > end - position) {
            throw malformed();
        }
        for (long i = 0; i < count; i++) {
            skip(wire == TRUE || wire == FALSE ? BYTE : wire, depth + 1);
        }
    }

    private void advance(long bytes) {
        if (bytes < 0 || bytes > end - position) {
            throw malformed();
        }
        position += (int) bytes;
    }

    private long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = next();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed();
    }

    private byte next() {
        if (position >= end) {
            throw malformed();
        }
        return data[position++];
    }

    private static MalformedDataException malformed() {
        return new MalformedDataException("a page header is malformed");
    }
}
