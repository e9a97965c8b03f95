package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.putInt;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.parquet.ParquetColumn;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Brings the values of a page into the layout of {@link PlainPage}. PLAIN pages stay where they are; the other encodings are
 * decoded as a whole into a buffer. That costs them one pass more than decoding into the target vector would, and buys one
 * code path behind it that can read any subset of a page's values.
 */
final class PlainPages {
    private static final int CHUNK = 1024;

    private final ParquetColumn leaf;
    private final int width;
    private final ScanMemory memory;
    private final DeltaDecoder delta = new DeltaDecoder();
    private final RunLengthDecoder runs = new RunLengthDecoder();
    private final long[] deltas = new long[CHUNK];
    private final int[] codes = new int[CHUNK];
    private byte[] decoded = {};
    private int[] lengths = {};

    PlainPages(ParquetColumn leaf, ScanMemory memory) {
        this.leaf = leaf;
        this.memory = memory;
        this.width = switch (leaf.physicalType()) {
            case BOOLEAN, BYTE_ARRAY -> 0;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> leaf.fixedLength();
        };
    }

    /** Gives the buffers of the last page back. */
    void idle(PlainPage page) {
        memory.count(-(long) decoded.length - 4L * (lengths.length + page.starts.length));
        decoded = new byte[0];
        lengths = new int[0];
        page.data = decoded;
        page.starts = lengths;
        page.valueCount = 0;
    }

    private boolean isVariable() {
        return leaf.physicalType() == Type.BYTE_ARRAY;
    }

    /**
     * Prepares the values {@code data[from .. to)} of a page.
     *
     * @param encoding of the values
     * @param maxCount most values that can be there
     * @param dictionary the chunk's dictionary, for dictionary encoded pages of a chunk that has others as well
     * @param page receives the values; valid until the next call
     * @return false if the encoding is not one of those that the type can have
     */
    boolean prepare(
            byte[] data,
            int from,
            int to,
            @Nullable Encoding encoding,
            int maxCount,
            @Nullable PlainPage dictionary,
            PlainPage page) {
        page.data = data;
        page.start = from;
        page.width = width;
        page.gap = 0;
        if (encoding == null) {
            return false;
        }
        switch (encoding) {
            case PLAIN -> plain(to, maxCount, page);
            case RLE -> {
                if (leaf.physicalType() != Type.BOOLEAN) {
                    return false;
                }
                runLength(to, maxCount, page);
            }
            case RLE_DICTIONARY, PLAIN_DICTIONARY -> {
                if (dictionary == null) {
                    throw new MalformedDataException("there is no dictionary page");
                }
                dictionary(to, maxCount, dictionary, page);
            }
            case DELTA_BINARY_PACKED -> {
                if (leaf.physicalType() != Type.INT32 && leaf.physicalType() != Type.INT64) {
                    return false;
                }
                deltaBinaryPacked(to, maxCount, page);
            }
            case DELTA_LENGTH_BYTE_ARRAY -> {
                if (!isVariable()) {
                    return false;
                }
                deltaLength(to, maxCount, page);
            }
            case DELTA_BYTE_ARRAY -> {
                if (!isVariable() && leaf.physicalType() != Type.FIXED_LEN_BYTE_ARRAY) {
                    return false;
                }
                deltaByteArray(to, maxCount, page);
            }
            case BYTE_STREAM_SPLIT -> {
                if (width == 0) {
                    return false;
                }
                byteStreamSplit(to, maxCount, page);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void plain(int to, int maxCount, PlainPage page) {
        if (isVariable()) {
            indexPlain(to, maxCount, page);
        } else if (width == 0) {
            page.valueCount = (int) Math.min(maxCount, (long) (to - page.start) << 3);
        } else {
            page.valueCount = Math.min(maxCount, (to - page.start) / width);
        }
    }

    private void indexPlain(int to, int maxCount, PlainPage page) {
        byte[] data = page.data;
        // A value takes 4 bytes at least.
        int most = Math.min(maxCount, (to - page.start) / 4);
        int[] starts = memory.ints(page.starts, most + 2L);
        page.starts = starts;
        int at = page.start;
        int value = 0;
        while (value < most && at <= to - 4) {
            int length = getInt(data, at);
            at += 4;
            if (length < 0 || length > to - at) {
                throw new MalformedDataException(
                        "value " + value + " of a page has " + length + " bytes, but " + (to - at) + " are left");
            }
            starts[value++] = at;
            at += length;
        }
        page.gap = 4;
        finish(page, value, at + 4);
    }

    /** Ends the table of starts: {@code next} is where a value behind the last one would start. */
    private static void finish(PlainPage page, int valueCount, int next) {
        page.valueCount = valueCount;
        page.starts[valueCount] = next;
        page.starts[valueCount + 1] = next + page.gap;
    }

    private byte[] buffer(long bytes) {
        decoded = memory.bytes(decoded, bytes + PageSource.SLACK);
        return decoded;
    }

    /** Booleans as runs, behind a length of 4 bytes. */
    private void runLength(int to, int maxCount, PlainPage page) {
        if (to - page.start < 4) {
            throw new MalformedDataException("a page of booleans is cut off");
        }
        int length = getInt(page.data, page.start);
        int from = page.start + 4;
        if (length < 0 || length > to - from) {
            throw new MalformedDataException("a page of booleans is cut off");
        }
        runs.reset(page.data, from, from + length, 1);
        byte[] out = buffer((maxCount + 7L) >>> 3);
        int done = 0;
        while (done < maxCount && runs.hasMore()) {
            int n = runs.readSome(codes, Math.min(CHUNK, maxCount - done));
            for (int i = 0; i < n; i++, done++) {
                int shift = done & 7;
                out[done >>> 3] = (byte) (shift == 0 ? codes[i] : out[done >>> 3] | codes[i] << shift);
            }
        }
        page.data = out;
        page.start = 0;
        page.valueCount = done;
    }

    private void deltaBinaryPacked(int to, int maxCount, PlainPage page) {
        delta.open(page.data, page.start, to, maxCount);
        int count = delta.count();
        byte[] out = buffer((long) count * width);
        for (int done = 0; done < count; ) {
            int n = Math.min(CHUNK, count - done);
            delta.read(deltas, n);
            if (width == 4) {
                for (int i = 0; i < n; i++) {
                    putInt(out, 4 * (done + i), (int) deltas[i]);
                }
            } else {
                for (int i = 0; i < n; i++) {
                    putLong(out, 8 * (done + i), deltas[i]);
                }
            }
            done += n;
        }
        page.data = out;
        page.start = 0;
        page.valueCount = count;
    }

    private void deltaLength(int to, int maxCount, PlainPage page) {
        delta.open(page.data, page.start, to, maxCount);
        int count = delta.count();
        page.starts = memory.ints(page.starts, count + 2L);
        readDeltas(count, page.starts);
        int[] starts = page.starts;
        int at = delta.end();
        for (int i = 0; i < count; i++) {
            int length = starts[i];
            if (length < 0 || length > to - at) {
                throw new MalformedDataException(
                        "value " + i + " of a page has " + length + " bytes, but " + (to - at) + " are left");
            }
            starts[i] = at;
            at += length;
        }
        finish(page, count, at);
    }

    private void readDeltas(int count, int[] out) {
        for (int done = 0; done < count; ) {
            int n = Math.min(CHUNK, count - done);
            delta.read(deltas, n);
            for (int i = 0; i < n; i++) {
                out[done + i] = (int) deltas[i];
            }
            done += n;
        }
    }

    /** Lengths of prefixes shared with the value before, lengths of suffixes, suffixes. */
    private void deltaByteArray(int to, int maxCount, PlainPage page) {
        byte[] data = page.data;
        delta.open(data, page.start, to, maxCount);
        int count = delta.count();
        int[] starts = memory.ints(page.starts, count + 2L);
        page.starts = starts;
        readDeltas(count, starts);
        delta.open(data, delta.end(), to, maxCount);
        if (delta.count() != count) {
            throw new MalformedDataException("a page has " + count + " prefixes and " + delta.count() + " suffixes");
        }
        lengths = memory.ints(lengths, count);
        readDeltas(count, lengths);
        long total = 0;
        long suffixes = 0;
        int before = 0;
        for (int i = 0; i < count; i++) {
            if (starts[i] < 0 || starts[i] > before || lengths[i] < 0 || lengths[i] > to - delta.end() - suffixes) {
                throw new MalformedDataException("value " + i + " of a page has a prefix of " + starts[i]
                        + " bytes and a suffix of " + lengths[i]);
            }
            suffixes += lengths[i];
            before = starts[i] + lengths[i];
            total += before;
            if (!isVariable() && before != width) {
                throw new MalformedDataException(
                        "value " + i + " of a page has " + before + " bytes instead of " + width);
            }
        }
        byte[] out = buffer(total);
        int from = delta.end();
        int at = 0;
        int previous = 0;
        for (int i = 0; i < count; i++) {
            int prefix = starts[i];
            System.arraycopy(out, previous, out, at, prefix);
            System.arraycopy(data, from, out, at + prefix, lengths[i]);
            from += lengths[i];
            starts[i] = at;
            previous = at;
            at += prefix + lengths[i];
        }
        page.data = out;
        page.start = 0;
        finish(page, count, at);
    }

    /** First bytes of all values, then second ones, and so on. */
    private void byteStreamSplit(int to, int maxCount, PlainPage page) {
        byte[] data = page.data;
        int count = Math.min(maxCount, (to - page.start) / width);
        int streams = (to - page.start) / width;
        byte[] out = buffer((long) count * width);
        for (int k = 0; k < width; k++) {
            int from = page.start + k * streams;
            for (int i = 0, at = k; i < count; i++, at += width) {
                out[at] = data[from + i];
            }
        }
        page.data = out;
        page.start = 0;
        page.valueCount = count;
    }

    private void dictionary(int to, int maxCount, PlainPage dictionary, PlainPage page) {
        int size = dictionary.valueCount;
        if (to > page.start) {
            runs.reset(page.data, page.start + 1, to, page.data[page.start]);
        }
        boolean variable = isVariable();
        if (variable) {
            page.starts = memory.ints(page.starts, maxCount + 2L);
        } else {
            buffer((long) maxCount * width);
        }
        long at = 0;
        int done = 0;
        while (to > page.start && done < maxCount && runs.hasMore()) {
            int n = runs.readSome(codes, Math.min(CHUNK, maxCount - done));
            for (int i = 0; i < n; i++) {
                int code = codes[i];
                if (code < 0 || code >= size) {
                    throw new MalformedDataException("code " + code + " is outside a dictionary of " + size);
                }
                int from = dictionary.valueStart(code);
                int length = dictionary.valueEnd(code) - from;
                if (variable) {
                    if (at + length + PageSource.SLACK > decoded.length) {
                        grow(at, at + length + PageSource.SLACK);
                    }
                    page.starts[done] = (int) at;
                }
                System.arraycopy(dictionary.data, from, decoded, (int) at, length);
                at += length;
                done++;
            }
        }
        page.data = decoded;
        page.start = 0;
        page.valueCount = done;
        if (variable) {
            finish(page, done, (int) at);
        }
    }

    private void grow(long used, long needed) {
        byte[] before = decoded;
        decoded = memory.bytes(before, 2 * needed);
        System.arraycopy(before, 0, decoded, 0, (int) used);
    }
}
