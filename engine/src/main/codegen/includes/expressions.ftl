/** A cast after its operand, as in PostgreSQL: {@code value::type}. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlNode type;
    final SqlParserPos position;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
        position = getPos();
    }
    (
        LOOKAHEAD(2)
        <INTERVAL> type = IntervalQualifier()
    |
        type = DataType()
    )
    {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, position));
        list.add(type);
    }
}
