package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;

/** What the optimizer needs of the SQL front end: Calcite's scalars, types and aggregate functions in the plan's terms. */
public interface ScalarTranslator {
    /**
     * The expression of a scalar. Its input references keep their index as {@link Expr.InputRef#column}; it holds no
     * sub-query, no correlation variable and no window.
     *
     * @throws io.algeon.metadata.error.EngineException {@code unsupported_expression} if there is no such expression
     */
    Expr translate(RexNode node);

    /** The type. */
    SqlType type(RelDataType type);

    /**
     * Registry name of an aggregate function, such as {@code sum}.
     *
     * @throws io.algeon.metadata.error.EngineException {@code unsupported_expression} if there is no such function
     */
    String aggregateFunction(SqlAggFunction function);
}
