package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.hash.Groups;
import io.algeon.engine.operator.hash.Hashes;
import io.algeon.engine.operator.hash.KeyRange;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups of keys that hardly repeat and hold strings, as in {@code GROUP BY id, name, address}. A {@link GroupTable} numbers
 * each distinct string of each column, which pays if strings repeat. Here the columns of a row make one hash, a table of
 * hashes numbers the groups, and the key of a group is kept as it came, once. Rows of a known hash are compared with the key
 * that is there; those that differ, which is as rare as equal hashes of 60 bits, are looked up again under another hash.
 */
final class KeyRows implements Groups {
    private static final long NULL_WORD = 0x6A09E667F3BCC909L;

    /** Bits that a {@link GroupTable} does not keep in one word. */
    private static final int LOST_BITS = 4;

    private final GroupTable table;
    private final RowStore rows;
    private final Reservation reservation;

    /** By group: the hash of its key, which says the partition. */
    private long[] hashOf = {};

    private final @Nullable ColumnVector[] stored;
    private final Scratch scratch = new Scratch();

    /** What one look-up of a batch needs besides its rows. */
    private static final class Scratch {
        final long[] hashes = new long[Batch.ROWS];
        final LongVector words = new LongVector(Batch.ROWS);
        final ColumnVector[] key = {words};
        final int[] fresh = new int[Batch.ROWS];
        final int[] seen = new int[Batch.ROWS];
        final int[] owners = new int[Batch.ROWS];
        final boolean[] different = new boolean[Batch.ROWS];
    }

    /** Bits of hashes that count: all, but in tests of equal hashes. */
    private final long mask;

    KeyRows(List<SqlType> types, MemoryBudget memory) {
        this(types, memory, -1);
    }

    KeyRows(List<SqlType> types, MemoryBudget memory, long mask) {
        this.mask = mask;
        this.table = new GroupTable(List.of(SqlTypes.BIGINT), memory.reservation(HashAggregation.CONSUMER));
        this.rows = new RowStore(types, memory, HashAggregation.CONSUMER);
        this.reservation = memory.reservation(HashAggregation.CONSUMER);
        this.stored = new @Nullable ColumnVector[types.size()];
    }

    /** Whether keys of these types can be kept so, and have strings. */
    static boolean suits(List<SqlType> types) {
        boolean strings = false;
        for (SqlType type : types) {
            PhysicalKind kind = type.physicalKind();
            if (kind != PhysicalKind.INT32 && kind != PhysicalKind.INT64 && kind != PhysicalKind.BYTES) {
                return false;
            }
            strings |= kind == PhysicalKind.BYTES;
        }
        return strings;
    }

    @Override
    public int groupCount() {
        return table.groupCount();
    }

    @Override
    public int groupCapacity() {
        return table.groupCapacity();
    }

    @Override
    public void expect(int groups) {
        table.expect(groups);
    }

    @Override
    public void estimate(double groups) {
        table.estimate(groups);
    }

    @Override
    public void assign(ColumnVector[] vectors, int count, int[] groups) {
        long[] hashes = scratch.hashes;
        Arrays.fill(hashes, 0, count, 0);
        for (ColumnVector vector : vectors) {
            hash(vector, count, hashes);
        }
        for (int i = 0; i < count && mask != -1; i++) {
            hashes[i] &= mask;
        }
        assign(vectors, count, hashes, hashes, groups, scratch);
    }

    /**
     * Finds the groups of rows.
     *
     * @param hashes of the keys
     * @param tried what the table knows them by
     */
    private void assign(ColumnVector[] vectors, int count, long[] hashes, long[] tried, int[] groups, Scratch own) {
        long[] words = own.words.values();
        for (int i = 0; i < count; i++) {
            words[i] = tried[i] >>> LOST_BITS;
        }
        int before = table.groupCount();
        table.assign(own.key, count, groups);
        ensure(table.groupCount());
        int[] fresh = own.fresh;
        int[] seen = own.seen;
        int freshCount = 0;
        int seenCount = 0;
        for (int i = 0; i < count; i++) {
            // groups are numbered in the order in which they come: this is the first row of a new one
            boolean first = groups[i] == before + freshCount;
            if (first) {
                hashOf[groups[i]] = hashes[i];
            }
            fresh[freshCount] = i;
            seen[seenCount] = i;
            freshCount += first ? 1 : 0;
            seenCount += first ? 0 : 1;
        }
        rows.append(vectors, fresh, freshCount);
        int different = keepDifferent(vectors, seenCount, groups, own);
        if (different > 0) {
            assignAgain(vectors, Arrays.copyOf(seen, different), hashes, tried, groups);
        }
    }

    private void assignAgain(ColumnVector[] vectors, int[] different, long[] hashes, long[] tried, int[] groups) {
        int count = different.length;
        ColumnVector[] some = new ColumnVector[vectors.length];
        for (int c = 0; c < some.length; c++) {
            some[c] = vectors[c].gather(different, count, vectors[c]);
        }
        long[] someHashes = new long[count];
        long[] next = new long[count];
        for (int i = 0; i < count; i++) {
            someHashes[i] = hashes[different[i]];
            next[i] = Hashes.mix(tried[different[i]], NULL_WORD);
        }
        int[] found = new int[Math.max(count, Batch.ROWS)];
        assign(some, count, someHashes, next, found, new Scratch());
        for (int i = 0; i < count; i++) {
            groups[different[i]] = found[i];
        }
    }

    private void ensure(int groupCount) {
        if (groupCount > hashOf.length) {
            int length = Math.max(table.groupCapacity(), groupCount);
            reservation.grow(8L * (length - hashOf.length));
            hashOf = Arrays.copyOf(hashOf, length);
        }
    }

    private static void hash(ColumnVector vector, int count, long[] hashes) {
        boolean nulls = vector.hasNulls(count);
        for (int i = 0; i < count; i++) {
            hashes[i] = Hashes.mix(hashes[i], nulls && vector.isNull(i) ? NULL_WORD : word(vector, i));
        }
    }

    private static long word(ColumnVector vector, int row) {
        if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        }
        BytesVector values = values(vector);
        int entry = entry(vector, row);
        return Hashes.longBytes(values.data(), values.offsets()[entry], values.length(entry));
    }

    private static BytesVector values(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.dictionary().values() : (BytesVector) vector;
    }

    private static int entry(ColumnVector vector, int row) {
        return vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
    }

    /** Keeps those of the seen rows whose key is not that of their group, and returns how many they are. */
    private int keepDifferent(ColumnVector[] vectors, int count, int[] groups, Scratch own) {
        if (count == 0) {
            return 0;
        }
        int[] some = own.seen;
        int[] owners = own.owners;
        boolean[] different = own.different;
        for (int i = 0; i < count; i++) {
            owners[i] = groups[some[i]];
            different[i] = false;
        }
        for (int c = 0; c < vectors.length; c++) {
            ColumnVector known = rows.gather(c, owners, count, false, stored[c]);
            stored[c] = known;
            for (int i = 0; i < count; i++) {
                different[i] |= !equal(vectors[c], some[i], known, i);
            }
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            some[kept] = some[i];
            kept += different[i] ? 1 : 0;
        }
        return kept;
    }

    private static boolean equal(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        boolean leftNull = left.isNull(leftRow);
        if (leftNull || right.isNull(rightRow)) {
            return leftNull && right.isNull(rightRow);
        }
        if (left instanceof LongVector longs) {
            return longs.values()[leftRow] == ((LongVector) right).values()[rightRow];
        } else if (left instanceof IntVector ints) {
            return ints.values()[leftRow] == ((IntVector) right).values()[rightRow];
        }
        BytesVector a = values(left);
        BytesVector b = values(right);
        int i = entry(left, leftRow);
        int j = entry(right, rightRow);
        return Arrays.equals(
                a.data(), a.offsets()[i], a.offsets()[i + 1], b.data(), b.offsets()[j], b.offsets()[j + 1]);
    }

    @Override
    public ColumnVector keys(int column, int[] groups, int count, @Nullable ColumnVector reuse) {
        return rows.gather(column, groups, count, false, reuse);
    }

    @Override
    public void partitions(int bits, int[] target) {
        int count = groupCount();
        for (int group = 0; group < count; group++) {
            target[group] = bits == 0 ? 0 : (int) (Hashes.mixPartition(hashOf[group], 0) >>> Long.SIZE - bits);
        }
    }

    @Override
    public @Nullable KeyRange integerRange() {
        return null;
    }

    @Override
    public Split split(KeyRange range) {
        throw new IllegalStateException("keys of several columns have no range");
    }

    @Override
    public void succeed(Groups finished) {
        throw new IllegalStateException("keys of several columns do not come in order");
    }

    @Override
    public void rangePartitions(KeyRange whole, int bits, int[] target) {
        throw new IllegalStateException("keys of several columns have no range");
    }

    @Override
    public void close() {
        table.close();
        rows.release();
        reservation.close();
    }
}
