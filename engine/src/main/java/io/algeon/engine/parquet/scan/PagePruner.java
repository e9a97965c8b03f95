package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules out pages in which no row can make the predicates true, by their smallest and largest values where the file has a page
 * index, and whole row groups by Bloom filters. Only predicates over one column count: pages of different columns do not lie
 * side by side. Used by one thread.
 */
final class PagePruner {
    /**
     * A predicate over one column.
     *
     * @param values those that the column must have one of, in the form of statistics; null: it need not
     */
    private record Conjunct(
            int column, RowGroupPruner pruner, @Nullable List<Object> values) {}

    private final List<Conjunct> conjuncts = new ArrayList<>();

    PagePruner(List<Expr> predicates, ExecutionContext context) {
        for (Expr predicate : predicates) {
            int[] columns = ParquetScan.columnsOf(predicate);
            RowGroupPruner pruner = new RowGroupPruner(List.of(predicate), context);
            if (columns.length == 1 && pruner.knowsAny()) {
                conjuncts.add(new Conjunct(columns[0], pruner, RowGroupPruner.valuesOf(predicate, context)));
            }
        }
    }

    /** Rows of a row group that may pass. */
    RowRanges ranges(ScanFile file, int rowGroup, IndexReader indexes) {
        RowRanges ranges = RowRanges.all(file.file().rowGroups().get(rowGroup).rowCount());
        for (Conjunct conjunct : conjuncts) {
            if (conjunct.values != null
                    && !mayHoldAny(conjunct.values, leaf(file, conjunct.column), rowGroup, indexes)) {
                return RowRanges.all(0);
            }
        }
        for (Conjunct conjunct : conjuncts) {
            ParquetNode.Leaf leaf = leaf(file, conjunct.column);
            if (leaf != null) {
                PageIndex index = indexes.pageIndex(rowGroup, leaf.column());
                if (index != null) {
                    ranges = ranges.and(RowRanges.of(index.firstRows(), kept(conjunct.pruner, leaf, index)));
                }
            }
        }
        return ranges;
    }

    private static ParquetNode.@Nullable Leaf leaf(ScanFile file, int column) {
        return file.columns().get(column) instanceof ScanFile.Stored stored
                        && stored.node() instanceof ParquetNode.Leaf leaf
                ? leaf
                : null;
    }

    private static boolean mayHoldAny(
            List<Object> values, ParquetNode.@Nullable Leaf leaf, int rowGroup, IndexReader indexes) {
        BloomFilter filter = leaf == null ? null : indexes.bloomFilter(rowGroup, leaf.column());
        if (leaf == null || filter == null) {
            return true;
        }
        for (Object value : values) {
            Long hash = BloomFilter.hash(leaf.column(), value);
            if (hash == null || filter.mayContain(hash)) {
                return true;
            }
        }
        return false;
    }

    private static boolean[] kept(RowGroupPruner pruner, ParquetNode.Leaf leaf, PageIndex index) {
        boolean[] kept = new boolean[index.pages()];
        for (int i = 0; i < kept.length; i++) {
            long rows = index.firstRows()[i + 1] - index.firstRows()[i];
            kept[i] = pruner.mayMatch(leaf, index.statistics().get(i), rows);
        }
        return kept;
    }

    /** Gets what a file has to rule rows out with. */
    interface IndexReader {
        /** The page index of a chunk, null if it has none that helps. */
        @Nullable
        PageIndex pageIndex(int rowGroup, ParquetColumn leaf);

        /** The Bloom filter of a chunk, null if it has none that helps. */
        @Nullable
        BloomFilter bloomFilter(int rowGroup, ParquetColumn leaf);
    }
}
