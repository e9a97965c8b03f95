package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.DataDefinition.ObjectName;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.source.ViewSource;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.parser.NearMatches;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.table.MemoryTable;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Finds the tables and columns that statements name. */
final class TableTargets {
    private TableTargets() {}

    /** A name with its schema, if it has one; the database's name before it is allowed. */
    static ObjectName name(SqlIdentifier identifier, PlanningContext context) {
        List<String> names = identifier.names;
        int last = names.size() - 1;
        if (names.size() > 3
                || names.size() == 3
                        && !names.get(0).equalsIgnoreCase(context.catalog().name())) {
            throw new EngineException(
                    ErrorCode.OBJECT_NOT_FOUND,
                    "There is no database for '" + identifier + "'" + at(identifier) + "; this one is called '"
                            + context.catalog().name() + "'.");
        }
        return new ObjectName(last == 0 ? null : names.get(last - 1), names.get(last));
    }

    /**
     * A table whose rows can be changed.
     *
     * @throws EngineException if there is none, or it is a view or a table over files
     */
    static MemoryTable writable(SqlIdentifier identifier, PlanningContext context) {
        TableSource found = find(identifier, context);
        if (found instanceof MemoryTable table) {
            return table;
        }
        throw new EngineException(
                ErrorCode.OBJECT_KIND_MISMATCH,
                "'" + identifier + "'" + at(identifier)
                        + (found instanceof ViewSource
                                ? " is a view: its rows are changed in the tables that it reads."
                                : " is not a table made by CREATE TABLE: its rows cannot be changed."));
    }

    /** A table or view, looked up as a query would. */
    static TableSource find(SqlIdentifier identifier, PlanningContext context) {
        ObjectName name = name(identifier, context);
        Catalog catalog = context.catalog();
        for (String schema : schemas(name, context)) {
            Optional<TableSource> found = catalog.table(schema, name.name());
            if (found.isPresent()) {
                return found.get();
            }
        }
        List<String> known = new ArrayList<>();
        for (String schema : schemas(name, context)) {
            known.addAll(catalog.tables(schema));
        }
        throw new EngineException(
                ErrorCode.OBJECT_NOT_FOUND,
                "There is no table '" + identifier + "'" + at(identifier) + "." + hint(name.name(), known));
    }

    private static List<String> schemas(ObjectName name, PlanningContext context) {
        String schema = name.schema();
        if (schema != null) {
            return List.of(schema);
        }
        return context.catalog().searchPath(context.currentSchema());
    }

    /** Position of a column: exactly as written, else ignoring case. */
    static int column(SqlIdentifier name, List<ColumnDef> columns, String table) {
        String wanted = name.getSimple();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(wanted)) {
                return i;
            }
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        throw new EngineException(
                ErrorCode.FIELD_NOT_FOUND,
                "The table '" + table + "' has no column '" + wanted + "'" + at(name) + "."
                        + hint(wanted, columns.stream().map(ColumnDef::name).toList()));
    }

    private static String hint(String name, List<String> known) {
        List<String> near = NearMatches.of(name, known);
        return near.isEmpty() ? "" : " Did you mean '" + near.get(0) + "'?";
    }

    static String at(SqlIdentifier name) {
        SqlParserPos position = name.getParserPosition();
        return " (" + Place.of(position) + ")";
    }
}
