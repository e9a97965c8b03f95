package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;

/**
 * A column of the logical form. The number is unique in a query: wherever the same values are, they have the same number,
 * through any number of operators. An {@link Expr.InputRef} of the logical form names this number, not a position.
 */
record Column(int id, String name, SqlType type) {
    Expr.InputRef reference() {
        return new Expr.InputRef(id, type);
    }
}
