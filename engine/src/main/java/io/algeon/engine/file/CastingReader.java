package io.algeon.engine.file;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the columns of another reader out as other types, as CAST does. */
public final class CastingReader implements PartReader {
    private final PartReader input;
    private final @Nullable VectorExpression[] casts;
    private final Batch output;

    private CastingReader(PartReader input, List<SqlType> from, List<SqlType> to, WorkerContext worker) {
        this.input = input;
        this.casts = new @Nullable VectorExpression[from.size()];
        this.output = new Batch(new ColumnVector[from.size()], 0);
        for (int i = 0; i < casts.length; i++) {
            if (!sameValues(from.get(i), to.get(i))) {
                Expr column = new Expr.InputRef(i, from.get(i));
                casts[i] = ExpressionCompiler.compile(new Expr.Cast(column, to.get(i), false), worker.execution());
            }
        }
    }

    /** The reader itself if its columns have the wanted types, else one that casts them. */
    public static PartReader of(PartReader input, List<SqlType> from, List<SqlType> to, WorkerContext worker) {
        for (int i = 0; i < from.size(); i++) {
            if (!sameValues(from.get(i), to.get(i))) {
                return new CastingReader(input, from, to, worker);
            }
        }
        return input;
    }

    private static boolean sameValues(SqlType left, SqlType right) {
        return left.kind() == right.kind()
                && left.precision() == right.precision()
                && left.scale() == right.scale()
                && (left.fields().isEmpty() || left.withNullable(true).equals(right.withNullable(true)));
    }

    @Override
    public void open(DataFile.Part part) {
        input.open(part);
    }

    @Override
    public @Nullable Batch next() {
        Batch batch = input.next();
        if (batch == null) {
            return null;
        }
        for (int i = 0; i < casts.length; i++) {
            VectorExpression cast = casts[i];
            output.setColumn(i, cast == null ? batch.column(i) : cast.evaluate(batch));
        }
        output.setRowCount(batch.rowCount());
        return output;
    }

    @Override
    public void close() {
        input.close();
    }
}
