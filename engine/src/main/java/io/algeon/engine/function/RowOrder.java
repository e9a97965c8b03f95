package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Order of the values of two vectors at one row, for kinds whose comparison costs more than a call. */
interface RowOrder {
    /** Points at the vectors of a batch. */
    void of(ColumnVector left, ColumnVector right);

    /** Negative, 0 or positive; undefined if one of the values is NULL. */
    int compare(int row);

    /** {@code INT128}; UUIDs are ordered as unsigned. */
    final class Wide implements RowOrder {
        private final long flip;
        private @Nullable Int128Vector left;
        private @Nullable Int128Vector right;

        Wide(boolean unsigned) {
            flip = unsigned ? Long.MIN_VALUE : 0;
        }

        @Override
        public void of(ColumnVector newLeft, ColumnVector newRight) {
            left = (Int128Vector) newLeft;
            right = (Int128Vector) newRight;
        }

        @Override
        public int compare(int row) {
            Int128Vector l = left;
            Int128Vector r = right;
            if (l == null || r == null) {
                throw new IllegalStateException("no vectors");
            }
            return Int128.compare(l.high()[row] ^ flip, l.low()[row], r.high()[row] ^ flip, r.low()[row]);
        }
    }

    /** Characters and binaries, as unsigned bytes. */
    final class Bytes implements RowOrder {
        private final BytesView left = new BytesView();
        private final BytesView right = new BytesView();

        @Override
        public void of(ColumnVector newLeft, ColumnVector newRight) {
            left.of(newLeft);
            right.of(newRight);
        }

        @Override
        public int compare(int row) {
            return Arrays.compareUnsigned(
                    left.data(), left.start(row), left.end(row), right.data(), right.start(row), right.end(row));
        }
    }

    /** Any type, value by value. */
    final class Values implements RowOrder {
        private final SqlType type;
        private @Nullable ColumnVector left;
        private @Nullable ColumnVector right;

        Values(SqlType type) {
            this.type = type;
        }

        @Override
        public void of(ColumnVector newLeft, ColumnVector newRight) {
            left = newLeft;
            right = newRight;
        }

        @Override
        public int compare(int row) {
            ColumnVector l = left;
            ColumnVector r = right;
            if (l == null || r == null) {
                throw new IllegalStateException("no vectors");
            }
            return ValueOrder.compare(l, row, r, row, type);
        }
    }
}
