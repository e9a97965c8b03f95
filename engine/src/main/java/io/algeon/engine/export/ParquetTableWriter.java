package io.algeon.engine.export;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.metadata.catalog.ColumnDef;
import java.nio.file.Path;
import java.util.List;

/** Writes Parquet: every worker makes row groups of its own. */
final class ParquetTableWriter implements TableWriter {
    private final ParquetWriter writer;

    ParquetTableWriter(Path target, List<ColumnDef> columns, ParquetWriteOptions options, Reservation memory) {
        this.writer = ParquetWriter.create(target, columns, options, memory);
    }

    @Override
    public TableWriter.Part part(Reservation memory) {
        ParquetWriter.Part part = writer.part(memory);
        return new TableWriter.Part() {
            @Override
            public void write(Batch batch) {
                part.write(batch);
            }

            @Override
            public void finish() {
                part.flush();
            }

            @Override
            public void close() {
                part.close();
            }
        };
    }

    @Override
    public void finish() {
        writer.finish();
    }

    @Override
    public void close() {
        writer.close();
    }
}
