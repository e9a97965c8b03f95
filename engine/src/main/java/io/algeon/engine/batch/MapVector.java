package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;

/** MAP values: row {@code r} holds the entries {@code offsets[r] .. offsets[r + 1]} of the key and value vectors. */
public final class MapVector extends ColumnVector {
    private final int[] offsets;
    private final ColumnVector keys;
    private final ColumnVector values;

    /** Takes all three; {@code offsets} has one entry more than there are rows. */
    public MapVector(int[] offsets, ColumnVector keys, ColumnVector values) {
        this.offsets = offsets;
        this.keys = keys;
        this.values = values;
    }

    public int[] offsets() {
        return offsets;
    }

    public ColumnVector keys() {
        return keys;
    }

    public ColumnVector values() {
        return values;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.MAP;
    }

    @Override
    public int capacity() {
        return offsets.length - 1;
    }

    @Override
    public MapVector copy(int rows) {
        int entries = offsets[rows];
        return withValidityOf(
                this, rows, new MapVector(prefix(offsets, rows + 1), keys.copy(entries), values.copy(entries)));
    }

    @Override
    public MapVector gather(int[] rows, int count, ColumnVector reuse) {
        int[] newOffsets = new int[Math.max(count, Batch.ROWS) + 1];
        int[] entryRows = ListVector.gatherOffsets(offsets, rows, count, newOffsets);
        int entries = newOffsets[count];
        MapVector target = new MapVector(
                newOffsets, keys.gather(entryRows, entries, keys), values.gather(entryRows, entries, values));
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * offsets.length + keys.retainedBytes() + values.retainedBytes();
    }
}
