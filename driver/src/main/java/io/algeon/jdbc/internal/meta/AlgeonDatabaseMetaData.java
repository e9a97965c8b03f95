package io.algeon.jdbc.internal.meta;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.result.InMemoryExecution;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a connection: the catalog as result sets. What there is not (procedures,
 * privileges) is an empty result of the right columns. Each result set closes the statement that it came with.
 */
public final class AlgeonDatabaseMetaData extends CapabilityMetaData {
    private final MetadataContext context;

    public AlgeonDatabaseMetaData(MetadataContext context) {
        this.context = context;
    }

    private ResultSet rows(MetadataShape shape, Supplier<List<@Nullable Object[]>> rows) throws SQLException {
        try {
            return context.show(new InMemoryExecution(shape.columns(), rows.get()));
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
    }

    private ResultSet empty(MetadataShape shape) throws SQLException {
        return rows(shape, List::of);
    }

    private CatalogRows catalogRows() {
        return new CatalogRows(context.session().catalog());
    }

    private KeyRows keyRows() {
        return new KeyRows(context.session().catalog());
    }

    // --- what there is

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return rows(MetadataShape.CATALOGS, () -> catalogRows().catalogs());
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return getSchemas(null, null);
    }

    @Override
    public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern) throws SQLException {
        return rows(MetadataShape.SCHEMAS, () -> catalogRows().schemas(catalog, schemaPattern));
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return rows(
                MetadataShape.TABLE_TYPES,
                () -> List.of(
                        new @Nullable Object[] {"LOCAL TEMPORARY"},
                        new @Nullable Object[] {"SYSTEM TABLE"},
                        new @Nullable Object[] {"TABLE"},
                        new @Nullable Object[] {"VIEW"}));
    }

    @Override
    public ResultSet getTables(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            String @Nullable [] types)
            throws SQLException {
        return rows(MetadataShape.TABLES, () -> catalogRows().tables(catalog, schemaPattern, tablePattern, types));
    }

    @Override
    public ResultSet getColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return rows(
                MetadataShape.COLUMNS,
                () -> catalogRows().columns(catalog, schemaPattern, tablePattern, columnPattern));
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return rows(MetadataShape.TYPE_INFO, TypeRows::rows);
    }

    @Override
    public ResultSet getFunctions(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String functionPattern)
            throws SQLException {
        return rows(MetadataShape.FUNCTIONS, () -> FunctionRows.functions(catalog, schemaPattern, functionPattern));
    }

    @Override
    public ResultSet getFunctionColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String functionPattern,
            @Nullable String columnPattern)
            throws SQLException {
        return rows(
                MetadataShape.FUNCTION_COLUMNS,
                () -> FunctionRows.columns(catalog, schemaPattern, functionPattern, columnPattern));
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return rows(
                MetadataShape.CLIENT_INFO,
                () -> List.of(
                        new @Nullable Object[] {
                            "ApplicationName", 255, "", "Name of the application, kept with the connection."
                        },
                        new @Nullable Object[] {
                            "ClientHostname", 255, "", "Host of the client, kept with the connection."
                        },
                        new @Nullable Object[] {
                            "ClientUser", 255, "", "User of the application, kept with the connection."
                        }));
    }

    // --- keys, and what there is not

    @Override
    public ResultSet getAttributes(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String typePattern,
            @Nullable String attributePattern)
            throws SQLException {
        return empty(MetadataShape.ATTRIBUTES);
    }

    @Override
    public ResultSet getBestRowIdentifier(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, int scope, boolean nullable)
            throws SQLException {
        return rows(MetadataShape.ROW_IDENTIFIERS, () -> keyRows().bestRowIdentifier(catalog, schema, table));
    }

    @Override
    public ResultSet getColumnPrivileges(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String columnPattern)
            throws SQLException {
        return empty(MetadataShape.COLUMN_PRIVILEGES);
    }

    @Override
    public ResultSet getCrossReference(
            @Nullable String parentCatalog,
            @Nullable String parentSchema,
            @Nullable String parentTable,
            @Nullable String foreignCatalog,
            @Nullable String foreignSchema,
            @Nullable String foreignTable)
            throws SQLException {
        return rows(
                MetadataShape.FOREIGN_KEYS,
                () -> keyRows().crossReference(parentCatalog, parentSchema, parentTable, foreignSchema, foreignTable));
    }

    @Override
    public ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return rows(MetadataShape.FOREIGN_KEYS, () -> keyRows().exportedKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return rows(MetadataShape.FOREIGN_KEYS, () -> keyRows().importedKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getIndexInfo(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String table,
            boolean unique,
            boolean approximate)
            throws SQLException {
        return rows(MetadataShape.INDEX_INFO, () -> keyRows().indexes(catalog, schema, table, unique));
    }

    @Override
    public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return rows(MetadataShape.PRIMARY_KEYS, () -> keyRows().primaryKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getProcedureColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String procedurePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return empty(MetadataShape.PROCEDURE_COLUMNS);
    }

    @Override
    public ResultSet getProcedures(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String procedurePattern)
            throws SQLException {
        return empty(MetadataShape.PROCEDURES);
    }

    @Override
    public ResultSet getPseudoColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        return empty(MetadataShape.PSEUDO_COLUMNS);
    }

    @Override
    public ResultSet getSuperTables(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        return empty(MetadataShape.SUPER_TABLES);
    }

    @Override
    public ResultSet getSuperTypes(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String typePattern)
            throws SQLException {
        return empty(MetadataShape.SUPER_TYPES);
    }

    @Override
    public ResultSet getTablePrivileges(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        return empty(MetadataShape.TABLE_PRIVILEGES);
    }

    @Override
    public ResultSet getUDTs(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String typePattern,
            int @Nullable [] types)
            throws SQLException {
        return empty(MetadataShape.UDTS);
    }

    @Override
    public ResultSet getVersionColumns(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return empty(MetadataShape.ROW_IDENTIFIERS);
    }

    // --- the connection

    @Override
    public Connection getConnection() {
        return context.connection();
    }

    @Override
    public String getURL() {
        return context.url();
    }

    @Override
    public String getUserName() {
        return context.user();
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this);
    }
}
