package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.type.RegistryFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/** How calls become row expressions: one to one where Calcite would expand them, else its way. */
final class Convertlets implements SqlRexConvertletTable {
    static final Convertlets INSTANCE = new Convertlets();

    private Convertlets() {}

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        SqlOperator operator = call.getOperator();
        if (operator instanceof RegistryFunction
                || operator == OwnOperators.EXTRACT
                || operator == SqlStdOperatorTable.IS_DISTINCT_FROM
                || operator == SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
                || operator == OwnOperators.MOD
                || operator == OwnOperators.PERCENT
                || operator == OwnOperators.ROUND
                || operator == OwnOperators.TRUNCATE
                || operator == OwnOperators.TRUNC
                || operator == OwnOperators.GREATEST
                || operator == OwnOperators.LEAST
                || operator == OwnOperators.COALESCE) {
            return Convertlets::direct;
        } else if (operator == OwnOperators.NVL || operator == OwnOperators.IFNULL) {
            return (context, nvl) -> makeCall(context, nvl, OwnOperators.COALESCE, operands(context, nvl));
        } else if (operator == OwnOperators.UNARY_PLUS) {
            return (context, plus) -> context.convertExpression(plus.operand(0));
        } else if (operator == OwnOperators.NULLIF) {
            return Convertlets::nullIf;
        } else if (operator == OwnOperators.PLUS) {
            return (context, plus) -> arithmetic(context, plus, SqlStdOperatorTable.PLUS);
        } else if (operator == OwnOperators.MINUS) {
            return (context, minus) -> arithmetic(context, minus, SqlStdOperatorTable.MINUS);
        }
        if (operator == SqlStdOperatorTable.CURRENT_SCHEMA || operator == SqlStdOperatorTable.CURRENT_CATALOG) {
            return Convertlets::sessionName;
        } else if (operator == SqlStdOperatorTable.TIMESTAMP_DIFF) {
            return Convertlets::wholeUnits;
        }
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        return call.isA(SqlKind.COMPARISON) && call.operandCount() == 2 && standard != null
                ? (context, comparison) -> comparison(context, comparison, standard)
                : standard;
    }

    private static RexNode direct(SqlRexContext context, SqlCall call) {
        return makeCall(context, call, call.getOperator(), operands(context, call));
    }

    private static RexNode makeCall(SqlRexContext context, SqlCall call, SqlOperator operator, List<RexNode> operands) {
        RexBuilder builder = context.getRexBuilder();
        RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(call);
        return builder.makeCall(
                type == null ? builder.deriveReturnType(call.getOperator(), operands) : type, operator, operands);
    }

    private static List<RexNode> operands(SqlRexContext context, SqlCall call) {
        List<RexNode> operands = new ArrayList<>();
        for (SqlNode operand : call.getOperandList()) {
            operands.add(context.convertExpression(operand));
        }
        return operands;
    }

    /** Exact numbers and rows are compared as they are: a common type could lose digits. */
    private static RexNode comparison(SqlRexContext context, SqlCall call, SqlRexConvertlet standard) {
        for (SqlNode operand : call.getOperandList()) {
            RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(operand);
            boolean exact = type != null && SqlTypeUtil.isExactNumeric(type);
            if (!exact && operand.getKind() != SqlKind.ROW) {
                return standard.convertCall(context, call);
            }
        }
        return context.getRexBuilder().makeCall(call.getOperator(), operands(context, call));
    }

    /** TIMESTAMPDIFF(unit, from, to) is the registry's function, the unit a string. */
    private static RexNode wholeUnits(SqlRexContext context, SqlCall call) {
        SqlIntervalQualifier unit = call.operand(0);
        // {fn TIMESTAMPDIFF(SQL_TSI_DAY, ...)}
        String name = unit.timeFrameName == null
                ? unit.timeUnitRange.name()
                : unit.timeFrameName
                        .toUpperCase(Locale.ROOT)
                        .replace("SQL_TSI_", "")
                        .replace("FRAC_SECOND", "NANOSECOND");
        SqlOperator function = OperatorTable.INSTANCE.function("timestampdiff");
        RexBuilder builder = context.getRexBuilder();
        RexNode count = builder.makeCall(
                function,
                builder.makeLiteral(name),
                context.convertExpression(call.operand(1)),
                context.convertExpression(call.operand(2)));
        return builder.makeCast(context.getValidator().getValidatedNodeType(call), count);
    }

    /** Names that are known when the statement is planned. */
    private static RexNode sessionName(SqlRexContext context, SqlCall call) {
        CatalogReader reader = (CatalogReader) context.getValidator().getCatalogReader();
        RexBuilder builder = context.getRexBuilder();
        String name = call.getOperator() == SqlStdOperatorTable.CURRENT_SCHEMA
                ? reader.currentSchema()
                : reader.catalogName();
        return builder.makeAbstractCast(
                context.getValidator().getValidatedNodeType(call), builder.makeLiteral(name), false);
    }

    private static RexNode nullIf(SqlRexContext context, SqlCall call) {
        RexBuilder builder = context.getRexBuilder();
        List<RexNode> operands = operands(context, call);
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        return builder.makeCall(
                type,
                SqlStdOperatorTable.CASE,
                List.of(
                        builder.makeCall(SqlStdOperatorTable.EQUALS, operands),
                        builder.makeNullLiteral(type),
                        operands.get(0)));
    }

    /** Plus and minus; with a date, timestamp or time the operand that is one comes first. */
    private static RexNode arithmetic(SqlRexContext context, SqlCall call, SqlOperator operator) {
        List<RexNode> operands = operands(context, call);
        if (operands.size() == 2
                && SqlTypeUtil.isDatetime(operands.get(1).getType())
                && operator == SqlStdOperatorTable.PLUS) {
            operands = List.of(operands.get(1), operands.get(0));
        }
        RexBuilder builder = context.getRexBuilder();
        RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(call);
        if (type == null) {
            type = builder.deriveReturnType(call.getOperator(), operands);
        }
        boolean dateTime = type.getSqlTypeName() == SqlTypeName.DATE
                || type.getSqlTypeName() == SqlTypeName.TIME
                || SqlTypeUtil.isDatetime(type);
        SqlOperator used =
                dateTime && operator == SqlStdOperatorTable.PLUS ? SqlStdOperatorTable.DATETIME_PLUS : operator;
        return builder.makeCall(type, used, operands);
    }
}
