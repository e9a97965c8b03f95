package io.algeon.engine.operator.hash;

import io.algeon.engine.batch.ColumnVector;

/**
 * Keys of any columns as words: one a column (two for 128 bits) and a last word with a bit for each NULL column. Words of NULL
 * values are 0, so that equal words are equal keys.
 */
final class WideKeys {
    private final KeyColumn[] columns;

    /** Words of a key. */
    final int words;

    WideKeys(KeyColumn[] columns) {
        this.columns = columns;
        int count = 0;
        for (KeyColumn column : columns) {
            column.word = count;
            count += column.words();
        }
        this.words = count + 1;
    }

    /**
     * Lays a batch out, row by row.
     *
     * @param source readers that hold it
     */
    void write(KeyReader[] source, ColumnVector[] vectors, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            target[i * words + words - 1] = 0;
        }
        for (int c = 0; c < columns.length; c++) {
            long[] values = source[c].values();
            int word = columns[c].word;
            for (int i = 0; i < count; i++) {
                target[i * words + word] = values[i];
            }
            if (columns[c].words() == 2) {
                long[] low = source[c].low();
                for (int i = 0; i < count; i++) {
                    target[i * words + word + 1] = low[i];
                }
            }
            if (vectors[c].hasNulls(count)) {
                for (int i = 0; i < count; i++) {
                    if (vectors[c].isNull(i)) {
                        target[i * words + word] = 0;
                        if (columns[c].words() == 2) {
                            target[i * words + word + 1] = 0;
                        }
                        target[i * words + words - 1] |= 1L << c;
                    }
                }
            }
        }
    }

    /** Turns packed keys into words. */
    void unpack(long[] packed, int count, long[] target) {
        for (int key = 0; key < count; key++) {
            int at = key * words;
            for (int c = 0; c < columns.length; c++) {
                long code = packed[key] >>> columns[c].shift & columns[c].codeMask();
                if (code == 0) {
                    target[at + words - 1] |= 1L << c;
                } else {
                    target[at + columns[c].word] = code - 1 + columns[c].base;
                }
            }
        }
    }

    boolean isNull(long[] keys, int group, int column) {
        return (keys[group * words + words - 1] >>> column & 1) != 0;
    }

    /** Hashes of the first {@code count} keys. */
    long[] hashes(long[] batch, int count, long[] reuse) {
        long[] hashes = reuse.length >= count ? reuse : new long[count];
        for (int i = 0; i < count; i++) {
            hashes[i] = hash(batch, i);
        }
        return hashes;
    }

    long hash(long[] keys, int key) {
        long hash = words;
        for (int word = key * words; word < (key + 1) * words; word++) {
            hash = Hashes.mix(hash, keys[word]);
        }
        return hash * Hashes.GOLDEN;
    }

    boolean equal(long[] left, int leftKey, long[] right, int rightKey) {
        int at = leftKey * words;
        int other = rightKey * words;
        for (int word = 0; word < words; word++) {
            if (left[at + word] != right[other + word]) {
                return false;
            }
        }
        return true;
    }
}
