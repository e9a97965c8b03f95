package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.filter.SortCodes;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves rows out, before a window collects them, that surely are not among the first {@code k} of their partition; of one
 * worker.
 *
 * <p>Of each partition the {@code k} best codes of the first sort key that came so far are kept, as a heap with the worst on
 * top. A row with a worse code than that has {@code k} rows before it, whatever the other keys are. Rows with an equal code and
 * with NULL go on, as codes are only the first 64 bits of a value. Where heaps would take more than {@link #MOST_CODES}
 * codes, or hardly any row is left out, all rows go on from there.
 */
final class FirstRows implements Sink.Local {
    /** Codes that are kept: 1 MiB, which stays in the second-level cache. */
    private static final int MOST_CODES = 1 << 17;

    /** So many rows tell whether the filter is worth its work. */
    private static final int TRIAL_ROWS = 32 * Batch.ROWS;

    private final Sink.Local next;
    private final int[] partitionKeys;
    private final SortKey key;
    private final SqlType keyType;
    private final int most;
    private final @Nullable GroupTable partitions;
    private final Reservation reservation;
    private final ColumnVector[] keys;
    private final int[] groups = new int[Batch.ROWS];
    private final int[] kept = new int[Batch.ROWS];
    private final long[] codes = new long[Batch.ROWS];
    private final Batch passed;
    private final @Nullable ColumnVector[] gathered;

    /** Heaps of {@link #most} codes, one a partition; {@code sizes} of them are filled. */
    private long[] heaps = {};

    private int[] sizes = {};
    private boolean isOn = true;
    private long seen;
    private long dropped;

    /** @param next takes the rows that are left */
    FirstRows(PlanNode.Window node, List<SqlType> types, MemoryBudget memory, Sink.Local next) {
        this.next = next;
        this.partitionKeys =
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
        this.key = node.order().get(0);
        this.keyType = types.get(key.column());
        this.most = (int) node.firstRows();
        this.partitions = partitionKeys.length == 0
                ? null
                : new GroupTable(
                        node.partitionKeys().stream().map(types::get).toList(), memory.reservation(Windowing.CONSUMER));
        this.reservation = memory.reservation(Windowing.CONSUMER);
        this.keys = new ColumnVector[partitionKeys.length];
        this.gathered = new @Nullable ColumnVector[types.size()];
        this.passed = new Batch(new ColumnVector[types.size()], 0);
    }

    /** Whether a window's first rows can be told early. */
    static boolean suits(PlanNode.Window node) {
        return node.firstRows() >= 0
                && node.firstRows() <= MOST_CODES
                && !node.order().isEmpty();
    }

    @Override
    public boolean accept(Batch batch) {
        if (!isOn) {
            return next.accept(batch);
        }
        int count = batch.rowCount();
        int left = select(batch, count);
        seen += count;
        dropped += count - left;
        if (seen >= TRIAL_ROWS) {
            isOn &= dropped >= seen / 8;
            seen = 0;
            dropped = 0;
        }
        if (!isOn) {
            release();
        }
        if (left == count) {
            return next.accept(batch);
        }
        if (left == 0) {
            return true;
        }
        for (int i = 0; i < gathered.length; i++) {
            ColumnVector source = batch.column(i);
            ColumnVector reuse = gathered[i];
            ColumnVector vector = source.gather(kept, left, reuse == null ? source : reuse);
            gathered[i] = vector;
            passed.setColumn(i, vector);
        }
        passed.setRowCount(left);
        return next.accept(passed);
    }

    /** Writes the positions of the rows that may be among the first to {@code kept}. */
    private int select(Batch batch, int count) {
        if (most == 0) {
            return 0;
        }
        assign(batch, count);
        ColumnVector vector = batch.column(key.column());
        writeCodes(vector, count);
        boolean nulls = vector.mayHaveNulls();
        int left = 0;
        for (int row = 0; row < count; row++) {
            kept[left] = row;
            left += nulls && vector.isNull(row) || !isOn || offer(groups[row], codes[row]) ? 1 : 0;
        }
        return left;
    }

    private void assign(Batch batch, int count) {
        GroupTable table = partitions;
        int groupCount = 1;
        if (table == null) {
            Arrays.fill(groups, 0, count, 0);
        } else {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = batch.column(partitionKeys[i]);
            }
            table.assign(keys, count, groups);
            groupCount = table.groupCount();
        }
        if (groupCount > sizes.length) {
            int room = Math.max(groupCount, Math.min(2 * groupCount, MOST_CODES / most));
            if ((long) groupCount * most > MOST_CODES
                    || !reservation.tryResize((long) room * (most * (long) Long.BYTES + Integer.BYTES))) {
                isOn = false;
                return;
            }
            heaps = Arrays.copyOf(heaps, room * most);
            sizes = Arrays.copyOf(sizes, room);
        }
    }

    /** Codes that are the smaller, the earlier a row comes; equal ones need not mean equal values. */
    private void writeCodes(ColumnVector vector, int count) {
        if (vector instanceof Int128Vector wide && keyType.kind() != TypeKind.UUID) {
            for (int i = 0; i < count; i++) {
                long high = wide.high()[i];
                long low = wide.low()[i];
                codes[i] = high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
        } else {
            SortCodes.write(vector, keyType, count, codes, 0);
        }
        if (key.descending()) {
            for (int i = 0; i < count; i++) {
                codes[i] = ~codes[i];
            }
        }
    }

    /** Whether a row may be among the first of its partition; its code is noted if it is one of the best. */
    private boolean offer(int group, long code) {
        int from = group * most;
        int size = sizes[group];
        if (size < most) {
            siftUp(from, size, code);
            sizes[group] = size + 1;
            return true;
        }
        if (code < heaps[from]) {
            siftDown(from, code);
            return true;
        }
        return code == heaps[from];
    }

    private void siftUp(int from, int last, long code) {
        long[] heap = heaps;
        int at = last;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (heap[from + parent] >= code) {
                break;
            }
            heap[from + at] = heap[from + parent];
            at = parent;
        }
        heap[from + at] = code;
    }

    /** Puts a code in the place of the worst one. */
    private void siftDown(int from, long code) {
        long[] heap = heaps;
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= most) {
                break;
            }
            if (child + 1 < most && heap[from + child + 1] > heap[from + child]) {
                child++;
            }
            if (heap[from + child] <= code) {
                break;
            }
            heap[from + at] = heap[from + child];
            at = child;
        }
        heap[from + at] = code;
    }

    private void release() {
        heaps = new long[0];
        sizes = new int[0];
        reservation.resize(0);
        GroupTable table = partitions;
        if (table != null) {
            table.close();
        }
    }

    @Override
    public void combine() {
        next.combine();
    }

    @Override
    public void close() {
        isOn = false;
        release();
        reservation.close();
        next.close();
    }
}
