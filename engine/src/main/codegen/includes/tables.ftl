/** An expression within a statement that is read by hand. */
SqlNode StatementExpression() :
{
    final SqlNode expression;
}
{
    expression = Expression(ExprContext.ACCEPT_SUB_QUERY) { return expression; }
}

/** A query within a statement that is read by hand. */
SqlNode StatementQuery() :
{
    final SqlNode query;
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) { return query; }
}
