package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Arrays;
import java.util.List;

/**
 * Splits the values of a column into slots with levels, leaf by leaf (Dremel's column striping, Melnik et al., VLDB 2010),
 * a whole batch at a node: every node takes the slots of what is around it and hands its own down.
 */
sealed interface ColumnShredder {
    /**
     * Slots at a node. Row {@code rows[i]} of the node's vector stands in slot {@code i}; -1 where something around it is
     * NULL or empty, and the definition level then says what.
     */
    record Slots(byte[] definitions, byte[] repetitions, int[] rows, int count) {}

    /** A column or component: its place in messages, whether it may be NULL, and its definition level when it is not. */
    String name();

    boolean nullable();

    int definitionLevel();

    /** A node with values. */
    record Leaf(String name, boolean nullable, int definitionLevel, ChunkBuilder chunk) implements ColumnShredder {}

    record Group(String name, boolean nullable, int definitionLevel, List<ColumnShredder> fields)
            implements ColumnShredder {}

    /** An ARRAY (one component) or MAP (two), whose entries are one definition level deeper. */
    record Repeated(
            String name, boolean nullable, int definitionLevel, int repetitionLevel, List<ColumnShredder> components)
            implements ColumnShredder {}

    /** Appends the first {@code rows} rows of a top-level column. */
    default void append(ColumnVector vector, int rows) {
        if (this instanceof Leaf leaf) {
            leaf.chunk.appendFlat(vector, rows);
            return;
        }
        int[] all = new int[rows];
        Arrays.setAll(all, i -> i);
        shred(vector, new Slots(new byte[rows], new byte[rows], all, rows));
    }

    private void shred(ColumnVector vector, Slots around) {
        Slots own = withoutNulls(vector, around);
        if (this instanceof Leaf leaf) {
            leaf.chunk.appendSlots(vector, own);
        } else if (this instanceof Group group) {
            for (int i = 0; i < group.fields.size(); i++) {
                group.fields.get(i).shred(((RowVector) vector).field(i), own);
            }
        } else if (this instanceof Repeated repeated && vector instanceof ListVector list) {
            repeated.components.get(0).shred(list.elements(), expanded(repeated, own, list.offsets()));
        } else if (this instanceof Repeated repeated) {
            MapVector map = (MapVector) vector;
            Slots entries = expanded(repeated, own, map.offsets());
            repeated.components.get(0).shred(map.keys(), entries);
            repeated.components.get(1).shred(map.values(), entries);
        }
    }

    /** The slots with this node's own NULLs taken out and its definition level set where it is there. */
    private Slots withoutNulls(ColumnVector vector, Slots around) {
        int count = around.count;
        byte[] definitions = Arrays.copyOf(around.definitions, count);
        int[] rows = Arrays.copyOf(around.rows, count);
        for (int i = 0; i < count; i++) {
            if (rows[i] < 0) {
                continue;
            }
            if (!vector.isNull(rows[i])) {
                definitions[i] = (byte) definitionLevel();
            } else if (nullable()) {
                rows[i] = -1;
            } else {
                throw nullNotAllowed(name());
            }
        }
        return new Slots(definitions, around.repetitions, rows, count);
    }

    static EngineException nullNotAllowed(String column) {
        return new EngineException(
                ErrorCode.NULL_NOT_ALLOWED,
                "Column '" + column
                        + "' is NOT NULL and a row to be written has a NULL in it. Declare it nullable, or leave such rows out.");
    }

    /** The slots of the entries; an empty list has one slot without a row. */
    private static Slots expanded(Repeated repeated, Slots lists, int[] offsets) {
        long total = 0;
        for (int i = 0; i < lists.count; i++) {
            int row = lists.rows[i];
            total += row < 0 ? 1 : Math.max(1, offsets[row + 1] - offsets[row]);
        }
        int count = Math.toIntExact(total);
        Slots slots = new Slots(new byte[count], new byte[count], new int[count], count);
        int at = 0;
        for (int i = 0; i < lists.count; i++) {
            int row = lists.rows[i];
            int from = row < 0 ? 0 : offsets[row];
            int to = row < 0 ? 0 : offsets[row + 1];
            slots.repetitions[at] = lists.repetitions[i];
            if (from == to) {
                slots.definitions[at] = lists.definitions[i];
                slots.rows[at++] = -1;
                continue;
            }
            for (int element = from; element < to; element++) {
                if (element > from) {
                    slots.repetitions[at] = (byte) repeated.repetitionLevel;
                }
                slots.definitions[at] = (byte) (repeated.definitionLevel + 1);
                slots.rows[at++] = element;
            }
        }
        return slots;
    }
}
