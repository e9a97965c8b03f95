package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;

/** ROW values: one vector a field, all with the same rows. A NULL row has undefined fields. */
public final class RowVector extends ColumnVector {
    private final ColumnVector[] fields;
    private final int capacity;

    /** Takes the field vectors. */
    public RowVector(ColumnVector[] fields, int capacity) {
        this.fields = fields;
        this.capacity = capacity;
    }

    public int fieldCount() {
        return fields.length;
    }

    public ColumnVector field(int index) {
        return fields[index];
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.ROW;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public RowVector copy(int rows) {
        ColumnVector[] copies = new ColumnVector[fields.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = fields[i].copy(rows);
        }
        return withValidityOf(this, rows, new RowVector(copies, rows));
    }

    @Override
    public RowVector gather(int[] rows, int count, ColumnVector reuse) {
        ColumnVector[] gathered = new ColumnVector[fields.length];
        for (int i = 0; i < gathered.length; i++) {
            gathered[i] = fields[i].gather(rows, count, fields[i]);
        }
        RowVector target = new RowVector(gathered, Math.max(count, Batch.ROWS));
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        long bytes = super.retainedBytes();
        for (ColumnVector field : fields) {
            bytes += field.retainedBytes();
        }
        return bytes;
    }
}
