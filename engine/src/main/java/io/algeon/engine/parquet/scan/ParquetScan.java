package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.DynamicFilter;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanBound;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.parquet.ParquetRowGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A scan over the row groups of Parquet files; a morsel is a row group that statistics did not rule out, or a part of one if
 * it is so large that workers would wait for each other.
 */
public final class ParquetScan implements TableScan {
    private final List<ColumnDef> columns;
    private final ScanRequest request;
    private final List<DynamicFilter> dynamicFilters;
    private final @Nullable ScanBound bound;
    private final int[] neededColumns;
    private final List<Morsel> morsels;
    private final int prunedMorsels;
    private final boolean sparse;
    private final HostCache cache;
    private final AtomicLong delivered = new AtomicLong();

    /** Row groups of more rows are divided. Most writers make smaller ones; some make a single one. */
    private static final long MOST_ROWS = 250_000;

    /** Rows of a part: whole batches, and about as many as a row group of DuckDB. */
    private static final long PART_ROWS = 60L * Batch.ROWS;

    /**
     * Rows of a row group to read, from {@code firstRow} of it on.
     *
     * @param divisible whether any rows of it can be read without those before them
     */
    record Morsel(ScanFile file, int rowGroup, long firstRow, long rows, boolean divisible) {}

    private ParquetScan(
            List<ColumnDef> columns,
            ScanRequest request,
            List<DynamicFilter> dynamicFilters,
            @Nullable ScanBound bound,
            List<Morsel> morsels,
            int prunedMorsels,
            boolean sparse,
            HostCache cache) {
        this.columns = columns;
        this.request = request;
        this.dynamicFilters = dynamicFilters;
        this.bound = bound;
        this.morsels = morsels;
        this.prunedMorsels = prunedMorsels;
        this.sparse = sparse;
        this.cache = cache;
        this.neededColumns = neededColumns(request, dynamicFilters, bound);
    }

    private static int[] neededColumns(
            ScanRequest request, List<DynamicFilter> dynamicFilters, @Nullable ScanBound bound) {
        TreeSet<Integer> needed = new TreeSet<>(request.columns());
        for (Expr predicate : request.predicates()) {
            addColumns(predicate, needed);
        }
        for (DynamicFilter filter : dynamicFilters) {
            needed.add(filter.column());
        }
        if (bound != null) {
            needed.add(bound.column());
        }
        return toArray(needed);
    }

    /**
     * Prunes row groups and prepares the rest for reading.
     *
     * @param files in the order in which rows are to come, all with one schema
     * @param columns of the table's definition
     * @param dynamicFilters over flat columns of integers or strings
     * @param bound over a flat column; null: there is none
     * @param cache where pages may be kept
     */
    public static ParquetScan prepare(
            List<ScanFile> files,
            List<ColumnDef> columns,
            ScanRequest request,
            List<DynamicFilter> dynamicFilters,
            @Nullable ScanBound bound,
            ExecutionContext context,
            HostCache cache) {
        RowGroupPruner pruner = new RowGroupPruner(request.predicates(), context);
        int[] needed = neededColumns(request, dynamicFilters, bound);
        List<Morsel> morsels = new ArrayList<>();
        int pruned = 0;
        for (ScanFile file : files) {
            List<ParquetRowGroup> groups = file.file().rowGroups();
            for (int i = 0; i < groups.size(); i++) {
                if (groups.get(i).rowCount() == 0) {
                    continue;
                }
                if (pruner.mayMatch(file, i)) {
                    addMorsels(file, i, groups.get(i).rowCount(), isDivisible(file, needed), morsels);
                } else {
                    pruned++;
                }
            }
        }
        if (bound != null) {
            sortBestFirst(morsels, bound);
        }
        return new ParquetScan(
                List.copyOf(columns),
                request,
                List.copyOf(dynamicFilters),
                bound,
                List.copyOf(morsels),
                pruned,
                false,
                cache);
    }

    /**
     * A scan of runs of rows, a morsel each, from places spread evenly over the files; of all rows, a morsel a row group, if
     * they are as few.
     *
     * @param files as for {@link #prepare}
     * @param request without predicates, for flat columns
     * @param runs number of runs
     * @param rows of each run at most
     */
    public static ParquetScan sample(
            List<ScanFile> files,
            List<ColumnDef> columns,
            ScanRequest request,
            int runs,
            int rows,
            ExecutionContext context,
            HostCache cache) {
        ParquetScan whole = prepare(files, columns, request, List.of(), null, context, cache);
        long all = whole.morsels.stream().mapToLong(Morsel::rows).sum();
        long step = all / runs;
        if (step <= 2L * rows) {
            return whole;
        }
        List<Morsel> sampled = new ArrayList<>();
        long first = 0;
        long next = step / 2;
        for (Morsel morsel : whole.morsels) {
            while (next < first + morsel.rows && sampled.size() < runs) {
                // at the end of a row group rather fewer rows than those of the next one
                long at = Math.max(0, Math.min(next - first, morsel.rows - rows));
                long taken = Math.min(rows, morsel.rows - at);
                sampled.add(new Morsel(morsel.file, morsel.rowGroup, morsel.firstRow + at, taken, false));
                next += step;
            }
            first += morsel.rows;
        }
        return new ParquetScan(whole.columns, request, List.of(), null, List.copyOf(sampled), 0, true, cache);
    }

    /** Puts row groups that may hold the first rows of the order to the front, so that the bound rules the others out. */
    private static void sortBestFirst(List<Morsel> morsels, ScanBound bound) {
        boolean descending = bound.bound().descending();
        Map<Morsel, Object> best = new IdentityHashMap<>();
        Set<Class<?>> forms = new HashSet<>();
        for (Morsel morsel : morsels) {
            Object value = RowGroupPruner.best(morsel.file, morsel.rowGroup, bound.column(), descending);
            if (value != null) {
                best.put(morsel, value);
                forms.add(value.getClass());
            }
        }
        if (forms.size() != 1) {
            return;
        }
        Comparator<Object> order = RowGroupPruner::order;
        Comparator<Morsel> byValue =
                Comparator.comparing(best::get, Comparator.nullsLast(descending ? order.reversed() : order));
        Comparator<Morsel> byNull = Comparator.comparing(morsel ->
                !bound.bound().nullsFirst() || !RowGroupPruner.mayBeNull(morsel.file, morsel.rowGroup, bound.column()));
        morsels.sort(byNull.thenComparing(byValue));
    }

    /** Nested columns can only be read from the start of a row group. */
    private static boolean isDivisible(ScanFile file, int[] columns) {
        for (int column : columns) {
            if (file.columns().get(column) instanceof ScanFile.Stored stored
                    && !(stored.node() instanceof ParquetNode.Leaf)) {
                return false;
            }
        }
        return true;
    }

    private static void addMorsels(ScanFile file, int rowGroup, long rows, boolean divisible, List<Morsel> morsels) {
        long part = divisible && rows > MOST_ROWS ? PART_ROWS : rows;
        for (long first = 0; first < rows; first += part) {
            morsels.add(new Morsel(file, rowGroup, first, Math.min(part, rows - first), divisible));
        }
    }

    /** Columns that an expression reads, ascending. */
    static int[] columnsOf(Expr expr) {
        TreeSet<Integer> found = new TreeSet<>();
        addColumns(expr, found);
        return toArray(found);
    }

    private static void addColumns(Expr expr, TreeSet<Integer> found) {
        if (expr instanceof Expr.InputRef ref) {
            found.add(ref.column());
        }
        for (Expr operand : ExprProperties.operands(expr)) {
            addColumns(operand, found);
        }
    }

    private static int[] toArray(TreeSet<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    HostCache cache() {
        return cache;
    }

    /** Whether few rows of each row group are wanted. */
    boolean isSparse() {
        return sparse;
    }

    List<ColumnDef> columns() {
        return columns;
    }

    ScanRequest request() {
        return request;
    }

    List<DynamicFilter> dynamicFilters() {
        return dynamicFilters;
    }

    @Nullable
    ScanBound bound() {
        return bound;
    }

    @Override
    public boolean isBestFirst() {
        return bound != null;
    }

    /** Columns of the definition that are given out or tested, ascending. */
    int[] neededColumns() {
        return neededColumns;
    }

    Morsel morsel(int number) {
        return morsels.get(number);
    }

    /** Whether as many rows are out as the request asked for. */
    boolean isSatisfied() {
        return request.limit() >= 0 && delivered.get() >= request.limit();
    }

    void delivered(int rows) {
        if (request.limit() >= 0) {
            delivered.addAndGet(rows);
        }
    }

    @Override
    public int morselCount() {
        return morsels.size();
    }

    @Override
    public long morselRows(int morsel) {
        return morsels.get(morsel).rows();
    }

    @Override
    public boolean isDivisible(int morsel) {
        return morsels.get(morsel).divisible();
    }

    @Override
    public MorselReader openReader(WorkerContext worker) {
        return new ParquetMorselReader(this, worker);
    }

    @Override
    public int prunedMorsels() {
        return prunedMorsels;
    }
}
