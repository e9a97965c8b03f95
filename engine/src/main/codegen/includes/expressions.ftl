/** A cast after its operand, as in PostgreSQL: {@code value::type}. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlNode type;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
    }
    (
        LOOKAHEAD(2)
        <INTERVAL> type = IntervalQualifier()
    |
        type = DataType()
    )
    {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}
