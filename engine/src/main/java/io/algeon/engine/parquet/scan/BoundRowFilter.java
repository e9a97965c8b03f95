package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.source.ScanBound;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out what a sort with a limit has no use for, as it has enough rows before: row groups and pages by their statistics,
 * else rows by their value. The bound becomes tighter while rows are read; each test takes the present one.
 */
final class BoundRowFilter extends TrialFilter {
    private final OrderBound source;
    private final PhysicalKind kind;
    private final OperatorStatistics statistics;
    private final OrderBound.Scratch scratch = new OrderBound.Scratch();
    private OrderBound.@Nullable Bound bound;
    private boolean isCoded;

    // Of the dictionary.
    private byte[] pass = {};
    private @Nullable ColumnVector passOf;
    private OrderBound.@Nullable Bound passFor;

    /** Rows that were tested since {@link #pass} was made: making it again has to pay. */
    private long testedSince;

    // Of the row group.
    private @Nullable PageIndex index;
    private ParquetNode.@Nullable Leaf leaf;
    private int checkedPage;
    private OrderBound.@Nullable Bound checkedFor;

    /**
     * @param kind of the column
     * @param readers of the table's columns
     * @param statistics where what is left out is counted
     */
    BoundRowFilter(ScanBound bound, PhysicalKind kind, ColumnReader[] readers, OperatorStatistics statistics) {
        super(bound.column(), readers);
        this.source = bound.bound();
        this.kind = kind;
        this.statistics = statistics;
    }

    /** Whether a row group cannot be ruled out by its statistics. */
    boolean mayMatch(ScanFile file, int rowGroup) {
        OrderBound.Bound now = source.get();
        return now == null || RowGroupPruner.mayKeep(file, rowGroup, column, kind, now);
    }

    /** Goes to a row group that is open. */
    void open(ScanFile file, int rowGroup, PagePruner.IndexReader indexes) {
        boolean isLeaf = file.columns().get(column) instanceof ScanFile.Stored stored
                && stored.node() instanceof ParquetNode.Leaf;
        leaf = isLeaf ? (ParquetNode.Leaf) ((ScanFile.Stored) file.columns().get(column)).node() : null;
        index = leaf == null ? null : indexes.pageIndex(rowGroup, leaf.column());
        checkedPage = -1;
        isCoded = leaf != null
                && file.file()
                        .rowGroups()
                        .get(rowGroup)
                        .chunks()
                        .get(leaf.column().index())
                        .onlyDictionaryEncoded();
    }

    /** The first row from {@code row} on whose page is not ruled out, or the row behind the last one of the row group. */
    long next(long row) {
        PageIndex pages = index;
        OrderBound.Bound now = source.get();
        if (pages == null || now == null || leaf == null) {
            return row;
        }
        long[] firstRows = pages.firstRows();
        int found = Arrays.binarySearch(firstRows, row);
        int page = found < 0 ? -found - 2 : found;
        long next = row;
        while (page < pages.pages()) {
            long rows = firstRows[page + 1] - firstRows[page];
            boolean isChecked = page == checkedPage && now == checkedFor;
            if (isChecked || RowGroupPruner.mayKeep(leaf, pages.statistics().get(page), rows, now)) {
                checkedFor = now;
                checkedPage = page;
                return next;
            }
            statistics.pagesBeyondLimit++;
            statistics.rowsBeyondLimit += firstRows[page + 1] - next;
            page++;
            next = firstRows[page];
        }
        return next;
    }

    /** By what testing a row costs and the share of rows that it drops, as predicates have it. */
    @Override
    public int cost() {
        return 100 * (isCoded ? 2 : 11) / Math.max(1, 100 - percentPassed());
    }

    @Override
    boolean isKnown() {
        bound = source.get();
        return bound != null;
    }

    @Override
    void dropped(int rows) {
        statistics.rowsBeyondLimit += rows;
    }

    @Override
    int select(ColumnVector values, int count, int[] positions) {
        return Objects.requireNonNull(bound).select(values, count, scratch, positions);
    }

    @Override
    byte @Nullable [] passingEntries(FlatColumnReader reader) {
        OrderBound.Bound now = Objects.requireNonNull(bound);
        ColumnVector entries = reader.dictionaryValues();
        testedSince += Batch.ROWS;
        if (entries == passOf && (now == passFor || testedSince < 4L * pass.length)) {
            return pass;
        }
        int size = reader.dictionarySize();
        int[] kept = new int[size + 1];
        int count = now.select(entries, size, scratch, kept);
        pass = new byte[size + 1];
        for (int i = 0; i < count; i++) {
            pass[kept[i]] = 1;
        }
        pass[size] = (byte) (now.mayKeep(null, null, kind, true, false) ? 1 : 0);
        passOf = entries;
        passFor = now;
        testedSince = 0;
        return pass;
    }
}
