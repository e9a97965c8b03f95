package io.algeon.engine.sql.validate;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.type.TypeFactory;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** Resolves names of tables in the current schema, then in the default one, then as file names; and names of types. */
final class CatalogReader extends CalciteCatalogReader {
    private static final CalciteConnectionConfig CONFIG = new CalciteConnectionConfigImpl(new java.util.Properties());

    private final Catalog catalog;
    private final String currentSchema;
    private final List<TableDef> resolvedTables;

    /** @param targets tables by the names that a statement gives them itself, under {@link CatalogSchema#TARGETS} */
    CatalogReader(Catalog catalog, String currentSchema, Map<String, TableSource> targets) {
        this(catalog, currentSchema, targets, new ArrayList<>());
    }

    private CatalogReader(
            Catalog catalog, String currentSchema, Map<String, TableSource> targets, List<TableDef> resolvedTables) {
        super(
                CatalogSchema.root(catalog, targets, resolvedTables::add),
                new NameMatching(),
                searchPath(catalog, currentSchema),
                TypeFactory.INSTANCE,
                CONFIG);
        this.catalog = catalog;
        this.currentSchema = currentSchema;
        this.resolvedTables = resolvedTables;
    }

    private static List<List<String>> searchPath(Catalog catalog, String currentSchema) {
        List<List<String>> path = new ArrayList<>();
        catalog.searchPath(currentSchema).forEach(schema -> path.add(List.of(schema)));
        path.add(List.of());
        path.add(List.of(CatalogSchema.FILES));
        return path;
    }

    Catalog catalog() {
        return catalog;
    }

    String currentSchema() {
        return currentSchema;
    }

    String catalogName() {
        return catalog.name();
    }

    /** An error of validation in the user's words. */
    EngineException explain(CalciteContextException error, SqlNode statement) {
        StatementNames names = StatementNames.of(statement, resolvedTables);
        return ValidationErrors.of(error, catalog, catalog.searchPath(currentSchema), names);
    }

    /** Functions are looked up in the operator table only. */
    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> operators,
            SqlNameMatcher nameMatcher) {}

    /** Types that PostgreSQL, Spark or DuckDB name otherwise. */
    @Override
    public @Nullable RelDataType getNamedType(SqlIdentifier name) {
        if (!name.isSimple()) {
            return null;
        }
        SqlTypeName type = switch (name.getSimple().toUpperCase(Locale.ROOT)) {
            case "TEXT", "STRING", "BPCHAR", "NVARCHAR", "JSON", "JSONB" -> SqlTypeName.VARCHAR;
            case "BOOL", "LOGICAL" -> SqlTypeName.BOOLEAN;
            case "INT1" -> SqlTypeName.TINYINT;
            case "INT2", "SHORT" -> SqlTypeName.SMALLINT;
            case "INT4", "SIGNED" -> SqlTypeName.INTEGER;
            case "INT8", "LONG" -> SqlTypeName.BIGINT;
            case "FLOAT4" -> SqlTypeName.REAL;
            case "FLOAT8" -> SqlTypeName.DOUBLE;
            case "BYTEA", "BLOB", "BYTES" -> SqlTypeName.VARBINARY;
            case "DATETIME" -> SqlTypeName.TIMESTAMP;
            case "TIMESTAMPTZ" -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            case "HUGEINT" -> SqlTypeName.DECIMAL;
            default -> SqlTypeName.UNKNOWN;
        };
        if (type == SqlTypeName.UNKNOWN) {
            return null;
        }
        return type == SqlTypeName.DECIMAL
                ? TypeFactory.INSTANCE.createSqlType(type, 38, 0)
                : TypeFactory.INSTANCE.createSqlType(type);
    }
}
