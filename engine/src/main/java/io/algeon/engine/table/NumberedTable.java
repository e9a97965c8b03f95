package io.algeon.engine.table;

import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A table with the numbers of its rows as its last column, by which statements that change rows find them again. */
public final class NumberedTable implements TableSource {
    /** Name of the column; no user can write it. */
    public static final String ROW_NUMBER = "\u0000row";

    private final MemoryTable table;
    private final TableDef definition;

    NumberedTable(MemoryTable table) {
        this.table = table;
        TableDef plain = table.definition();
        List<ColumnDef> columns = new ArrayList<>(plain.columns());
        columns.add(new ColumnDef(ROW_NUMBER, SqlTypes.BIGINT.withNullable(false)));
        this.definition = new TableDef(plain.schema(), plain.name(), columns, plain.remarks());
    }

    public MemoryTable table() {
        return table;
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableStatistics statistics() {
        TableStatistics plain = table.statistics();
        List<ColumnStatistics> columns = new ArrayList<>(plain.columns());
        columns.add(ColumnStatistics.UNKNOWN);
        return new TableStatistics(plain.rowCount(), columns);
    }

    @Override
    public long version() {
        return table.version();
    }

    @Override
    public TableSnapshot snapshot() {
        return table.snapshot();
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof NumberedTable numbered && numbered.table == table;
    }

    @Override
    public int hashCode() {
        return Objects.hash(table, ROW_NUMBER);
    }
}
