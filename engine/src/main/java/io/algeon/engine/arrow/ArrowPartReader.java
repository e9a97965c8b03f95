package io.algeon.engine.arrow;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.file.DataFile;
import io.algeon.engine.file.FileBytes;
import io.algeon.engine.file.PartReader;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.codec.Decompressor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads record batches: loads the buffers of the wanted columns and gives them out in slices. */
final class ArrowPartReader implements PartReader {
    private static final int NODE_BYTES = 16;
    private static final int BUFFER_ENTRY_BYTES = 16;
    private static final int MOST_BUFFER_BYTES = Integer.MAX_VALUE - 64;

    private final ArrowFile arrow;
    private final int[] columns;
    private final FileBytes file;
    private final CancellationToken cancellation;
    private final Reservation memory;
    private final Decompressor decompressor = new Decompressor();
    private final Batch batch;
    private final Map<Long, ArrowColumn.Values> dictionaries = new HashMap<>();
    private boolean dictionariesLoaded;
    private long dictionaryBytes;

    private List<ArrowColumn> loaded = List.of();
    private int nextBatch;
    private int lastBatch;
    private int rows;
    private int position;

    ArrowPartReader(ArrowFile arrow, int[] columns, WorkerContext worker) {
        this.arrow = arrow;
        this.columns = columns;
        this.cancellation = worker.execution().cancellation();
        this.memory = worker.execution().budget().reservation("reading Arrow");
        this.file = new FileBytes(arrow.identity(), worker.statistics());
        this.batch = new Batch(new ColumnVector[columns.length], 0);
    }

    @Override
    public void open(DataFile.Part part) {
        nextBatch = (int) part.start();
        lastBatch = (int) part.end();
        rows = 0;
        position = 0;
    }

    @Override
    public @Nullable Batch next() {
        try {
            while (position >= rows) {
                if (nextBatch >= lastBatch) {
                    return null;
                }
                cancellation.check();
                load(arrow.batches().get(nextBatch++));
            }
            int count = Math.min(Batch.ROWS, rows - position);
            for (int i = 0; i < columns.length; i++) {
                batch.setColumn(i, loaded.get(i).read(position, count));
            }
            batch.setRowCount(count);
            position += count;
            return batch;
        } catch (FlatTable.BadBuffer | IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
            throw ArrowFile.corrupt(
                    arrow.identity(),
                    "record batch " + (nextBatch - 1) + " is damaged at about row " + position + " of it");
        } catch (ArrowType.Unsupported e) {
            throw ArrowFile.unsupported(arrow.identity(), String.valueOf(e.getMessage()));
        }
    }

    private void load(ArrowFile.Message message) {
        loaded = List.of();
        memory.resize(dictionaryBytes);
        if (!dictionariesLoaded) {
            loadDictionaries();
            dictionariesLoaded = true;
        }
        Loading loading = new Loading(message.header(), message);
        List<ArrowColumn> all = new ArrayList<>();
        ArrowColumn[] wanted = new ArrowColumn[columns.length];
        List<ArrowType> fields = arrow.fields();
        for (int i = 0; i < fields.size(); i++) {
            boolean needed = false;
            for (int column : columns) {
                needed |= column == i;
            }
            ArrowColumn column = loading.column(fields.get(i), needed);
            for (int c = 0; c < columns.length; c++) {
                if (columns[c] == i && column != null) {
                    if (column.length() != message.rows()) {
                        throw new FlatTable.BadBuffer();
                    }
                    wanted[c] = column;
                }
            }
        }
        for (ArrowColumn column : wanted) {
            all.add(column);
        }
        loaded = all;
        rows = Math.toIntExact(message.rows());
        position = 0;
    }

    private void loadDictionaries() {
        Map<Long, ArrowType> types = new HashMap<>();
        for (int column : columns) {
            collect(arrow.fields().get(column), types);
        }
        Map<Long, List<ArrowColumn>> parts = new HashMap<>();
        for (ArrowFile.Message message : arrow.dictionaries()) {
            FlatTable header = message.header();
            long id = header.longField(0, 0);
            ArrowType type = types.get(id);
            if (type == null) {
                continue;
            }
            List<ArrowColumn> known = parts.computeIfAbsent(id, any -> new ArrayList<>());
            if (!known.isEmpty() && !header.flag(2)) {
                throw new ArrowType.Unsupported("dictionaries that are replaced on the way");
            }
            ArrowType plain = new ArrowType(
                    type.name(),
                    type.layout(),
                    type.width(),
                    type.signed(),
                    type.unit(),
                    -1,
                    4,
                    true,
                    type.type(),
                    type.children());
            ArrowColumn values = new Loading(header.required(1), message).column(plain, true);
            if (values == null) {
                throw new FlatTable.BadBuffer();
            }
            known.add(values);
        }
        for (Map.Entry<Long, ArrowType> entry : types.entrySet()) {
            List<ArrowColumn> found = parts.getOrDefault(entry.getKey(), List.of());
            dictionaries.put(entry.getKey(), joined(found, entry.getValue()));
        }
        dictionaryBytes = memory.bytes();
    }

    /** Dictionaries that a field and its components have. */
    private static void collect(ArrowType type, Map<Long, ArrowType> found) {
        if (type.dictionary() >= 0) {
            found.put(type.dictionary(), type);
        } else {
            type.children().forEach(child -> collect(child, found));
        }
    }

    private static ArrowColumn.Values joined(List<ArrowColumn> parts, ArrowType type) {
        boolean bytes = type.type().physicalKind() == io.algeon.metadata.type.PhysicalKind.BYTES;
        if (parts.isEmpty()) {
            BytesVector none = new BytesVector(0, 0);
            return new ArrowColumn.Values(none, 0, bytes ? new Dictionary(none, 0) : null);
        }
        if (!bytes) {
            if (parts.size() > 1) {
                throw new ArrowType.Unsupported("dictionaries of other values than strings that grow on the way");
            }
            int size = parts.get(0).length();
            return new ArrowColumn.Values(parts.get(0).read(0, size), size, null);
        }
        int size = parts.stream().mapToInt(ArrowColumn::length).reduce(0, Math::addExact);
        BytesVector all = new BytesVector(size, 0);
        int at = 0;
        for (ArrowColumn part : parts) {
            BytesVector values = (BytesVector) part.read(0, part.length());
            for (int i = 0; i < part.length(); i++) {
                all.set(at, values.data(), values.offsets()[i], values.length(i));
                if (values.isNull(i)) {
                    all.setNull(at, size);
                }
                at++;
            }
        }
        return new ArrowColumn.Values(all, size, new Dictionary(all, size));
    }

    /** Takes the nodes and buffers of a record batch one after the other, as the schema orders them. */
    private final class Loading {
        private final FlatTable header;
        private final ArrowFile.Message message;
        private final int nodes;
        private final int buffers;
        private final int codec;
        private int node;
        private int buffer;
        private int variadic;

        Loading(FlatTable header, ArrowFile.Message message) {
            this.header = header;
            this.message = message;
            this.nodes = header.count(1, NODE_BYTES);
            this.buffers = header.count(2, BUFFER_ENTRY_BYTES);
            FlatTable compression = header.table(3);
            this.codec = compression == null ? -1 : compression.byteField(0, 0);
            if (codec > ArrowBodies.ZSTD || codec < -1) {
                throw new ArrowType.Unsupported("buffers compressed by an unknown codec");
            }
        }

        @Nullable
        ArrowColumn column(ArrowType type, boolean needed) {
            if (node >= nodes) {
                throw new FlatTable.BadBuffer();
            }
            long length = header.structLong(1, node, NODE_BYTES, 0);
            long nullCount = header.structLong(1, node, NODE_BYTES, 8);
            node++;
            if (length < 0 || length > Integer.MAX_VALUE - 64) {
                throw new FlatTable.BadBuffer();
            }
            byte[] validity = null;
            List<byte[]> own = new ArrayList<>();
            int count = type.buffers();
            if (type.layout() == ArrowType.Layout.VIEWS && type.dictionary() < 0) {
                long more = header.count(4, 8) > variadic ? header.structLong(4, variadic, 8, 0) : 0;
                variadic++;
                if (more < 0 || more > buffers) {
                    throw new FlatTable.BadBuffer();
                }
                count += (int) more;
            }
            for (int i = 0; i < count; i++) {
                byte[] bytes = buffer(needed && (i > 0 || nullCount != 0));
                if (i > 0) {
                    own.add(bytes);
                } else if (nullCount != 0 && bytes.length > 0) {
                    validity = bytes;
                } else if (nullCount > 0 && needed) {
                    throw new FlatTable.BadBuffer();
                }
            }
            List<ArrowColumn> children = new ArrayList<>();
            if (type.dictionary() < 0) {
                for (ArrowType child : type.children()) {
                    ArrowColumn column = column(child, needed);
                    if (column != null) {
                        children.add(column);
                    }
                }
            }
            if (!needed) {
                return null;
            }
            ArrowColumn.Values values = null;
            if (type.dictionary() >= 0) {
                values = dictionaries.get(type.dictionary());
                if (values == null) {
                    throw new FlatTable.BadBuffer();
                }
            }
            return new ArrowColumn(type, (int) length, validity, own, children, values);
        }

        private byte[] buffer(boolean needed) {
            if (buffer >= buffers) {
                throw new FlatTable.BadBuffer();
            }
            long offset = header.structLong(2, buffer, BUFFER_ENTRY_BYTES, 0);
            long length = header.structLong(2, buffer, BUFFER_ENTRY_BYTES, 8);
            buffer++;
            if (offset < 0 || length < 0 || offset > message.bodyBytes() - length) {
                throw new FlatTable.BadBuffer();
            }
            if (!needed || length == 0) {
                return new byte[0];
            }
            if (length > MOST_BUFFER_BYTES) {
                throw new ArrowType.Unsupported("buffers of more than 2 GiB");
            }
            memory.grow(length);
            byte[] stored = new byte[(int) length];
            file.read(message.body() + offset, stored, 0, stored.length);
            byte[] plain = ArrowBodies.decompress(codec, stored, decompressor);
            if (plain != stored) {
                memory.grow(plain.length - length);
            }
            return plain;
        }
    }

    @Override
    public void close() {
        decompressor.close();
        file.close();
        memory.close();
    }
}
