package io.algeon.metadata.catalog;

import java.util.List;
import java.util.Objects;

/**
 * A table or view as planning sees it. Holds no data: a snapshot is bound when a query starts.
 *
 * @param schema name of the schema that it is in
 * @param name name as written by its creator
 * @param columns in declared order; names may differ in case only
 * @param remarks what a tool shows beside it, such as the location of its files; may be empty
 */
public record TableDef(String schema, String name, List<ColumnDef> columns, String remarks) {
    public TableDef {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(name);
        Objects.requireNonNull(remarks);
        columns = List.copyOf(columns);
    }
}
