package io.algeon.engine.export;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.plan.FileWrite;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * COPY TO: a sink that writes the rows of all workers to one file, or to a folder of partitions, and a source of one row that
 * says how many they were.
 *
 * <p>Nothing has its own name before the last row is on the disk; what fails or is cancelled leaves nothing behind.
 */
public final class Export {
    private final ExecutionContext context;
    private final AtomicLong rows = new AtomicLong();
    private final Sink sink;

    /**
     * @param queryColumns of the rows
     * @throws io.algeon.metadata.error.EngineException {@code argument_invalid} if an option is wrong,
     *     {@code source_unwritable} if the file cannot be made
     */
    public Export(FileWrite write, List<ColumnDef> queryColumns, ExecutionContext context) {
        this.context = context;
        List<ColumnDef> columns = distinct(queryColumns);
        ExportOptions options = new ExportOptions(write, columns);
        this.sink = options.partitionColumns().isEmpty()
                ? new OneFile(options.writer(write.target(), context.budget()))
                : new PartitionedSink(write.target(), columns, options, context, rows);
    }

    /** Columns under names of their own: a file has no two columns of one name. */
    private static List<ColumnDef> distinct(List<ColumnDef> columns) {
        Set<String> taken = new HashSet<>();
        List<ColumnDef> distinct = new ArrayList<>();
        for (ColumnDef column : columns) {
            String name = column.name();
            for (int i = 1; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
                name = column.name() + "_" + i;
            }
            distinct.add(new ColumnDef(name, column.type()));
        }
        return distinct;
    }

    /** Takes the rows; finishing it gives the files their names. */
    public Sink sink() {
        return sink;
    }

    /** One row: the number of rows that were written. */
    public Source source() {
        return new Source() {
            @Override
            public int maxWorkers() {
                return 1;
            }

            @Override
            public Operator open(WorkerContext worker) {
                return new Count();
            }
        };
    }

    private final class Count implements Operator {
        private final AtomicBoolean given = new AtomicBoolean();

        @Override
        public @Nullable Batch next() {
            if (given.getAndSet(true)) {
                return null;
            }
            LongVector count = new LongVector(1);
            count.values()[0] = rows.get();
            return new Batch(new io.algeon.engine.batch.ColumnVector[] {count}, 1);
        }

        @Override
        public void close() {}
    }

    /** All rows in one file. */
    private final class OneFile implements Sink {
        private final TableWriter writer;

        OneFile(TableWriter writer) {
            this.writer = writer;
        }

        @Override
        public Local open(WorkerContext worker) {
            Reservation memory = context.budget().reservation("writing a file");
            return new PartLocal(writer.part(memory));
        }

        @Override
        public void finish(Crew crew) {
            context.cancellation().check();
            writer.finish();
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    private final class PartLocal implements Sink.Local {
        private final TableWriter.Part part;
        private long written;

        PartLocal(TableWriter.Part part) {
            this.part = part;
        }

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            part.write(batch);
            written += batch.rowCount();
            return true;
        }

        @Override
        public void combine() {
            part.finish();
            rows.addAndGet(written);
        }

        @Override
        public void close() {
            part.close();
        }
    }
}
