package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import java.util.Arrays;

/**
 * Keys of several columns as one {@code long} each: per column the code {@code value - base + 1}, 0 for NULL, in as many bits as
 * the range of values seen so far needs. Ranges at least double when they widen, so that keys are re-encoded a logarithmic
 * number of times.
 */
final class PackedKeys {
    /** Bits that the codes of a key may have together. */
    static final int MAX_BITS = 62;

    /** What widening the ranges did to keys that were there. */
    enum Widening {
        /** They mean the same as before. */
        NOTHING,
        /** They are other numbers. */
        RECODED,
        /** Nothing: the ranges do not fit any more. */
        TOO_WIDE
    }

    private final KeyColumn[] columns;
    private boolean hasRanges;

    PackedKeys(KeyColumn[] columns) {
        this.columns = columns;
    }

    /** Whether values have been seen. */
    boolean hasRanges() {
        return hasRanges;
    }

    /**
     * Packs a batch.
     *
     * @param source readers that hold it
     * @return false if some value is out of the current ranges
     */
    boolean pack(KeyReader[] source, ColumnVector[] vectors, int count, long[] packedKeys) {
        if (!hasRanges) {
            return false;
        }
        if (columns.length == 0) {
            Arrays.fill(packedKeys, 0, count, 0);
        }
        for (int c = 0; c < columns.length; c++) {
            KeyColumn column = columns[c];
            long[] values = source[c].values();
            long base = column.base;
            int shift = column.shift;
            long seen = 0;
            if (vectors[c].hasNulls(count)) {
                long[] validity = vectors[c].validity();
                for (int i = 0; i < count; i++) {
                    long code = 0;
                    if (Validity.get(validity, i)) {
                        long above = values[i] - base;
                        code = above + 1;
                        seen |= above | code;
                    }
                    packedKeys[i] = c == 0 ? code << shift : packedKeys[i] | code << shift;
                }
            } else if (c == 0) {
                for (int i = 0; i < count; i++) {
                    long above = values[i] - base;
                    seen |= above | above + 1;
                    packedKeys[i] = above + 1 << shift;
                }
            } else {
                for (int i = 0; i < count; i++) {
                    long above = values[i] - base;
                    seen |= above | above + 1;
                    packedKeys[i] |= above + 1 << shift;
                }
            }
            if (seen >>> column.bits != 0) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #pack}, but keys with values out of range become -1, which no group has. */
    void packKnown(KeyReader[] source, ColumnVector[] vectors, int count, long[] target) {
        if (columns.length == 0) {
            Arrays.fill(target, 0, count, 0);
        }
        for (int c = 0; c < columns.length; c++) {
            KeyColumn column = columns[c];
            long[] values = source[c].values();
            long base = column.base;
            long limit = column.codeMask();
            int shift = column.shift;
            boolean nulls = vectors[c].hasNulls(count);
            long[] validity = vectors[c].validity();
            for (int i = 0; i < count; i++) {
                long code = 0;
                if (!nulls || Validity.get(validity, i)) {
                    long above = values[i] - base;
                    code = above >= 0 && above < limit ? above + 1 << shift : -1;
                }
                target[i] = c == 0 ? code : target[i] | code;
            }
        }
    }

    /** Widens the ranges to a batch, and re-encodes the first {@code keyCount} keys. */
    Widening widen(KeyReader[] source, ColumnVector[] vectors, int count, long[] keys, int keyCount) {
        long[] bases = new long[columns.length];
        int[] bits = new int[columns.length];
        int total = 0;
        for (int c = 0; c < columns.length; c++) {
            KeyColumn column = columns[c];
            boolean known = hasRanges && column.bits > 0;
            long min = known ? column.base : Long.MAX_VALUE;
            long max = known ? column.largestValue() : Long.MIN_VALUE;
            long oldMin = min;
            long[] values = source[c].values();
            for (int i = 0; i < count; i++) {
                if (!vectors[c].isNull(i)) {
                    min = Math.min(min, values[i]);
                    max = Math.max(max, values[i]);
                }
            }
            if (column.strings != null) {
                min = 0;
            }
            if (min > max) {
                continue;
            }
            long range = max - min;
            if (range < 0 || range >= 1L << MAX_BITS - 1) {
                total = Integer.MAX_VALUE;
                break;
            }
            bits[c] = 64 - Long.numberOfLeadingZeros(range + 1);
            long slack = (1L << bits[c]) - 2 - range;
            boolean downwards = known && min < oldMin;
            bases[c] = downwards && min - slack < min ? min - slack : min;
            total += bits[c];
        }
        if (total > MAX_BITS) {
            return Widening.TOO_WIDE;
        }
        return recode(bases, bits, keys, keyCount);
    }

    private Widening recode(long[] bases, int[] bits, long[] keys, int keyCount) {
        int[] shifts = new int[columns.length];
        int shift = 0;
        boolean sameCodes = hasRanges;
        for (int c = 0; c < columns.length; c++) {
            shifts[c] = shift;
            shift += bits[c];
            sameCodes &= bases[c] == columns[c].base && shifts[c] == columns[c].shift;
        }
        if (sameCodes) {
            // Ranges grew upwards, and only in the column with the highest bits.
            for (int c = 0; c < columns.length; c++) {
                columns[c].bits = bits[c];
            }
            return Widening.NOTHING;
        }
        for (int group = 0; group < keyCount; group++) {
            long key = keys[group];
            long recoded = 0;
            for (int c = 0; c < columns.length; c++) {
                KeyColumn column = columns[c];
                long code = key >>> column.shift & column.codeMask();
                if (code != 0) {
                    recoded |= code - 1 + column.base - bases[c] + 1 << shifts[c];
                }
            }
            keys[group] = recoded;
        }
        for (int c = 0; c < columns.length; c++) {
            columns[c].base = bases[c];
            columns[c].bits = bits[c];
            columns[c].shift = shifts[c];
        }
        hasRanges = true;
        return Widening.RECODED;
    }

    /** Writes the values of a column of some keys. */
    static void unpack(KeyColumn key, long[] stored, int[] groups, int count, ColumnVector target) {
        int shift = key.shift;
        long mask = key.codeMask();
        long offset = key.base - 1;
        boolean nulls = false;
        if (target instanceof LongVector longs) {
            long[] to = longs.values();
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                to[i] = code + offset;
            }
        } else if (target instanceof IntVector ints) {
            int[] to = ints.values();
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                to[i] = (int) (code + offset);
            }
        } else {
            for (int i = 0; i < count; i++) {
                long code = stored[groups[i]] >>> shift & mask;
                nulls |= code == 0;
                key.write(target, i, code == 0 ? 0 : code + offset, 0);
            }
        }
        for (int i = 0; i < count && nulls; i++) {
            if ((stored[groups[i]] >>> shift & mask) == 0) {
                target.setNull(i, count);
            }
        }
    }
}
