package io.algeon.engine.filter;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far the first rows of an order reach by their first key: rows behind are not among them. Each worker that keeps first
 * rows tightens it with the last row that it keeps, and whoever gives it rows may leave out what is behind.
 *
 * <p>A bound is immutable; a tighter one takes its place, so that what was left out for an earlier one stays rightly left out.
 * If the order has more keys, rows that are equal to the bound may still be needed; if it has no other, they are not, as
 * there are enough rows without them. Thread-safe.
 */
public final class OrderBound {
    private final SqlType type;
    private final boolean descending;
    private final boolean nullsFirst;
    private final boolean dropsEqual;
    private volatile @Nullable Bound bound;

    /**
     * No bound yet.
     *
     * @param type of the first key
     * @param nullsFirst whether NULLs come before values, whatever the direction
     * @param onlyKey whether rows with equal keys are as good as each other
     */
    public OrderBound(SqlType type, boolean descending, boolean nullsFirst, boolean onlyKey) {
        this.type = type;
        this.descending = descending;
        this.nullsFirst = nullsFirst;
        this.dropsEqual = onlyKey;
    }

    /** The last row of as many as are needed, by its first key. */
    public final class Bound {
        private final boolean isNull;
        private final long code;
        private final byte @Nullable [] text;

        /** Whether values with the bound's code are equal to it. */
        private final boolean exact;

        private Bound(ColumnVector vector, int row) {
            isNull = vector.isNull(row);
            text = isNull ? null : text(vector, row);
            long[] codes = new long[row + 1];
            SortCodes.write(vector, type, row + 1, codes, 0);
            code = codes[row];
            exact = vector.physicalKind() != PhysicalKind.INT128;
        }

        /** Below zero if a value comes before the bound in the order, above if behind, 0 if it may be equal. */
        private int order(long valueCode, byte[] data, int from, int length) {
            int ascending = Long.compare(valueCode, code);
            byte[] own = text;
            if (ascending == 0 && own != null) {
                ascending = Arrays.compareUnsigned(data, from, from + length, own, 0, own.length);
            }
            return descending ? -ascending : ascending;
        }

        private boolean keeps(int order) {
            return order < 0 || order == 0 && !(dropsEqual && exact);
        }

        private boolean keepsNull() {
            return isNull ? !dropsEqual : nullsFirst;
        }

        private boolean isTighterThan(Bound other) {
            if (isNull || other.isNull) {
                return isNull != other.isNull && isNull == nullsFirst;
            }
            byte[] own = text;
            return other.order(code, own == null ? NOTHING : own, 0, own == null ? 0 : own.length) < 0;
        }

        /**
         * Writes the positions of the first {@code count} values that are not behind the bound, ascending, and returns how
         * many there are.
         */
        public int select(ColumnVector vector, int count, Scratch scratch, int[] positions) {
            long[] codes = scratch.codes(count);
            SortCodes.write(vector, type, count, codes, 0);
            boolean nulls = vector.mayHaveNulls();
            if (isNull || nulls || text != null || !exact) {
                return selectAny(vector, codes, count, positions);
            }
            // Codes that are kept are those up to the bound in its direction, turned so that it is always "up to".
            long flip = descending ? -1 : 0;
            long last = code ^ flip;
            int equal = dropsEqual ? 0 : 1;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                long value = codes[i] ^ flip;
                positions[kept] = i;
                kept += value < last ? 1 : value == last ? equal : 0;
            }
            return kept;
        }

        private int selectAny(ColumnVector vector, long[] codes, int count, int[] positions) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                positions[kept] = i;
                kept += keeps(vector, codes, i) ? 1 : 0;
            }
            return kept;
        }

        private boolean keeps(ColumnVector vector, long[] codes, int row) {
            if (vector.isNull(row)) {
                return keepsNull();
            }
            if (isNull) {
                return !nullsFirst;
            }
            if (codes[row] != code || text == null) {
                return keeps(order(codes[row], NOTHING, 0, 0));
            }
            BytesVector values = vector instanceof DictionaryVector coded
                    ? coded.dictionary().values()
                    : (BytesVector) vector;
            int at = vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
            return keeps(order(code, values.data(), values.offsets()[at], values.length(at)));
        }

        /**
         * Whether rows with values between two may be among those that are not behind the bound.
         *
         * @param min smallest value in the form of statistics, or something below it; null: not known
         * @param max largest value, likewise; null: not known, or it may be NaN
         * @param kind of the column
         * @param mayBeNull whether one may be NULL
         * @param mayHaveValue whether one may not be NULL
         */
        public boolean mayKeep(
                @Nullable Object min,
                @Nullable Object max,
                PhysicalKind kind,
                boolean mayBeNull,
                boolean mayHaveValue) {
            if (mayBeNull && keepsNull()) {
                return true;
            }
            if (!mayHaveValue) {
                return false;
            }
            if (isNull) {
                return !nullsFirst;
            }
            Object first = descending ? max : min;
            Long firstCode = first == null ? null : SortCodes.code(first, kind);
            if (first == null || firstCode == null) {
                return true;
            }
            return first instanceof byte[] bytes
                    ? keeps(order(firstCode, bytes, 0, bytes.length))
                    : keeps(order(firstCode, NOTHING, 0, 0));
        }
    }

    /** Buffers of whoever tests rows; used by one thread. */
    public static final class Scratch {
        private long[] codes = new long[Batch.ROWS];

        private long[] codes(int count) {
            if (codes.length < count) {
                codes = new long[count];
            }
            return codes;
        }
    }

    private static final byte[] NOTHING = {};

    private static byte @Nullable [] text(ColumnVector vector, int row) {
        if (vector instanceof DictionaryVector coded) {
            return coded.dictionary().values().bytes(coded.codes()[row]);
        }
        return vector instanceof BytesVector bytes ? bytes.bytes(row) : null;
    }

    /** Whether rows come from the largest value down. */
    public boolean descending() {
        return descending;
    }

    /** Whether rows with NULL come before all others. */
    public boolean nullsFirst() {
        return nullsFirst;
    }

    /** The present bound, null as long as there are not enough rows. */
    public @Nullable Bound get() {
        return bound;
    }

    /** There are enough rows up to a row of {@code keys}, which has the values of the order's first key. */
    public void tighten(ColumnVector keys, int row) {
        Bound next = new Bound(keys, row);
        synchronized (this) {
            Bound now = bound;
            if (now == null || next.isTighterThan(now)) {
                bound = next;
            }
        }
    }
}
