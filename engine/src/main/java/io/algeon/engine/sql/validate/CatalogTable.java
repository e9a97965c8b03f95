package io.algeon.engine.sql.validate;

import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** A table of the catalog as the planner sees it; unwraps to its {@link TableSource}. */
final class CatalogTable extends AbstractTable {
    private final TableSource source;

    CatalogTable(TableSource source) {
        this.source = source;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return rowType(typeFactory, source.definition());
    }

    static RelDataType rowType(RelDataTypeFactory typeFactory, TableDef definition) {
        RelDataTypeFactory.Builder row = typeFactory.builder();
        for (ColumnDef column : definition.columns()) {
            row.add(column.name(), TypeMapping.toRelDataType(column.type()));
        }
        return row.build();
    }

    @Override
    public <C> @Nullable C unwrap(Class<C> type) {
        return type.isInstance(source) ? type.cast(source) : super.unwrap(type);
    }
}
