package io.algeon.engine.sql.validate;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlVisitor;

/** Whether an expression names no columns and holds no sub-queries, so that it has one value for a whole query. */
final class ColumnFree implements SqlVisitor<Boolean> {
    @Override
    public Boolean visit(SqlLiteral literal) {
        return true;
    }

    @Override
    public Boolean visit(SqlCall call) {
        return !call.isA(SqlKind.QUERY)
                && call.getOperandList().stream().allMatch(operand -> operand == null || visitNode(operand));
    }

    @Override
    public Boolean visit(SqlNodeList list) {
        return list.getList().stream().allMatch(element -> element == null || visitNode(element));
    }

    @Override
    public Boolean visitNode(SqlNode node) {
        return node.accept(this);
    }

    @Override
    public Boolean visit(SqlIdentifier name) {
        return false;
    }

    @Override
    public Boolean visit(SqlDataTypeSpec type) {
        return true;
    }

    @Override
    public Boolean visit(SqlDynamicParam parameter) {
        return true;
    }

    @Override
    public Boolean visit(SqlIntervalQualifier qualifier) {
        return true;
    }
}
