package io.algeon.engine.sql.statement;

import io.algeon.engine.source.TableConstraint;
import io.algeon.engine.source.TableIndex;
import io.algeon.engine.sql.parser.DataStatement;
import io.algeon.engine.table.MemoryTable;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** The key that ON CONFLICT means. */
final class ConflictKeys {
    private ConflictKeys() {}

    /** Columns of the key; empty: any. */
    static List<Integer> columns(DataStatement.Conflict conflict, MemoryTable table) {
        SqlIdentifier constraint = conflict.constraint();
        if (constraint != null) {
            for (TableConstraint candidate : table.tableDetails().constraints()) {
                if (candidate instanceof TableConstraint.Key key
                        && key.name().equalsIgnoreCase(constraint.getSimple())) {
                    return key.columns();
                }
            }
            throw new EngineException(
                    ErrorCode.CONSTRAINT_NOT_FOUND,
                    "The table '" + table.name() + "' has no key '" + constraint + "'" + TableTargets.at(constraint)
                            + ".");
        }
        if (conflict.columns().isEmpty()) {
            return List.of();
        }
        List<Integer> columns = new ArrayList<>();
        for (SqlIdentifier name : conflict.columns()) {
            columns.add(TableTargets.column(name, table.definition().columns(), table.name()));
        }
        for (TableConstraint candidate : table.tableDetails().constraints()) {
            if (candidate instanceof TableConstraint.Key key && same(key.columns(), columns)) {
                return key.columns();
            }
        }
        for (TableIndex index : table.tableDetails().indexes()) {
            if (index.unique() && same(index.columns(), columns)) {
                return index.columns();
            }
        }
        throw new EngineException(
                ErrorCode.DEFINITION_INVALID,
                "The table '" + table.name()
                        + "' has no primary key, unique constraint or unique index over exactly the" + " columns "
                        + conflict.columns() + " of ON CONFLICT.");
    }

    private static boolean same(List<Integer> left, List<Integer> right) {
        return new HashSet<>(left).equals(new HashSet<>(right));
    }
}
