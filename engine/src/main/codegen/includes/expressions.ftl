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

/**
 * Operands and operators, as read, to a tree. Calcite's conversion takes quadratic time; a long chain of OR, or of AND, is
 * therefore cut at its links, and the links are joined to a balanced tree.
 */
JAVACODE SqlNode toTree(List<Object> list) {
    SqlNode tree = null;
    if (list.size() > 50) {
        tree = chain(list, SqlStdOperatorTable.OR);
        if (tree == null) {
            tree = chain(list, SqlStdOperatorTable.AND);
        }
    }
    if (tree == null) {
        tree = SqlParserUtil.toTree(list);
    }
    return tree;
}

/** The tree of a list with this operator at its top; null if it has few of them, or operators that bind less. */
JAVACODE SqlNode chain(List<Object> list, SqlOperator operator) {
    List<List<Object>> links = new ArrayList<List<Object>>();
    int start = 0;
    int betweens = 0;
    for (int i = 0; i < list.size(); i++) {
        if (!(list.get(i) instanceof SqlParserUtil.ToTreeListItem)) {
            continue;
        }
        SqlOperator item = ((SqlParserUtil.ToTreeListItem) list.get(i)).getOperator();
        if (item.getKind() == SqlKind.BETWEEN) {
            betweens++;
        } else if (item == SqlStdOperatorTable.AND && betweens > 0) {
            // BETWEEN x AND y
            betweens--;
        } else if (item == operator) {
            links.add(new ArrayList<Object>(list.subList(start, i)));
            start = i + 1;
        } else if (item.getLeftPrec() < operator.getLeftPrec() && item.getRightPrec() < operator.getRightPrec()) {
            return null;
        }
    }
    if (links.size() < 10) {
        return null;
    }
    links.add(new ArrayList<Object>(list.subList(start, list.size())));
    return balanced(links, operator);
}

JAVACODE SqlNode balanced(List<List<Object>> links, SqlOperator operator) {
    if (links.size() == 1) {
        return toTree(links.get(0));
    }
    int middle = links.size() / 2;
    SqlNode left = balanced(links.subList(0, middle), operator);
    SqlNode right = balanced(links.subList(middle, links.size()), operator);
    return operator.createCall(left.getParserPosition().plus(right.getParserPosition()), left, right);
}

/** A zone after its operand, {@code value AT TIME ZONE zone}: TIMEZONE(zone, value). It binds like a cast. */
void AtTimeZone(List<Object> list, ExprContext exprContext, Span s) :
{
    final List<Object> zone = new ArrayList<Object>();
    final SqlParserPos position;
}
{
    <AT> <TIME> <ZONE> {
        checkNonQueryExpression(exprContext);
        position = getPos();
    }
    AddExpression2b(zone, ExprContext.ACCEPT_SUB_QUERY)
    {
        int start = list.size() - 1;
        while (start >= 2
                && list.get(start - 1) instanceof SqlParserUtil.ToTreeListItem
                && ((SqlParserUtil.ToTreeListItem) list.get(start - 1)).getOperator()
                        == SqlLibraryOperators.INFIX_CAST) {
            start -= 2;
        }
        List<Object> operand = list.subList(start, list.size());
        SqlNode value = SqlParserUtil.toTree(new ArrayList<Object>(operand));
        operand.clear();
        list.add(createCall(new SqlIdentifier("TIMEZONE", position), position,
                SqlFunctionCategory.USER_DEFINED_FUNCTION, null,
                Arrays.asList(SqlParserUtil.toTree(zone), value)));
    }
}
