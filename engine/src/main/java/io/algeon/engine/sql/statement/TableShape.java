package io.algeon.engine.sql.statement;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableDetails;
import io.algeon.engine.source.TableIndex;
import io.algeon.engine.source.TableKind;
import io.algeon.engine.sql.parser.DefinitionStatement;
import io.algeon.engine.table.MemoryTable;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A table's definition in the making: built by CREATE TABLE, changed step by step by ALTER TABLE. */
final class TableShape {
    private final StatementQueries queries;
    private String schema;
    private final TableKind kind;
    private String name;
    private final List<ColumnDef> columns = new ArrayList<>();
    private final List<ColumnDetails> columnDetails = new ArrayList<>();
    private final List<Expr> values = new ArrayList<>();
    private final List<TableConstraint> constraints = new ArrayList<>();
    private final List<TableIndex> indexes = new ArrayList<>();

    TableShape(StatementQueries queries, String schema, String name, boolean temporary) {
        this.queries = queries;
        this.schema = schema;
        this.name = name;
        this.kind = temporary ? TableKind.TEMPORARY_TABLE : TableKind.TABLE;
    }

    static TableShape of(MemoryTable table, StatementQueries queries) {
        TableDef definition = table.definition();
        TableShape shape = new TableShape(
                queries,
                definition.schema(),
                definition.name(),
                table.tableDetails().kind() == TableKind.TEMPORARY_TABLE);
        for (int i = 0; i < definition.columns().size(); i++) {
            ColumnDef column = definition.columns().get(i);
            shape.columns.add(column);
            shape.columnDetails.add(table.tableDetails().columns().get(i));
            shape.values.add(new Expr.InputRef(i, column.type()));
        }
        shape.constraints.addAll(table.tableDetails().constraints());
        shape.indexes.addAll(table.tableDetails().indexes());
        return shape;
    }

    TableDef definition() {
        return new TableDef(schema, name, columns, "");
    }

    TableDetails details() {
        return new TableDetails(kind, columnDetails, constraints, indexes, null);
    }

    /** The columns' values, over those of the table that is altered. */
    List<Expr> values() {
        return values;
    }

    List<ColumnDef> columns() {
        return columns;
    }

    int position(SqlIdentifier column) {
        return TableTargets.column(column, columns, name);
    }

    boolean hasColumn(String column) {
        return columns.stream().anyMatch(present -> present.name().equalsIgnoreCase(column));
    }

    /** Adds a column; rows that there are have its default. */
    void addColumn(DefinitionStatement.Column column, SqlType type) {
        String columnName = column.name().getSimple();
        requireNew(columnName, column.name());
        ColumnDef defined = new ColumnDef(columnName, type.withNullable(!column.notNull()));
        columns.add(defined);
        DefinitionStatement.Identity identity = column.identity();
        if (identity != null
                && (!type.kind().isInteger() || column.defaultValue() != null || identity.increment() == 0)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The identity column '" + columnName + "'" + TableTargets.at(column.name())
                            + " must be of an integer type, without a default, and its increment not 0.");
        }
        ColumnDetails details = defaultOf(defined, column.defaultValue());
        columnDetails.add(
                identity == null
                        ? details
                        : new ColumnDetails(
                                null,
                                null,
                                new ColumnDetails.Identity(identity.always(), identity.start(), identity.increment()),
                                null));
        Expr value = details.defaultValue();
        values.add(value == null ? new Expr.Literal(null, StatementQueries.unlimited(type)) : value);
    }

    /**
     * Computes a column that has been added, if it is a generated one. All of the columns that it is computed from have been
     * added, too.
     */
    void generate(DefinitionStatement.Column column) {
        DefinitionStatement.Written written = column.generated();
        if (written == null) {
            return;
        }
        int position = position(column.name());
        if (column.defaultValue() != null || column.identity() != null) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The column '" + column.name() + "'" + TableTargets.at(column.name())
                            + " is generated, and has neither a default nor numbers of its own.");
        }
        Expr value = queries.expressions(
                        List.of(written.expression()),
                        queries.target(new DefinedTable(definition()), name, SqlParserPos.ZERO),
                        "GENERATED ALWAYS AS")
                .values()
                .get(0);
        List<Integer> used = new ArrayList<>();
        ColumnMapping.collect(value, used);
        boolean chained = used.contains(position)
                || used.stream().anyMatch(i -> columnDetails.get(i).generated() != null);
        if (chained || !ExprProperties.isDeterministic(value)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The column '" + column.name() + "'" + TableTargets.at(column.name())
                            + " is generated of others that are not generated, and of nothing that changes by itself.");
        }
        Expr stored = AssignmentCast.cast(value, columns.get(position));
        columnDetails.set(
                position, new ColumnDetails(null, null, null, new ColumnDetails.Generated(written.text(), stored)));
        if (used.stream().anyMatch(i -> !(values.get(i) instanceof Expr.InputRef))) {
            // of a column that the same statement adds: as it is for new tables, which have no rows
            values.set(
                    position,
                    new Expr.Literal(
                            null,
                            StatementQueries.unlimited(columns.get(position).type())));
            return;
        }
        values.set(position, ColumnMapping.apply(stored, i -> ((Expr.InputRef) values.get(i)).column()));
    }

    void addColumn(ColumnDef column, ColumnDetails details) {
        columns.add(column);
        columnDetails.add(details);
        values.add(new Expr.Literal(null, StatementQueries.unlimited(column.type())));
    }

    private void requireNew(String columnName, SqlIdentifier at) {
        if (hasColumn(columnName)) {
            throw new EngineException(
                    ErrorCode.FIELD_EXISTS,
                    "The table '" + name + "' has a column '" + columnName + "' already" + TableTargets.at(at) + ".");
        }
    }

    private ColumnDetails defaultOf(ColumnDef column, DefinitionStatement.@Nullable Written value) {
        if (value == null) {
            return ColumnDetails.PLAIN;
        }
        Expr translated = queries.expressions(List.of(value.expression()), null, "DEFAULT")
                .values()
                .get(0);
        return new ColumnDetails(value.text(), AssignmentCast.cast(translated, column), null, null);
    }

    void setDefault(SqlIdentifier column, DefinitionStatement.@Nullable Written value) {
        int position = position(column);
        columnDetails.set(position, defaultOf(columns.get(position), value));
    }

    void setNotNull(SqlIdentifier column, boolean notNull) {
        int position = position(column);
        if (!notNull && isInPrimaryKey(position)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The column '" + column + "' is in the primary key of '" + name + "', which has no NULLs.");
        }
        setType(position, columns.get(position).type().withNullable(!notNull));
    }

    private boolean isInPrimaryKey(int position) {
        return constraints.stream()
                .anyMatch(constraint -> constraint instanceof TableConstraint.Key key
                        && key.primary()
                        && key.columns().contains(position));
    }

    private void setType(int position, SqlType type) {
        columns.set(position, new ColumnDef(columns.get(position).name(), type));
    }

    /** Another type; {@code value} is over the present columns. */
    void changeType(SqlIdentifier column, SqlType type, Expr value) {
        int position = position(column);
        if (isUsed(position)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The column '" + column + "' is in a constraint or index of '" + name
                            + "': drop that, change the type, and add it again.");
        }
        setType(position, type.withNullable(columns.get(position).type().nullable()));
        values.set(position, AssignmentCast.cast(value, columns.get(position)));
        ColumnDetails details = columnDetails.get(position);
        Expr defaultValue = details.defaultValue();
        if (defaultValue != null) {
            columnDetails.set(
                    position,
                    new ColumnDetails(
                            details.defaultText(),
                            AssignmentCast.cast(defaultValue, columns.get(position)),
                            null,
                            null));
        }
    }

    Expr value(int position) {
        return values.get(position);
    }

    private boolean isUsed(int position) {
        return isGeneratedFrom(position)
                || columnDetails.get(position).generated() != null
                || constraints.stream()
                        .anyMatch(constraint -> columnsOf(constraint).contains(position))
                || indexes.stream().anyMatch(index -> index.columns().contains(position));
    }

    private boolean isGeneratedFrom(int position) {
        for (ColumnDetails details : columnDetails) {
            ColumnDetails.Generated generated = details.generated();
            if (generated != null) {
                List<Integer> used = new ArrayList<>();
                ColumnMapping.collect(generated.value(), used);
                if (used.contains(position)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Integer> columnsOf(TableConstraint constraint) {
        if (constraint instanceof TableConstraint.Key key) {
            return key.columns();
        } else if (constraint instanceof TableConstraint.ForeignKey reference) {
            return reference.columns();
        }
        List<Integer> columns = new ArrayList<>();
        ColumnMapping.collect(((TableConstraint.Check) constraint).condition(), columns);
        return columns;
    }

    /** Drops a column, with the constraints and indexes that are over it alone, or over it at all if {@code cascade}. */
    void dropColumn(SqlIdentifier column, boolean cascade) {
        int position = position(column);
        if (columns.size() == 1) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The column '" + column + "' is the only one of '" + name + "'. Drop the table instead.");
        }
        if (isGeneratedFrom(position)) {
            throw new EngineException(
                    ErrorCode.OBJECT_IN_USE,
                    "The column '" + column + "' is one that another column of '" + name
                            + "' is generated from. Drop that first.");
        }
        for (TableConstraint constraint : constraints) {
            List<Integer> used = columnsOf(constraint);
            if (used.contains(position) && new HashSet<>(used).size() > 1 && !cascade) {
                throw new EngineException(
                        ErrorCode.OBJECT_IN_USE,
                        "The column '" + column + "' is in the constraint '" + constraint.name()
                                + "' with others. Drop that first, or write CASCADE.");
            }
        }
        constraints.removeIf(constraint -> columnsOf(constraint).contains(position));
        indexes.removeIf(index -> index.columns().contains(position));
        columns.remove(position);
        columnDetails.remove(position);
        values.remove(position);
        renumber(present -> present > position ? present - 1 : present);
    }

    private void renumber(IntUnaryOperator mapping) {
        columnDetails.replaceAll(details -> {
            ColumnDetails.Generated generated = details.generated();
            return generated == null
                    ? details
                    : new ColumnDetails(
                            null,
                            null,
                            null,
                            new ColumnDetails.Generated(
                                    generated.text(), ColumnMapping.apply(generated.value(), mapping)));
        });
        for (int i = 0; i < constraints.size(); i++) {
            TableConstraint constraint = constraints.get(i);
            if (constraint instanceof TableConstraint.Key key) {
                constraints.set(i, new TableConstraint.Key(key.name(), key.primary(), mapped(key.columns(), mapping)));
            } else if (constraint instanceof TableConstraint.ForeignKey key) {
                constraints.set(i, key.withColumns(mapped(key.columns(), mapping)));
            } else if (constraint instanceof TableConstraint.Check check) {
                constraints.set(
                        i,
                        new TableConstraint.Check(
                                check.name(), check.text(), ColumnMapping.apply(check.condition(), mapping)));
            }
        }
        indexes.replaceAll(index -> new TableIndex(index.name(), index.unique(), mapped(index.columns(), mapping)));
    }

    private static List<Integer> mapped(List<Integer> positions, IntUnaryOperator mapping) {
        return positions.stream().map(mapping::applyAsInt).toList();
    }

    void renameColumn(SqlIdentifier column, SqlIdentifier newName) {
        int position = position(column);
        if (!columns.get(position).name().equalsIgnoreCase(newName.getSimple())) {
            requireNew(newName.getSimple(), newName);
        }
        columns.set(
                position,
                new ColumnDef(newName.getSimple(), columns.get(position).type()));
    }

    void rename(SqlIdentifier newName) {
        name = newName.getSimple();
    }

    void moveTo(SqlIdentifier newSchema) {
        schema = newSchema.getSimple();
    }

    // --- constraints and indexes

    void add(DefinitionStatement.Constraint constraint) {
        if (constraint instanceof DefinitionStatement.Constraint.Key key) {
            addKey(key);
        } else if (constraint instanceof DefinitionStatement.Constraint.Check check) {
            addCheck(check);
        } else {
            addReference((DefinitionStatement.Constraint.ForeignKey) constraint);
        }
    }

    private List<Integer> positions(List<SqlIdentifier> names) {
        List<Integer> positions = new ArrayList<>();
        for (SqlIdentifier column : names) {
            int position = position(column);
            if (positions.contains(position)) {
                throw new EngineException(
                        ErrorCode.FIELD_EXISTS,
                        "The column '" + column + "'" + TableTargets.at(column) + " is listed twice.");
            }
            positions.add(position);
        }
        return positions;
    }

    private void requireKeyTypes(List<Integer> positions) {
        for (int position : positions) {
            if (columns.get(position).type().kind().isNested()) {
                throw new EngineException(
                        ErrorCode.DEFINITION_INVALID,
                        "The column '" + columns.get(position).name() + "' is of type "
                                + columns.get(position).type() + ", which cannot be in a key or index.");
            }
        }
    }

    private void addKey(DefinitionStatement.Constraint.Key key) {
        List<Integer> positions = positions(key.columns());
        requireKeyTypes(positions);
        if (key.primary()) {
            if (details().primaryKey() != null) {
                throw new EngineException(
                        ErrorCode.DEFINITION_INVALID, "The table '" + name + "' can have one primary key only.");
            }
            for (int position : positions) {
                setType(position, columns.get(position).type().withNullable(false));
            }
        }
        String suffix = key.primary() ? "pkey" : "key";
        List<Integer> named = key.primary() ? List.of() : positions;
        constraints.add(new TableConstraint.Key(constraintName(key.name(), named, suffix), key.primary(), positions));
    }

    private void addCheck(DefinitionStatement.Constraint.Check check) {
        Expr condition = queries.expressions(
                        List.of(check.condition().expression()),
                        queries.target(new DefinedTable(definition()), name, SqlParserPos.ZERO),
                        "CHECK")
                .values()
                .get(0);
        List<Integer> used = new ArrayList<>();
        ColumnMapping.collect(condition, used);
        Set<Integer> distinct = new HashSet<>(used);
        List<Integer> named = distinct.size() == 1 ? List.copyOf(distinct) : List.of();
        constraints.add(new TableConstraint.Check(
                constraintName(check.name(), named, "check"), check.condition().text(), condition));
    }

    private void addReference(DefinitionStatement.Constraint.ForeignKey key) {
        List<Integer> positions = positions(key.columns());
        requireKeyTypes(positions);
        List<String> path = key.table().names;
        boolean self = path.get(path.size() - 1).equalsIgnoreCase(name)
                && (path.size() == 1 || path.get(path.size() - 2).equalsIgnoreCase(schema));
        MemoryTable parent = self ? null : TableTargets.writable(key.table(), queries.context());
        List<ColumnDef> parentColumns =
                parent == null ? columns : parent.definition().columns();
        TableDetails parentDetails = parent == null ? details() : parent.tableDetails();
        String parentSchema = parent == null ? schema : parent.definition().schema();
        if (parent != null
                && (parent.tableDetails().kind() == TableKind.TEMPORARY_TABLE) != (kind == TableKind.TEMPORARY_TABLE)) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "A foreign key" + TableTargets.at(key.table())
                            + " leads from a temporary table to a temporary one, or between others.");
        }
        List<Integer> referenced = new ArrayList<>();
        TableConstraint.Key primary = parentDetails.primaryKey();
        if (!key.referenced().isEmpty()) {
            for (SqlIdentifier column : key.referenced()) {
                referenced.add(
                        TableTargets.column(column, parentColumns, key.table().toString()));
            }
        } else if (primary != null) {
            referenced.addAll(primary.columns());
        }
        if (!isKey(parentDetails, referenced) || referenced.size() != positions.size()) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "A foreign key" + TableTargets.at(key.table()) + " refers to as many columns of '" + key.table()
                            + "' as it has itself, and they are its primary key or a unique constraint.");
        }
        for (int i = 0; i < positions.size(); i++) {
            SqlType own = columns.get(positions.get(i)).type();
            SqlType other = parentColumns.get(referenced.get(i)).type();
            boolean text = own.kind().isCharacter() && other.kind().isCharacter();
            if (!text
                    && (own.kind() != other.kind()
                            || own.scale() != other.scale()
                            || own.physicalKind() != other.physicalKind())) {
                throw new EngineException(
                        ErrorCode.TYPE_MISMATCH,
                        "The column '" + columns.get(positions.get(i)).name() + "' is of type " + own
                                + " and refers to one of type " + other + ". Give both one type.");
            }
        }
        constraints.add(new TableConstraint.ForeignKey(
                constraintName(key.name(), positions, "fkey"),
                positions,
                parentSchema,
                parent == null ? name : parent.name(),
                referenced,
                key.onDelete(),
                key.onUpdate(),
                key.deferred()));
    }

    private static boolean isKey(TableDetails details, List<Integer> columns) {
        return !columns.isEmpty()
                && details.constraints().stream()
                        .anyMatch(constraint -> constraint instanceof TableConstraint.Key key
                                && new HashSet<>(key.columns()).equals(new HashSet<>(columns)));
    }

    void addIndex(String indexName, boolean unique, List<SqlIdentifier> names) {
        List<Integer> positions = positions(names);
        requireKeyTypes(positions);
        indexes.add(new TableIndex(indexName, unique, positions));
    }

    boolean dropIndex(String indexName) {
        return indexes.removeIf(index -> index.name().equalsIgnoreCase(indexName));
    }

    boolean dropConstraint(String constraintName) {
        return constraints.removeIf(constraint -> constraint.name().equalsIgnoreCase(constraintName));
    }

    /** The given name, or one of table, columns and kind, as PostgreSQL makes them. */
    private String constraintName(@Nullable SqlIdentifier given, List<Integer> positions, String suffix) {
        if (given != null) {
            String wanted = given.getSimple();
            if (constraints.stream().anyMatch(constraint -> constraint.name().equalsIgnoreCase(wanted))) {
                throw new EngineException(
                        ErrorCode.OBJECT_EXISTS,
                        "The table '" + name + "' has a constraint '" + wanted + "' already" + TableTargets.at(given)
                                + ".");
            }
            return wanted;
        }
        StringBuilder made = new StringBuilder(name);
        positions.forEach(
                position -> made.append('_').append(columns.get(position).name()));
        made.append('_').append(suffix);
        String base = made.toString();
        String candidate = base;
        for (int i = 1; isTaken(candidate); i++) {
            candidate = base + i;
        }
        return candidate;
    }

    private boolean isTaken(String candidate) {
        String lower = candidate.toLowerCase(Locale.ROOT);
        return constraints.stream()
                .anyMatch(
                        constraint -> constraint.name().toLowerCase(Locale.ROOT).equals(lower));
    }
}
