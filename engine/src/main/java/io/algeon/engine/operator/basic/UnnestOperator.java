package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UNNEST: gives a row for each element of the collections of a row; stops wherever a batch is full. */
public final class UnnestOperator implements Operator {
    private final Operator input;
    private final PlanNode.Unnest node;
    private final WorkerContext worker;
    private final int[] rows = new int[Batch.ROWS];
    private final int[][] elements;
    private final boolean[] absent;
    private final LongVector numbers = new LongVector(Batch.ROWS);
    private @Nullable Batch current;
    private int row;
    private int element;

    private UnnestOperator(Operator input, PlanNode.Unnest node, WorkerContext worker) {
        this.input = input;
        this.node = node;
        this.worker = worker;
        this.elements = new int[node.collections().size()][Batch.ROWS];
        this.absent = new boolean[node.collections().size()];
    }

    /** A step. */
    public static OperatorFactory factory(PlanNode.Unnest node) {
        return (input, worker) -> new UnnestOperator(input, node, worker);
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            worker.execution().cancellation().check();
            Batch batch = current;
            if (batch == null || row == batch.rowCount()) {
                batch = input.next();
                current = batch;
                row = 0;
                element = 0;
                if (batch == null) {
                    return null;
                }
            }
            int count = fill(batch);
            if (count > 0) {
                worker.statistics().rows += count;
                worker.statistics().batches++;
                return output(batch, count);
            }
        }
    }

    /** Chooses the next rows and elements, at most a batch. */
    private int fill(Batch batch) {
        int count = 0;
        Arrays.fill(absent, false);
        numbers.setNoNulls();
        while (row < batch.rowCount() && count < Batch.ROWS) {
            int length = 0;
            for (int column : node.collections()) {
                length = Math.max(length, length(batch.column(column), row));
            }
            boolean padded = length == 0 && node.outer();
            int end = padded ? 1 : Math.min(length, element + Batch.ROWS - count);
            for (; element < end; element++) {
                rows[count] = row;
                for (int i = 0; i < elements.length; i++) {
                    ColumnVector collection = batch.column(node.collections().get(i));
                    boolean present = element < length(collection, row);
                    absent[i] |= !present;
                    elements[i][count] = present ? offsets(collection)[row] + element : -1;
                }
                numbers.values()[count] = element + 1L;
                if (padded) {
                    numbers.setNull(count, Batch.ROWS);
                }
                count++;
            }
            if (element >= Math.max(length, padded ? 1 : 0)) {
                row++;
                element = 0;
            }
        }
        return count;
    }

    private static int length(ColumnVector collection, int row) {
        return collection.isNull(row) ? 0 : offsets(collection)[row + 1] - offsets(collection)[row];
    }

    private static int[] offsets(ColumnVector collection) {
        if (collection instanceof ListVector list) {
            return list.offsets();
        } else if (collection instanceof MapVector map) {
            return map.offsets();
        }
        throw new EngineException(ErrorCode.TYPE_MISMATCH, "UNNEST takes an ARRAY or a MAP.");
    }

    private Batch output(Batch batch, int count) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int column : node.outputColumns()) {
            ColumnVector source = batch.column(column);
            columns.add(source.gather(rows, count, source));
        }
        for (int i = 0; i < elements.length; i++) {
            ColumnVector collection = batch.column(node.collections().get(i));
            if (collection instanceof MapVector map) {
                columns.add(gather(map.keys(), i, count, type(columns)));
                columns.add(gather(map.values(), i, count, type(columns)));
            } else if (((ListVector) collection).elements() instanceof RowVector row) {
                for (int field = 0; field < row.fieldCount(); field++) {
                    ColumnVector values = gather(row.field(field), i, count, type(columns));
                    padFields(row, values, i, count);
                    columns.add(values);
                }
            } else {
                columns.add(gather(((ListVector) collection).elements(), i, count, type(columns)));
            }
        }
        if (node.ordinality()) {
            columns.add(numbers);
        }
        return new Batch(columns.toArray(new ColumnVector[0]), count);
    }

    /** Type of the column that comes next. */
    private SqlType type(List<ColumnVector> columns) {
        return node.output().get(columns.size()).type();
    }

    private ColumnVector gather(ColumnVector source, int collection, int count, SqlType type) {
        int[] places = elements[collection];
        if (!absent[collection]) {
            return source.gather(places, count, source);
        }
        int[] readable = new int[Math.max(count, 1)];
        boolean any = false;
        for (int i = 0; i < count; i++) {
            readable[i] = Math.max(0, places[i]);
            any |= places[i] >= 0;
        }
        if (!any) {
            ColumnVector nothing = Vectors.create(type, Math.max(count, 1));
            nothing.setAllNull(count);
            return nothing;
        }
        ColumnVector values = source.gather(readable, count, source);
        for (int i = 0; i < count; i++) {
            if (places[i] < 0) {
                values.setNull(i, count);
            }
        }
        return values;
    }

    /** Fields of a row that is NULL are NULL. */
    private void padFields(RowVector row, ColumnVector values, int collection, int count) {
        for (int i = 0; i < count && row.mayHaveNulls(); i++) {
            int place = elements[collection][i];
            if (place >= 0 && row.isNull(place)) {
                values.setNull(i, count);
            }
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
