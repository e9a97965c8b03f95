package io.algeon.engine.file;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.source.MorselReader;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of files for one worker: asks the format for the columns that the files have, adds those that they have
 * not, and drops the rows that fail the predicates.
 */
final class FileMorselReader implements MorselReader {
    /** Stands where nobody looks. */
    static final ColumnVector UNUSED = new IntVector(0);

    private final FileScan scan;
    private final WorkerContext worker;
    private final List<ColumnDef> definition;
    private final int[] needed;
    private final List<Integer> outputColumns;
    private final @Nullable VectorPredicate predicate;
    private final int[] selected = new int[Batch.ROWS];

    /** All columns of the table; those that are not needed stay {@link #UNUSED}. */
    private final ColumnVector[] columns;

    private final Batch all;
    private final ColumnVector[] output;
    private final @Nullable ColumnVector[] gathered;
    private final Batch batch;

    private int file = -1;
    private @Nullable PartReader reader;
    /** Columns of the table that the file has, in the order in which the reader gives them. */
    private int[] storedColumns = {};

    private @Nullable LongVector rowNumbers;
    private int rowNumberColumn = -1;
    private long nextRowNumber;

    FileMorselReader(FileScan scan, WorkerContext worker) {
        this.scan = scan;
        this.worker = worker;
        this.definition = scan.shape().columns();
        this.needed = scan.needed().stream().mapToInt(Integer::intValue).toArray();
        this.outputColumns = scan.request().columns();
        this.predicate = scan.request().predicates().isEmpty()
                ? null
                : ExpressionCompiler.compilePredicate(scan.request().predicates(), worker.execution());
        this.columns = new ColumnVector[definition.size()];
        Arrays.fill(columns, UNUSED);
        this.all = new Batch(columns, 0);
        this.output = new ColumnVector[outputColumns.size()];
        this.gathered = new @Nullable ColumnVector[outputColumns.size()];
        this.batch = new Batch(output, 0);
    }

    /** A vector of so many equal values, coded if they are strings. */
    static ColumnVector constant(SqlType type, @Nullable Object value, int rows) {
        if (type.physicalKind() == PhysicalKind.BYTES && value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            BytesVector entry = new BytesVector(1, bytes.length);
            entry.set(0, bytes);
            return new DictionaryVector(rows, new Dictionary(entry, 1));
        }
        return StoredValues.vector(type, Collections.nCopies(rows, value));
    }

    @Override
    public void open(int morsel) {
        FileScan.Morsel next = scan.morsel(morsel);
        PartReader open = reader;
        if (open == null || next.file() != file) {
            close();
            file = next.file();
            open = openFile(file);
            reader = open;
        }
        nextRowNumber = 0;
        open.open(next.part());
    }

    private PartReader openFile(int number) {
        List<TableShape.Source> sources = scan.shape().sources().get(number);
        List<Integer> stored = new ArrayList<>();
        List<Integer> fileColumns = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (int column : needed) {
            TableShape.Source source = sources.get(column);
            SqlType type = definition.get(column).type();
            if (source instanceof TableShape.Stored in) {
                stored.add(column);
                fileColumns.add(in.column());
                types.add(type);
            } else if (source instanceof TableShape.Constant constant) {
                columns[column] = constant(type, constant.value(), Batch.ROWS);
            } else {
                rowNumbers = new LongVector(Batch.ROWS);
                rowNumberColumn = column;
            }
        }
        storedColumns = stored.stream().mapToInt(Integer::intValue).toArray();
        int[] positions = fileColumns.stream().mapToInt(Integer::intValue).toArray();
        return scan.files().get(number).reader(positions, types, worker);
    }

    @Override
    public @Nullable Batch next() {
        PartReader open = reader;
        while (open != null) {
            worker.execution().cancellation().check();
            Batch read = open.next();
            if (read == null) {
                return null;
            }
            int rows = read.rowCount();
            for (int i = 0; i < storedColumns.length; i++) {
                columns[storedColumns[i]] = read.column(i);
            }
            if (rowNumbers != null) {
                long[] numbers = rowNumbers.values();
                for (int i = 0; i < rows; i++) {
                    numbers[i] = nextRowNumber + i;
                }
                columns[rowNumberColumn] = rowNumbers;
            }
            nextRowNumber += rows;
            all.setRowCount(rows);
            int passed = predicate == null ? rows : predicate.select(all, selected);
            if (passed > 0) {
                return output(rows, passed);
            }
        }
        return null;
    }

    private Batch output(int rows, int passed) {
        for (int i = 0; i < output.length; i++) {
            ColumnVector column = columns[outputColumns.get(i)];
            if (passed < rows) {
                ColumnVector before = gathered[i];
                column = column.gather(selected, passed, before == null ? column : before);
                gathered[i] = column;
            }
            output[i] = column;
        }
        batch.setRowCount(passed);
        return batch;
    }

    @Override
    public void close() {
        PartReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
