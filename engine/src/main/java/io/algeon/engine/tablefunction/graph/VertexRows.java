package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.VertexNames;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows whose columns are arrays: vertices, which become ids of the input's type, and numbers. */
final class VertexRows implements FunctionRows {
    private final Graph graph;
    private final @Nullable VertexNames names;
    private final SqlType vertexType;
    private final long rowCount;
    private final List<Cells> columns;

    private VertexRows(GraphFunction.GraphCall call, long rowCount, List<Cells> columns) {
        this.graph = call.graph;
        this.names = call.names();
        this.vertexType = call.invocation.call().vertexType();
        this.rowCount = rowCount;
        this.columns = List.copyOf(columns);
    }

    /** Rows of these columns. */
    static FunctionRows of(GraphFunction.GraphCall call, long rowCount, Cells... columns) {
        return new VertexRows(call, rowCount, List.of(columns));
    }

    /** A column. */
    sealed interface Cells {
        /** Vertices; -1 is NULL. */
        record Vertices(int[] vertices) implements Cells {}

        /** DOUBLE. */
        record Doubles(double[] values) implements Cells {}

        /** BIGINT from ints. */
        record Integers(int[] values) implements Cells {}

        /** BIGINT. */
        record Longs(long[] values) implements Cells {}
    }

    /** The vertices in the order of their ids: a column, and the order in which other columns are to be. */
    static int[] inOrder(Graph graph) {
        return graph.byRank();
    }

    /** Values by vertex in the order of rows. */
    static double[] arranged(double[] byVertex, int[] order) {
        double[] arranged = new double[order.length];
        for (int i = 0; i < order.length; i++) {
            arranged[i] = byVertex[order[i]];
        }
        return arranged;
    }

    /** Values by vertex in the order of rows. */
    static int[] arranged(int[] byVertex, int[] order) {
        int[] arranged = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            arranged[i] = byVertex[order[i]];
        }
        return arranged;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public ColumnVector fill(int column, long from, int count, @Nullable ColumnVector reuse) {
        int start = (int) from;
        Cells cells = columns.get(column);
        if (cells instanceof Cells.Doubles doubles) {
            DoubleVector vector = reuse == null ? new DoubleVector(Batch.ROWS) : (DoubleVector) reuse;
            System.arraycopy(doubles.values(), start, vector.values(), 0, count);
            return vector;
        } else if (cells instanceof Cells.Longs longs) {
            LongVector vector = reuse == null ? new LongVector(Batch.ROWS) : (LongVector) reuse;
            System.arraycopy(longs.values(), start, vector.values(), 0, count);
            return vector;
        } else if (cells instanceof Cells.Integers integers) {
            LongVector vector = reuse == null ? new LongVector(Batch.ROWS) : (LongVector) reuse;
            for (int i = 0; i < count; i++) {
                vector.values()[i] = integers.values()[start + i];
            }
            return vector;
        }
        return ids(((Cells.Vertices) cells).vertices(), start, count, reuse);
    }

    private ColumnVector ids(int[] vertices, int from, int count, @Nullable ColumnVector reuse) {
        ColumnVector vector;
        if (names != null) {
            DictionaryVector coded =
                    reuse == null ? new DictionaryVector(Batch.ROWS, names.dictionary()) : (DictionaryVector) reuse;
            for (int i = 0; i < count; i++) {
                int vertex = vertices[from + i];
                coded.codes()[i] = vertex < 0 ? 0 : (int) graph.id(vertex);
            }
            vector = coded;
        } else if (vertexType.physicalKind() == PhysicalKind.INT32) {
            IntVector ints = reuse == null ? new IntVector(Batch.ROWS) : (IntVector) reuse;
            for (int i = 0; i < count; i++) {
                int vertex = vertices[from + i];
                ints.values()[i] = vertex < 0 ? 0 : (int) graph.id(vertex);
            }
            vector = ints;
        } else {
            LongVector longs = reuse == null ? new LongVector(Batch.ROWS) : (LongVector) reuse;
            for (int i = 0; i < count; i++) {
                int vertex = vertices[from + i];
                longs.values()[i] = vertex < 0 ? 0 : graph.id(vertex);
            }
            vector = longs;
        }
        vector.setNoNulls();
        for (int i = 0; i < count; i++) {
            if (vertices[from + i] < 0) {
                vector.setNull(i, count);
            }
        }
        return vector;
    }
}
