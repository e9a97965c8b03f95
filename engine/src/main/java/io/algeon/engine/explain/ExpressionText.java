package io.algeon.engine.explain;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Expressions in a form close to SQL, for people. */
final class ExpressionText {
    private static final int SHOWN_SET_VALUES = 10;

    private static final Map<String, String> INFIX = Map.ofEntries(
            Map.entry("equal", "="),
            Map.entry("not_equal", "<>"),
            Map.entry("less", "<"),
            Map.entry("less_or_equal", "<="),
            Map.entry("greater", ">"),
            Map.entry("greater_or_equal", ">="),
            Map.entry("is_distinct_from", "IS DISTINCT FROM"),
            Map.entry("is_not_distinct_from", "IS NOT DISTINCT FROM"),
            Map.entry("add", "+"),
            Map.entry("subtract", "-"),
            Map.entry("multiply", "*"),
            Map.entry("divide", "/"),
            Map.entry("modulo", "%"),
            Map.entry("concat", "||"),
            Map.entry("like", "LIKE"),
            Map.entry("ilike", "ILIKE"));

    private ExpressionText() {}

    /** @param columns that input references number */
    static String of(Expr expr, List<ColumnDef> columns) {
        if (expr instanceof Expr.InputRef column) {
            return column.column() < columns.size()
                    ? columns.get(column.column()).name()
                    : "$" + column.column();
        } else if (expr instanceof Expr.Literal literal) {
            return literal(literal.value(), literal.type());
        } else if (expr instanceof Expr.Parameter parameter) {
            return "?" + (parameter.index() + 1);
        } else if (expr instanceof Expr.ExecutionConstant constant) {
            return constant.name().toUpperCase(Locale.ROOT);
        } else if (expr instanceof Expr.Call call) {
            return call(call, columns);
        } else if (expr instanceof Expr.Cast cast) {
            return (cast.safe() ? "TRY_CAST(" : "CAST(") + of(cast.operand(), columns) + " AS " + cast.type() + ")";
        } else if (expr instanceof Expr.Case branches) {
            return branches.branches().stream()
                            .map(when ->
                                    " WHEN " + of(when.condition(), columns) + " THEN " + of(when.value(), columns))
                            .collect(Collectors.joining("", "CASE", ""))
                    + " ELSE " + of(branches.otherwise(), columns) + " END";
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return "COALESCE(" + list(coalesce.operands(), ", ", columns) + ")";
        } else if (expr instanceof Expr.And and) {
            return "(" + list(and.operands(), " AND ", columns) + ")";
        } else if (expr instanceof Expr.Or or) {
            return "(" + list(or.operands(), " OR ", columns) + ")";
        } else if (expr instanceof Expr.InSet set) {
            return set(set, columns);
        }
        return expr.toString();
    }

    private static String list(List<Expr> operands, String separator, List<ColumnDef> columns) {
        return operands.stream().map(operand -> of(operand, columns)).collect(Collectors.joining(separator));
    }

    private static String call(Expr.Call call, List<ColumnDef> columns) {
        String infix = INFIX.get(call.function());
        if (infix != null && call.operands().size() == 2) {
            return "(" + list(call.operands(), " " + infix + " ", columns) + ")";
        }
        if (call.operands().size() == 1) {
            String operand = of(call.operands().get(0), columns);
            switch (call.function()) {
                case "not":
                    return "NOT " + operand;
                case "negate":
                    return "-" + operand;
                case "is_null", "is_not_null", "is_true", "is_false", "is_not_true", "is_not_false":
                    return operand + " "
                            + call.function().toUpperCase(Locale.ROOT).replace('_', ' ');
                default:
                    break;
            }
        }
        return call.function() + "(" + list(call.operands(), ", ", columns) + ")";
    }

    private static String set(Expr.InSet set, List<ColumnDef> columns) {
        List<Expr.Literal> values = set.values();
        String shown = values.stream()
                .limit(SHOWN_SET_VALUES)
                .map(literal -> literal(literal.value(), literal.type()))
                .collect(Collectors.joining(", "));
        String more = values.size() > SHOWN_SET_VALUES ? ", ... " + values.size() + " values" : "";
        return of(set.operand(), columns) + " IN (" + shown + more + (set.hasNull() ? ", NULL" : "") + ")";
    }

    private static String literal(@Nullable Object value, SqlType type) {
        if (value == null) {
            return "NULL";
        }
        if (type.kind().isCharacter()) {
            return "'" + value.toString().replace("'", "''") + "'";
        }
        if (type.kind() == TypeKind.DATE && value instanceof Integer days) {
            return "DATE '" + LocalDate.ofEpochDay(days) + "'";
        }
        if (type.kind() == TypeKind.DECIMAL) {
            BigInteger unscaled =
                    value instanceof BigInteger wide ? wide : BigInteger.valueOf(((Number) value).longValue());
            return new BigDecimal(unscaled, type.scale()).toPlainString();
        }
        return value.toString();
    }
}
