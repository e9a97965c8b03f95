package io.algeon.engine.sql.validate;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.apache.calcite.rel.RelNode;

/**
 * A query as relational algebra.
 *
 * @param query its row type is the result's
 * @param columnNames of the result, as the user sees them; may repeat
 * @param parameterTypes in order; of kind NULL where nothing around the parameter types it
 */
public record ConvertedQuery(RelNode query, List<String> columnNames, List<SqlType> parameterTypes) {
    public ConvertedQuery {
        columnNames = List.copyOf(columnNames);
        parameterTypes = List.copyOf(parameterTypes);
    }
}
