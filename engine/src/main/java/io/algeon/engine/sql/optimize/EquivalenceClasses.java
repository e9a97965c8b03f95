package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Columns that a region's equalities make equal. */
final class EquivalenceClasses {
    private final QueryColumns columns;
    private final List<BitSet> classes = new ArrayList<>();
    private final Map<Integer, BitSet> classOf = new HashMap<>();

    EquivalenceClasses(QueryColumns columns) {
        this.columns = columns;
    }

    /** Takes an equality of two columns among the given ones; false if the predicate is none. */
    boolean add(Expr predicate, BitSet among) {
        if (!ExprTrees.isCall(predicate, "equal")
                || !(ExprTrees.operands(predicate).get(0) instanceof Expr.InputRef first)
                || !(ExprTrees.operands(predicate).get(1) instanceof Expr.InputRef second)
                || !isSameDomain(first.type(), second.type())
                || first.column() == second.column()
                || !among.get(first.column())
                || !among.get(second.column())) {
            return false;
        }
        BitSet a = classOf.get(first.column());
        BitSet b = classOf.get(second.column());
        if (a == null && b == null) {
            a = new BitSet();
            classes.add(a);
        } else if (a == null) {
            a = b;
        } else if (b != null && a != b) {
            a.or(b);
            BitSet absorbed = b;
            classes.removeIf(members -> members == absorbed);
        }
        BitSet merged = Objects.requireNonNull(a);
        merged.set(first.column());
        merged.set(second.column());
        merged.stream().forEach(column -> classOf.put(column, merged));
        return true;
    }

    /** Whether equal values of the types are interchangeable in predicates. */
    static boolean isSameDomain(SqlType a, SqlType b) {
        return a.kind() == b.kind()
                && a.scale() == b.scale()
                && a.physicalKind() == b.physicalKind()
                && (!a.kind().isDateTime() || a.precision() == b.precision());
    }

    List<BitSet> classes() {
        return classes;
    }

    boolean sameClass(int a, int b) {
        return a == b || classOf.containsKey(a) && classOf.get(a) == classOf.get(b);
    }

    /** Equalities between class members that lie within some columns. */
    List<Expr> within(BitSet among) {
        List<Expr> equalities = new ArrayList<>();
        for (BitSet members : classes) {
            int previous = -1;
            for (int column = members.nextSetBit(0); column >= 0; column = members.nextSetBit(column + 1)) {
                if (among.get(column)) {
                    if (previous >= 0) {
                        equalities.add(equality(previous, column));
                    }
                    previous = column;
                }
            }
        }
        return equalities;
    }

    Expr equality(int a, int b) {
        return ExprTrees.call(
                "equal", columns.column(a).reference(), columns.column(b).reference());
    }

    /** The predicates, and for each over one class member only, the same over every other member. */
    Set<Expr> propagate(Set<Expr> predicates) {
        Set<Expr> all = new LinkedHashSet<>(predicates);
        for (Expr predicate : predicates) {
            BitSet used = ExprTrees.columns(predicate);
            if (used.cardinality() != 1 || !Fallibility.isSafe(predicate, columns)) {
                continue;
            }
            BitSet members = classOf.get(used.nextSetBit(0));
            if (members != null) {
                for (int column = members.nextSetBit(0); column >= 0; column = members.nextSetBit(column + 1)) {
                    Expr.InputRef member = columns.column(column).reference();
                    all.add(ExprTrees.replaceReferences(predicate, reference -> member));
                }
            }
        }
        return all;
    }
}
