package io.algeon.engine.parquet.scan;

import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.Resident;
import io.algeon.engine.resident.ResidentKey;
import io.algeon.metadata.parquet.ChunkStatistics;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.StatisticsDecoder;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * What a chunk's column and offset index say of its pages, for ruling pages out.
 *
 * @param firstRows number of the first row of each page in the row group, and of the row behind the last one
 * @param statistics of each page
 */
@SuppressWarnings("ArrayRecordComponent")
record PageIndex(long[] firstRows, List<ChunkStatistics> statistics) implements Resident {
    private static final int PART = -3;
    private static final int HEAP_BYTES_PER_PAGE = 160;

    /** The index of a chunk with a single page is shorter than this, and tells no more than the footer. */
    private static final int MANY_PAGES_BYTES = 40;

    private static final int MOST_BYTES = 16 << 20;

    int pages() {
        return statistics.size();
    }

    @Override
    public long bytes() {
        return (long) HEAP_BYTES_PER_PAGE * (pages() + 1);
    }

    /** The index of a flat leaf's chunk; null if it has none, or none that helps. */
    static @Nullable PageIndex of(
            ParquetFile file, int rowGroup, ParquetColumn leaf, FileAccess access, ScanMemory memory, HostCache cache) {
        ColumnChunk chunk = file.rowGroups().get(rowGroup).chunks().get(leaf.index());
        // Bounds of pages have the order that those of the chunk have; if the footer's were not to be trusted, these
        // are not.
        boolean useful = chunk.hasPageIndex()
                && chunk.statistics().min() != null
                && chunk.statistics().max() != null
                && chunk.offsetIndexLength() > MANY_PAGES_BYTES
                && chunk.columnIndexLength() <= MOST_BYTES
                && chunk.offsetIndexLength() <= MOST_BYTES;
        if (!useful) {
            return null;
        }
        ResidentKey key = new ResidentKey(file.identity(), leaf.path(), rowGroup, PART);
        if (cache.get(key) instanceof PageIndex known) {
            return known;
        }
        long bytes = (long) chunk.columnIndexLength() + chunk.offsetIndexLength();
        // What the two take when they are parsed, for that moment.
        memory.count(10 * bytes);
        try {
            ColumnIndex columnIndex = new ColumnIndex();
            read(columnIndex, file, chunk.columnIndexOffset(), chunk.columnIndexLength(), access);
            OffsetIndex offsetIndex = new OffsetIndex();
            read(offsetIndex, file, chunk.offsetIndexOffset(), chunk.offsetIndexLength(), access);
            long rows = file.rowGroups().get(rowGroup).rowCount();
            return (PageIndex) cache.keep(key, combine(columnIndex, offsetIndex, leaf, chunk.statistics(), rows));
        } catch (TException | IllegalArgumentException damaged) {
            // The pages themselves may be sound: they are read without it.
            return null;
        } finally {
            memory.count(-10 * bytes);
        }
    }

    private static void read(TBase<?, ?> into, ParquetFile file, long offset, int length, FileAccess access)
            throws TException {
        byte[] bytes = new byte[length];
        access.read(file.identity(), offset, length, bytes);
        // Bounds what a damaged length can make it allocate.
        TConfiguration limits =
                TConfiguration.custom().setMaxMessageSize(length).build();
        into.read(new TCompactProtocol(new TIOStreamTransport(limits, new ByteArrayInputStream(bytes))));
    }

    private static PageIndex combine(
            ColumnIndex columnIndex, OffsetIndex offsetIndex, ParquetColumn leaf, ChunkStatistics chunk, long rows) {
        List<PageLocation> locations = offsetIndex.getPage_locations();
        int pages = locations.size();
        boolean fits = columnIndex.getNull_pages().size() == pages
                && columnIndex.getMin_values().size() == pages
                && columnIndex.getMax_values().size() == pages
                && (!columnIndex.isSetNull_counts()
                        || columnIndex.getNull_counts().size() == pages);
        long[] firstRows = new long[pages + 1];
        ChunkStatistics[] statistics = new ChunkStatistics[pages];
        firstRows[pages] = rows;
        for (int i = pages - 1; fits && i >= 0; i--) {
            firstRows[i] = locations.get(i).getFirst_row_index();
            fits = firstRows[i] < firstRows[i + 1];
            boolean onlyNulls = columnIndex.getNull_pages().get(i);
            long nulls = onlyNulls
                    ? firstRows[i + 1] - firstRows[i]
                    : columnIndex.isSetNull_counts()
                            ? columnIndex.getNull_counts().get(i)
                            : -1;
            Object min = onlyNulls ? null : StatisticsDecoder.decode(leaf, array(columnIndex.getMin_values(), i));
            Object max = onlyNulls ? null : StatisticsDecoder.decode(leaf, array(columnIndex.getMax_values(), i));
            statistics[i] = new ChunkStatistics(nulls, -1, min, max, false, false, chunk.mayHoldNan());
        }
        if (!fits || pages == 0 || firstRows[0] != 0) {
            throw new IllegalArgumentException("the indexes of a chunk do not fit together");
        }
        return new PageIndex(firstRows, List.of(statistics));
    }

    private static byte[] array(List<java.nio.ByteBuffer> values, int i) {
        java.nio.ByteBuffer value = values.get(i).duplicate();
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }
}
