package io.algeon.engine.sql.testing;

import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.util.ArrayList;
import java.util.List;

/** TPC-DS' tables, with a row count that only tells large from small. */
public final class TpcdsCatalog {
    private TpcdsCatalog() {}

    public static FakeCatalog create() {
        FakeCatalog catalog = new FakeCatalog();
        for (Table table : Table.getBaseTables()) {
            List<String> columns = new ArrayList<>();
            for (Column column : table.getColumns()) {
                columns.add(column.getName() + " " + type(column.getType()));
            }
            catalog.table(table.getName(), table.isSmall() ? 1_000 : 1_000_000, columns.toArray(String[]::new));
        }
        return catalog;
    }

    private static String type(ColumnType type) {
        return switch (type.getBase()) {
            case INTEGER -> "INTEGER";
            case IDENTIFIER -> "BIGINT";
            case DATE -> "DATE";
            case DECIMAL ->
                "DECIMAL(" + type.getPrecision().orElse(18) + ", "
                        + type.getScale().orElse(2) + ")";
            case TIME -> "TIME(0)";
            case VARCHAR, CHAR -> "VARCHAR";
        };
    }
}
