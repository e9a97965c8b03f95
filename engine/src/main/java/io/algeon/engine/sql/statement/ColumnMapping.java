package io.algeon.engine.sql.statement;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The columns that an expression reads. */
final class ColumnMapping {
    private ColumnMapping() {}

    /** Adds the columns, some perhaps several times. */
    static void collect(Expr expr, List<Integer> columns) {
        if (expr instanceof Expr.InputRef ref) {
            columns.add(ref.column());
        }
        for (Expr operand : ExprProperties.operands(expr)) {
            collect(operand, columns);
        }
    }

    /** The expression over the same columns under other numbers. */
    static Expr apply(Expr expr, IntUnaryOperator mapping) {
        if (expr instanceof Expr.InputRef ref) {
            return new Expr.InputRef(mapping.applyAsInt(ref.column()), ref.type());
        } else if (expr instanceof Expr.Call call) {
            return new Expr.Call(call.function(), all(call.operands(), mapping), call.type());
        } else if (expr instanceof Expr.Cast cast) {
            return new Expr.Cast(apply(cast.operand(), mapping), cast.type(), cast.safe());
        } else if (expr instanceof Expr.Case conditional) {
            List<Expr.Case.When> branches = conditional.branches().stream()
                    .map(when -> new Expr.Case.When(apply(when.condition(), mapping), apply(when.value(), mapping)))
                    .toList();
            return new Expr.Case(branches, apply(conditional.otherwise(), mapping), conditional.type());
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return new Expr.Coalesce(all(coalesce.operands(), mapping), coalesce.type());
        } else if (expr instanceof Expr.And and) {
            return new Expr.And(all(and.operands(), mapping), and.type());
        } else if (expr instanceof Expr.Or or) {
            return new Expr.Or(all(or.operands(), mapping), or.type());
        } else if (expr instanceof Expr.InSet set) {
            return new Expr.InSet(apply(set.operand(), mapping), set.values(), set.hasNull(), set.type());
        }
        return expr;
    }

    private static List<Expr> all(List<Expr> operands, IntUnaryOperator mapping) {
        return operands.stream().map(operand -> apply(operand, mapping)).toList();
    }
}
