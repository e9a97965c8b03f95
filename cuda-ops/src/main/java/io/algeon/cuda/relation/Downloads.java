package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the device as vectors of the host. */
public final class Downloads {
    private static final int ROWS_AT_ONCE = 64 * Batch.ROWS;

    private final Workspace workspace;
    private final Copies copies;
    private final RowMaps maps;

    public Downloads(Workspace workspace, RowMaps maps) {
        this.workspace = workspace;
        this.copies = workspace.copies();
        this.maps = maps;
    }

    /** Most rows that {@link #rows} gives. */
    public static int rowsAtOnce() {
        return ROWS_AT_ONCE;
    }

    /** Rows {@code begin} to {@code begin + count} of a relation, as one wide batch. */
    public Batch rows(DeviceRelation relation, long begin, int count) {
        ColumnVector[] vectors = new ColumnVector[relation.columns().size()];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = column(relation.columns().get(i), begin, count);
        }
        return new Batch(vectors, count);
    }

    private ColumnVector column(DeviceColumn column, long begin, int count) {
        ColumnVector vector = column.kind() == ValueKind.STRING ? text(column, begin, count) : null;
        Block data = workspace.allocate((long) count * column.kind().bytes());
        @Nullable Block valid = column.mayHaveNulls() ? workspace.allocate(count) : null;
        if (vector == null || valid != null) {
            DeviceColumn dense = DeviceColumn.dense(column.kind(), count, data, valid);
            long addresses = workspace.columns(List.of(column, dense));
            workspace.launch(
                    KernelName.COLUMN_GATHER,
                    count,
                    a -> a.address(addresses)
                            .int64(begin)
                            .int64(count)
                            .address(addresses + DeviceColumn.BYTES)
                            .int64(0));
        }
        if (vector == null) {
            vector = numbers(column.kind(), data, count);
        }
        if (valid != null) {
            readValidity(valid, count, vector);
            valid.release();
        }
        data.release();
        return vector;
    }

    private ColumnVector numbers(ValueKind kind, Block data, int rows) {
        return switch (kind) {
            case BOOL -> {
                BooleanVector truths = new BooleanVector(rows);
                copies.toHost(data, rows, 1, (buffer, from, count) -> {
                    for (int i = 0; i < count; i++) {
                        truths.set(from + i, buffer.get(i) != 0);
                    }
                });
                yield truths;
            }
            case I32 -> {
                int[] values = new int[rows];
                copies.toHost(
                        data,
                        rows,
                        4,
                        (buffer, from, count) -> buffer.asIntBuffer().get(values, from, count));
                yield new IntVector(values);
            }
            case I64 -> {
                long[] values = new long[rows];
                copies.toHost(
                        data,
                        rows,
                        8,
                        (buffer, from, count) -> buffer.asLongBuffer().get(values, from, count));
                yield new LongVector(values);
            }
            case F32 -> {
                float[] values = new float[rows];
                copies.toHost(
                        data,
                        rows,
                        4,
                        (buffer, from, count) -> buffer.asFloatBuffer().get(values, from, count));
                yield new FloatVector(values);
            }
            case F64 -> {
                double[] values = new double[rows];
                copies.toHost(
                        data,
                        rows,
                        8,
                        (buffer, from, count) -> buffer.asDoubleBuffer().get(values, from, count));
                yield new DoubleVector(values);
            }
            case I128 -> {
                long[] high = new long[rows];
                long[] low = new long[rows];
                copies.toHost(data, rows, 16, (buffer, from, count) -> {
                    for (int i = 0; i < count; i++) {
                        low[from + i] = buffer.getLong(16 * i);
                        high[from + i] = buffer.getLong(16 * i + 8);
                    }
                });
                yield new Int128Vector(high, low);
            }
            case STRING -> throw new IllegalStateException("strings are packed");
        };
    }

    private BytesVector text(DeviceColumn column, long begin, int rows) {
        long address = workspace.columns(List.of(column));
        Block lengths = workspace.allocate(4L * rows);
        workspace.launch(
                KernelName.STRINGS_LENGTH,
                rows,
                a -> a.address(address).int64(begin).int64(rows).address(lengths.address()));
        RowMaps.Offsets offsets = maps.offsets(lengths, rows);
        int total = Math.toIntExact(offsets.total());
        Block packed = workspace.allocate(total);
        long again = workspace.columns(List.of(column));
        workspace.launch(
                KernelName.STRINGS_PACK,
                rows,
                a -> a.address(again)
                        .int64(begin)
                        .int64(rows)
                        .address(offsets.offsets().address())
                        .address(packed.address()));
        byte[] bytes = new byte[total];
        copies.toHost(packed, total, 1, (buffer, from, count) -> buffer.get(bytes, from, count));
        int[] ends = new int[rows + 1];
        copies.toHost(offsets.offsets(), rows + 1, 8, (buffer, from, count) -> {
            for (int i = 0; i < count; i++) {
                ends[from + i] = (int) buffer.getLong(8 * i);
            }
        });
        packed.release();
        offsets.offsets().release();
        lengths.release();
        return new BytesVector(bytes, ends);
    }

    private void readValidity(Block valid, int rows, ColumnVector vector) {
        long[] words = vector.writeValidity(rows);
        boolean[] all = {true};
        copies.toHost(valid, rows, 1, (buffer, from, count) -> {
            for (int i = 0; i < count; i++) {
                if (buffer.get(i) != 0) {
                    Validity.set(words, from + i);
                } else {
                    Validity.clear(words, from + i);
                    all[0] = false;
                }
            }
        });
        if (all[0]) {
            vector.setNoNulls();
        }
    }
}
