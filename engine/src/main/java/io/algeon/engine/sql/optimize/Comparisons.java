package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;

/** Comparisons between expressions whose types may differ. */
final class Comparisons {
    private Comparisons() {}

    /** The comparison, with both operands cast to a common type where theirs are stored differently. */
    static Expr compare(String function, Expr left, Expr right) {
        SqlType type = common(left.type(), right.type());
        return ExprTrees.call(function, cast(left, type), cast(right, type));
    }

    private static Expr cast(Expr operand, SqlType type) {
        SqlType from = operand.type();
        boolean stored = from.kind() == type.kind()
                && from.scale() == type.scale()
                && from.physicalKind() == type.physicalKind()
                && (!from.kind().isDateTime() || from.precision() == type.precision());
        return stored || from.kind().isCharacter() && type.kind().isCharacter()
                ? operand
                : new Expr.Cast(operand, type.withNullable(from.nullable()), false);
    }

    private static SqlType common(SqlType a, SqlType b) {
        if (a.kind() == b.kind() && a.kind() != TypeKind.DECIMAL) {
            return a.precision() >= b.precision() ? a : b;
        }
        if (a.kind() == TypeKind.NULL) {
            return b;
        }
        if (b.kind() == TypeKind.NULL) {
            return a;
        }
        if (a.kind().isFloating() || b.kind().isFloating()) {
            return a.kind() == b.kind() ? a : SqlTypes.DOUBLE;
        }
        if (a.kind().isInteger() && b.kind().isInteger()) {
            return a.kind().compareTo(b.kind()) >= 0 ? a : b;
        }
        if (a.kind().isExactNumeric() && b.kind().isExactNumeric()) {
            int scale = Math.max(a.scale(), b.scale());
            int whole = Math.max(a.wholeDigits(), b.wholeDigits());
            return SqlTypes.decimal(Math.min(SqlType.MAX_DECIMAL_PRECISION, whole + scale), scale);
        }
        if (a.kind().isDateTime() && b.kind().isDateTime()) {
            return a.kind().compareTo(b.kind()) >= 0 ? a : b;
        }
        return a;
    }
}
