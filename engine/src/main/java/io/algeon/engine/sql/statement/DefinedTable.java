package io.algeon.engine.sql.statement;

import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Collections;

/** A table that is being defined, against which its constraints are validated. */
record DefinedTable(TableDef definition) implements TableSource {
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
        throw new EngineException(ErrorCode.INTERNAL, "A table that is being defined has no rows.");
    }
}
