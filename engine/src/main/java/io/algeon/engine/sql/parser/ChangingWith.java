package io.algeon.engine.sql.parser;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * A statement with changes of rows among the items of its WITH.
 *
 * @param items in the order in which they are written
 * @param last what stands behind WITH: a query or a {@link DataStatement}
 * @param parameters of the whole statement
 */
public record ChangingWith(List<Item> items, ParsedStatement last, int parameters) implements ParsedStatement {
    /** An item of WITH. */
    public sealed interface Item {}

    /** A query. */
    public record Reading(SqlWithItem query) implements Item {}

    /**
     * A change, whose RETURNING is what the name stands for.
     *
     * @param columns names of the columns; null: those of RETURNING
     */
    public record Changing(SqlIdentifier name, @Nullable SqlNodeList columns, DataStatement change) implements Item {}
}
