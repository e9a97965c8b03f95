package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.hash.GroupTable;
import java.util.Arrays;

/** For each place of a region the last place before it in the same partition with the same arguments. */
final class EarlierEqual {
    private final int from;
    private final int[] before;

    EarlierEqual(
            AggregateArguments arguments,
            OrderedRows rows,
            int from,
            int to,
            MemoryBudget memory,
            CancellationToken cancellation) {
        this.from = from;
        memory.reservation(Windowing.CONSUMER).grow(4L * (to - from));
        before = new int[to - from];
        int count = arguments.argumentTypes().size();
        GroupTable values = new GroupTable(arguments.argumentTypes(), memory.reservation(Windowing.CONSUMER));
        AggregateArguments.Reader reader = arguments.reader(rows);
        int[] places = new int[Batch.ROWS];
        int[] groups = new int[Batch.ROWS];
        int[] last = new int[64];
        for (int at = from; at < to; at += Batch.ROWS) {
            cancellation.check();
            int size = Math.min(Batch.ROWS, to - at);
            for (int i = 0; i < size; i++) {
                places[i] = at + i;
            }
            ColumnVector[] vectors = Arrays.copyOf(reader.read(places, size), count);
            values.assign(vectors, size, groups);
            if (last.length < values.groupCount()) {
                int old = last.length;
                last = Arrays.copyOf(last, Math.max(values.groupCount(), 2 * old));
                Arrays.fill(last, old, last.length, -1);
            }
            if (at == from) {
                Arrays.fill(last, -1);
            }
            int partition = rows.partitionOf(at);
            for (int i = 0; i < size; i++) {
                if (at + i == rows.partitionStart(partition + 1)) {
                    partition++;
                }
                int earlier = last[groups[i]];
                before[at + i - from] = earlier >= rows.partitionStart(partition) ? earlier : -1;
                last[groups[i]] = at + i;
            }
        }
        values.close();
    }

    /** The earlier place, -1 if there is none. */
    int before(int place) {
        return before[place - from];
    }
}
