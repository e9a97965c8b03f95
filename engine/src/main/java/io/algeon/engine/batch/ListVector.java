package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;

/** ARRAY values: row {@code r} holds the elements {@code offsets[r] .. offsets[r + 1]} of the element vector. */
public final class ListVector extends ColumnVector {
    private final int[] offsets;
    private ColumnVector elements;

    /** Takes both; {@code offsets} has one entry more than there are rows. */
    public ListVector(int[] offsets, ColumnVector elements) {
        this.offsets = offsets;
        this.elements = elements;
    }

    public int[] offsets() {
        return offsets;
    }

    public ColumnVector elements() {
        return elements;
    }

    public void setElements(ColumnVector newElements) {
        elements = newElements;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.LIST;
    }

    @Override
    public int capacity() {
        return offsets.length - 1;
    }

    @Override
    public ListVector copy(int rows) {
        return withValidityOf(this, rows, new ListVector(prefix(offsets, rows + 1), elements.copy(offsets[rows])));
    }

    @Override
    public ListVector gather(int[] rows, int count, ColumnVector reuse) {
        int[] newOffsets = new int[Math.max(count, Batch.ROWS) + 1];
        int[] elementRows = gatherOffsets(offsets, rows, count, newOffsets);
        ListVector target = new ListVector(newOffsets, elements.gather(elementRows, newOffsets[count], elements));
        target.gatherValidity(this, rows, count);
        return target;
    }

    /** Fills the offsets of the gathered rows and returns the element rows that they hold. */
    static int[] gatherOffsets(int[] offsets, int[] rows, int count, int[] newOffsets) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            total = Math.addExact(total, offsets[rows[i] + 1] - offsets[rows[i]]);
            newOffsets[i + 1] = total;
        }
        int[] elementRows = new int[total];
        int at = 0;
        for (int i = 0; i < count; i++) {
            for (int element = offsets[rows[i]]; element < offsets[rows[i] + 1]; element++) {
                elementRows[at++] = element;
            }
        }
        return elementRows;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * offsets.length + elements.retainedBytes();
    }
}
