package io.algeon.engine.table;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ValueHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * From the values of some columns to row numbers, by hash.
 *
 * <p>One index serves all states of a table, committed or not, old or new: entries are only added. An entry says that in some
 * state the row of that number had a key with that hash; a look-up keeps those whose row its own state has, with an equal key.
 * So writers need no index of their own, rollback needs no undo, and readers no lock. Newer entries come first in their chain:
 * a row that is updated again and again is found at once. What nobody can see any more goes when the index is made anew, see
 * {@link #isWorn}.
 *
 * <p>Layout: {@code heads[hash & mask]} is 1 + the number of the newest entry of a chain, {@code next} the one before. An entry
 * is written before the head that leads to it is published.
 */
final class KeyIndex {
    /** No row. */
    static final long NONE = -1;

    private static final VarHandle HEADS = MethodHandles.arrayElementVarHandle(int[].class);
    /** Heap for an entry, with the room that doubling leaves. */
    static final int ENTRY_BYTES = 36;

    private static final int LEAST_ENTRIES = 64;

    /** A chain with more dead entries of one key makes the index worn. */
    private static final int MOST_DEAD = 512;

    /** The arrays, replaced together when they grow. */
    private record Entries(int[] heads, int[] next, int[] hashes, long[] rows) {
        static Entries of(int capacity) {
            return new Entries(new int[2 * capacity], new int[capacity], new int[capacity], new long[capacity]);
        }
    }

    private final int[] columns;
    private final boolean unique;
    private volatile Entries entries = Entries.of(LEAST_ENTRIES);
    private volatile boolean longChains;
    private int count;

    /**
     * @param columns positions of the key's columns
     * @param unique whether no two rows of a state may have equal keys
     */
    KeyIndex(int[] columns, boolean unique) {
        this.columns = columns;
        this.unique = unique;
    }

    int[] columns() {
        return columns;
    }

    boolean isUnique() {
        return unique;
    }

    /**
     * Enters rows of a state.
     *
     * @param data has the rows {@code first .. first + count} of one block at least
     * @return the first row whose key another row of the state has, if the index is unique; else {@link #NONE}
     */
    synchronized long add(TableData data, long first, int rowCount) {
        int done = 0;
        while (done < rowCount) {
            long start = first + done;
            ColumnVector[] vectors = data.vectors(start);
            int position = TableData.position(start);
            int inBlock = Math.min(rowCount - done, io.algeon.engine.batch.Batch.ROWS - position);
            for (int i = 0; i < inBlock; i++) {
                if (hasNull(vectors, position + i)) {
                    continue;
                }
                int hash = ValueHash.of(vectors, columns, position + i);
                if (unique && findOther(data, vectors, position + i, hash, start + i) != NONE) {
                    return start + i;
                }
                enter(hash, start + i);
            }
            done += inBlock;
        }
        return NONE;
    }

    private boolean hasNull(ColumnVector[] vectors, int row) {
        for (int column : columns) {
            if (vectors[column].isNull(row)) {
                return true;
            }
        }
        return false;
    }

    private void enter(int hash, long row) {
        Entries present = entries;
        if (count == present.next.length) {
            present = grow(present);
        }
        int bucket = bucket(hash, present.heads.length);
        present.hashes[count] = hash;
        present.rows[count] = row;
        present.next[count] = present.heads[bucket];
        count++;
        HEADS.setRelease(present.heads, bucket, count);
    }

    private Entries grow(Entries present) {
        int capacity = Math.multiplyExact(count, 2);
        Entries larger = new Entries(
                new int[2 * capacity],
                new int[capacity],
                Arrays.copyOf(present.hashes, capacity),
                Arrays.copyOf(present.rows, capacity));
        for (int entry = 0; entry < count; entry++) {
            int bucket = bucket(larger.hashes[entry], larger.heads.length);
            larger.next[entry] = larger.heads[bucket];
            larger.heads[bucket] = entry + 1;
        }
        entries = larger;
        return larger;
    }

    private static int bucket(int hash, int buckets) {
        return hash & buckets - 1;
    }

    /**
     * The row of a state with a key, {@link #NONE} if there is none; the first found if the index is not unique.
     *
     * @param key vectors, of which those of the key's columns are read at {@code row}
     */
    long find(TableData data, ColumnVector[] key, int row) {
        return hasNull(key, row) ? NONE : findOther(data, key, row, ValueHash.of(key, columns, row), NONE);
    }

    private long findOther(TableData data, ColumnVector[] key, int row, int hash, long except) {
        Entries present = entries;
        int entry = (int) HEADS.getAcquire(present.heads, bucket(hash, present.heads.length));
        int dead = 0;
        while (entry != 0) {
            int e = entry - 1;
            if (present.hashes[e] == hash) {
                long candidate = present.rows[e];
                if (candidate != except
                        && data.isLive(candidate)
                        && ValueHash.equal(data.vectors(candidate), TableData.position(candidate), key, row, columns)) {
                    return candidate;
                }
                dead++;
            }
            entry = present.next[e];
        }
        if (dead > MOST_DEAD) {
            longChains = true;
        }
        return NONE;
    }

    /** All rows of a state with a key, each once. */
    long[] findAll(TableData data, ColumnVector[] key, int row) {
        if (hasNull(key, row)) {
            return new long[0];
        }
        int hash = ValueHash.of(key, columns, row);
        Entries present = entries;
        long[] found = new long[1];
        int matches = 0;
        int entry = (int) HEADS.getAcquire(present.heads, bucket(hash, present.heads.length));
        while (entry != 0) {
            int e = entry - 1;
            long candidate = present.rows[e];
            if (present.hashes[e] == hash
                    && data.isLive(candidate)
                    && ValueHash.equal(data.vectors(candidate), TableData.position(candidate), key, row, columns)) {
                if (matches == found.length) {
                    found = Arrays.copyOf(found, 2 * matches);
                }
                found[matches++] = candidate;
            }
            entry = present.next[e];
        }
        found = Arrays.copyOf(found, matches);
        if (matches > 1) {
            // a number that was given again, after a rollback, may be entered twice
            found = Arrays.stream(found).sorted().distinct().toArray();
        }
        return found;
    }

    /** Whether most entries stand for rows that are gone, so that a new index over the live rows is worth its making. */
    synchronized boolean isWorn(long liveRows) {
        return longChains || count > 4096 && count > 3 * liveRows;
    }

    /** An index over the rows of a state. */
    KeyIndex rebuilt(TableData data) {
        KeyIndex index = new KeyIndex(columns, unique);
        index.addAll(data);
        return index;
    }

    /**
     * Enters all rows of a state.
     *
     * @return the first row whose key another one has, if the index is unique; else {@link #NONE}
     */
    synchronized long addAll(TableData data) {
        for (int g = 0; g < data.groupCount(); g++) {
            RowGroup group = data.group(g);
            for (int b = 0; b < group.blocks.length; b++) {
                long first = (long) g << RowGroup.SHIFT | (long) b << RowGroup.BLOCK_SHIFT;
                int rows = group.blocks[b].rows();
                if (group.deletedBits(b) == null) {
                    long duplicate = add(data, first, rows);
                    if (duplicate != NONE) {
                        return duplicate;
                    }
                    continue;
                }
                for (int row = 0; row < rows; row++) {
                    if (data.isLive(first + row)) {
                        long duplicate = add(data, first + row, 1);
                        if (duplicate != NONE) {
                            return duplicate;
                        }
                    }
                }
            }
        }
        return NONE;
    }
}
