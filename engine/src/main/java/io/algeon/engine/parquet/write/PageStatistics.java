package io.algeon.engine.parquet.write;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the statistics of a chunk page by page: the column and offset index, and what the footer says of the chunk.
 */
final class PageStatistics {
    private final List<PageLocation> locations = new ArrayList<>();
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private final List<ByteBuffer> mins = new ArrayList<>();
    private final List<ByteBuffer> maxes = new ArrayList<>();
    private final List<ChunkBuilder.Bounds> bounds = new ArrayList<>();
    private final ChunkBuilder chunk;
    private boolean bounded = true;

    PageStatistics(ChunkBuilder chunk) {
        this.chunk = chunk;
    }

    /**
     * Adds a page.
     *
     * @param pageBounds null if it has no values, or the type no order
     * @param nulls slots without a value
     */
    void add(PageLocation location, ChunkBuilder.@Nullable Bounds pageBounds, int nulls, boolean hasValues) {
        locations.add(location);
        nullPages.add(!hasValues);
        nullCounts.add((long) nulls);
        bounded &= pageBounds != null || !hasValues;
        if (pageBounds == null) {
            mins.add(ByteBuffer.allocate(0));
            maxes.add(ByteBuffer.allocate(0));
        } else {
            bounds.add(pageBounds);
            mins.add(ByteBuffer.wrap(chunk.shortened(pageBounds.min(), false)));
            maxes.add(ByteBuffer.wrap(chunk.shortened(pageBounds.max(), true)));
        }
    }

    /** The chunk of all pages added. */
    ChunkBuilder.Written written(
            long slots,
            boolean dictionary,
            long start,
            long dataStart,
            long compressed,
            long uncompressed,
            ParquetWriteOptions options) {
        Encoding encoding = dictionary ? Encoding.RLE_DICTIONARY : Encoding.PLAIN;
        ColumnMetaData meta = new ColumnMetaData(
                chunk.leaf.physicalType(),
                dictionary ? List.of(Encoding.PLAIN, Encoding.RLE, encoding) : List.of(Encoding.RLE, encoding),
                chunk.leaf.path(),
                options.compression().codec(),
                slots,
                uncompressed,
                compressed,
                dataStart);
        List<PageEncodingStats> pages = new ArrayList<>();
        if (dictionary) {
            meta.setDictionary_page_offset(start);
            pages.add(new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1));
        }
        pages.add(new PageEncodingStats(PageType.DATA_PAGE, encoding, locations.size()));
        meta.setEncoding_stats(pages);
        meta.setStatistics(chunkStatistics());
        ColumnChunk column = new ColumnChunk(0);
        column.setMeta_data(meta);
        return new ChunkBuilder.Written(column, columnIndex(), new OffsetIndex(locations));
    }

    private Statistics chunkStatistics() {
        Statistics statistics = new Statistics();
        statistics.setNull_count(nullCounts.stream().mapToLong(Long::longValue).sum());
        if (bounded && !bounds.isEmpty()) {
            byte[] min = bounds.get(0).min();
            byte[] max = bounds.get(0).max();
            for (ChunkBuilder.Bounds page : bounds) {
                min = chunk.order().compare(page.min(), min) < 0 ? page.min() : min;
                max = chunk.order().compare(page.max(), max) > 0 ? page.max() : max;
            }
            byte[] lower = chunk.shortened(min, false);
            byte[] upper = chunk.shortened(max, true);
            statistics.setMin_value(lower);
            statistics.setMax_value(upper);
            statistics.setIs_min_value_exact(lower.length == min.length);
            statistics.setIs_max_value_exact(Arrays.equals(upper, max));
            if (!chunk.mayHoldNan()
                    && (chunk.leaf.physicalType() == Type.FLOAT || chunk.leaf.physicalType() == Type.DOUBLE)) {
                statistics.setNan_count(0);
            }
        }
        return statistics;
    }

    private @Nullable ColumnIndex columnIndex() {
        if (!bounded || locations.isEmpty()) {
            return null;
        }
        ColumnIndex index = new ColumnIndex(nullPages, mins, maxes, boundaryOrder());
        index.setNull_counts(nullCounts);
        return index;
    }

    private BoundaryOrder boundaryOrder() {
        boolean ascending = true;
        boolean descending = true;
        for (int i = 1; i < bounds.size(); i++) {
            int min =
                    chunk.order().compare(bounds.get(i - 1).min(), bounds.get(i).min());
            int max =
                    chunk.order().compare(bounds.get(i - 1).max(), bounds.get(i).max());
            ascending &= min <= 0 && max <= 0;
            descending &= min >= 0 && max >= 0;
        }
        return ascending ? BoundaryOrder.ASCENDING : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
    }
}
