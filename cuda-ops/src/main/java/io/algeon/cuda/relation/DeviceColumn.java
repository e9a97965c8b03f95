package io.algeon.cuda.relation;

import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.DeviceGrant;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of the device: {@code Column} in {@code common/types.cuh}, and the memory that it keeps alive. Row {@code r} is element
 * {@code map[r]} of the data, or {@code r} without a map; negative elements are NULL. So filters, joins and sorts move row numbers,
 * not values, and dictionary codes are a map.
 *
 * @param elements of the data
 * @param valid a byte an element; null: all have values
 * @param map an int a row; null: row r is element r
 * @param heaps where the views of strings point to
 */
public record DeviceColumn(
        ValueKind kind,
        long elements,
        Block data,
        @Nullable Block valid,
        @Nullable Block map,
        List<Block> heaps) {
    /** Bytes of the structure. */
    public static final int BYTES = 32;

    public DeviceColumn {
        heaps = List.copyOf(heaps);
    }

    /** A dense column of fixed-width values. */
    public static DeviceColumn dense(ValueKind kind, long rows, Block data, @Nullable Block valid) {
        return new DeviceColumn(kind, rows, data, valid, null, List.of());
    }

    /** One more holder of everything. */
    public DeviceColumn retain() {
        blocks().forEach(Block::retain);
        return this;
    }

    /** The same column for another query. */
    public DeviceColumn borrowed() {
        return new DeviceColumn(
                kind,
                elements,
                data.borrowed(),
                valid == null ? null : valid.borrowed(),
                map == null ? null : map.borrowed(),
                heaps.stream().map(Block::borrowed).toList());
    }

    /** Bytes of device memory that it keeps alive. */
    public long bytes() {
        return blocks().stream().mapToLong(Block::bytes).sum();
    }

    /**
     * Lets a grant that outlives the query hold the memory.
     *
     * @param stream on which it will be freed
     * @param taken gets the buffers that the grant holds now, also if they are not all
     * @return false if the grant has no room for all of them
     */
    public boolean handOver(DeviceGrant grant, CudaStream stream, List<DeviceBuffer> taken) {
        for (Block block : blocks()) {
            DeviceBuffer buffer = block.handOver(grant, stream);
            if (buffer == null) {
                return false;
            }
            taken.add(buffer);
        }
        return true;
    }

    /** One holder less. */
    public void release() {
        blocks().forEach(Block::release);
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(heaps);
        blocks.add(data);
        if (valid != null) {
            blocks.add(valid);
        }
        if (map != null) {
            blocks.add(map);
        }
        return blocks;
    }

    /** Whether a row may be NULL. */
    public boolean mayHaveNulls() {
        return valid != null || map != null;
    }

    void write(ByteBuffer target) {
        target.putLong(data.address());
        target.putLong(valid == null ? 0 : valid.address());
        target.putLong(map == null ? 0 : map.address());
        target.putInt(kind.ordinal());
        target.putInt(0);
    }
}
