package io.algeon.engine.sql.statement;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** Values on their way into a column. */
final class AssignmentCast {
    private AssignmentCast() {}

    /**
     * The value in the column's type; lengths of text are left to the moment when a row is stored, since a cast would cut.
     *
     * @throws EngineException {@code type_mismatch} if no value of its type is one of the column's
     */
    static Expr cast(Expr value, ColumnDef column) {
        SqlType type = StatementQueries.unlimited(column.type());
        SqlType from = value.type();
        if (from.kind() == TypeKind.NULL) {
            return new Expr.Literal(null, type);
        }
        if (from.withNullable(true).equals(type) || isText(from) && isText(type)) {
            return value;
        }
        if (!isAssignable(from.kind(), type.kind())) {
            throw new EngineException(
                    ErrorCode.TYPE_MISMATCH,
                    "The column '" + column.name() + "' is of type " + column.type() + "; a value of type " + from
                            + " cannot go there. Cast it.");
        }
        return new Expr.Cast(value, type, false);
    }

    private static boolean isText(SqlType type) {
        return type.kind().isCharacter();
    }

    private static boolean isAssignable(TypeKind from, TypeKind to) {
        if (from == to || from.isNumeric() && to.isNumeric()) {
            return true;
        }
        if (from.isCharacter() || to.isCharacter()) {
            return !from.isNested() && !to.isNested();
        }
        if (from.isDateTime() && to.isDateTime()) {
            return from != TypeKind.TIME && (to != TypeKind.TIME || from == TypeKind.TIMESTAMP);
        }
        return from.isInterval() && from == to;
    }
}
