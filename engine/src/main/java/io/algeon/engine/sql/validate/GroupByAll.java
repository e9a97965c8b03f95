package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.Place;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** GROUP BY ALL: groups by every selected expression without an aggregate. */
final class GroupByAll extends SqlBasicVisitor<Void> {
    private GroupByAll() {}

    static void expand(SqlNode tree) {
        tree.accept(new GroupByAll());
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select && isMarked(select.getGroup())) {
            SqlNodeList groups = groups(select.getSelectList());
            select.setGroupBy(groups.isEmpty() ? null : groups);
        }
        return super.visit(call);
    }

    private static boolean isMarked(@Nullable SqlNodeList groups) {
        return groups != null
                && groups.size() == 1
                && groups.get(0) instanceof SqlIdentifier name
                && name.isSimple()
                && name.getSimple().equals(ParsedStatement.ALL_COLUMNS);
    }

    private static SqlNodeList groups(SqlNodeList items) {
        List<SqlNode> groups = new ArrayList<>();
        for (SqlNode item : items) {
            SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
            if (expression instanceof SqlIdentifier name && name.isStar()) {
                SqlParserPos position = name.getParserPosition();
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_FEATURE,
                        "GROUP BY ALL needs the selected columns by name, not * (" + Place.of(position) + ").");
            }
            AggregateFinder finder = new AggregateFinder();
            expression.accept(finder);
            if (!finder.found && !(expression instanceof SqlLiteral)) {
                groups.add(expression);
            }
        }
        return new SqlNodeList(groups, items.getParserPosition());
    }

    /** Looks for calls of aggregates, whose names are not resolved yet; not in sub-queries. */
    private static final class AggregateFinder extends SqlBasicVisitor<Void> {
        private boolean found;

        @Override
        public @Nullable Void visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
                return null;
            }
            found |= call.getOperator() instanceof SqlAggFunction
                    || OperatorTable.INSTANCE.isAggregate(call.getOperator().getName());
            return super.visit(call);
        }
    }
}
