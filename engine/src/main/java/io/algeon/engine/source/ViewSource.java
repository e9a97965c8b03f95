package io.algeon.engine.source;

import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Collections;

/**
 * A view: planning puts its query in its place.
 *
 * @param definition the columns
 * @param query text of the query
 * @param schema in which the query looks up names first
 */
public record ViewSource(TableDef definition, String query, String schema) implements TableSource {
    @Override
    public TableStatistics statistics() {
        return new TableStatistics(0, Collections.nCopies(definition.columns().size(), ColumnStatistics.UNKNOWN));
    }

    @Override
    public long version() {
        return 0;
    }

    @Override
    public TableSnapshot snapshot() {
        throw new EngineException(ErrorCode.INTERNAL, "The view '" + definition.name() + "' was not expanded.");
    }
}
