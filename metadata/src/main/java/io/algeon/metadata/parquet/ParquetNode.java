package io.algeon.metadata.parquet;

import io.algeon.metadata.type.SqlType;
import java.util.List;

/**
 * A column or component of one, as SQL sees it: the wrapping groups of lists and maps are folded away. Levels are
 * Parquet's: a value slot whose definition level is at least {@link #definitionLevel()} has this node, and below it the
 * node, or something around it, is NULL or empty.
 */
public sealed interface ParquetNode {
    /** Its name in the file. */
    String name();

    /** Its SQL type, not nullable where the file says required. */
    SqlType type();

    /** Smallest definition level at which this node is not NULL. */
    int definitionLevel();

    /** A node that holds values. */
    record Leaf(ParquetColumn column) implements ParquetNode {
        @Override
        public String name() {
            return column.name();
        }

        @Override
        public SqlType type() {
            return column.type();
        }

        @Override
        public int definitionLevel() {
            return column.definitionLevel();
        }
    }

    /** A ROW. */
    record Group(String name, SqlType type, int definitionLevel, List<ParquetNode> fields) implements ParquetNode {
        public Group {
            fields = List.copyOf(fields);
        }
    }

    /**
     * An ARRAY, of three or two levels, or a bare repeated field.
     *
     * @param elementLevel smallest definition level at which there is an element (which may be NULL); below it, from
     *     {@code definitionLevel}, the list is empty
     * @param repetitionLevel level at which a slot continues the list; a smaller one starts a new list
     */
    record Repeated(
            String name, SqlType type, int definitionLevel, int elementLevel, int repetitionLevel, ParquetNode element)
            implements ParquetNode {}

    /** A MAP; levels as in {@link Repeated}, its entries being the elements. */
    record KeyValues(
            String name,
            SqlType type,
            int definitionLevel,
            int elementLevel,
            int repetitionLevel,
            ParquetNode key,
            ParquetNode value)
            implements ParquetNode {}
}
