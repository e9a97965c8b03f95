package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.List;

/** Comparisons of two operands, both cast to the type in which they are compared. */
final class Comparisons {
    private Comparisons() {}

    static Expr compare(String function, Expr left, Expr right, SqlType type) {
        Expr exact = DecimalComparisons.compare(function, left, right, type);
        if (exact != null) {
            return exact;
        }
        SqlType common = commonType(left.type(), right.type());
        return new Expr.Call(
                function, List.of(RexTranslator.cast(left, common), RexTranslator.cast(right, common)), type);
    }

    /** A type that holds the values of both exactly, where there is one; nullable. */
    static SqlType commonType(SqlType left, SqlType right) {
        TypeKind first = left.kind();
        TypeKind second = right.kind();
        if (first == TypeKind.NULL) {
            return right.withNullable(true);
        }
        if (second == TypeKind.NULL || left.withNullable(true).equals(right.withNullable(true))) {
            return left.withNullable(true);
        }
        if (first.isNumeric() && second.isNumeric()) {
            return commonNumber(left, right);
        }
        if (first.isCharacter() && second.isCharacter()) {
            return SqlTypes.VARCHAR;
        }
        if (first == second) {
            return left.precision() >= right.precision() ? left.withNullable(true) : right.withNullable(true);
        }
        if (first.isDateTime() && second.isDateTime()) {
            // DATE < TIMESTAMP < TIMESTAMP WITH TIME ZONE, in the order of the enum
            return first.compareTo(second) > 0 ? left.withNullable(true) : right.withNullable(true);
        }
        return first.isCharacter() ? right.withNullable(true) : left.withNullable(true);
    }

    private static SqlType commonNumber(SqlType left, SqlType right) {
        TypeKind first = left.kind();
        TypeKind second = right.kind();
        if (first.isFloating() || second.isFloating()) {
            return first == TypeKind.REAL && second == TypeKind.REAL ? SqlTypes.REAL : SqlTypes.DOUBLE;
        }
        if (first.isInteger() && second.isInteger()) {
            return first.compareTo(second) > 0 ? left.withNullable(true) : right.withNullable(true);
        }
        int scale = Math.max(left.scale(), right.scale());
        int wholeDigits = Math.max(left.wholeDigits(), right.wholeDigits());
        int precision = Math.min(wholeDigits + scale, SqlType.MAX_DECIMAL_PRECISION);
        return SqlTypes.decimal(Math.max(precision, 1), Math.min(scale, precision));
    }
}
