package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.parquet.codec.LittleEndian;
import io.algeon.engine.parquet.codec.MalformedDataException;
import org.jspecify.annotations.Nullable;

/**
 * Codes of a window of rows, read in place from a page whose codes have 8 or 16 bits each.
 *
 * <p>Files store codes in as few bits as will do, and repeated ones once. When a page without NULLs is wanted from the cache
 * again, it is rewritten ({@link #page}) as one that stores each code in a byte or two, in the same format, after the codes
 * were checked to be within the dictionary. From then on filters look codes up where they are, and values are taken from the
 * dictionary in one step, where unpacking, checking, compaction and look-up were one pass over the window each.
 */
final class WideCodes {
    /** A page is not made larger than so many times, which is what bits become: long runs of one code are as well read as they are. */
    private static final int MOST_GROWTH = 8;

    private static final int LONGEST_HEADER = 5;

    private byte[] data = {};
    private int start;
    private boolean isBytes;

    /** Bits that a code of such a dictionary gets, 0 if more than 16 would be needed. */
    private static int bits(int dictionarySize) {
        return dictionarySize <= 1 << 8 ? 8 : dictionarySize <= 1 << 16 ? 16 : 0;
    }

    /**
     * Heap bytes of the page that {@link #page} would make, 0 if it should not be made.
     *
     * @param from where the width and the codes begin in the page
     */
    static long bytes(PageBytes page, int from, int codes, int dictionarySize) {
        long wide = (long) codes * bits(dictionarySize) >>> 3;
        return wide == 0 || wide > (long) MOST_GROWTH * (page.length() - from) || from + wide > Integer.MAX_VALUE / 2
                ? 0
                : from + 1 + LONGEST_HEADER + wide + PageSource.SLACK;
    }

    /**
     * Rewrites a page without NULLs.
     *
     * @param from where the width and the codes begin
     * @param bytes as {@link #bytes} gave
     * @return null if a code is outside the dictionary
     */
    static @Nullable PageBytes page(PageBytes page, int from, int codes, int dictionarySize, long bytes) {
        int bits = bits(dictionarySize);
        byte[] wide = new byte[(int) bytes];
        System.arraycopy(page.data(), 0, wide, 0, from);
        int at = from;
        wide[at++] = (byte) bits;
        int header = codes + 7 >>> 3 << 1 | 1;
        while (header > 0x7f) {
            wide[at++] = (byte) (header | 0x80);
            header >>>= 7;
        }
        wide[at++] = (byte) header;
        int first = at;
        RunLengthDecoder runs = new RunLengthDecoder();
        int[] part = new int[Batch.ROWS];
        try {
            runs.reset(page.data(), from + 1, page.length(), page.data()[from]);
            for (int done = 0; done < codes; ) {
                int count = Math.min(part.length, codes - done);
                runs.read(part, 0, count);
                int outside = 0;
                for (int i = 0; i < count; i++) {
                    int code = part[i];
                    outside |= code | dictionarySize - 1 - code;
                    wide[at] = (byte) code;
                    if (bits == 16) {
                        wide[at + 1] = (byte) (code >>> 8);
                    }
                    at += bits >>> 3;
                }
                if (outside < 0) {
                    return null;
                }
                done += count;
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            // whoever reads these rows gets the error, with the place
            return null;
        }
        return new PageBytes(wide, at, bits, first);
    }

    /**
     * Goes to a window.
     *
     * @param value which value of the page row 0 of the window has; may be negative if only later rows are in the page
     */
    void set(PageBytes page, int value) {
        data = page.data();
        isBytes = page.codeBits() == 8;
        start = page.firstCode() + (isBytes ? value : 2 * value);
    }

    /** As {@link FlatColumnReader#filterCodes}. */
    int filter(byte[] pass, int @Nullable [] rows, int count, int[] selected) {
        byte[] codes = data;
        int from = start;
        int kept = 0;
        if (rows == null && isBytes) {
            for (int row = 0; row < count; row++) {
                selected[kept] = row;
                kept += pass[codes[from + row] & 0xff];
            }
        } else if (rows == null) {
            for (int row = 0; row < count; row++) {
                selected[kept] = row;
                kept += pass[LittleEndian.getUnsignedShort(codes, from + 2 * row)];
            }
        } else if (isBytes) {
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                selected[kept] = row;
                kept += pass[codes[from + row] & 0xff];
            }
        } else {
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                selected[kept] = row;
                kept += pass[LittleEndian.getUnsignedShort(codes, from + 2 * row)];
            }
        }
        return kept;
    }

    /**
     * Appends values, or codes to a vector of them.
     *
     * @param entries of the dictionary
     * @param rows of the window; null: the first {@code count}
     * @param room for as many codes
     */
    void read(ColumnVector entries, int @Nullable [] rows, int count, ColumnVector target, int at, int[] room) {
        if (target instanceof DictionaryVector coded) {
            codes(rows, count, coded.codes(), at);
        } else if (target instanceof LongVector longs) {
            longs(((LongVector) entries).values(), rows, count, longs.values(), at);
        } else if (target instanceof IntVector ints) {
            ints(((IntVector) entries).values(), rows, count, ints.values(), at);
        } else {
            codes(rows, count, room, 0);
            VectorGather.values(entries, room, count, target, at);
        }
    }

    private void codes(int @Nullable [] rows, int count, int[] out, int at) {
        byte[] codes = data;
        int from = start;
        if (rows == null && isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = codes[from + i] & 0xff;
            }
        } else if (rows == null) {
            for (int i = 0; i < count; i++) {
                out[at + i] = LittleEndian.getUnsignedShort(codes, from + 2 * i);
            }
        } else if (isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = codes[from + rows[i]] & 0xff;
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = LittleEndian.getUnsignedShort(codes, from + 2 * rows[i]);
            }
        }
    }

    private void longs(long[] entries, int @Nullable [] rows, int count, long[] out, int at) {
        byte[] codes = data;
        int from = start;
        if (rows == null && isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[codes[from + i] & 0xff];
            }
        } else if (rows == null) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[LittleEndian.getUnsignedShort(codes, from + 2 * i)];
            }
        } else if (isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[codes[from + rows[i]] & 0xff];
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[LittleEndian.getUnsignedShort(codes, from + 2 * rows[i])];
            }
        }
    }

    private void ints(int[] entries, int @Nullable [] rows, int count, int[] out, int at) {
        byte[] codes = data;
        int from = start;
        if (rows == null && isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[codes[from + i] & 0xff];
            }
        } else if (rows == null) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[LittleEndian.getUnsignedShort(codes, from + 2 * i)];
            }
        } else if (isBytes) {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[codes[from + rows[i]] & 0xff];
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = entries[LittleEndian.getUnsignedShort(codes, from + 2 * rows[i])];
            }
        }
    }
}
