package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** Functions of a row's place alone: ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST. */
final class Ranking implements WindowFunction {
    private final String function;
    private final LongVector numbers = new LongVector(Batch.ROWS);
    private final DoubleVector shares = new DoubleVector(Batch.ROWS);

    Ranking(String function) {
        this.function = function;
    }

    static boolean has(String function) {
        return switch (function) {
            case "row_number", "rank", "dense_rank", "percent_rank", "cume_dist" -> true;
            default -> false;
        };
    }

    @Override
    public ColumnVector evaluate(Span span) {
        long[] whole = numbers.values();
        double[] parts = shares.values();
        int count = span.count();
        numbers.setNoNulls();
        shares.setNoNulls();
        switch (function) {
            case "row_number" -> {
                for (int i = 0; i < count; i++) {
                    whole[i] = span.from() + i - span.partitionStart[i] + 1L;
                }
            }
            case "rank" -> {
                for (int i = 0; i < count; i++) {
                    whole[i] = span.peerStart[i] - span.partitionStart[i] + 1L;
                }
            }
            case "dense_rank" -> {
                for (int i = 0; i < count; i++) {
                    whole[i] = span.peers[i] - span.firstPeers[i] + 1L;
                }
            }
            case "percent_rank" -> {
                for (int i = 0; i < count; i++) {
                    double others = span.partitionEnd[i] - span.partitionStart[i] - 1;
                    parts[i] = others == 0 ? 0 : (span.peerStart[i] - span.partitionStart[i]) / others;
                }
                return shares;
            }
            case "cume_dist" -> {
                for (int i = 0; i < count; i++) {
                    double rows = span.partitionEnd[i] - span.partitionStart[i];
                    parts[i] = (span.peerEnd[i] - span.partitionStart[i]) / rows;
                }
                return shares;
            }
            default -> throw new EngineException(ErrorCode.INTERNAL, "There is no window function " + function + ".");
        }
        return numbers;
    }
}
