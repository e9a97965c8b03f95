package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns alternatives of the form {@code x = constant} into one set. */
final class Disjunctions {
    private Disjunctions() {}

    /**
     * The alternatives, those that compare the same operand with constants gathered in a set that stands where the first
     * of them stood. Fewer than {@code leastSize} stay as they are.
     */
    static List<Expr> withSets(List<Expr> alternatives, int leastSize) {
        Map<Expr, Set<Expr.Literal>> constants = new LinkedHashMap<>();
        for (Expr alternative : alternatives) {
            if (isMembership(alternative)) {
                Expr.Call equality = (Expr.Call) alternative;
                constants
                        .computeIfAbsent(equality.operands().get(0), operand -> new LinkedHashSet<>())
                        .add((Expr.Literal) equality.operands().get(1));
            }
        }
        constants.values().removeIf(values -> values.size() < leastSize);
        if (constants.isEmpty()) {
            return alternatives;
        }
        List<Expr> result = new ArrayList<>();
        for (Expr alternative : alternatives) {
            Expr operand = isMembership(alternative)
                    ? ((Expr.Call) alternative).operands().get(0)
                    : null;
            if (operand == null || !constants.containsKey(operand)) {
                result.add(alternative);
                continue;
            }
            Set<Expr.Literal> values = constants.get(operand);
            if (values != null && !values.isEmpty()) {
                result.add(set(operand, values));
                values.clear();
            }
        }
        return result;
    }

    private static Expr set(Expr operand, Set<Expr.Literal> values) {
        boolean hasNull = values.stream().anyMatch(value -> value.value() == null);
        List<Expr.Literal> known =
                values.stream().filter(value -> value.value() != null).toList();
        return new Expr.InSet(operand, known, hasNull, SqlTypes.BOOLEAN);
    }

    private static boolean isMembership(Expr alternative) {
        return alternative instanceof Expr.Call call
                && call.function().equals("equal")
                && call.operands().get(1) instanceof Expr.Literal
                && !(call.operands().get(0) instanceof Expr.Literal);
    }
}
