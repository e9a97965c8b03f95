package io.algeon.jdbc.internal.meta;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.ReferentialAction;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableIndex;
import io.algeon.engine.source.TableSource;
import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of getPrimaryKeys, getIndexInfo, getBestRowIdentifier and the methods on foreign keys. */
final class KeyRows {
    /** A table with what is known of it. */
    private record Table(TableDef definition, TableDetails details) {
        String column(int position) {
            return definition.columns().get(position).name();
        }
    }

    private final Catalog catalog;

    KeyRows(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Tables of a schema (null: any) and name (null: any), both exactly or in another case. */
    private List<Table> tables(@Nullable String catalogName, @Nullable String schema, @Nullable String name) {
        List<Table> tables = new ArrayList<>();
        if (catalogName != null && !catalogName.equalsIgnoreCase(catalog.name())) {
            return tables;
        }
        for (String candidate : catalog.schemas()) {
            if (schema != null && !schema.isEmpty() && !candidate.equalsIgnoreCase(schema)) {
                continue;
            }
            List<String> names = name == null ? catalog.tables(candidate) : List.of(name);
            for (String table : names) {
                TableDetails details = catalog.details(candidate, table).orElse(null);
                TableSource source = details == null
                                || details.constraints().isEmpty()
                                        && details.indexes().isEmpty()
                        ? null
                        : catalog.table(candidate, table).orElse(null);
                if (details != null && source != null) {
                    tables.add(new Table(source.definition(), details));
                }
            }
        }
        return tables;
    }

    List<@Nullable Object[]> primaryKeys(@Nullable String catalogName, @Nullable String schema, @Nullable String name) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, schema, name)) {
            TableConstraint.Key key = table.details.primaryKey();
            for (int i = 0; key != null && i < key.columns().size(); i++) {
                rows.add(new @Nullable Object[] {
                    catalog.name(),
                    table.definition.schema(),
                    table.definition.name(),
                    table.column(key.columns().get(i)),
                    i + 1,
                    key.name()
                });
            }
        }
        rows.sort(Comparator.comparing(row -> String.valueOf(row[3])));
        return rows;
    }

    List<@Nullable Object[]> bestRowIdentifier(
            @Nullable String catalogName, @Nullable String schema, @Nullable String name) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, schema, name)) {
            TableConstraint.Key key = table.details.primaryKey();
            for (int i = 0; key != null && i < key.columns().size(); i++) {
                ColumnDef column = table.definition.columns().get(key.columns().get(i));
                JdbcType type = JdbcType.of(column.type());
                rows.add(new @Nullable Object[] {
                    DatabaseMetaData.bestRowSession,
                    column.name(),
                    type.code(),
                    type.name(),
                    type.precision(),
                    null,
                    type.scale(),
                    DatabaseMetaData.bestRowNotPseudo
                });
            }
        }
        return rows;
    }

    List<@Nullable Object[]> indexes(
            @Nullable String catalogName, @Nullable String schema, @Nullable String name, boolean uniqueOnly) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, schema, name)) {
            for (TableConstraint constraint : table.details.constraints()) {
                if (constraint instanceof TableConstraint.Key key) {
                    addIndex(rows, table, key.name(), true, key.columns());
                } else if (constraint instanceof TableConstraint.ForeignKey key && !uniqueOnly) {
                    addIndex(rows, table, key.name(), false, key.columns());
                }
            }
            for (TableIndex index : table.details.indexes()) {
                if (index.unique() || !uniqueOnly) {
                    addIndex(rows, table, index.name(), index.unique(), index.columns());
                }
            }
        }
        rows.sort(Comparator.<@Nullable Object[], Boolean>comparing(row -> (Boolean) row[3])
                .thenComparing(row -> String.valueOf(row[5])));
        return rows;
    }

    private void addIndex(
            List<@Nullable Object[]> rows, Table table, String name, boolean unique, List<Integer> columns) {
        for (int i = 0; i < columns.size(); i++) {
            rows.add(new @Nullable Object[] {
                catalog.name(),
                table.definition.schema(),
                table.definition.name(),
                !unique,
                null,
                name,
                (int) DatabaseMetaData.tableIndexHashed,
                i + 1,
                table.column(columns.get(i)),
                null,
                null,
                null,
                null
            });
        }
    }

    /** The foreign keys of a table. */
    List<@Nullable Object[]> importedKeys(
            @Nullable String catalogName, @Nullable String schema, @Nullable String name) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, schema, name)) {
            addReferences(rows, table, null, null);
        }
        sort(rows, 1, 2);
        return rows;
    }

    /** The foreign keys that refer to a table. */
    List<@Nullable Object[]> exportedKeys(
            @Nullable String catalogName, @Nullable String schema, @Nullable String name) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, null, null)) {
            addReferences(rows, table, schema, name == null ? "" : name);
        }
        sort(rows, 5, 6);
        return rows;
    }

    /** The foreign keys of one table that refer to another. */
    List<@Nullable Object[]> crossReference(
            @Nullable String catalogName,
            @Nullable String parentSchema,
            @Nullable String parentTable,
            @Nullable String schema,
            @Nullable String name) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Table table : tables(catalogName, schema, name)) {
            addReferences(rows, table, parentSchema, parentTable);
        }
        sort(rows, 5, 6);
        return rows;
    }

    private static void sort(List<@Nullable Object[]> rows, int schema, int table) {
        rows.sort(Comparator.<@Nullable Object[], String>comparing(row -> String.valueOf(row[schema]))
                .thenComparing(row -> String.valueOf(row[table]))
                .thenComparing(row -> String.valueOf(row[11]))
                .thenComparing(row -> (Integer) row[8]));
    }

    /** @param parentTable null: whatever table they refer to */
    private void addReferences(
            List<@Nullable Object[]> rows, Table table, @Nullable String parentSchema, @Nullable String parentTable) {
        for (TableConstraint constraint : table.details.constraints()) {
            if (!(constraint instanceof TableConstraint.ForeignKey key)
                    || parentTable != null && !key.table().equalsIgnoreCase(parentTable)
                    || parentSchema != null
                            && !parentSchema.isEmpty()
                            && !key.schema().equalsIgnoreCase(parentSchema)) {
                continue;
            }
            TableSource source = catalog.table(key.schema(), key.table()).orElse(null);
            TableDetails details = catalog.details(key.schema(), key.table()).orElse(null);
            if (source == null || details == null) {
                continue;
            }
            Table parent = new Table(source.definition(), details);
            for (int i = 0; i < key.columns().size(); i++) {
                rows.add(new @Nullable Object[] {
                    catalog.name(),
                    parent.definition.schema(),
                    parent.definition.name(),
                    parent.column(key.referencedColumns().get(i)),
                    catalog.name(),
                    table.definition.schema(),
                    table.definition.name(),
                    table.column(key.columns().get(i)),
                    i + 1,
                    rule(key.onUpdate()),
                    rule(key.onDelete()),
                    key.name(),
                    keyName(parent.details, key.referencedColumns()),
                    key.deferred()
                            ? DatabaseMetaData.importedKeyInitiallyDeferred
                            : DatabaseMetaData.importedKeyNotDeferrable
                });
            }
        }
    }

    private static int rule(ReferentialAction action) {
        return switch (action) {
            case NO_ACTION -> DatabaseMetaData.importedKeyNoAction;
            case RESTRICT -> DatabaseMetaData.importedKeyRestrict;
            case CASCADE -> DatabaseMetaData.importedKeyCascade;
            case SET_NULL -> DatabaseMetaData.importedKeySetNull;
            case SET_DEFAULT -> DatabaseMetaData.importedKeySetDefault;
        };
    }

    private static @Nullable String keyName(TableDetails details, List<Integer> columns) {
        for (TableConstraint constraint : details.constraints()) {
            if (constraint instanceof TableConstraint.Key key
                    && key.columns().size() == columns.size()
                    && key.columns().containsAll(columns)) {
                return key.name();
            }
        }
        return null;
    }
}
