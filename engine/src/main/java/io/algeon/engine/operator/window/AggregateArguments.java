package io.algeon.engine.operator.window;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.aggregate.AggregateStates;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.plan.WindowCall;
import io.algeon.engine.plan.WindowFrame;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** An aggregate as window function: which columns it reads, and states for it. Thread-safe. */
final class AggregateArguments {
    private final WindowCall call;
    private final int[] columns;
    private final List<SqlType> types = new ArrayList<>();
    private final int argumentCount;
    private final AggregateStates prototype;

    /** @param inputTypes types of the window's input */
    AggregateArguments(WindowCall call, List<SqlType> inputTypes, MemoryBudget memory, CancellationToken cancellation) {
        this.call = call;
        List<Integer> numbers = new ArrayList<>(call.arguments());
        List<Integer> own = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            own.add(i);
        }
        argumentCount = numbers.size();
        List<SortKey> order = new ArrayList<>();
        for (SortKey key : call.order()) {
            order.add(new SortKey(numbers.size(), key.descending(), key.nullsFirst()));
            numbers.add(key.column());
        }
        columns = numbers.stream().mapToInt(Integer::intValue).toArray();
        numbers.forEach(column -> types.add(inputTypes.get(column)));
        AggregateCall plain = new AggregateCall(call.function(), own, false, -1, order, call.type());
        prototype = new AggregateStates(plain, types, memory, cancellation);
    }

    WindowFrame frame() {
        return call.frame();
    }

    boolean isDistinct() {
        return call.distinct();
    }

    /** Whether states keep the rows, and would keep them once a node of a tree. */
    boolean keepsRows() {
        return prototype.keepsRows();
    }

    AggregateStates empty() {
        return prototype.empty();
    }

    /** Types of the arguments, without those of the order. */
    List<SqlType> argumentTypes() {
        return types.subList(0, argumentCount);
    }

    Reader reader(OrderedRows rows) {
        return new Reader(rows);
    }

    /** Reads the columns at places. For one worker. */
    final class Reader {
        private final OrderedRows rows;
        private final ColumnVector[] vectors = new ColumnVector[columns.length];
        private final int[] numbers = OrderedRows.batch();

        private Reader(OrderedRows rows) {
            this.rows = rows;
        }

        ColumnVector[] read(int[] places, int count) {
            for (int i = 0; i < columns.length; i++) {
                vectors[i] = rows.gather(columns[i], places, count, numbers, vectors[i]);
            }
            return vectors;
        }
    }
}
