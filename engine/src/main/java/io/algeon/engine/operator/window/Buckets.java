package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/** NTILE: partitions cut into buckets whose sizes differ by one at most, the larger ones first. */
final class Buckets implements WindowFunction {
    private final OrderedRows rows;
    private final int column;
    private final int[] numbers = OrderedRows.batch();
    private final ColumnVector result;
    private @Nullable ColumnVector wanted;

    /**
     * For one worker.
     *
     * @param column number of buckets
     * @param type of the result, INTEGER or BIGINT
     */
    Buckets(OrderedRows rows, int column, SqlType type) {
        this.rows = rows;
        this.column = column;
        this.result = Vectors.create(type, Batch.ROWS);
    }

    @Override
    public ColumnVector evaluate(Span span) {
        ColumnVector buckets = rows.range(column, span.from(), span.count(), numbers, wanted);
        wanted = buckets;
        result.setNoNulls();
        for (int i = 0; i < span.count(); i++) {
            if (buckets.isNull(i)) {
                result.setNull(i, span.count());
                continue;
            }
            long count = Integers.at(buckets, i);
            if (count <= 0) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "The number of buckets of NTILE must be above 0, but it is " + count + ".");
            }
            long at = span.from() + i - span.partitionStart[i];
            long size = (span.partitionEnd[i] - span.partitionStart[i]) / count;
            long larger = (span.partitionEnd[i] - span.partitionStart[i]) % count;
            long inLarger = larger * (size + 1);
            long bucket = 1 + (at < inLarger ? at / (size + 1) : larger + (at - inLarger) / size);
            if (result instanceof LongVector longs) {
                longs.values()[i] = bucket;
            } else {
                ((IntVector) result).values()[i] = (int) bucket;
            }
        }
        return result;
    }
}
