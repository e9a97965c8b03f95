package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * Writes a Parquet file from batches. The file appears under its name only when it is complete: rows go to a hidden file
 * beside it, which {@link #finish} renames and {@link #close} without it deletes.
 *
 * <pre>{@code
 * try (ParquetWriter writer = ParquetWriter.create(target, columns, ParquetWriteOptions.DEFAULT, memory)) {
 *     writer.write(batch);
 *     writer.finish();
 * }
 * }</pre>
 *
 * <p>Layout: row groups of a fixed number of rows; in them column chunks of V1 data pages with a dictionary where that makes
 * them smaller; after the row groups the column indexes, the offset indexes and the footer. Not thread-safe.
 */
public final class ParquetWriter implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final String CREATED_BY = "algeon version 0.1.0";
    private static final int FORMAT_VERSION = 1;

    private final Path target;
    private final Path partial;
    private final ParquetWriteOptions options;
    private final List<ColumnDef> definitions;
    private final Reservation memory;
    private final WriteSchema schema;
    private final FileOutput out;
    private final PageCompressor compressor;
    private final ByteSink page = new ByteSink();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final List<List<ChunkBuilder.Written>> written = new ArrayList<>();

    private int groupRows;
    private long rowCount;
    private boolean finished;
    private boolean closed;

    private ParquetWriter(Path target, List<ColumnDef> columns, ParquetWriteOptions options, Reservation memory)
            throws IOException {
        this.target = target.toAbsolutePath().normalize();
        this.options = options;
        this.definitions = List.copyOf(columns);
        this.memory = memory;
        this.schema = new WriteSchema(columns, memory);
        this.compressor = new PageCompressor(options.compression());
        String suffix = Long.toString(ThreadLocalRandom.current().nextLong() >>> 1, Character.MAX_RADIX);
        this.partial = this.target.resolveSibling("." + this.target.getFileName() + "." + suffix + ".partial");
        this.out = new FileOutput(FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        out.write(MAGIC);
    }

    /**
     * Starts a file. An existing one stays in place until {@link #finish}.
     *
     * @param columns what the batches hold, in their order; a column that is not nullable must have no NULLs
     * @param memory what the rows of a row group are counted against; the writer gives it back when closed
     * @throws EngineException {@code source_unwritable} if the folder is missing or cannot be written to,
     *     {@code unsupported_type}
     */
    public static ParquetWriter create(
            Path target, List<ColumnDef> columns, ParquetWriteOptions options, Reservation memory) {
        try {
            return new ParquetWriter(target, columns, options, memory);
        } catch (IOException e) {
            memory.close();
            throw unwritable(target, e);
        } catch (EngineException e) {
            memory.close();
            throw e;
        }
    }

    private static EngineException unwritable(Path target, IOException cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new EngineException(
                ErrorCode.SOURCE_UNWRITABLE,
                "'" + target.toAbsolutePath() + "' cannot be written: " + reason + " ("
                        + cause.getClass().getSimpleName()
                        + "). Check that its folder exists, may be written to and has room.",
                cause);
    }

    /**
     * Appends the rows of a batch, of which nothing is kept.
     *
     * @throws EngineException {@code source_unwritable}, {@code null_not_allowed}, {@code query_memory_limit_exceeded};
     *     the writer can then only be closed
     */
    public void write(Batch batch) {
        int rows = batch.rowCount();
        if (groupRows > 0 && groupRows + (long) rows > options.rowGroupRows()) {
            // Batches are not split: splitting copies, and a row group a batch short of its size is as good.
            flushRowGroup();
        }
        List<ColumnShredder> columns = schema.columns();
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).append(batch.column(i), rows);
        }
        groupRows += rows;
        if (groupRows >= options.rowGroupRows()) {
            flushRowGroup();
        }
    }

    /**
     * A worker's own part: row groups that are collected, encoded and compressed beside those of others, and appended as
     * they are complete. May be asked for by any thread; what is returned is for one thread.
     *
     * @param partMemory what the part's rows are counted against; it gives it back when closed
     */
    public Part part(Reservation partMemory) {
        return new Part(partMemory);
    }

    /** Row groups of one worker. */
    public final class Part implements AutoCloseable {
        private final Reservation partMemory;
        private final WriteSchema partSchema;
        private final PageCompressor partCompressor = new PageCompressor(options.compression());
        private final ByteSink partPage = new ByteSink();
        private final HeldBytes held = new HeldBytes();
        private int rows;

        Part(Reservation partMemory) {
            this.partMemory = partMemory;
            this.partSchema = new WriteSchema(definitions, partMemory);
        }

        /** As {@link ParquetWriter#write}. */
        public void write(Batch batch) {
            if (rows > 0 && rows + (long) batch.rowCount() > options.rowGroupRows()) {
                flush();
            }
            List<ColumnShredder> columns = partSchema.columns();
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).append(batch.column(i), batch.rowCount());
            }
            rows += batch.rowCount();
            if (rows >= options.rowGroupRows()) {
                flush();
            }
        }

        /** Appends the rows that are left. */
        public void flush() {
            if (rows == 0) {
                return;
            }
            try {
                FileOutput memoryOutput = new FileOutput(held);
                long before = partMemory.bytes();
                List<ChunkBuilder.Written> chunks = new ArrayList<>();
                for (ChunkBuilder chunk : partSchema.chunks()) {
                    chunks.add(chunk.flush(memoryOutput, partCompressor, options, partPage));
                    partMemory.resize(before + held.bytes());
                }
                memoryOutput.flush();
                append(chunks, held, rows);
                held.clear();
                partMemory.resize(before);
                rows = 0;
            } catch (IOException e) {
                throw unwritable(target, e);
            }
        }

        @Override
        public void close() {
            partCompressor.close();
            partMemory.close();
        }
    }

    /** Appends a row group that was written elsewhere, from position 0 on. */
    private synchronized void append(List<ChunkBuilder.Written> chunks, HeldBytes bytes, int rows) throws IOException {
        long start = out.position();
        bytes.writeTo(out);
        List<org.apache.parquet.format.ColumnChunk> columns = new ArrayList<>();
        long uncompressed = 0;
        for (ChunkBuilder.Written chunk : chunks) {
            chunk.move(start);
            columns.add(chunk.chunk());
            uncompressed += chunk.chunk().getMeta_data().getTotal_uncompressed_size();
        }
        RowGroup group = new RowGroup(columns, uncompressed, rows);
        group.setFile_offset(start);
        group.setTotal_compressed_size(out.position() - start);
        group.setOrdinal((short) Math.min(Short.MAX_VALUE, rowGroups.size()));
        rowGroups.add(group);
        written.add(chunks);
        rowCount += rows;
    }

    private void flushRowGroup() {
        if (groupRows == 0) {
            return;
        }
        try {
            long start = out.position();
            long uncompressed = 0;
            List<ChunkBuilder.Written> chunks = new ArrayList<>();
            List<org.apache.parquet.format.ColumnChunk> columns = new ArrayList<>();
            for (ChunkBuilder chunk : schema.chunks()) {
                ChunkBuilder.Written done = chunk.flush(out, compressor, options, page);
                chunks.add(done);
                columns.add(done.chunk());
                uncompressed += done.chunk().getMeta_data().getTotal_uncompressed_size();
            }
            RowGroup group = new RowGroup(columns, uncompressed, groupRows);
            group.setFile_offset(start);
            group.setTotal_compressed_size(out.position() - start);
            group.setOrdinal((short) Math.min(Short.MAX_VALUE, rowGroups.size()));
            rowGroups.add(group);
            written.add(chunks);
            rowCount += groupRows;
            groupRows = 0;
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /** Rows written so far. */
    public long rowCount() {
        return rowCount + groupRows;
    }

    /**
     * Completes the file and gives it its name, replacing what was there.
     *
     * @throws EngineException {@code source_unwritable}
     */
    public void finish() {
        flushRowGroup();
        try {
            writeIndexes();
            writeFooter();
            out.flush();
            out.force();
            out.close();
            rename();
            finished = true;
        } catch (IOException e) {
            throw unwritable(target, e);
        } finally {
            close();
        }
    }

    private void writeIndexes() throws IOException {
        for (List<ChunkBuilder.Written> chunks : written) {
            for (ChunkBuilder.Written chunk : chunks) {
                if (chunk.columnIndex() != null) {
                    chunk.chunk().setColumn_index_offset(out.position());
                    Util.writeColumnIndex(chunk.columnIndex(), out);
                    chunk.chunk()
                            .setColumn_index_length(Math.toIntExact(
                                    out.position() - chunk.chunk().getColumn_index_offset()));
                }
            }
        }
        for (List<ChunkBuilder.Written> chunks : written) {
            for (ChunkBuilder.Written chunk : chunks) {
                chunk.chunk().setOffset_index_offset(out.position());
                Util.writeOffsetIndex(chunk.offsetIndex(), out);
                chunk.chunk()
                        .setOffset_index_length(
                                Math.toIntExact(out.position() - chunk.chunk().getOffset_index_offset()));
            }
        }
    }

    private void writeFooter() throws IOException {
        FileMetaData footer = new FileMetaData(FORMAT_VERSION, schema.elements(), rowCount, rowGroups);
        footer.setCreated_by(CREATED_BY);
        footer.setColumn_orders(
                Collections.nCopies(schema.chunks().size(), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
        ByteSink bytes = new ByteSink();
        Util.writeFileMetaData(footer, bytes);
        bytes.putInt(bytes.size());
        out.write(bytes.bytes(), 0, bytes.size());
        out.write(MAGIC);
    }

    private void rename() throws IOException {
        try {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Gives memory and files back; an unfinished file vanishes. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        compressor.close();
        memory.close();
        try {
            out.close();
            if (!finished) {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            // The rows are given up anyway; a hidden file that stays is no table.
            finished = false;
        }
    }
}
