package io.algeon.engine.tablefunction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A relation argument, collected: ids as {@code long} (texts as their positions in {@link #names()}), numbers as
 * {@code double}, in chunks of unequal length and of no particular order.
 */
public final class RelationRows {
    private final List<Chunk> chunks;
    private final long rowCount;
    private final long givenRows;
    private final @Nullable VertexNames names;
    private final List<String> fields;

    RelationRows(List<String> fields, List<Chunk> chunks, long givenRows, @Nullable VertexNames names) {
        this.fields = List.copyOf(fields);
        this.chunks = List.copyOf(chunks);
        this.rowCount = chunks.stream().mapToLong(Chunk::rows).sum();
        this.givenRows = givenRows;
        this.names = names;
    }

    /** Rows of the relation, column by column: {@code long[]} for ids, {@code double[]} for numbers. */
    public record Chunk(int rows, Object[] columns) {
        public long[] longs(int column) {
            return (long[]) columns[column];
        }

        public double[] doubles(int column) {
            return (double[]) columns[column];
        }
    }

    public List<Chunk> chunks() {
        return chunks;
    }

    public long rowCount() {
        return rowCount;
    }

    /** Rows that were given, those included that were left out because they equal the one before. */
    public long givenRows() {
        return givenRows;
    }

    /** Position of a field among the columns; -1 if it was not given. */
    public int column(String field) {
        return fields.indexOf(field);
    }

    /** The texts for which ids stand; null if ids are integers. */
    public @Nullable VertexNames names() {
        return names;
    }
}
