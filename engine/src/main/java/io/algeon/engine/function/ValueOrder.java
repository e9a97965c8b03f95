package io.algeon.engine.function;

import io.algeon.engine.arithmetic.FloatingOrder;
import io.algeon.engine.arithmetic.Int128;
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
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.Arrays;

/**
 * The SQL order of single values of any type, nested ones element by element (a shorter array with equal elements is
 * smaller). For rows here and there; loops have their own comparisons.
 */
public final class ValueOrder {
    private ValueOrder() {}

    /** Order of two values, of which NULL is the largest and equal to NULL. */
    public static int compareNullable(ColumnVector left, int leftRow, ColumnVector right, int rightRow, SqlType type) {
        boolean leftNull = left.isNull(leftRow);
        boolean rightNull = right.isNull(rightRow);
        if (leftNull || rightNull) {
            return Boolean.compare(leftNull, rightNull);
        }
        return compare(left, leftRow, right, rightRow, type);
    }

    /** Order of two values that are not NULL. */
    public static int compare(ColumnVector left, int leftRow, ColumnVector right, int rightRow, SqlType type) {
        if (left instanceof IntVector l && right instanceof IntVector r) {
            return Integer.compare(l.values()[leftRow], r.values()[rightRow]);
        } else if (left instanceof LongVector l && right instanceof LongVector r) {
            return Long.compare(l.values()[leftRow], r.values()[rightRow]);
        } else if (left instanceof Int128Vector l && right instanceof Int128Vector r) {
            long flip = type.kind() == TypeKind.UUID ? Long.MIN_VALUE : 0;
            return Int128.compare(
                    l.high()[leftRow] ^ flip, l.low()[leftRow], r.high()[rightRow] ^ flip, r.low()[rightRow]);
        } else if (left instanceof DoubleVector l && right instanceof DoubleVector r) {
            return Long.compare(FloatingOrder.key(l.values()[leftRow]), FloatingOrder.key(r.values()[rightRow]));
        } else if (left instanceof FloatVector l && right instanceof FloatVector r) {
            return Long.compare(FloatingOrder.key(l.values()[leftRow]), FloatingOrder.key(r.values()[rightRow]));
        } else if (left instanceof BooleanVector l && right instanceof BooleanVector r) {
            return Boolean.compare(l.get(leftRow), r.get(rightRow));
        } else if (left instanceof DictionaryVector l) {
            return compare(l.dictionary().values(), l.codes()[leftRow], right, rightRow, type);
        } else if (right instanceof DictionaryVector r) {
            return compare(left, leftRow, r.dictionary().values(), r.codes()[rightRow], type);
        } else if (left instanceof BytesVector l && right instanceof BytesVector r) {
            return Arrays.compareUnsigned(
                    l.data(),
                    l.offsets()[leftRow],
                    l.offsets()[leftRow + 1],
                    r.data(),
                    r.offsets()[rightRow],
                    r.offsets()[rightRow + 1]);
        } else if (left instanceof ListVector l && right instanceof ListVector r) {
            int at = l.offsets()[leftRow];
            int length = l.offsets()[leftRow + 1] - at;
            int rightAt = r.offsets()[rightRow];
            int rightLength = r.offsets()[rightRow + 1] - rightAt;
            SqlType element = type.fields().get(0).type();
            for (int i = 0; i < Math.min(length, rightLength); i++) {
                int order = compareNullable(l.elements(), at + i, r.elements(), rightAt + i, element);
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(length, rightLength);
        } else if (left instanceof RowVector l && right instanceof RowVector r) {
            for (int i = 0; i < l.fieldCount(); i++) {
                SqlType field = type.fields().get(i).type();
                int order = compareNullable(l.field(i), leftRow, r.field(i), rightRow, field);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        } else if (left instanceof MapVector l && right instanceof MapVector r) {
            int at = l.offsets()[leftRow];
            int length = l.offsets()[leftRow + 1] - at;
            int rightAt = r.offsets()[rightRow];
            int rightLength = r.offsets()[rightRow + 1] - rightAt;
            for (int i = 0; i < Math.min(length, rightLength); i++) {
                SqlType key = type.fields().get(0).type();
                int order = compareNullable(l.keys(), at + i, r.keys(), rightAt + i, key);
                if (order == 0) {
                    SqlType value = type.fields().get(1).type();
                    order = compareNullable(l.values(), at + i, r.values(), rightAt + i, value);
                }
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(length, rightLength);
        }
        throw new IllegalArgumentException(left.physicalKind() + " against " + right.physicalKind());
    }
}
