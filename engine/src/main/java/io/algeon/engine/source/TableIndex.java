package io.algeon.engine.source;

import java.util.List;

/** An index made by CREATE INDEX; columns are positions in the table's definition. */
public record TableIndex(String name, boolean unique, List<Integer> columns) {
    public TableIndex {
        columns = List.copyOf(columns);
    }
}
