package io.algeon.engine.sql.validate;

import io.algeon.engine.source.ViewSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A view of the catalog as the planner sees it; becomes its query. */
final class CatalogView extends AbstractTable implements TranslatableTable {
    private final ViewSource view;

    CatalogView(ViewSource view) {
        this.view = view;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return CatalogTable.rowType(typeFactory, view.definition());
    }

    @Override
    public Schema.TableType getJdbcTableType() {
        return Schema.TableType.VIEW;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        RelNode query = context.expandView(
                        table.getRowType(), view.query(), List.of(view.schema()), table.getQualifiedName())
                .project();
        if (query.getRowType().getFieldCount() != table.getRowType().getFieldCount()) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The tables that the view '" + view.definition().name()
                            + "' reads have other columns than when it was made. Create it again.");
        }
        return RelOptUtil.createCastRel(query, table.getRowType(), true);
    }
}
