package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Walks, rewrites and normal forms of expressions. */
final class ExprTrees {
    static final Expr.Literal TRUE = new Expr.Literal(true, SqlTypes.BOOLEAN.withNullable(false));
    static final Expr.Literal FALSE = new Expr.Literal(false, SqlTypes.BOOLEAN.withNullable(false));

    private ExprTrees() {}

    static List<Expr> operands(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return call.operands();
        } else if (expr instanceof Expr.And and) {
            return and.operands();
        } else if (expr instanceof Expr.Or or) {
            return or.operands();
        } else if (expr instanceof Expr.Cast cast) {
            return List.of(cast.operand());
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return coalesce.operands();
        } else if (expr instanceof Expr.InSet set) {
            return List.of(set.operand());
        } else if (expr instanceof Expr.Case branches) {
            List<Expr> all = new ArrayList<>();
            for (Expr.Case.When when : branches.branches()) {
                all.add(when.condition());
                all.add(when.value());
            }
            all.add(branches.otherwise());
            return all;
        }
        return List.of();
    }

    /** The same expression over other operands, as many as {@link #operands} gives. */
    static Expr withOperands(Expr expr, List<Expr> operands) {
        if (expr instanceof Expr.Call call) {
            return new Expr.Call(call.function(), operands, call.type());
        } else if (expr instanceof Expr.And and) {
            return new Expr.And(operands, and.type());
        } else if (expr instanceof Expr.Or or) {
            return new Expr.Or(operands, or.type());
        } else if (expr instanceof Expr.Cast cast) {
            return new Expr.Cast(operands.get(0), cast.type(), cast.safe());
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return new Expr.Coalesce(operands, coalesce.type());
        } else if (expr instanceof Expr.InSet set) {
            return new Expr.InSet(operands.get(0), set.values(), set.hasNull(), set.type());
        } else if (expr instanceof Expr.Case branches) {
            List<Expr.Case.When> whens = new ArrayList<>();
            for (int i = 0; i + 1 < operands.size(); i += 2) {
                whens.add(new Expr.Case.When(operands.get(i), operands.get(i + 1)));
            }
            return new Expr.Case(whens, operands.get(operands.size() - 1), branches.type());
        }
        return expr;
    }

    /** Replaces references; everything else stays. Returns the same object if nothing changes. */
    static Expr replaceReferences(Expr expr, UnaryOperator<Expr> replacement) {
        if (expr instanceof Expr.InputRef) {
            return replacement.apply(expr);
        }
        List<Expr> operands = operands(expr);
        List<Expr> replaced = new ArrayList<>(operands.size());
        boolean changed = false;
        for (Expr operand : operands) {
            Expr result = replaceReferences(operand, replacement);
            changed |= result != operand;
            replaced.add(result);
        }
        return changed ? withOperands(expr, replaced) : expr;
    }

    static List<Expr> replaceReferences(List<Expr> all, UnaryOperator<Expr> replacement) {
        List<Expr> result = new ArrayList<>(all.size());
        for (Expr expr : all) {
            result.add(replaceReferences(expr, replacement));
        }
        return result;
    }

    /** Numbers of the columns that an expression reads. */
    static BitSet columns(Expr expr) {
        BitSet columns = new BitSet();
        collectColumns(expr, columns);
        return columns;
    }

    static void collectColumns(Expr expr, BitSet columns) {
        if (expr instanceof Expr.InputRef reference) {
            columns.set(reference.column());
            return;
        }
        for (Expr operand : operands(expr)) {
            collectColumns(operand, columns);
        }
    }

    static BitSet ids(Collection<Column> columns) {
        BitSet ids = new BitSet();
        for (Column column : columns) {
            ids.set(column.id());
        }
        return ids;
    }

    /** Whether every column of {@code inner} is one of {@code outer}. */
    static boolean within(BitSet inner, BitSet outer) {
        for (int id = inner.nextSetBit(0); id >= 0; id = inner.nextSetBit(id + 1)) {
            if (!outer.get(id)) {
                return false;
            }
        }
        return true;
    }

    static boolean isTrue(Expr expr) {
        return expr instanceof Expr.Literal literal && Boolean.TRUE.equals(literal.value());
    }

    /** Whether a condition is the constant FALSE or NULL: it lets no row through. */
    static boolean isNeverTrue(Expr expr) {
        return expr instanceof Expr.Literal literal && !Boolean.TRUE.equals(literal.value());
    }

    static boolean isCall(Expr expr, String function) {
        return expr instanceof Expr.Call call && call.function().equals(function);
    }

    static Expr call(String function, Expr... operands) {
        boolean nullable = false;
        for (Expr operand : operands) {
            nullable |= operand.type().nullable();
        }
        return new Expr.Call(function, List.of(operands), SqlTypes.BOOLEAN.withNullable(nullable));
    }

    static Expr conjunction(List<Expr> conjuncts) {
        return switch (conjuncts.size()) {
            case 0 -> TRUE;
            case 1 -> conjuncts.get(0);
            default -> new Expr.And(conjuncts, SqlTypes.BOOLEAN);
        };
    }

    static Expr disjunction(List<Expr> disjuncts) {
        return switch (disjuncts.size()) {
            case 0 -> FALSE;
            case 1 -> disjuncts.get(0);
            default -> new Expr.Or(disjuncts, SqlTypes.BOOLEAN);
        };
    }

    /**
     * The conjuncts of a condition, nested ANDs flattened, duplicates and TRUE dropped, and factors that all operands of
     * an OR share pulled out of it.
     */
    static List<Expr> conjuncts(Expr condition) {
        Set<Expr> result = new LinkedHashSet<>();
        Deque<Expr> work = new ArrayDeque<>();
        work.push(condition);
        while (!work.isEmpty()) {
            Expr expr = work.pop();
            if (expr instanceof Expr.And and) {
                for (int i = and.operands().size() - 1; i >= 0; i--) {
                    work.push(and.operands().get(i));
                }
            } else if (expr instanceof Expr.Or or) {
                Expr factored = pullFactors(or);
                if (factored instanceof Expr.And) {
                    work.push(factored);
                } else {
                    result.add(factored);
                }
            } else if (!isTrue(expr)) {
                result.add(expr);
            }
        }
        return new ArrayList<>(result);
    }

    static List<Expr> conjuncts(List<Expr> conditions) {
        Set<Expr> result = new LinkedHashSet<>();
        for (Expr condition : conditions) {
            result.addAll(conjuncts(condition));
        }
        return new ArrayList<>(result);
    }

    /** The operands of nested ORs in order. */
    static List<Expr> disjuncts(Expr condition) {
        List<Expr> result = new ArrayList<>();
        Deque<Expr> work = new ArrayDeque<>();
        work.push(condition);
        while (!work.isEmpty()) {
            Expr expr = work.pop();
            if (expr instanceof Expr.Or or) {
                for (int i = or.operands().size() - 1; i >= 0; i--) {
                    work.push(or.operands().get(i));
                }
            } else {
                result.add(expr);
            }
        }
        return result;
    }

    /** (a AND b) OR (a AND c) is a AND (b OR c); the result is an AND if there was a common factor. */
    private static Expr pullFactors(Expr.Or or) {
        List<Expr> disjuncts = disjuncts(or);
        @Nullable Set<Expr> common = null;
        List<List<Expr>> parts = new ArrayList<>(disjuncts.size());
        for (Expr disjunct : disjuncts) {
            List<Expr> part = disjunct instanceof Expr.And ? conjuncts(disjunct) : List.of(disjunct);
            parts.add(part);
            if (common == null) {
                common = new LinkedHashSet<>(part);
            } else if (!common.isEmpty()) {
                common.retainAll(new LinkedHashSet<>(part));
            }
        }
        if (common == null || common.isEmpty()) {
            return or;
        }
        List<Expr> rest = new ArrayList<>();
        for (List<Expr> part : parts) {
            List<Expr> remaining = new ArrayList<>(part);
            remaining.removeAll(common);
            if (remaining.isEmpty()) {
                return new Expr.And(withTrue(common), or.type());
            }
            rest.add(conjunction(remaining));
        }
        List<Expr> factors = new ArrayList<>(common);
        factors.add(new Expr.Or(rest, or.type()));
        return new Expr.And(factors, or.type());
    }

    private static List<Expr> withTrue(Set<Expr> common) {
        List<Expr> factors = new ArrayList<>(common);
        factors.add(TRUE);
        return factors;
    }
}
