package io.algeon.engine.sql.statement;

import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.table.MemoryTable;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The columns that stand in RETURNING for generated keys: see {@code io.algeon.engine.GeneratedKeys}. */
final class ReturnedKeys {
    private static final String AUTOMATIC = "\u0000keys";
    private static final String BY_NUMBER = "\u0000column";

    private ReturnedKeys() {}

    /** The items with keys in place of what stands for them. */
    static List<SqlNode> columns(List<SqlNode> items, MemoryTable table) {
        List<SqlNode> columns = new ArrayList<>();
        for (SqlNode item : items) {
            String name =
                    item instanceof SqlIdentifier identifier && identifier.isSimple() ? identifier.getSimple() : "";
            if (name.equals(AUTOMATIC)) {
                keys(table).forEach(position -> columns.add(column(table, position)));
            } else if (name.startsWith(BY_NUMBER)) {
                int number = Integer.parseInt(name.substring(BY_NUMBER.length()));
                if (number < 1 || number > table.definition().columns().size()) {
                    throw new EngineException(
                            ErrorCode.FIELD_NOT_FOUND,
                            "The table '" + table.name() + "' has no column " + number + "; it has "
                                    + table.definition().columns().size() + ".");
                }
                columns.add(column(table, number - 1));
            } else {
                columns.add(item);
            }
        }
        return columns;
    }

    private static List<Integer> keys(MemoryTable table) {
        List<Integer> positions = new ArrayList<>();
        List<ColumnDef> columns = table.definition().columns();
        for (int i = 0; i < columns.size(); i++) {
            if (table.tableDetails().columns().get(i).identity() != null) {
                positions.add(i);
            }
        }
        TableConstraint.Key primary = table.tableDetails().primaryKey();
        if (positions.isEmpty() && primary != null) {
            positions.addAll(primary.columns());
        }
        if (positions.isEmpty()) {
            for (int i = 0; i < columns.size(); i++) {
                positions.add(i);
            }
        }
        return positions;
    }

    private static SqlNode column(MemoryTable table, int position) {
        return new SqlIdentifier(
                table.definition().columns().get(position).name(), SqlParserPos.ZERO.withQuoting(true));
    }
}
