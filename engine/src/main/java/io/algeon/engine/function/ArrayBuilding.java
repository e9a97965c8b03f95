package io.algeon.engine.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.Arrays;

/**
 * Makes an array a row of elements picked from array arguments and from arguments that are elements themselves. All of these
 * have one element type. Their elements are laid one after the other ({@link #elements}); a body picks positions in that.
 */
final class ArrayBuilding implements VectorFunction {
    /** Picks the elements of a row; false if the row is NULL. */
    @FunctionalInterface
    interface Body {
        boolean build(ArrayBuilding arrays, int row);
    }

    private final SqlType elementType;
    private final boolean[] isArray;
    private final boolean[] isElement;
    private final RowArguments arguments;
    private final Body body;
    private final int[] bases;
    private ColumnVector[] vectors = new ColumnVector[0];
    private int[] positions = new int[Batch.ROWS];
    private int count;
    private ColumnVector elements;

    /** @param elementArguments arguments that are elements; arrays are known by their type */
    ArrayBuilding(CallSite site, Body body, int... elementArguments) {
        this.body = body;
        arguments = new RowArguments(site);
        elementType = site.result().fields().get(0).type();
        isArray = new boolean[site.argumentCount()];
        isElement = new boolean[site.argumentCount()];
        for (int i = 0; i < isArray.length; i++) {
            int argument = i;
            isElement[i] = Arrays.stream(elementArguments).anyMatch(element -> element == argument);
            isArray[i] = !isElement[i] && site.argument(i).kind() == TypeKind.ARRAY;
        }
        bases = new int[isArray.length];
        elements = io.algeon.engine.batch.Vectors.create(elementType, 0);
    }

    @Override
    public ColumnVector apply(ColumnVector[] newVectors, int rows) {
        vectors = newVectors;
        arguments.of(newVectors, rows);
        layOut(rows);
        int[] offsets = new int[rows + 1];
        long[] valid = new long[Validity.words(rows)];
        boolean nulls = false;
        count = 0;
        for (int row = 0; row < rows; row++) {
            int before = count;
            if (body.build(this, row)) {
                Validity.set(valid, row);
            } else {
                nulls = true;
                count = before;
            }
            offsets[row + 1] = count;
        }
        ColumnVector picked = count == 0 ? elements : elements.gather(positions, count, elements);
        ListVector result = new ListVector(offsets, picked);
        for (int row = 0; nulls && row < rows; row++) {
            if (!Validity.get(valid, row)) {
                result.setNull(row, rows);
            }
        }
        return result;
    }

    /** Elements of all arguments, one after the other; those of a single array stay where they are. */
    private void layOut(int rows) {
        int parts = 0;
        for (int i = 0; i < vectors.length; i++) {
            parts += isArray[i] || isElement[i] ? 1 : 0;
        }
        ColumnVector[] laid = new ColumnVector[parts];
        int[] counts = new int[parts];
        int base = 0;
        int part = 0;
        for (int i = 0; i < vectors.length; i++) {
            if (isArray[i] || isElement[i]) {
                laid[part] = isArray[i] ? ((ListVector) vectors[i]).elements() : vectors[i];
                counts[part] = isArray[i] ? ((ListVector) vectors[i]).offsets()[rows] : rows;
                bases[i] = base;
                base = Math.addExact(base, counts[part++]);
            }
        }
        elements = parts == 1 ? laid[0] : Concatenation.of(laid, counts, elementType);
    }

    RowArguments arguments() {
        return arguments;
    }

    boolean isNull(int argument, int row) {
        return vectors[argument].isNull(row);
    }

    /** Position of the first element of an array argument. */
    int start(int argument, int row) {
        return bases[argument] + ((ListVector) vectors[argument]).offsets()[row];
    }

    /** Number of elements of an array argument. */
    int length(int argument, int row) {
        int[] offsets = ((ListVector) vectors[argument]).offsets();
        return offsets[row + 1] - offsets[row];
    }

    /** Position of an argument that is an element. */
    int element(int argument, int row) {
        return bases[argument] + row;
    }

    /** Whether two elements are the same, NULL being the same as NULL. */
    boolean isSame(int left, int right) {
        return ValueOrder.compareNullable(elements, left, elements, right, elementType) == 0;
    }

    int compare(int left, int right) {
        return ValueOrder.compare(elements, left, elements, right, elementType);
    }

    boolean isNullElement(int position) {
        return elements.isNull(position);
    }

    void pick(int position) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, Math.multiplyExact(count, 2));
        }
        positions[count++] = position;
    }

    /** Picks all elements of an array argument. */
    void pickAll(int argument, int row) {
        int start = start(argument, row);
        int length = length(argument, row);
        for (int i = 0; i < length; i++) {
            pick(start + i);
        }
    }

    /** Number of elements picked so far, of all rows. */
    int picked() {
        return count;
    }

    /** Position of one that was picked. */
    int pickedAt(int index) {
        return positions[index];
    }

    void replacePicked(int index, int position) {
        positions[index] = position;
    }
}
