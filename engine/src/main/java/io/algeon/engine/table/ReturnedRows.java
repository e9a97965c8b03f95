package io.algeon.engine.table;

import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import java.util.Collections;
import java.util.List;

/**
 * What a change within WITH gives back, as a table of the statement. Holds no rows: an execution binds its own, by {@link
 * TableView#with}.
 */
public final class ReturnedRows implements TableSource {
    /** What plans expect, as nothing is known. */
    private static final long EXPECTED_ROWS = 1000;

    private final TableDef definition;

    /** @param columns of RETURNING */
    public ReturnedRows(String name, List<ColumnDef> columns) {
        this.definition = new TableDef("", name, columns, "");
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableStatistics statistics() {
        int columns = definition.columns().size();
        return new TableStatistics(EXPECTED_ROWS, Collections.nCopies(columns, ColumnStatistics.UNKNOWN));
    }

    @Override
    public long version() {
        return 0;
    }

    @Override
    public TableSnapshot snapshot() {
        throw new IllegalStateException("the rows of " + definition.name() + " were not bound");
    }
}
