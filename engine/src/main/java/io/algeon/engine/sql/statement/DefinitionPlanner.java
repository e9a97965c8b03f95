package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.DataDefinition;
import io.algeon.engine.plan.DataDefinition.ObjectName;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.optimize.PhysicalPlanner;
import io.algeon.engine.sql.optimize.ScalarTranslator;
import io.algeon.engine.sql.parser.DefinitionStatement;
import io.algeon.engine.sql.parser.DefinitionStatement.Alteration;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.TableView;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Plans CREATE, ALTER, DROP and TRUNCATE: types, defaults and conditions are validated as parts of queries would be. */
public final class DefinitionPlanner {
    private final StatementQueries queries;
    private final PlanningContext context;

    private DefinitionPlanner(StatementQueries queries) {
        this.queries = queries;
        this.context = queries.context();
    }

    /** @throws EngineException if the statement is wrong; the message says where */
    public static PlannedStatement.Define plan(
            DefinitionStatement statement,
            PlanningContext context,
            PhysicalPlanner planner,
            ScalarTranslator translator) {
        int parameters = statement instanceof DefinitionStatement.CreateTable create ? create.parameters() : 0;
        StatementQueries queries = new StatementQueries(context, planner, translator, parameters);
        DataDefinition definition = new DefinitionPlanner(queries).definition(statement);
        return new PlannedStatement.Define(definition, queries.parameterTypes());
    }

    private DataDefinition definition(DefinitionStatement statement) {
        if (statement instanceof DefinitionStatement.CreateTable create) {
            return createTable(create);
        } else if (statement instanceof DefinitionStatement.CreateView create) {
            return createView(create);
        } else if (statement instanceof DefinitionStatement.CreateSchema create) {
            return new DataDefinition.CreateSchema(
                    TableTargets.name(create.name(), context).name(), create.ifNotExists());
        } else if (statement instanceof DefinitionStatement.CreateSequence create) {
            ObjectName name = TableTargets.name(create.name(), context);
            return new DataDefinition.CreateSequence(
                    new ObjectName(schemaFor(name, create.temporary()), name.name()),
                    create.temporary(),
                    create.ifNotExists(),
                    create.options());
        } else if (statement instanceof DefinitionStatement.AlterSequence alter) {
            return new DataDefinition.AlterSequence(
                    TableTargets.name(alter.name(), context), alter.ifExists(), alter.options());
        } else if (statement instanceof DefinitionStatement.CreateIndex create) {
            return createIndex(create);
        } else if (statement instanceof DefinitionStatement.AlterTable alter) {
            return alter(alter);
        } else if (statement instanceof DefinitionStatement.AlterView alter) {
            SqlIdentifier newName = alter.newName();
            SqlIdentifier newSchema = alter.newSchema();
            return new DataDefinition.AlterView(
                    TableTargets.name(alter.name(), context),
                    alter.ifExists(),
                    newName == null ? null : newName.getSimple(),
                    newSchema == null ? null : newSchema.getSimple());
        } else if (statement instanceof DefinitionStatement.Drop drop) {
            return drop(drop);
        }
        DefinitionStatement.Truncate truncate = (DefinitionStatement.Truncate) statement;
        List<TableSource> tables = new ArrayList<>();
        truncate.tables().forEach(name -> tables.add(TableTargets.writable(name, context)));
        return new DataDefinition.Truncate(tables, truncate.restartIdentity(), truncate.cascade());
    }

    // --- CREATE

    private String schemaFor(ObjectName name, boolean temporary) {
        String schema = name.schema();
        if (temporary || schema != null && TableView.isTemporary(schema)) {
            if (schema != null && !TableView.isTemporary(schema)) {
                throw new EngineException(
                        ErrorCode.DEFINITION_INVALID,
                        "A temporary table or view is in no schema of the database: leave '" + schema + "' out.");
            }
            return TableView.TEMPORARY;
        }
        return schema == null ? context.currentSchema() : schema;
    }

    private DataDefinition createTable(DefinitionStatement.CreateTable create) {
        ObjectName name = TableTargets.name(create.name(), context);
        String schema = schemaFor(name, create.temporary());
        boolean temporary = TableView.isTemporary(schema);
        if (create.ifNotExists() && context.catalog().table(schema, name.name()).isPresent()) {
            return new DataDefinition.Nothing();
        }
        TableShape shape = new TableShape(queries, schema, name.name(), temporary);
        SqlIdentifier like = create.like();
        if (like != null) {
            copyColumns(like, shape);
        }
        PlanNode rows = create.query() == null ? null : addQueried(create, create.query(), shape);
        if (create.query() == null) {
            List<SqlType> types = types(create.columns());
            for (int i = 0; i < types.size(); i++) {
                shape.addColumn(create.columns().get(i), types.get(i));
            }
            create.columns().forEach(shape::generate);
        }
        create.constraints().forEach(shape::add);
        return new DataDefinition.CreateTable(
                shape.definition(),
                shape.details(),
                temporary,
                create.replace(),
                create.ifNotExists(),
                create.withData() ? rows : null);
    }

    private void copyColumns(SqlIdentifier like, TableShape shape) {
        TableSource model = TableTargets.find(like, context);
        for (int i = 0; i < model.definition().columns().size(); i++) {
            ColumnDetails details = model instanceof MemoryTable table
                    ? table.tableDetails().columns().get(i)
                    : ColumnDetails.PLAIN;
            shape.addColumn(model.definition().columns().get(i), details);
        }
    }

    /** Columns of a query, under the names of the statement if it gives some; their values in the order of the columns. */
    private PlanNode addQueried(DefinitionStatement.CreateTable create, SqlNode query, TableShape shape) {
        StatementQueries.PlannedRows planned = queries.plan(query);
        List<SqlIdentifier> given =
                create.columns().stream().map(DefinitionStatement.Column::name).toList();
        if (create.columns().stream().anyMatch(column -> column.type() != null)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "CREATE TABLE AS takes the types from its query. Cast there, or create the table and insert.");
        }
        List<ColumnDef> columns = named(planned.columns(), given, "table '" + create.name() + "'");
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            SqlType type = storable(columns.get(i).type());
            ColumnDef column = new ColumnDef(columns.get(i).name(), type.withNullable(true));
            shape.addColumn(column, ColumnDetails.PLAIN);
            values.add(AssignmentCast.cast(
                    new Expr.InputRef(i, planned.plan().output().get(i).type()), column));
        }
        return new PlanNode.Project(planned.plan(), values, shape.definition().columns());
    }

    /** A column of untyped NULLs holds text, as in PostgreSQL; literals' lengths are no limits. */
    private static SqlType storable(SqlType type) {
        return type.kind() == TypeKind.NULL || type.kind() == TypeKind.CHAR ? SqlTypes.VARCHAR : type;
    }

    /** A query's columns under other names; names that repeat are refused. */
    private static List<ColumnDef> named(List<ColumnDef> columns, List<SqlIdentifier> names, String what) {
        if (!names.isEmpty() && names.size() != columns.size()) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The " + what + " has " + names.size() + " column names for the " + columns.size()
                            + " columns of its query.");
        }
        List<ColumnDef> named = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = names.isEmpty() ? columns.get(i).name() : names.get(i).getSimple();
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw new EngineException(
                        ErrorCode.FIELD_EXISTS,
                        "The " + what + " would have two columns '" + name + "'. Give one of them an alias.");
            }
            named.add(new ColumnDef(name, columns.get(i).type()));
        }
        return named;
    }

    /** Types as they are written beside columns. */
    private List<SqlType> types(List<DefinitionStatement.Column> columns) {
        List<SqlNode> casts = new ArrayList<>();
        for (DefinitionStatement.Column column : columns) {
            DefinitionStatement.Type type = column.type();
            if (type == null) {
                throw new EngineException(
                        ErrorCode.SQL_PARSE,
                        "The column '" + column.name() + "'" + TableTargets.at(column.name()) + " needs a type.");
            }
            SqlParserPos position = type.type().getParserPosition();
            SqlNode cast = SqlStdOperatorTable.CAST.createCall(position, SqlLiteral.createNull(position), type.type());
            casts.add(StatementQueries.as(cast, "type" + casts.size()));
        }
        if (casts.isEmpty()) {
            return List.of();
        }
        List<SqlType> types = new ArrayList<>();
        for (ColumnDef column : queries.columns(StatementQueries.select(casts, null, null))) {
            SqlType type = column.type();
            DefinitionStatement.Type written = columns.get(types.size()).type();
            for (int depth = written == null ? 0 : written.arrayDepth(); depth > 0; depth--) {
                type = SqlTypes.array(type);
            }
            types.add(type);
        }
        return types;
    }

    private DataDefinition createView(DefinitionStatement.CreateView create) {
        ObjectName name = TableTargets.name(create.name(), context);
        String schema = schemaFor(name, create.temporary());
        boolean temporary = TableView.isTemporary(schema);
        if (create.ifNotExists() && context.catalog().table(schema, name.name()).isPresent()) {
            return new DataDefinition.Nothing();
        }
        List<ColumnDef> columns =
                named(queries.columns(create.query().expression()), create.columns(), "view '" + create.name() + "'");
        List<ColumnDef> typed = columns.stream()
                .map(column -> new ColumnDef(
                        column.name(), column.type().kind() == TypeKind.NULL ? SqlTypes.VARCHAR : column.type()))
                .toList();
        TableDetails details = new TableDetails(
                temporary ? TableKind.TEMPORARY_VIEW : TableKind.VIEW,
                Collections.nCopies(columns.size(), ColumnDetails.PLAIN),
                List.of(),
                List.of(),
                create.query().text());
        return new DataDefinition.CreateView(
                new TableDef(schema, name.name(), typed, ""),
                details,
                temporary,
                create.replace(),
                create.ifNotExists());
    }

    // --- ALTER and indexes

    private DataDefinition createIndex(DefinitionStatement.CreateIndex create) {
        MemoryTable table = TableTargets.writable(create.table(), context);
        TableShape shape = TableShape.of(table, queries);
        SqlIdentifier given = create.name();
        StringBuilder made = new StringBuilder(table.name());
        create.columns().forEach(column -> made.append('_').append(column.getSimple()));
        String name = given == null ? made.append("_idx").toString() : given.getSimple();
        if (tableOfIndex(table.definition().schema(), name) != null) {
            if (create.ifNotExists()) {
                return new DataDefinition.Nothing();
            }
            throw new EngineException(
                    ErrorCode.OBJECT_EXISTS, "There is an index '" + name + "' already. Choose another name.");
        }
        shape.addIndex(name, create.unique(), create.columns());
        return altered(table, shape);
    }

    private @Nullable MemoryTable tableOfIndex(String schema, String index) {
        Catalog catalog = context.catalog();
        for (String name : catalog.tables(schema)) {
            if (catalog.kind(schema, name) == TableKind.VIEW) {
                continue;
            }
            Optional<TableDetails> details = catalog.details(schema, name)
                    .filter(found -> found.indexes().stream()
                            .anyMatch(candidate -> candidate.name().equalsIgnoreCase(index)));
            if (details.isPresent()) {
                return (MemoryTable) catalog.table(schema, name).orElse(null);
            }
        }
        return null;
    }

    private static DataDefinition altered(MemoryTable table, TableShape shape) {
        return new DataDefinition.AlterTable(table, shape.definition(), shape.details(), shape.values());
    }

    private DataDefinition alter(DefinitionStatement.AlterTable alter) {
        MemoryTable table;
        try {
            table = TableTargets.writable(alter.name(), context);
        } catch (EngineException missing) {
            if (alter.ifExists() && missing.code() == ErrorCode.OBJECT_NOT_FOUND) {
                return new DataDefinition.Nothing();
            }
            throw missing;
        }
        TableShape shape = TableShape.of(table, queries);
        for (Alteration action : alter.actions()) {
            alter(action, shape, table);
        }
        return altered(table, shape);
    }

    private void alter(Alteration action, TableShape shape, MemoryTable table) {
        if (action instanceof Alteration.AddColumn add) {
            if (!add.ifNotExists() || !shape.hasColumn(add.column().name().getSimple())) {
                shape.addColumn(add.column(), types(List.of(add.column())).get(0));
                shape.generate(add.column());
                add.constraints().forEach(shape::add);
            }
        } else if (action instanceof Alteration.DropColumn drop) {
            if (!drop.ifExists() || shape.hasColumn(drop.column().getSimple())) {
                shape.dropColumn(drop.column(), drop.cascade());
            }
        } else if (action instanceof Alteration.RenameColumn rename) {
            shape.renameColumn(rename.column(), rename.newName());
        } else if (action instanceof Alteration.Rename rename) {
            shape.rename(rename.newName());
        } else if (action instanceof Alteration.SetSchema set) {
            shape.moveTo(set.schema());
        } else if (action instanceof Alteration.SetDefault set) {
            shape.setDefault(set.column(), set.value());
        } else if (action instanceof Alteration.SetNotNull set) {
            shape.setNotNull(set.column(), set.notNull());
        } else if (action instanceof Alteration.SetType set) {
            setType(set, shape, table);
        } else if (action instanceof Alteration.AddConstraint add) {
            shape.add(add.constraint());
        } else if (action instanceof Alteration.DropConstraint drop
                && !shape.dropConstraint(drop.name().getSimple())
                && !drop.ifExists()) {
            throw new EngineException(
                    ErrorCode.CONSTRAINT_NOT_FOUND,
                    "The table '" + table.name() + "' has no constraint '" + drop.name() + "'"
                            + TableTargets.at(drop.name()) + ".");
        }
    }

    private void setType(Alteration.SetType set, TableShape shape, MemoryTable table) {
        DefinitionStatement.Column column =
                new DefinitionStatement.Column(set.column(), set.type(), false, null, null, null);
        SqlType type = types(List.of(column)).get(0);
        SqlNode using = set.using();
        Expr value = using == null
                ? shape.value(shape.position(set.column()))
                : queries.expressions(
                                List.of(using),
                                queries.target(table, table.name(), SqlParserPos.ZERO),
                                "USING of ALTER TABLE")
                        .values()
                        .get(0);
        shape.changeType(set.column(), type, value);
    }

    // --- DROP

    private DataDefinition drop(DefinitionStatement.Drop drop) {
        if (drop.kind() == DefinitionStatement.Kind.INDEX) {
            return dropIndex(drop);
        }
        List<ObjectName> names = new ArrayList<>();
        for (SqlIdentifier identifier : drop.names()) {
            names.add(TableTargets.name(identifier, context));
        }
        DataDefinition.Kind kind = switch (drop.kind()) {
            case TABLE, INDEX -> DataDefinition.Kind.TABLE;
            case VIEW -> DataDefinition.Kind.VIEW;
            case SCHEMA -> DataDefinition.Kind.SCHEMA;
            case SEQUENCE -> DataDefinition.Kind.SEQUENCE;
        };
        return new DataDefinition.Drop(kind, names, drop.ifExists(), drop.cascade());
    }

    private DataDefinition dropIndex(DefinitionStatement.Drop drop) {
        ObjectName name = TableTargets.name(drop.names().get(0), context);
        String schema = name.schema();
        MemoryTable table = tableOfIndex(schema == null ? context.currentSchema() : schema, name.name());
        if (table == null && schema == null) {
            table = tableOfIndex(TableView.TEMPORARY, name.name());
        }
        if (drop.names().size() > 1) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE, "DROP INDEX drops one index at a time. Write a statement for each.");
        }
        if (table == null) {
            if (drop.ifExists()) {
                return new DataDefinition.Nothing();
            }
            throw new EngineException(
                    ErrorCode.CONSTRAINT_NOT_FOUND,
                    "There is no index '" + name + "'"
                            + TableTargets.at(drop.names().get(0)) + ".");
        }
        TableShape shape = TableShape.of(table, queries);
        shape.dropIndex(name.name());
        return altered(table, shape);
    }
}
