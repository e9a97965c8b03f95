package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One state of a table's rows. Immutable: adding and deleting rows makes another state, which shares nearly everything. A
 * transaction is a chain of such states that nobody else sees, a snapshot is one that somebody keeps, and memory is free when
 * nobody does.
 *
 * <pre>
 * row number = group << 16 | row within the group          groups are only added, so a row keeps its number
 * group      = blocks of 2,048 rows, bits of deleted rows, smallest and largest values
 * tail       = room behind the last block, which the first of several successors takes
 * </pre>
 *
 * <p>The indexes are shared by all states of a table. They hold the numbers of rows that have, or had, or nearly had a key: a
 * look-up asks the state whether the row is there, and has the key.
 */
final class TableData {
    private final List<SqlType> types;
    private final RowGroup[] groups;
    private final long liveRows;
    private final long bytes;
    private final @Nullable TailBlock tail;
    private final List<KeyIndex> indexes;

    private TableData(
            List<SqlType> types,
            RowGroup[] groups,
            long liveRows,
            long bytes,
            @Nullable TailBlock tail,
            List<KeyIndex> indexes) {
        this.types = types;
        this.groups = groups;
        this.liveRows = liveRows;
        this.bytes = bytes;
        this.tail = tail;
        this.indexes = indexes;
    }

    /** A table without rows. */
    static TableData empty(List<SqlType> types, List<KeyIndex> indexes) {
        return new TableData(List.copyOf(types), new RowGroup[0], 0, 0, null, List.copyOf(indexes));
    }

    List<SqlType> types() {
        return types;
    }

    long liveRows() {
        return liveRows;
    }

    /** Heap that the rows and their entries in indexes hold. */
    long bytes() {
        return bytes + liveRows * indexes.size() * KeyIndex.ENTRY_BYTES;
    }

    int groupCount() {
        return groups.length;
    }

    RowGroup group(int number) {
        return groups[number];
    }

    List<KeyIndex> indexes() {
        return indexes;
    }

    /** The number that the next row will get, if it is added to this state. */
    long nextRow() {
        if (groups.length == 0) {
            return 0;
        }
        RowGroup last = groups[groups.length - 1];
        return last.isDead() || last.rows == RowGroup.ROWS
                ? (long) groups.length << RowGroup.SHIFT
                : (long) (groups.length - 1) << RowGroup.SHIFT | last.rows;
    }

    /** Whether this state has a row of that number. */
    boolean isLive(long row) {
        long group = row >>> RowGroup.SHIFT;
        if (group >= groups.length) {
            return false;
        }
        RowGroup holder = groups[(int) group];
        int position = (int) row & RowGroup.ROWS - 1;
        return position < holder.rows && holder.isLive(position);
    }

    /** The vectors in which a live row is, at {@link #position}. */
    ColumnVector[] vectors(long row) {
        return groups[(int) (row >>> RowGroup.SHIFT)].vectors((int) row & RowGroup.ROWS - 1);
    }

    /** Where in its vectors a row is. */
    static int position(long row) {
        return (int) row & Batch.ROWS - 1;
    }

    /** This state with the first {@code count} rows of the vectors, one a column. Does not touch the indexes. */
    TableData append(ColumnVector[] columns, int count) {
        RowGroup[] grown = groups;
        TailBlock place = tail;
        long newBytes = bytes;
        int from = 0;
        while (from < count) {
            int last = grown.length - 1;
            boolean open = last >= 0 && !grown[last].isDead() && grown[last].rows < RowGroup.ROWS;
            grown = Arrays.copyOf(grown, open ? grown.length : grown.length + 1);
            RowGroup former = open ? grown[last] : RowGroup.empty(types.size());
            last = grown.length - 1;
            boolean fills = open && TailBlock.room(former.lastBlock().rows()) > 0;
            int room = fills ? TailBlock.room(former.lastBlock().rows()) : Batch.ROWS;
            int added = Math.min(room, count - from);
            if (fills) {
                Block present = former.lastBlock();
                Block block = place == null ? null : place.append(present.rows(), columns, from, added);
                if (block == null) {
                    place = new TailBlock(types, present);
                    block = java.util.Objects.requireNonNull(place.append(present.rows(), columns, from, added));
                }
                grown[last] = former.withLast(block, added);
            } else {
                place = new TailBlock(types);
                grown[last] = former.withBlock(java.util.Objects.requireNonNull(place.append(0, columns, from, added)));
            }
            newBytes += grown[last].bytes - former.bytes;
            if (grown[last].rows == RowGroup.ROWS) {
                long plain = grown[last].bytes;
                grown[last] = GroupCoding.code(grown[last]);
                newBytes += grown[last].bytes - plain;
                place = null;
            }
            from += added;
        }
        return new TableData(types, grown, liveRows + count, newBytes, place, indexes);
    }

    /** This state without the rows of these numbers, which it has; sorts them. */
    TableData delete(long[] rows, int count) {
        Arrays.sort(rows, 0, count);
        RowGroup[] changed = groups.clone();
        long live = liveRows;
        long newBytes = bytes;
        int from = 0;
        while (from < count) {
            int group = (int) (rows[from] >>> RowGroup.SHIFT);
            int to = from;
            while (to < count && (int) (rows[to] >>> RowGroup.SHIFT) == group) {
                to++;
            }
            RowGroup former = changed[group];
            changed[group] = former.without(rows, from, to);
            live -= former.liveRows - changed[group].liveRows;
            newBytes -= former.bytes - changed[group].bytes;
            from = to;
        }
        return new TableData(types, changed, live, newBytes, tail, indexes);
    }

    /** This state without its rows. */
    TableData cleared() {
        RowGroup[] dead = new RowGroup[groups.length];
        for (int g = 0; g < dead.length; g++) {
            dead[g] = groups[g].cleared();
        }
        return new TableData(types, dead, 0, 0, null, indexes);
    }

    /** This state with other groups of as many rows, other types and indexes: after ALTER TABLE. */
    TableData with(List<SqlType> newTypes, RowGroup[] newGroups, List<KeyIndex> newIndexes) {
        long newBytes = 0;
        for (RowGroup group : newGroups) {
            newBytes += group.bytes;
        }
        return new TableData(List.copyOf(newTypes), newGroups, liveRows, newBytes, null, List.copyOf(newIndexes));
    }

    /** This state with other indexes. */
    TableData withIndexes(List<KeyIndex> newIndexes) {
        return new TableData(types, groups, liveRows, bytes, tail, List.copyOf(newIndexes));
    }

    /** This state with new indexes in place of those in which most entries lead nowhere; itself if there are none. */
    TableData withFreshIndexes() {
        boolean worn = false;
        for (KeyIndex index : indexes) {
            worn |= index.isWorn(liveRows);
        }
        return worn
                ? withIndexes(indexes.stream().map(index -> index.rebuilt(this)).toList())
                : this;
    }

    /** What is known of a column's values, deleted rows included. */
    ColumnZone zone(int column) {
        ColumnZone all = ColumnZone.EMPTY;
        for (RowGroup group : groups) {
            if (!group.isDead()) {
                all = all.and(group.zones[column]);
            }
        }
        return all;
    }

    /** Whether rows have been deleted from groups that still have others. */
    boolean hasDeletedRows() {
        for (RowGroup group : groups) {
            if (group.hasDeletedRows() && !group.isDead()) {
                return true;
            }
        }
        return false;
    }
}
