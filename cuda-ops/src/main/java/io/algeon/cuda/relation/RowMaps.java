package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Choosing, numbering and moving rows. */
public final class RowMaps {
    /** Elements that a block scans: {@code TILE} of the kernels. */
    private static final int TILE = 2048;

    private static final int THREADS = 256;

    private final Workspace workspace;

    public RowMaps(Workspace workspace) {
        this.workspace = workspace;
    }

    /** Numbers of the rows that a flag chooses. */
    public record Selection(Block rows, long count) {}

    private static int tiles(long count) {
        return (int) ((count + TILE - 1) / TILE);
    }

    private Block tileStarts(KernelName sums, Block values, long count, Block total) {
        int tiles = tiles(count);
        Block starts = workspace.allocate(8L * tiles);
        workspace.launch(
                sums,
                new Launch(tiles, THREADS),
                a -> a.address(values.address()).int64(count).address(starts.address()));
        workspace.launch(
                KernelName.SCAN_SUMS,
                new Launch(1, THREADS),
                a -> a.address(starts.address()).int64(tiles).address(total.address()));
        return starts;
    }

    /**
     * The rows with flag 1, in order.
     *
     * @param places receives each row's place among them, if it is not null
     */
    public Selection select(Block flags, long count, @Nullable Block places) {
        if (count == 0) {
            return new Selection(workspace.allocate(0), 0);
        }
        Block total = workspace.allocate(8);
        Block starts = tileStarts(KernelName.SCAN_TILES_U8, flags, count, total);
        long selected = workspace.read(total, 1)[0];
        Block rows = workspace.allocate(4 * selected);
        workspace.launch(
                KernelName.SCAN_SELECT,
                new Launch(tiles(count), THREADS),
                a -> a.address(flags.address())
                        .int64(count)
                        .address(starts.address())
                        .address(rows.address())
                        .address(places == null ? 0 : places.address()));
        starts.release();
        total.release();
        return new Selection(rows, selected);
    }

    /** Where each row's share begins, one more than there are rows, and the sum of all. */
    public record Offsets(Block offsets, long total) {}

    /** Offsets from counts of each row. */
    public Offsets offsets(Block counts, long count) {
        Block offsets = workspace.allocate(8 * (count + 1));
        if (count == 0) {
            workspace.stream().fill(offsets.address(), (byte) 0, 8);
            return new Offsets(offsets, 0);
        }
        Block total = workspace.allocate(8);
        Block starts = tileStarts(KernelName.SCAN_TILES_I32, counts, count, total);
        workspace.launch(
                KernelName.SCAN_OFFSETS_I32,
                new Launch(tiles(count), THREADS),
                a -> a.address(counts.address())
                        .int64(count)
                        .address(starts.address())
                        .address(offsets.address()));
        long sum = workspace.read(total, 1)[0];
        starts.release();
        total.release();
        return new Offsets(offsets, sum);
    }

    /** Where each row's share begins, from counts of each row, of which there is at least one. */
    public Block starts(Block counts, long count) {
        Block offsets = workspace.allocate(8 * (count + 1));
        Block total = workspace.allocate(8);
        Block tileStarts = tileStarts(KernelName.SCAN_TILES_I32, counts, count, total);
        workspace.launch(
                KernelName.SCAN_OFFSETS_I32,
                new Launch(tiles(count), THREADS),
                a -> a.address(counts.address())
                        .int64(count)
                        .address(tileStarts.address())
                        .address(offsets.address()));
        tileStarts.release();
        total.release();
        return offsets;
    }

    /** Where the share of a row begins. */
    public long at(Offsets offsets, long row) {
        return workspace.readAt(offsets.offsets().address() + 8 * row);
    }

    /** {@code first, first + 1, ...} */
    public Block identity(long count, int first) {
        Block map = workspace.allocate(4 * count);
        workspace.launch(
                KernelName.MAP_IDENTITY, count, a -> a.int64(count).int32(first).address(map.address()));
        return map;
    }

    /** {@code outer[inner[i]]}; a new map. */
    public Block compose(Block outer, Block inner, long count) {
        Block map = workspace.allocate(4 * count);
        workspace.launch(
                KernelName.MAP_COMPOSE,
                count,
                a -> a.address(outer.address())
                        .address(inner.address())
                        .int64(count)
                        .address(map.address()));
        return map;
    }

    /** The rows that a map names, of these columns; new holders of everything. The map stays the caller's. */
    public List<DeviceColumn> pick(List<DeviceColumn> columns, Block rows, long count) {
        Map<Block, Block> composed = new IdentityHashMap<>();
        List<DeviceColumn> picked = new ArrayList<>(columns.size());
        for (DeviceColumn column : columns) {
            Block old = column.map();
            Block map = old == null ? rows : composed.computeIfAbsent(old, outer -> compose(outer, rows, count));
            picked.add(new DeviceColumn(
                            column.kind(), column.elements(), column.data(), column.valid(), map, column.heaps())
                    .retain());
        }
        composed.values().forEach(Block::release);
        return picked;
    }

    /** Whether values of a column must be copied to lie as another reader needs them: one after the other, without a map. */
    public static boolean isDense(DeviceColumn column) {
        return column.map() == null;
    }

    /** A copy without map, of another kind if need be (an integer of another width, REAL or DOUBLE). */
    public DeviceColumn dense(DeviceColumn column, long rows, ValueKind kind) {
        return concat(List.of(column), List.of(rows), kind);
    }

    /** One dense column of the rows of several, one after the other. The columns stay the caller's. */
    public DeviceColumn concat(List<DeviceColumn> columns, List<Long> rowCounts, ValueKind kind) {
        long rows = rowCounts.stream().mapToLong(Long::longValue).sum();
        Block data = workspace.allocate(rows * kind.bytes());
        Block valid = columns.stream().anyMatch(DeviceColumn::mayHaveNulls) ? workspace.allocate(rows) : null;
        List<Block> heaps = new ArrayList<>();
        DeviceColumn target = DeviceColumn.dense(kind, rows, data, valid);
        long first = 0;
        for (int i = 0; i < columns.size(); i++) {
            DeviceColumn column = columns.get(i);
            long count = rowCounts.get(i);
            if (count > 0) {
                long at = first;
                long addresses = workspace.columns(List.of(column, target));
                workspace.launch(
                        KernelName.COLUMN_GATHER,
                        count,
                        a -> a.address(addresses)
                                .int64(0)
                                .int64(count)
                                .address(addresses + DeviceColumn.BYTES)
                                .int64(at));
            }
            first += count;
            for (Block heap : column.heaps()) {
                if (!heaps.contains(heap)) {
                    heaps.add(heap.retain());
                }
            }
        }
        return new DeviceColumn(kind, rows, data, valid, null, heaps);
    }
}
