package io.algeon.engine.file;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;

/** The types that hold the values of columns that files have in different types, for {@code union_by_name}. */
public final class WiderTypes {
    private WiderTypes() {}

    /** A type to which both can be cast without loss of more than precision; VARCHAR where there is no better one. */
    public static SqlType of(SqlType left, SqlType right) {
        if (left.withNullable(true).equals(right.withNullable(true)) || right.kind() == TypeKind.NULL) {
            return left.withNullable(true);
        }
        if (left.kind() == TypeKind.NULL) {
            return right.withNullable(true);
        }
        if (left.kind().isNumeric() && right.kind().isNumeric()) {
            return number(left, right);
        }
        if (left.kind() == TypeKind.ARRAY && right.kind() == TypeKind.ARRAY) {
            return SqlTypes.array(
                    of(left.fields().get(0).type(), right.fields().get(0).type()));
        }
        boolean leftDay = left.kind() == TypeKind.DATE;
        boolean rightDay = right.kind() == TypeKind.DATE;
        if ((leftDay || left.kind() == TypeKind.TIMESTAMP) && (rightDay || right.kind() == TypeKind.TIMESTAMP)) {
            return SqlTypes.timestamp(Math.max(leftDay ? 0 : left.precision(), rightDay ? 0 : right.precision()));
        }
        return SqlTypes.VARCHAR;
    }

    private static SqlType number(SqlType left, SqlType right) {
        if (left.kind().isFloating() || right.kind().isFloating()) {
            return SqlTypes.DOUBLE;
        }
        if (left.kind().isInteger() && right.kind().isInteger()) {
            return (left.kind().compareTo(right.kind()) > 0 ? left : right).withNullable(true);
        }
        int scale = Math.max(left.scale(), right.scale());
        int whole = Math.max(left.wholeDigits(), right.wholeDigits());
        return whole + scale <= SqlType.MAX_DECIMAL_PRECISION
                ? SqlTypes.decimal(whole + scale, scale)
                : SqlTypes.DOUBLE;
    }
}
