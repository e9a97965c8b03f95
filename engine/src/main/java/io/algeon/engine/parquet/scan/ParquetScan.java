package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;

/** A scan over the row groups of Parquet files; a morsel is a row group that statistics did not rule out. */
public final class ParquetScan implements TableScan {
    private ParquetScan() {}

    /**
     * Prunes row groups and prepares the rest for reading.
     *
     * @param files in the order in which rows are to come, all with one schema
     * @param columns of the table's definition
     */
    public static ParquetScan prepare(
            List<ScanFile> files, List<ColumnDef> columns, ScanRequest request, ExecutionContext context) {
        return new ParquetScan();
    }

    @Override
    public int morselCount() {
        return 0;
    }

    @Override
    public long morselRows(int morsel) {
        return 0;
    }

    @Override
    public MorselReader openReader(WorkerContext worker) {
        throw new EngineException(ErrorCode.UNSUPPORTED_FEATURE, "Parquet data cannot be read yet.");
    }

    @Override
    public int prunedMorsels() {
        return 0;
    }
}
