package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scan over the groups of a table; a morsel is a group that its zones did not rule out. */
final class MemoryScan implements TableScan {
    private final TableData data;
    private final ScanRequest request;
    private final List<DynamicFilter> filters;
    private final int[] groups;
    private final int pruned;

    private MemoryScan(TableData data, ScanRequest request, List<DynamicFilter> filters, int[] groups, int pruned) {
        this.data = data;
        this.request = request;
        this.filters = filters;
        this.groups = groups;
        this.pruned = pruned;
    }

    static MemoryScan prepare(
            TableData data, ScanRequest request, List<DynamicFilter> filters, ExecutionContext context) {
        ZonePruner pruner = new ZonePruner(request.predicates(), context);
        int[] groups = new int[data.groupCount()];
        int count = 0;
        int pruned = 0;
        for (int g = 0; g < groups.length; g++) {
            RowGroup group = data.group(g);
            if (!group.isDead() && pruner.mayMatch(group)) {
                groups[count++] = g;
            } else if (!group.isDead()) {
                pruned++;
            }
        }
        return new MemoryScan(data, request, filters, Arrays.copyOf(groups, count), pruned);
    }

    @Override
    public int morselCount() {
        return groups.length;
    }

    @Override
    public long morselRows(int morsel) {
        return data.group(groups[morsel]).liveRows;
    }

    @Override
    public boolean isDivisible(int morsel) {
        return !data.group(groups[morsel]).hasDeletedRows();
    }

    @Override
    public int prunedMorsels() {
        return pruned;
    }

    @Override
    public MorselReader openReader(WorkerContext worker) {
        return new Reader(worker);
    }

    private final class Reader implements MorselReader {
        private final RowFilter filter;
        private final KeyFilters keyFilters;
        private final int[] selected = new int[Batch.ROWS];
        private RowGroup group = RowGroup.empty(0);
        private long first;
        private int block;
        private int endBlock;

        Reader(WorkerContext worker) {
            this.filter = new RowFilter(data, request, worker.execution());
            this.keyFilters = new KeyFilters(filters);
        }

        @Override
        public void open(int morsel) {
            group = data.group(groups[morsel]);
            first = (long) groups[morsel] << RowGroup.SHIFT;
            endBlock = group.blocks.length;
            block = keyFilters.isEmpty() || keyFilters.open(group) ? 0 : endBlock;
        }

        @Override
        public void open(int morsel, long firstRow, long rows) {
            open(morsel);
            block = Math.max(block, (int) (firstRow >>> RowGroup.BLOCK_SHIFT));
            endBlock = (int) (firstRow + rows + Batch.ROWS - 1 >>> RowGroup.BLOCK_SHIFT);
        }

        @Override
        public @Nullable Batch next() {
            while (block < endBlock) {
                int current = block++;
                int count = group.selectLive(current, selected);
                if (count > 0 && !keyFilters.isEmpty()) {
                    count = keyFilters.test(group.blocks[current].columns(), selected, count);
                }
                if (count > 0) {
                    Batch batch = filter.pass(first + ((long) current << RowGroup.BLOCK_SHIFT), selected, count);
                    if (batch != null) {
                        return batch;
                    }
                }
            }
            return null;
        }

        @Override
        public void close() {}
    }
}
