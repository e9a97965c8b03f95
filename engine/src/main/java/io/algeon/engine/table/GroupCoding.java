package io.algeon.engine.table;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.batch.ValueHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gives the character and binary columns of a full group a dictionary where values repeat: less memory, and filters, joins and
 * group-bys that work on codes.
 */
final class GroupCoding {
    /** Most entries: with more, a dictionary saves little, and what is computed once an entry is computed as often. */
    private static final int MOST_ENTRIES = RowGroup.ROWS / 8;

    private GroupCoding() {}

    static RowGroup code(RowGroup group) {
        Block[] blocks = group.blocks;
        ColumnVector[][] columns = new ColumnVector[blocks.length][];
        for (int b = 0; b < blocks.length; b++) {
            columns[b] = blocks[b].columns().clone();
        }
        boolean changed = false;
        long dictionaryBytes = 0;
        for (int column = 0; column < columns[0].length; column++) {
            if (columns[0][column] instanceof BytesVector) {
                DictionaryVector[] coded = code(blocks, column);
                if (coded != null) {
                    for (int b = 0; b < blocks.length; b++) {
                        columns[b][column] = coded[b];
                    }
                    dictionaryBytes += coded[0].dictionary().values().retainedBytes();
                    changed = true;
                }
            }
        }
        if (!changed) {
            return group;
        }
        Block[] replaced = new Block[blocks.length];
        long bytes = dictionaryBytes;
        for (int b = 0; b < blocks.length; b++) {
            replaced[b] = new Block(columns[b], blocks[b].rows());
            bytes += replaced[b].bytes();
        }
        return group.withBlocks(replaced, bytes);
    }

    /** The column's blocks with a dictionary in common; null if it would have too many entries. */
    private static DictionaryVector @Nullable [] code(Block[] blocks, int column) {
        Entries entries = new Entries();
        int[][] codes = new int[blocks.length][];
        for (int b = 0; b < blocks.length; b++) {
            BytesVector values = (BytesVector) blocks[b].columns()[column];
            int rows = blocks[b].rows();
            codes[b] = new int[rows];
            for (int row = 0; row < rows; row++) {
                if (!values.isNull(row)) {
                    int code = entries.code(values.data(), values.offsets()[row], values.length(row));
                    if (code == MOST_ENTRIES) {
                        return null;
                    }
                    codes[b][row] = code;
                }
            }
        }
        Dictionary dictionary = new Dictionary(entries.toVector(), entries.count);
        DictionaryVector[] coded = new DictionaryVector[blocks.length];
        for (int b = 0; b < blocks.length; b++) {
            coded[b] = new DictionaryVector(codes[b], dictionary);
            ColumnVector values = blocks[b].columns()[column];
            if (values.mayHaveNulls()) {
                int words = Validity.words(blocks[b].rows());
                System.arraycopy(values.validity(), 0, coded[b].writeValidity(blocks[b].rows()), 0, words);
            }
        }
        return coded;
    }

    /** Distinct values in the order of their first occurrence; open addressing. */
    private static final class Entries {
        private int[] slots = new int[256];
        private byte[] data = new byte[1024];
        private int[] offsets = new int[129];
        private int[] hashes = new int[128];
        int count;

        /** Code of a value, {@link #MOST_ENTRIES} if there is no room for it. */
        int code(byte[] source, int from, int length) {
            int hash = ValueHash.bytes(source, from, length);
            int mask = slots.length - 1;
            int slot = hash & mask;
            while (slots[slot] != 0) {
                int code = slots[slot] - 1;
                if (hashes[code] == hash
                        && Arrays.equals(data, offsets[code], offsets[code + 1], source, from, from + length)) {
                    return code;
                }
                slot = slot + 1 & mask;
            }
            if (count == MOST_ENTRIES) {
                return MOST_ENTRIES;
            }
            add(hash, source, from, length);
            slots[slot] = count;
            if (2 * count > slots.length) {
                rehash();
            }
            return count - 1;
        }

        private void add(int hash, byte[] source, int from, int length) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
                offsets = Arrays.copyOf(offsets, 2 * count + 1);
            }
            int used = offsets[count];
            int needed = Math.addExact(used, length);
            if (needed > data.length) {
                data = Arrays.copyOf(data, ColumnBuilder.capacity(data.length, needed));
            }
            System.arraycopy(source, from, data, used, length);
            hashes[count] = hash;
            offsets[++count] = needed;
        }

        private void rehash() {
            slots = new int[2 * slots.length];
            int mask = slots.length - 1;
            for (int code = 0; code < count; code++) {
                int slot = hashes[code] & mask;
                while (slots[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = code + 1;
            }
        }

        BytesVector toVector() {
            return new BytesVector(Arrays.copyOf(data, offsets[count]), Arrays.copyOf(offsets, count + 1));
        }
    }
}
