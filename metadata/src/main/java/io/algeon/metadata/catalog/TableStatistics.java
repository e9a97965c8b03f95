package io.algeon.metadata.catalog;

import java.util.List;

/**
 * Statistics of a table at one moment.
 *
 * @param rowCount rows, exact for files with footers and own tables
 * @param columns one for each column of the definition, in its order
 */
public record TableStatistics(long rowCount, List<ColumnStatistics> columns) {
    public TableStatistics {
        columns = List.copyOf(columns);
    }
}
