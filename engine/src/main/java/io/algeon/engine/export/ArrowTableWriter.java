package io.algeon.engine.export;

import io.algeon.engine.arrow.ArrowWriter;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.catalog.ColumnDef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes Arrow IPC files and streams: every worker encodes record batches of its own. */
final class ArrowTableWriter implements TableWriter {
    private static final int RESERVED_BYTES = 1 << 20;

    private final PartialFile file;
    private final List<ColumnDef> columns;
    private final boolean stream;
    private final List<ArrowWriter.Block> blocks = new ArrayList<>();

    /** @param stream whether a stream is written, which has no footer */
    ArrowTableWriter(Path target, List<ColumnDef> columns, boolean stream) {
        this.columns = List.copyOf(columns);
        this.stream = stream;
        this.file = new PartialFile(target);
        if (!stream) {
            append(ArrowWriter.magic(true));
        }
        ArrowWriter.Encoded schema = new ArrowWriter(columns).schema();
        file.append(schema.bytes(), 0, schema.length());
    }

    private void append(byte[] bytes) {
        file.append(bytes, 0, bytes.length);
    }

    @Override
    public TableWriter.Part part(Reservation memory) {
        memory.grow(RESERVED_BYTES);
        ArrowWriter writer = new ArrowWriter(columns);
        return new TableWriter.Part() {
            @Override
            public void write(Batch batch) {
                ArrowWriter.Encoded encoded = writer.batch(batch);
                if (encoded.length() > memory.bytes()) {
                    memory.resize(2L * encoded.length());
                }
                add(encoded);
            }

            @Override
            public void finish() {}

            @Override
            public void close() {
                memory.close();
            }
        };
    }

    private synchronized void add(ArrowWriter.Encoded encoded) {
        long offset = file.append(encoded.bytes(), 0, encoded.length());
        blocks.add(new ArrowWriter.Block(offset, encoded.metadataBytes(), encoded.bodyBytes()));
    }

    @Override
    public void finish() {
        append(ArrowWriter.endOfStream());
        if (!stream) {
            append(new ArrowWriter(columns).footer(blocks));
            append(ArrowWriter.magic(false));
        }
        file.finish();
    }

    @Override
    public void close() {
        file.close();
    }
}
