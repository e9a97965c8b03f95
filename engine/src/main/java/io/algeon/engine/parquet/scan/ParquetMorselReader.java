package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.parquet.codec.Decompressor;
import io.algeon.engine.parquet.scan.ParquetScan.Morsel;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanBound;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads row groups for one worker, a window of {@link Batch#ROWS} rows at a time: filters shorten the window's list of
 * rows, cheapest first, and what is left is appended to the output batch. Batches are filled across windows, so that a
 * selective scan gives few full batches and not many small ones; a window that no longer fits waits for the next call.
 */
final class ParquetMorselReader implements MorselReader {
    private final ParquetScan scan;
    private final WorkerContext worker;
    private final CancellationToken cancellation;
    private final ScanMemory memory;
    private final FileAccess access;
    private final Decompressor decompressor = new Decompressor();

    /** Readers by the number of the table's column, null where it is not needed. */
    private final @Nullable ColumnReader[] readers;

    private final int[] output;
    private final Batch batch;
    private final @Nullable ColumnVector[] targets;
    private final List<RowFilter> filters = new ArrayList<>();
    private final List<KeyRowFilter> keyFilters = new ArrayList<>();
    private final @Nullable BoundRowFilter bound;
    private final int[] selected = new int[Batch.ROWS];
    private boolean filtersAreMade;

    /** Rows of the row group that pages' statistics do not rule out. */
    private RowRanges ranges = RowRanges.all(0);

    private @Nullable ScanFile rangesOf;
    private int rangesOfGroup;

    /** Rows of the morsel that are left: those of {@link #ranges} in {@code [nextRow, endRow)}. */
    private long nextRow;

    private long endRow;
    private final PagePruner pagePruner;

    /** Rows of the present window that wait to be given; {@code selected} says which unless {@code pendingAll}. */
    private int pending;

    private boolean pendingAll;
    private boolean canAppend;

    ParquetMorselReader(ParquetScan scan, WorkerContext worker) {
        this.scan = scan;
        this.cancellation = worker.execution().cancellation();
        this.memory = new ScanMemory(worker.execution().budget().reservation("Reading Parquet files"));
        this.access = new FileAccess(worker.statistics());
        this.readers = new ColumnReader[scan.columns().size()];
        this.output =
                scan.request().columns().stream().mapToInt(Integer::intValue).toArray();
        this.targets = new ColumnVector[output.length];
        this.batch = new Batch(new ColumnVector[output.length], 0);
        this.worker = worker;
        this.pagePruner = new PagePruner(scan.request().predicates(), worker.execution());
        ScanBound scanBound = scan.bound();
        this.bound = scanBound == null
                ? null
                : new BoundRowFilter(
                        scanBound,
                        scan.columns().get(scanBound.column()).type().physicalKind(),
                        readers,
                        worker.statistics());
    }

    @Override
    public void open(int morsel) {
        open(morsel, 0, scan.morselRows(morsel));
    }

    @Override
    public void open(int morsel, long firstRow, long rows) {
        Morsel opened = scan.morsel(morsel);
        if (!filtersAreMade) {
            makeFilters();
            makeKeyFilters();
            filtersAreMade = true;
        }
        nextRow = opened.firstRow() + firstRow;
        endRow = nextRow + rows;
        pending = 0;
        for (KeyRowFilter filter : keyFilters) {
            if (!filter.mayMatch(opened.file(), opened.rowGroup())) {
                worker.statistics().rowsFiltered += rows;
                nextRow = endRow;
                return;
            }
        }
        if (bound != null && !bound.mayMatch(opened.file(), opened.rowGroup())) {
            worker.statistics().rowGroupsBeyondLimit++;
            worker.statistics().rowsBeyondLimit += rows;
            nextRow = endRow;
            return;
        }
        canAppend = true;
        for (int column : scan.neededColumns()) {
            ColumnReader reader = readerFor(column, opened.file());
            reader.open(opened.file(), opened.rowGroup());
        }
        for (int column : output) {
            canAppend &= Objects.requireNonNull(readers[column]).canAppend();
        }
        if (opened.file() != rangesOf || opened.rowGroup() != rangesOfGroup) {
            rangesOf = opened.file();
            rangesOfGroup = opened.rowGroup();
            Indexes indexes = new Indexes(opened.file().file());
            ranges = pagePruner.ranges(opened.file(), opened.rowGroup(), indexes);
            if (bound != null) {
                bound.open(opened.file(), opened.rowGroup(), indexes);
            }
        }
        filters.sort(Comparator.comparingInt(RowFilter::cost));
        for (RowFilter filter : filters) {
            if (filter.rejectsAll()) {
                nextRow = endRow;
                break;
            }
        }
    }

    private final class Indexes implements PagePruner.IndexReader {
        private final ParquetFile file;

        Indexes(ParquetFile file) {
            this.file = file;
        }

        @Override
        public @Nullable PageIndex pageIndex(int rowGroup, ParquetColumn leaf) {
            return PageIndex.of(file, rowGroup, leaf, access, memory, scan.cache());
        }

        @Override
        public @Nullable BloomFilter bloomFilter(int rowGroup, ParquetColumn leaf) {
            return BloomFilter.of(file, rowGroup, leaf, access, memory, scan.cache());
        }
    }

    private ColumnReader readerFor(int column, ScanFile file) {
        ColumnReader reader = readers[column];
        boolean constant = file.columns().get(column) instanceof ScanFile.Constant;
        boolean fits = reader != null && constant == reader instanceof ConstantColumnReader;
        if (fits) {
            return Objects.requireNonNull(reader);
        }
        if (reader != null) {
            reader.close();
        }
        reader = newReader(column, file);
        readers[column] = reader;
        return reader;
    }

    private ColumnReader newReader(int column, ScanFile file) {
        if (!(file.columns().get(column) instanceof ScanFile.Stored stored)) {
            return new ConstantColumnReader(column, scan.columns().get(column).type());
        }
        if (stored.node() instanceof ParquetNode.Leaf) {
            return new FlatColumnReader(column, file, newPageSource(), scan.cache(), memory);
        }
        return new NestedColumnReader(column, this::newPageSource, memory);
    }

    private PageSource newPageSource() {
        ChunkBytes stored = new ChunkBytes(access, memory, scan.isSparse());
        return new FilePageSource(stored, memory, decompressor, scan.cache(), worker.statistics());
    }

    /** One filter for all conjuncts over the same columns. */
    private void makeFilters() {
        Map<String, List<Expr>> groups = new TreeMap<>();
        Map<String, int[]> columnsOf = new TreeMap<>();
        for (Expr conjunct : scan.request().predicates()) {
            int[] columns = ParquetScan.columnsOf(conjunct);
            String key = Arrays.toString(columns);
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(conjunct);
            columnsOf.put(key, columns);
        }
        for (Map.Entry<String, List<Expr>> group : groups.entrySet()) {
            filters.add(new PredicateFilter(
                    Objects.requireNonNull(columnsOf.get(group.getKey())),
                    readers,
                    ExpressionCompiler.compilePredicate(group.getValue(), worker.execution())));
        }
    }

    /** What joins have found out by now. */
    private void makeKeyFilters() {
        for (DynamicFilter filter : scan.dynamicFilters()) {
            filter.keys()
                    .get()
                    .ifPresent(keys ->
                            keyFilters.add(new KeyRowFilter(filter.column(), keys, readers, worker.statistics())));
        }
        filters.addAll(keyFilters);
        if (bound != null) {
            filters.add(bound);
        }
    }

    @Override
    public @Nullable Batch next() {
        int rows = 0;
        while (!scan.isSatisfied()) {
            if (pending == 0 && !nextWindow()) {
                break;
            }
            if (rows > 0 && (rows + pending > Batch.ROWS || !canAppend)) {
                break;
            }
            append(rows);
            rows += pending;
            pending = 0;
            // a sort that waits for rows to bound others with gets them at once
            if (rows == Batch.ROWS || !canAppend || bound != null && bound.isKnown()) {
                break;
            }
        }
        if (rows == 0) {
            return null;
        }
        batch.setRowCount(rows);
        scan.delivered(rows);
        return batch;
    }

    private void append(int at) {
        for (int i = 0; i < output.length; i++) {
            ColumnReader reader = Objects.requireNonNull(readers[output[i]]);
            ColumnVector target = at == 0 ? reader.target(targets[i]) : Objects.requireNonNull(targets[i]);
            target = reader.read(pendingAll ? null : selected, pending, target, at);
            targets[i] = target;
            batch.setColumn(i, target);
        }
    }

    /** Finds the next window with rows that pass; false at the end of the morsel. */
    private boolean nextWindow() {
        while (nextRow < endRow) {
            cancellation.check();
            nextRow = ranges.next(nextRow);
            if (bound != null && nextRow < endRow) {
                long wanted = bound.next(nextRow);
                if (wanted > nextRow) {
                    nextRow = wanted;
                    continue;
                }
            }
            if (nextRow >= endRow) {
                break;
            }
            int rows = (int) Math.min(Batch.ROWS, Math.min(endRow, ranges.endOf(nextRow)) - nextRow);
            for (int column : scan.neededColumns()) {
                Objects.requireNonNull(readers[column]).seek(nextRow, rows);
            }
            nextRow += rows;
            int left = rows;
            boolean all = true;
            for (int i = 0; i < filters.size() && left > 0; i++) {
                int kept = filters.get(i).apply(all ? null : selected, left, selected);
                all &= kept == left;
                left = kept;
            }
            if (left > 0) {
                pending = left;
                pendingAll = all;
                return true;
            }
        }
        return false;
    }

    @Override
    public long idle() {
        long before = memory.bytes();
        for (ColumnReader reader : readers) {
            if (reader != null) {
                reader.idle();
            }
        }
        return before - memory.bytes();
    }

    @Override
    public void close() {
        try {
            for (ColumnReader reader : readers) {
                if (reader != null) {
                    reader.close();
                }
            }
            access.close();
        } finally {
            worker.statistics().peakBytes = Math.max(worker.statistics().peakBytes, memory.peakBytes());
            decompressor.close();
            memory.close();
        }
    }
}
