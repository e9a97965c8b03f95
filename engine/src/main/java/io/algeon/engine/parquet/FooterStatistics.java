package io.algeon.engine.parquet;

import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.source.ColumnSample;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.parquet.ChunkStatistics;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.parquet.ParquetRowGroup;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a table from its footers, and from the headers of the dictionary pages of a few row groups: their entries
 * are the distinct values of a chunk. Costs a few milliseconds, whatever the table's size.
 *
 * <p>Distinct values of a table come from those of sampled chunks in one of two ways. Where the chunks' ranges hardly
 * overlap (sorted or clustered data), every chunk has its own values: the counts add up. Where they do, a chunk of
 * {@code n} values is taken for {@code n} draws out of {@code D} equally likely ones, which show
 * {@code D (1 - exp(-n / D))} distinct ones; that is solved for {@code D} (see {@link ColumnSample}). A column without
 * dictionaries could be a key: it has at most as many values as rows, or as its range of whole numbers has room for.
 *
 * @param statistics of the table
 * @param unclear columns whose distinct values are at most what the statistics say; a sample of rows tells more
 */
record FooterStatistics(TableStatistics statistics, BitSet unclear) {

    static FooterStatistics of(List<ColumnDef> columns, List<ScanFile> files) {
        long rows = files.stream().mapToLong(file -> file.file().rowCount()).sum();
        Map<ColumnChunk, DictionaryPages.Summary> dictionaries = DictionaryPages.sample(files);
        List<ColumnTotals> totals = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            totals.add(totals(files, i, dictionaries));
        }
        List<ColumnStatistics> statistics = new ArrayList<>(columns.size());
        BitSet unclear = new BitSet();
        for (int i = 0; i < columns.size(); i++) {
            ScanFile.Column source = files.get(0).columns().get(i);
            if (source instanceof ScanFile.Constant && isConstant(files, i)) {
                statistics.add(folderColumn(files, i, rows));
            } else {
                statistics.add(totals.get(i).statistics());
                unclear.set(i, totals.get(i).isUnclear());
            }
        }
        return new FooterStatistics(new TableStatistics(rows, statistics), unclear);
    }

    private static boolean isConstant(List<ScanFile> files, int column) {
        return files.stream().allMatch(file -> file.columns().get(column) instanceof ScanFile.Constant);
    }

    /** Sums over the chunks of a column; empty for columns of folders and nested ones. */
    private static ColumnTotals totals(
            List<ScanFile> files, int column, Map<ColumnChunk, DictionaryPages.Summary> dictionaries) {
        ColumnTotals totals = new ColumnTotals();
        for (ScanFile file : files) {
            if (!(file.columns().get(column) instanceof ScanFile.Stored stored
                    && stored.node() instanceof ParquetNode.Leaf leaf)) {
                return new ColumnTotals();
            }
            for (ParquetRowGroup group : file.file().rowGroups()) {
                ColumnChunk chunk = group.chunks().get(leaf.column().index());
                totals.add(leaf.column(), chunk, dictionaries.get(chunk));
            }
        }
        return totals;
    }

    private static ColumnStatistics folderColumn(List<ScanFile> files, int column, long rows) {
        Set<Object> values = new HashSet<>();
        long nulls = 0;
        Object min = null;
        Object max = null;
        for (ScanFile file : files) {
            Object value = ((ScanFile.Constant) file.columns().get(column)).value();
            if (value == null) {
                nulls += file.file().rowCount();
                continue;
            }
            Object bound = plain(value);
            values.add(value);
            min = min == null || bound != null && compare(bound, min) < 0 ? bound : min;
            max = max == null || bound != null && compare(bound, max) > 0 ? bound : max;
        }
        return new ColumnStatistics(
                OptionalLong.of(values.size()),
                rows == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) nulls / rows),
                min,
                max,
                OptionalDouble.empty(),
                true);
    }

    /** A bound in the form of {@link ColumnStatistics}, null if it has none. */
    private static @Nullable Object plain(@Nullable Object bound) {
        if (bound instanceof Integer || bound instanceof Long) {
            return ((Number) bound).longValue();
        }
        if (bound instanceof Float || bound instanceof Double) {
            return ((Number) bound).doubleValue();
        }
        if (bound instanceof BigInteger wide) {
            return wide.bitLength() < Long.SIZE ? (Object) wide.longValue() : null;
        }
        if (bound instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return bound instanceof String ? bound : null;
    }

    private static int compare(Object left, Object right) {
        if (left instanceof Long l && right instanceof Long r) {
            return Long.compare(l, r);
        }
        if (left instanceof Double l && right instanceof Double r) {
            return Double.compare(l, r);
        }
        byte[] l = ((String) left).getBytes(StandardCharsets.UTF_8);
        byte[] r = ((String) right).getBytes(StandardCharsets.UTF_8);
        return Arrays.compareUnsigned(l, r);
    }

    /** Sums over the chunks of one column. */
    private static final class ColumnTotals {
        private @Nullable ParquetColumn column;
        private long values;
        private long nulls;
        private boolean nullsKnown = true;
        private boolean rangeKnown = true;
        private boolean exact = true;
        private @Nullable Object min;
        private @Nullable Object max;
        private double sumOfWidths;
        private boolean allDictionary = true;
        private long plainBytes;
        private long plainValues;
        private long sampledValues;
        private long sampledEntries;
        private long sampledBytes;
        private long mostEntries;
        private long valuesOfMost;

        void add(ParquetColumn leaf, ColumnChunk chunk, DictionaryPages.@Nullable Summary dictionary) {
            column = leaf;
            ChunkStatistics statistics = chunk.statistics();
            long chunkNulls = Math.min(chunk.valueCount(), Math.max(0, statistics.nullCount()));
            long present = chunk.valueCount() - chunkNulls;
            values += chunk.valueCount();
            nulls += chunkNulls;
            nullsKnown &= statistics.nullCount() >= 0;
            if (present == 0) {
                return;
            }
            addRange(statistics);
            allDictionary &= chunk.onlyDictionaryEncoded();
            if (!chunk.onlyDictionaryEncoded()) {
                plainBytes += chunk.uncompressedBytes();
                plainValues += present;
            }
            if (dictionary != null) {
                sampledValues += present;
                sampledEntries += dictionary.entries();
                sampledBytes += dictionary.bytes();
                if (dictionary.entries() > mostEntries) {
                    mostEntries = dictionary.entries();
                    valuesOfMost = present;
                }
            }
        }

        private void addRange(ChunkStatistics statistics) {
            Object low = plain(statistics.min());
            Object high = plain(statistics.max());
            if (low == null || high == null) {
                rangeKnown = false;
                return;
            }
            exact &= statistics.minExact() && statistics.maxExact() && !statistics.mayHoldNan();
            min = min == null || compare(low, min) < 0 ? low : min;
            max = max == null || compare(high, max) > 0 ? high : max;
            if (low instanceof Long l && high instanceof Long h) {
                sumOfWidths += (double) h - l + 1;
            }
        }

        /** Whether no dictionaries tell how often values repeat. */
        boolean isUnclear() {
            return column != null && values > nulls && (!allDictionary || sampledEntries == 0);
        }

        ColumnStatistics statistics() {
            if (column == null) {
                return ColumnStatistics.UNKNOWN;
            }
            boolean range = rangeKnown && min != null;
            return new ColumnStatistics(
                    distinct(range),
                    values == 0 || !nullsKnown ? OptionalDouble.empty() : OptionalDouble.of((double) nulls / values),
                    range ? min : null,
                    range ? max : null,
                    averageBytes(),
                    range && exact);
        }

        private OptionalLong distinct(boolean range) {
            long present = values - nulls;
            if (column == null || present == 0) {
                return nullsKnown ? OptionalLong.of(0) : OptionalLong.empty();
            }
            long most = present;
            switch (column.type().kind()) {
                case BOOLEAN -> most = Math.min(most, 2);
                case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> {
                    if (range && min instanceof Long low && max instanceof Long high) {
                        double width = (double) high - low + 1;
                        most = width < most ? (long) width : most;
                    }
                }
                default -> {}
            }
            if (!allDictionary || sampledEntries == 0) {
                return OptionalLong.of(most);
            }
            double estimate;
            if (sampledValues == present) {
                // Every chunk was looked at: between the largest and the sum.
                estimate =
                        isClustered(range) ? sampledEntries : ColumnSample.ofDraws(mostEntries, valuesOfMost, present);
                estimate = Math.min(estimate, sampledEntries);
            } else {
                estimate = isClustered(range)
                        ? (double) sampledEntries / sampledValues * present
                        : ColumnSample.ofDraws(mostEntries, valuesOfMost, present);
            }
            return OptionalLong.of(Math.max(mostEntries, Math.min(most, Math.round(estimate))));
        }

        /** Whether the chunks' ranges cover the whole range about once. */
        private boolean isClustered(boolean range) {
            return range
                    && min instanceof Long low
                    && max instanceof Long high
                    && sumOfWidths < 2 * ((double) high - low + 1);
        }

        private OptionalDouble averageBytes() {
            boolean lengths = column != null
                    && switch (column.type().kind()) {
                        case CHAR, VARCHAR, VARBINARY -> true;
                        default -> false;
                    };
            if (!lengths || plainValues == 0 && sampledEntries == 0) {
                return OptionalDouble.empty();
            }
            // A plain value has four bytes of length before it.
            double average = plainValues > 0
                    ? (double) plainBytes / plainValues - Integer.BYTES
                    : (double) sampledBytes / sampledEntries - Integer.BYTES;
            return OptionalDouble.of(Math.max(0, average));
        }
    }
}
