package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.plan.Expr;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules out pages in which no row can make the predicates true, by their smallest and largest values where the file has a page
 * index. Only predicates over one column count: pages of different columns do not lie side by side. Used by one thread.
 */
final class PagePruner {
    private record Conjunct(int column, RowGroupPruner pruner) {}

    private final List<Conjunct> conjuncts = new ArrayList<>();

    PagePruner(List<Expr> predicates, ExecutionContext context) {
        for (Expr predicate : predicates) {
            int[] columns = ParquetScan.columnsOf(predicate);
            RowGroupPruner pruner = new RowGroupPruner(List.of(predicate), context);
            if (columns.length == 1 && pruner.knowsAny()) {
                conjuncts.add(new Conjunct(columns[0], pruner));
            }
        }
    }

    /** Rows of a row group that may pass. */
    RowRanges ranges(ScanFile file, int rowGroup, IndexReader indexes) {
        RowRanges ranges = RowRanges.all(file.file().rowGroups().get(rowGroup).rowCount());
        for (Conjunct conjunct : conjuncts) {
            if (file.columns().get(conjunct.column) instanceof ScanFile.Stored stored
                    && stored.node() instanceof ParquetNode.Leaf leaf) {
                PageIndex index = indexes.read(file, rowGroup, leaf.column());
                if (index != null) {
                    ranges = ranges.and(RowRanges.of(index.firstRows(), kept(conjunct.pruner, leaf, index)));
                }
            }
        }
        return ranges;
    }

    private static boolean[] kept(RowGroupPruner pruner, ParquetNode.Leaf leaf, PageIndex index) {
        boolean[] kept = new boolean[index.pages()];
        for (int i = 0; i < kept.length; i++) {
            long rows = index.firstRows()[i + 1] - index.firstRows()[i];
            kept[i] = pruner.mayMatch(leaf, index.statistics().get(i), rows);
        }
        return kept;
    }

    /** Gets page indexes. */
    @FunctionalInterface
    interface IndexReader {
        /** The index of a chunk, null if it has none that helps. */
        @org.jspecify.annotations.Nullable
        PageIndex read(ScanFile file, int rowGroup, ParquetColumn leaf);
    }
}
