package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import org.jspecify.annotations.Nullable;

/** A scan of rows whose numbers are known. */
final class LookupScan implements TableScan {
    private final TableData data;
    private final ScanRequest request;
    private final long[] rows;

    /** @param rows ascending */
    LookupScan(TableData data, ScanRequest request, long[] rows) {
        this.data = data;
        this.request = request;
        this.rows = rows;
    }

    @Override
    public int morselCount() {
        return rows.length == 0 ? 0 : 1;
    }

    @Override
    public long morselRows(int morsel) {
        return rows.length;
    }

    @Override
    public int prunedMorsels() {
        return data.groupCount() - morselCount();
    }

    @Override
    public MorselReader openReader(WorkerContext worker) {
        RowFilter filter = new RowFilter(data, request, worker.execution());
        return new MorselReader() {
            private final int[] selected = new int[Batch.ROWS];
            private int next = rows.length;

            @Override
            public void open(int morsel) {
                next = 0;
            }

            /** The next rows, as many as are in one block. */
            @Override
            public @Nullable Batch next() {
                while (next < rows.length) {
                    long blockOfFirst = rows[next] >>> RowGroup.BLOCK_SHIFT;
                    long first = blockOfFirst << RowGroup.BLOCK_SHIFT;
                    int count = 0;
                    while (next < rows.length && rows[next] >>> RowGroup.BLOCK_SHIFT == blockOfFirst) {
                        selected[count++] = TableData.position(rows[next++]);
                    }
                    Batch batch = filter.pass(first, selected, count);
                    if (batch != null) {
                        return batch;
                    }
                }
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
