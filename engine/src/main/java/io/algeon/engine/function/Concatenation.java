package io.algeon.engine.function;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.type.SqlType;

/** Vectors of one type, of any nesting, one after the other. For what is put together from parts: arrays, CASE of arrays. */
public final class Concatenation {
    private Concatenation() {}

    /** The first {@code counts[i]} rows of every part, in order, in a new vector. */
    public static ColumnVector of(ColumnVector[] parts, int[] counts, SqlType type) {
        int total = 0;
        for (int count : counts) {
            total = Math.addExact(total, count);
        }
        ColumnVector result = values(parts, counts, total, type);
        int at = 0;
        for (int p = 0; p < parts.length; p++) {
            if (parts[p].mayHaveNulls()) {
                for (int row = 0; row < counts[p]; row++) {
                    if (parts[p].isNull(row)) {
                        result.setNull(at + row, total);
                    }
                }
            }
            at += counts[p];
        }
        return result;
    }

    private static ColumnVector values(ColumnVector[] parts, int[] counts, int total, SqlType type) {
        return switch (type.physicalKind()) {
            case LIST, MAP -> entries(parts, counts, total, type);
            case ROW -> {
                ColumnVector[] fields = new ColumnVector[type.fields().size()];
                for (int f = 0; f < fields.length; f++) {
                    ColumnVector[] of = new ColumnVector[parts.length];
                    for (int p = 0; p < parts.length; p++) {
                        of[p] = ((RowVector) parts[p]).field(f);
                    }
                    fields[f] = of(of, counts, type.fields().get(f).type());
                }
                yield new RowVector(fields, total);
            }
            default -> {
                ColumnVector result = Vectors.create(type, total);
                int at = 0;
                for (int p = 0; p < parts.length; p++) {
                    copy(parts[p], counts[p], result, at);
                    at += counts[p];
                }
                yield result;
            }
        };
    }

    private static ColumnVector entries(ColumnVector[] parts, int[] counts, int total, SqlType type) {
        boolean map = type.fields().size() == 2;
        int[] offsets = new int[total + 1];
        int[] entryCounts = new int[parts.length];
        ColumnVector[] first = new ColumnVector[parts.length];
        ColumnVector[] second = new ColumnVector[parts.length];
        int at = 0;
        int base = 0;
        for (int p = 0; p < parts.length; p++) {
            int[] from;
            if (parts[p] instanceof MapVector entries) {
                from = entries.offsets();
                first[p] = entries.keys();
                second[p] = entries.values();
            } else {
                ListVector list = (ListVector) parts[p];
                from = list.offsets();
                first[p] = list.elements();
            }
            offsets[at] = base + from[0];
            for (int row = 0; row < counts[p]; row++) {
                offsets[++at] = Math.addExact(base, from[row + 1]);
            }
            entryCounts[p] = from[counts[p]];
            base = offsets[at];
        }
        ColumnVector values = of(first, entryCounts, type.fields().get(0).type());
        return map
                ? new MapVector(
                        offsets,
                        values,
                        of(second, entryCounts, type.fields().get(1).type()))
                : new ListVector(offsets, values);
    }

    private static void copy(ColumnVector from, int count, ColumnVector to, int at) {
        if (to instanceof LongVector target) {
            System.arraycopy(((LongVector) from).values(), 0, target.values(), at, count);
        } else if (to instanceof IntVector target) {
            System.arraycopy(((IntVector) from).values(), 0, target.values(), at, count);
        } else if (to instanceof Int128Vector target) {
            System.arraycopy(((Int128Vector) from).high(), 0, target.high(), at, count);
            System.arraycopy(((Int128Vector) from).low(), 0, target.low(), at, count);
        } else if (to instanceof DoubleVector target) {
            System.arraycopy(((DoubleVector) from).values(), 0, target.values(), at, count);
        } else if (to instanceof FloatVector target) {
            System.arraycopy(((FloatVector) from).values(), 0, target.values(), at, count);
        } else if (to instanceof BooleanVector target) {
            for (int row = 0; row < count; row++) {
                target.set(at + row, ((BooleanVector) from).get(row));
            }
        } else {
            bytes(from, count, (BytesVector) to, at);
        }
    }

    private static void bytes(ColumnVector from, int count, BytesVector to, int at) {
        boolean empty =
                from instanceof DictionaryVector coded && coded.dictionary().size() == 0;
        BytesView view = new BytesView().of(from);
        for (int row = 0; row < count; row++) {
            boolean absent = empty || from.isNull(row);
            to.set(at + row, view.data(), absent ? 0 : view.start(row), absent ? 0 : view.length(row));
        }
    }
}
