package io.algeon.engine.file;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** A scan over files; a morsel is a part of a file. Files that their constant columns rule out are left out. */
final class FileScan implements TableScan {
    /** Parts a worker, so that one that is late has little left to do alone. */
    private static final int PARTS_PER_WORKER = 4;

    /** A part of a file, with the number of the file. */
    record Morsel(int file, DataFile.Part part) {}

    private final List<DataFile> files;
    private final TableShape shape;
    private final ScanRequest request;
    private final List<Morsel> morsels;
    private final int pruned;

    private FileScan(List<DataFile> files, TableShape shape, ScanRequest request, List<Morsel> morsels, int pruned) {
        this.files = files;
        this.shape = shape;
        this.request = request;
        this.morsels = morsels;
        this.pruned = pruned;
    }

    static FileScan prepare(List<DataFile> files, TableShape shape, ScanRequest request, ExecutionContext context) {
        FileScan all = new FileScan(files, shape, request, List.of(), 0);
        boolean numbered = all.needed().stream()
                .anyMatch(column -> shape.sources().get(0).get(column) instanceof TableShape.RowNumber);
        long bytes = files.stream().mapToLong(file -> file.identity().size()).sum();
        List<Morsel> morsels = new ArrayList<>();
        int pruned = 0;
        for (int i = 0; i < files.size(); i++) {
            if (isRuledOut(shape, i, request, context)) {
                pruned++;
                continue;
            }
            DataFile file = files.get(i);
            double share = bytes == 0 ? 1 : (double) file.identity().size() / bytes;
            // the number of a row is known only to who has read those before it
            int wanted = numbered ? 1 : (int) Math.ceil(share * PARTS_PER_WORKER * context.threads());
            for (DataFile.Part part : file.parts(Math.max(1, wanted))) {
                morsels.add(new Morsel(i, part));
            }
        }
        return new FileScan(files, shape, request, List.copyOf(morsels), pruned);
    }

    /** Whether a predicate over columns that have one value throughout a file is false or unknown for it. */
    private static boolean isRuledOut(TableShape shape, int file, ScanRequest request, ExecutionContext context) {
        List<TableShape.Source> sources = shape.sources().get(file);
        ColumnVector[] columns = new ColumnVector[sources.size()];
        Arrays.fill(columns, FileMorselReader.UNUSED);
        for (int i = 0; i < columns.length; i++) {
            if (sources.get(i) instanceof TableShape.Constant constant) {
                columns[i] = FileMorselReader.constant(shape.columns().get(i).type(), constant.value(), 1);
            }
        }
        for (Expr predicate : request.predicates()) {
            TreeSet<Integer> read = new TreeSet<>();
            addColumns(predicate, read);
            boolean known = read.stream().allMatch(column -> sources.get(column) instanceof TableShape.Constant);
            if (known
                    && ExpressionCompiler.compilePredicate(predicate, context)
                                    .select(new Batch(columns, 1), new int[Batch.ROWS])
                            == 0) {
                return true;
            }
        }
        return false;
    }

    private static void addColumns(Expr expr, TreeSet<Integer> found) {
        if (expr instanceof Expr.InputRef ref) {
            found.add(ref.column());
        }
        for (Expr operand : ExprProperties.operands(expr)) {
            addColumns(operand, found);
        }
    }

    /** Columns of the table that are given out or tested, ascending. */
    TreeSet<Integer> needed() {
        TreeSet<Integer> needed = new TreeSet<>(request.columns());
        request.predicates().forEach(predicate -> addColumns(predicate, needed));
        return needed;
    }

    List<DataFile> files() {
        return files;
    }

    TableShape shape() {
        return shape;
    }

    ScanRequest request() {
        return request;
    }

    Morsel morsel(int number) {
        return morsels.get(number);
    }

    @Override
    public int morselCount() {
        return morsels.size();
    }

    @Override
    public long morselRows(int morsel) {
        return morsels.get(morsel).part().rows();
    }

    @Override
    public MorselReader openReader(WorkerContext worker) {
        return new FileMorselReader(this, worker);
    }

    @Override
    public int prunedMorsels() {
        return pruned;
    }
}
