package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Comparisons of row values, field by field, as the standard defines them. */
final class RowComparisons {
    private RowComparisons() {}

    static Expr expand(String function, List<Expr> left, List<Expr> right, SqlType type) {
        return switch (function) {
            case "equal", "is_not_distinct_from" -> new Expr.And(pairs(function, left, right, type), type);
            case "not_equal", "is_distinct_from" -> new Expr.Or(pairs(function, left, right, type), type);
            case "less", "less_or_equal" -> ordered("less", function, left, right, type);
            default -> ordered("greater", function, left, right, type);
        };
    }

    private static List<Expr> pairs(String function, List<Expr> left, List<Expr> right, SqlType type) {
        List<Expr> pairs = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            pairs.add(Comparisons.compare(function, left.get(i), right.get(i), type));
        }
        return pairs;
    }

    /** {@code a < x OR (a = x AND b < y)} and so on; the last field decides with the operator as written. */
    private static Expr ordered(String strict, String last, List<Expr> left, List<Expr> right, SqlType type) {
        int end = left.size() - 1;
        Expr result = Comparisons.compare(last, left.get(end), right.get(end), type);
        for (int i = end - 1; i >= 0; i--) {
            Expr decided = Comparisons.compare(strict, left.get(i), right.get(i), type);
            Expr tied = Comparisons.compare("equal", left.get(i), right.get(i), type);
            result = new Expr.Or(List.of(decided, new Expr.And(List.of(tied, result), type)), type);
        }
        return result;
    }
}
