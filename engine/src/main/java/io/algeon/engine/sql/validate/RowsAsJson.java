package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.Place;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * {@code row_to_json(t)} and {@code json_agg(t)}, where {@code t} is a table or an alias in FROM: the object of its columns, {@code
 * json_object('a', t.a, 'b', t.b)}. A column of that name goes before the table.
 */
final class RowsAsJson extends ScopedShuttle {
    private static final Set<String> NAMES = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        NAMES.addAll(List.of("json_quote", "to_json", "to_jsonb", "row_to_json"));
    }

    private RowsAsJson(QueryScope scope) {
        super(scope);
    }

    static SqlNode rewrite(SqlNode statement, CatalogReader reader) {
        Scan scan = new Scan();
        statement.accept(scan);
        SqlNode rewritten = scan.found ? statement.accept(new RowsAsJson(QueryScope.root(reader))) : statement;
        return rewritten == null ? statement : rewritten;
    }

    private static @Nullable SqlIdentifier converted(SqlCall call) {
        return NAMES.contains(call.getOperator().getName())
                        && call.operandCount() == 1
                        && call.operand(0) instanceof SqlIdentifier name
                        && name.isSimple()
                ? name
                : null;
    }

    @Override
    SqlNode column(SqlIdentifier name) {
        return name;
    }

    @Override
    @Nullable
    SqlNode call(SqlCall call) {
        SqlIdentifier row = converted(call);
        List<String> columns = row == null ? null : scope().columnsOfRow(row);
        return row == null || columns == null ? super.call(call) : object(row, columns);
    }

    private static SqlNode object(SqlIdentifier row, List<String> columns) {
        SqlParserPos position = row.getParserPosition();
        List<SqlNode> operands = new ArrayList<>();
        operands.add(SqlLiteral.createCharString("null", position));
        for (String column : columns) {
            if (column.equals(QueryScope.NAMELESS)) {
                throw new EngineException(
                        ErrorCode.ARGUMENT_INVALID,
                        "The row '" + row + "' at " + Place.of(position)
                                + " has a column without a name, which an object cannot have. Name it with AS.");
            }
            operands.add(SqlLiteral.createCharString(column, position));
            operands.add(OperatorTable.INSTANCE
                    .function("json_quote")
                    .createCall(position, row.plus(column, position.withQuoting(true))));
        }
        return OperatorTable.INSTANCE.function("json_object").createCall(position, operands);
    }

    /** Whether there may be such a call. */
    private static final class Scan extends SqlBasicVisitor<Void> {
        private boolean found;

        @Override
        public @Nullable Void visit(SqlCall call) {
            found |= converted(call) != null;
            return super.visit(call);
        }
    }
}
