package io.algeon.engine.batch;

import io.algeon.metadata.type.SqlType;
import java.util.Arrays;

/** Makes empty vectors for types. */
public final class Vectors {
    private Vectors() {}

    /** A vector for values of {@code type}, in the undictionaried form, with room for {@code capacity} rows. */
    public static ColumnVector create(SqlType type, int capacity) {
        return switch (type.physicalKind()) {
            case BOOLEAN -> new BooleanVector(capacity);
            case INT32 -> new IntVector(capacity);
            case INT64 -> new LongVector(capacity);
            case INT128 -> new Int128Vector(capacity);
            case FLOAT32 -> new FloatVector(capacity);
            case FLOAT64 -> new DoubleVector(capacity);
            case BYTES -> new BytesVector(capacity, 0);
            case LIST ->
                new ListVector(
                        new int[capacity + 1], create(type.fields().get(0).type(), 0));
            case MAP ->
                new MapVector(
                        new int[capacity + 1],
                        create(type.fields().get(0).type(), 0),
                        create(type.fields().get(1).type(), 0));
            case ROW -> {
                ColumnVector[] fields = new ColumnVector[type.fields().size()];
                Arrays.setAll(fields, i -> create(type.fields().get(i).type(), capacity));
                yield new RowVector(fields, capacity);
            }
        };
    }
}
