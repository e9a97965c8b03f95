package io.algeon.engine.catalog;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of information_schema about views and constraints. */
final class ConstraintRows {
    private final Catalog catalog;

    ConstraintRows(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Called for every table and view whose details can be read. */
    @FunctionalInterface
    private interface Visitor {
        void visit(String schema, String table, TableDetails details);
    }

    private List<List<@Nullable Object>> rows(RowsOfTable rowsOfTable) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        visit((schema, table, details) -> rowsOfTable.add(schema, table, details, rows));
        return rows;
    }

    @FunctionalInterface
    private interface RowsOfTable {
        void add(String schema, String table, TableDetails details, List<List<@Nullable Object>> rows);
    }

    private void visit(Visitor visitor) {
        for (String schema : catalog.schemas()) {
            for (String table : catalog.tables(schema)) {
                Optional<TableDetails> details;
                try {
                    details = catalog.details(schema, table);
                } catch (EngineException unreadable) {
                    // listed in tables, without what only its files know
                    continue;
                }
                details.ifPresent(known -> visitor.visit(schema, table, known));
            }
        }
    }

    List<List<@Nullable Object>> views() {
        return rows((schema, table, details, rows) -> {
            if (details.viewQuery() != null) {
                rows.add(Arrays.asList(catalog.name(), schema, table, details.viewQuery(), "NONE", "NO"));
            }
        });
    }

    List<List<@Nullable Object>> constraints() {
        return rows((schema, table, details, rows) -> {
            for (TableConstraint constraint : details.constraints()) {
                String type = constraint instanceof TableConstraint.Key key
                        ? key.primary() ? "PRIMARY KEY" : "UNIQUE"
                        : constraint instanceof TableConstraint.Check ? "CHECK" : "FOREIGN KEY";
                rows.add(Arrays.asList(
                        catalog.name(),
                        schema,
                        constraint.name(),
                        catalog.name(),
                        schema,
                        table,
                        type,
                        isDeferred(constraint),
                        isDeferred(constraint)));
            }
        });
    }

    private static String isDeferred(TableConstraint constraint) {
        return constraint instanceof TableConstraint.ForeignKey key && key.deferred() ? "YES" : "NO";
    }

    List<List<@Nullable Object>> keyColumns() {
        return rows((schema, table, details, rows) -> {
            for (TableConstraint constraint : details.constraints()) {
                List<Integer> columns = constraint instanceof TableConstraint.Key key
                        ? key.columns()
                        : constraint instanceof TableConstraint.ForeignKey foreign ? foreign.columns() : List.of();
                for (int i = 0; i < columns.size(); i++) {
                    rows.add(Arrays.asList(
                            catalog.name(),
                            schema,
                            constraint.name(),
                            catalog.name(),
                            schema,
                            table,
                            column(schema, table, columns.get(i)),
                            i + 1,
                            constraint instanceof TableConstraint.ForeignKey ? (Integer) (i + 1) : null));
                }
            }
        });
    }

    private String column(String schema, String table, int position) {
        List<ColumnDef> columns = catalog.table(schema, table)
                .map(source -> source.definition().columns())
                .orElse(List.of());
        return position < columns.size() ? columns.get(position).name() : "";
    }

    List<List<@Nullable Object>> references() {
        return rows((schema, table, details, rows) -> {
            for (TableConstraint constraint : details.constraints()) {
                if (constraint instanceof TableConstraint.ForeignKey foreign) {
                    rows.add(Arrays.asList(
                            catalog.name(),
                            schema,
                            foreign.name(),
                            catalog.name(),
                            foreign.schema(),
                            key(foreign),
                            foreign.table(),
                            "NONE",
                            foreign.onUpdate().sql(),
                            foreign.onDelete().sql()));
                }
            }
        });
    }

    /** Name of the key that a foreign key refers to. */
    private @Nullable String key(TableConstraint.ForeignKey foreign) {
        TableDetails details =
                catalog.details(foreign.schema(), foreign.table()).orElse(null);
        for (TableConstraint constraint : details == null ? List.<TableConstraint>of() : details.constraints()) {
            if (constraint instanceof TableConstraint.Key key && key.columns().equals(foreign.referencedColumns())) {
                return key.name();
            }
        }
        return null;
    }

    List<List<@Nullable Object>> checks() {
        return rows((schema, table, details, rows) -> {
            for (TableConstraint constraint : details.constraints()) {
                if (constraint instanceof TableConstraint.Check check) {
                    rows.add(Arrays.asList(catalog.name(), schema, check.name(), check.text()));
                }
            }
        });
    }
}
