package io.algeon.engine.sql.statement;

import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Writes the table's name before those of its columns that stand alone, where {@code excluded} has the same ones. */
final class OwnColumns extends SqlShuttle {
    private final String label;
    private final List<ColumnDef> columns;

    private OwnColumns(String label, List<ColumnDef> columns) {
        this.label = label;
        this.columns = columns;
    }

    static SqlNode qualify(SqlNode expression, String label, List<ColumnDef> columns) {
        SqlNode qualified = expression.accept(new OwnColumns(label, columns));
        return qualified == null ? expression : qualified;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier name) {
        if (name.isSimple() && columns.stream().anyMatch(column -> column.name().equalsIgnoreCase(name.getSimple()))) {
            return new SqlIdentifier(
                    List.of(label, name.getSimple()),
                    null,
                    name.getParserPosition(),
                    List.of(name.getParserPosition().withQuoting(true), name.getComponentParserPosition(0)));
        }
        return name;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        return call.isA(org.apache.calcite.sql.SqlKind.QUERY) ? call : super.visit(call);
    }
}
