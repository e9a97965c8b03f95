package io.algeon.engine.scalar;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** The columns that expressions read. */
public final class ExprColumns {
    private ExprColumns() {}

    /** Adds the numbers of all columns that an expression reads. */
    public static void collect(Expr expr, Set<Integer> columns) {
        if (expr instanceof Expr.InputRef reference) {
            columns.add(reference.column());
        }
        operands(expr).forEach(operand -> collect(operand, columns));
    }

    /** The expression with other column numbers. */
    public static Expr renumber(Expr expr, IntUnaryOperator numbers) {
        if (expr instanceof Expr.InputRef reference) {
            return new Expr.InputRef(numbers.applyAsInt(reference.column()), reference.type());
        } else if (expr instanceof Expr.Call call) {
            return new Expr.Call(call.function(), renumber(call.operands(), numbers), call.type());
        } else if (expr instanceof Expr.Cast cast) {
            return new Expr.Cast(renumber(cast.operand(), numbers), cast.type(), cast.safe());
        } else if (expr instanceof Expr.And and) {
            return new Expr.And(renumber(and.operands(), numbers), and.type());
        } else if (expr instanceof Expr.Or or) {
            return new Expr.Or(renumber(or.operands(), numbers), or.type());
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return new Expr.Coalesce(renumber(coalesce.operands(), numbers), coalesce.type());
        } else if (expr instanceof Expr.InSet set) {
            return new Expr.InSet(renumber(set.operand(), numbers), set.values(), set.hasNull(), set.type());
        } else if (expr instanceof Expr.Case choice) {
            List<Expr.Case.When> branches = choice.branches().stream()
                    .map(branch -> new Expr.Case.When(
                            renumber(branch.condition(), numbers), renumber(branch.value(), numbers)))
                    .toList();
            return new Expr.Case(branches, renumber(choice.otherwise(), numbers), choice.type());
        }
        return expr;
    }

    private static List<Expr> renumber(List<Expr> all, IntUnaryOperator numbers) {
        return all.stream().map(expr -> renumber(expr, numbers)).toList();
    }

    /** The operands of an expression, in order; for CASE, each condition before its value, the ELSE value last. */
    public static List<Expr> operands(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return call.operands();
        } else if (expr instanceof Expr.Cast cast) {
            return List.of(cast.operand());
        } else if (expr instanceof Expr.And and) {
            return and.operands();
        } else if (expr instanceof Expr.Or or) {
            return or.operands();
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return coalesce.operands();
        } else if (expr instanceof Expr.InSet set) {
            return List.of(set.operand());
        } else if (expr instanceof Expr.Case choice) {
            List<Expr> all = new ArrayList<>();
            for (Expr.Case.When branch : choice.branches()) {
                all.add(branch.condition());
                all.add(branch.value());
            }
            all.add(choice.otherwise());
            return all;
        }
        return List.of();
    }
}
