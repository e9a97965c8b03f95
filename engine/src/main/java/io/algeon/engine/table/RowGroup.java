package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #ROWS} consecutive rows of a table, in blocks that are full but for the last. Immutable; deleting rows makes a
 * group that shares the blocks.
 */
final class RowGroup {
    static final int SHIFT = 16;
    static final int ROWS = 1 << SHIFT;
    static final int BLOCK_SHIFT = 11;

    static {
        if (1 << BLOCK_SHIFT != Batch.ROWS) {
            throw new AssertionError("a block is a batch");
        }
    }

    private static final Block[] NO_BLOCKS = {};
    private static final ColumnZone[] NO_ZONES = {};

    /** None: all rows are deleted, and forgotten. */
    final Block[] blocks;

    final int rows;
    final int liveRows;
    final ColumnZone[] zones;
    final long bytes;

    /** Bits of deleted rows, one array a block; null, and null for a block: none. */
    private final long @Nullable [][] deleted;

    private RowGroup(
            Block[] blocks, int rows, int liveRows, long @Nullable [][] deleted, ColumnZone[] zones, long bytes) {
        this.blocks = blocks;
        this.rows = rows;
        this.liveRows = liveRows;
        this.deleted = deleted;
        this.zones = zones;
        this.bytes = bytes;
    }

    static RowGroup empty(int columns) {
        ColumnZone[] zones = new ColumnZone[columns];
        Arrays.fill(zones, ColumnZone.EMPTY);
        return new RowGroup(NO_BLOCKS, 0, 0, null, zones, 0);
    }

    boolean isDead() {
        return liveRows == 0 && rows > 0;
    }

    boolean hasDeletedRows() {
        return liveRows < rows;
    }

    Block lastBlock() {
        return blocks[blocks.length - 1];
    }

    /** Whether a row, which is below {@link #rows}, is there. */
    boolean isLive(int row) {
        if (liveRows == rows) {
            return true;
        }
        if (liveRows == 0) {
            return false;
        }
        long[] bits = deletedBits(row >> BLOCK_SHIFT);
        return bits == null || !Validity.get(bits, row & Batch.ROWS - 1);
    }

    /** Bits of a block's deleted rows; null: none. */
    long @Nullable [] deletedBits(int block) {
        return deleted == null || block >= deleted.length ? null : deleted[block];
    }

    /** This group with a block in place of the last one, which it continues by {@code added} rows. */
    RowGroup withLast(Block block, int added) {
        Block[] changed = blocks.clone();
        Block former = changed[changed.length - 1];
        changed[changed.length - 1] = block;
        return grown(changed, block, former.rows(), added, block.bytes() - former.bytes());
    }

    /** This group, whose blocks are full, with one more. */
    RowGroup withBlock(Block block) {
        Block[] more = Arrays.copyOf(blocks, blocks.length + 1);
        more[blocks.length] = block;
        return grown(more, block, 0, block.rows(), block.bytes());
    }

    private RowGroup grown(Block[] newBlocks, Block block, int from, int added, long moreBytes) {
        ColumnZone[] widened = new ColumnZone[zones.length];
        for (int i = 0; i < widened.length; i++) {
            widened[i] = zones[i].with(block.columns()[i], from, added);
        }
        return new RowGroup(newBlocks, rows + added, liveRows + added, deleted, widened, bytes + moreBytes);
    }

    /** This group with the same values in other vectors. */
    RowGroup withBlocks(Block[] newBlocks, long newBytes) {
        return new RowGroup(newBlocks, rows, liveRows, deleted, zones, newBytes);
    }

    /** This group with other columns. */
    RowGroup withColumns(Block[] newBlocks, ColumnZone[] newZones) {
        if (isDead()) {
            return new RowGroup(NO_BLOCKS, rows, 0, null, NO_ZONES, 0);
        }
        long newBytes = 0;
        for (Block block : newBlocks) {
            newBytes += block.bytes();
        }
        return new RowGroup(newBlocks, rows, liveRows, deleted, newZones, newBytes);
    }

    /**
     * This group without the rows {@code positions[from .. to)}, ascending; those that are deleted already do not count. A
     * group that has lost all its rows lets go of their values.
     */
    RowGroup without(long[] positions, int from, int to) {
        long[][] bits = deleted == null ? new long[blocks.length][] : Arrays.copyOf(deleted, blocks.length);
        int live = liveRows;
        int copied = -1;
        for (int i = from; i < to; i++) {
            int row = (int) (positions[i] & ROWS - 1);
            if (isDead()) {
                return this;
            }
            int block = row >> BLOCK_SHIFT;
            int bit = row & Batch.ROWS - 1;
            if (block != copied) {
                long[] former = bits[block];
                bits[block] = former == null ? new long[Validity.words(Batch.ROWS)] : former.clone();
                copied = block;
            }
            if (!Validity.get(bits[block], bit)) {
                Validity.set(bits[block], bit);
                live--;
            }
        }
        if (live == 0) {
            return new RowGroup(NO_BLOCKS, rows, 0, null, NO_ZONES, 0);
        }
        return live == liveRows ? this : new RowGroup(blocks, rows, live, bits, zones, bytes);
    }

    /** This group without its rows. */
    RowGroup cleared() {
        return isDead() ? this : new RowGroup(NO_BLOCKS, rows, 0, null, NO_ZONES, 0);
    }

    /** The vectors of the block that holds a row. */
    ColumnVector[] vectors(int row) {
        return blocks[row >> BLOCK_SHIFT].columns();
    }

    /** Numbers of the live rows of a block; how many there are. */
    int selectLive(int block, int[] selected) {
        int blockRows = blocks[block].rows();
        long[] bits = deletedBits(block);
        int count = 0;
        for (int i = 0; i < blockRows; i++) {
            selected[count] = i;
            count += bits == null || !Validity.get(bits, i) ? 1 : 0;
        }
        return count;
    }
}
