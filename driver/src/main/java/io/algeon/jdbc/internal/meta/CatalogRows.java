package io.algeon.jdbc.internal.meta;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of getCatalogs, getSchemas, getTables and getColumns, read from the engine's catalog. */
final class CatalogRows {
    /** Precisions are told in decimal digits, also those of binary floating-point numbers. */
    private static final Integer DECIMAL_RADIX = 10;

    private final Catalog catalog;

    CatalogRows(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Whether a catalog argument means this database: null is any, and there are none without a catalog. */
    private boolean isThis(@Nullable String name) {
        return name == null || name.equalsIgnoreCase(catalog.name());
    }

    List<@Nullable Object[]> catalogs() {
        return List.<@Nullable Object[]>of(new @Nullable Object[] {catalog.name()});
    }

    List<@Nullable Object[]> schemas(@Nullable String catalogName, @Nullable String schemaPattern) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (String schema : matchingSchemas(catalogName, schemaPattern)) {
            rows.add(new @Nullable Object[] {schema, catalog.name()});
        }
        return rows;
    }

    private List<String> matchingSchemas(@Nullable String catalogName, @Nullable String schemaPattern) {
        if (!isThis(catalogName)) {
            return List.of();
        }
        NamePattern pattern = new NamePattern(schemaPattern);
        return catalog.schemas().stream().filter(pattern::matches).toList();
    }

    /** Does not open files: thousands of tables are listed in milliseconds. */
    List<@Nullable Object[]> tables(
            @Nullable String catalogName,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            String @Nullable [] types) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        NamePattern pattern = new NamePattern(tablePattern);
        for (String schema : matchingSchemas(catalogName, schemaPattern)) {
            for (String table : catalog.tables(schema)) {
                String type = tableType(catalog.kind(schema, table));
                if (pattern.matches(table) && wanted(type, types)) {
                    rows.add(new @Nullable Object[] {
                        catalog.name(),
                        schema,
                        table,
                        type,
                        catalog.remarks(schema, table),
                        null,
                        null,
                        null,
                        null,
                        null
                    });
                }
            }
        }
        rows.sort((left, right) -> String.valueOf(left[3]).compareTo(String.valueOf(right[3])));
        return rows;
    }

    private static String tableType(TableKind kind) {
        return switch (kind) {
            case TABLE -> "TABLE";
            case TEMPORARY_TABLE -> "LOCAL TEMPORARY";
            case VIEW, TEMPORARY_VIEW -> "VIEW";
            case SYSTEM_TABLE -> "SYSTEM TABLE";
        };
    }

    private static boolean wanted(String type, String @Nullable [] types) {
        if (types == null) {
            return true;
        }
        for (String wanted : types) {
            if (type.equalsIgnoreCase(wanted)) {
                return true;
            }
        }
        return false;
    }

    List<@Nullable Object[]> columns(
            @Nullable String catalogName,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        NamePattern tables = new NamePattern(tablePattern);
        NamePattern columns = new NamePattern(columnPattern);
        for (String schema : matchingSchemas(catalogName, schemaPattern)) {
            for (String table : catalog.tables(schema)) {
                if (tables.matches(table)) {
                    definition(schema, table, tables.isLiteral())
                            .ifPresent(definition -> addColumns(rows, definition, table, columns));
                }
            }
        }
        return rows;
    }

    /** One damaged file does not hide the columns of all other tables, unless it was asked for. */
    private Optional<TableDef> definition(String schema, String table, boolean required) {
        try {
            return catalog.table(schema, table).map(source -> source.definition());
        } catch (EngineException unreadable) {
            if (required) {
                throw unreadable;
            }
            return Optional.empty();
        }
    }

    private void addColumns(List<@Nullable Object[]> rows, TableDef table, String name, NamePattern pattern) {
        List<ColumnDetails> details = catalog.details(table.schema(), table.name())
                .map(TableDetails::columns)
                .orElse(List.of());
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnDef column = table.columns().get(i);
            if (pattern.matches(column.name())) {
                ColumnDetails known = i < details.size() ? details.get(i) : ColumnDetails.PLAIN;
                rows.add(columnRow(table.schema(), name, column, known, i + 1));
            }
        }
    }

    private @Nullable Object[] columnRow(
            String schema, String table, ColumnDef column, ColumnDetails details, int position) {
        SqlType type = column.type();
        TypeKind kind = type.kind();
        JdbcType jdbc = JdbcType.of(type);
        boolean text = kind.isCharacter();
        Integer octets = text
                ? Integer.valueOf((int) Math.min(Integer.MAX_VALUE, 4L * jdbc.precision()))
                : kind == TypeKind.VARBINARY ? Integer.valueOf(jdbc.precision()) : null;
        return new @Nullable Object[] {
            catalog.name(),
            schema,
            table,
            column.name(),
            jdbc.code(),
            jdbc.name(),
            jdbc.precision(),
            null,
            digits(type),
            kind.isNumeric() ? DECIMAL_RADIX : null,
            type.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
            null,
            details.defaultText(),
            null,
            null,
            octets,
            position,
            type.nullable() ? "YES" : "NO",
            null,
            null,
            null,
            null,
            details.identity() == null ? "NO" : "YES",
            details.generated() == null ? "NO" : "YES"
        };
    }

    /** Fractional digits where a type has them. */
    private static @Nullable Integer digits(SqlType type) {
        return type.kind().isExactNumeric() || type.kind().isDateTime() && type.kind() != TypeKind.DATE
                ? JdbcType.of(type).scale()
                : null;
    }
}
