/**
 * PostgreSQL's operators for which the registry has functions: {@code ~}, {@code ->>}, {@code &} and the like. Only the
 * grammar sees the operators, which decide what binds tighter; a call of one is made a call of the function at once.
 * Precedence 36 is that of PostgreSQL's "other operators", below + and above comparisons; 70 is below signs, above *.
 */
void FunctionOperator(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator operator;
}
{
    (
        <TILDE> { operator = infix("regexp_like", 36, null, false); }
    |
        <TILDE_STAR> { operator = infix("regexp_like", 36, "i", false); }
    |
        <NOT_TILDE> { operator = infix("regexp_like", 36, null, true); }
    |
        <NOT_TILDE_STAR> { operator = infix("regexp_like", 36, "i", true); }
    |
        <TWO_TILDES> { operator = SqlStdOperatorTable.LIKE; }
    |
        <TWO_TILDES_STAR> { operator = SqlLibraryOperators.ILIKE; }
    |
        <NOT_TWO_TILDES> { operator = SqlStdOperatorTable.NOT_LIKE; }
    |
        <NOT_TWO_TILDES_STAR> { operator = SqlLibraryOperators.NOT_ILIKE; }
    |
        <STARTS_WITH> { operator = infix("starts_with", 36, null, false); }
    |
        <JSON_ARROW> { operator = infix("json_field", 36, null, false); }
    |
        <JSON_TEXT_ARROW> { operator = infix("json_field_text", 36, null, false); }
    |
        <JSON_PATH> { operator = infix("json_extract_path", 36, null, false); }
    |
        <JSON_TEXT_PATH> { operator = infix("json_extract_path_text", 36, null, false); }
    |
        <CONTAINS_ALL> { operator = infix("array_has_all", 36, null, false); }
    |
        <CONTAINED_IN> { operator = infix("array_is_in", 36, null, false); }
    |
        <OVERLAP> { operator = infix("array_has_any", 36, null, false); }
    |
        <VERTICAL_BAR> { operator = infix("bitor", 36, null, false); }
    |
        <AMPERSAND> { operator = infix("bitand", 36, null, false); }
    |
        <HASH> { operator = infix("bitxor", 36, null, false); }
    |
        <LEFTSHIFT> { operator = infix("shiftleft", 36, null, false); }
    |
        <RIGHT_SHIFT> { operator = infix("shiftright", 36, null, false); }
    |
        <CARET> { operator = infix("power", 70, null, false); }
    )
    {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(operator, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** An operator whose calls are calls of a function, with one more argument where that is not null, or the opposite of one. */
JAVACODE SqlOperator infix(final String function, int precedence, final String argument, final boolean negated) {
    return new SqlBinaryOperator(function, SqlKind.OTHER, precedence, true, null, null, null) {
        public SqlCall createCall(SqlLiteral qualifier, SqlParserPos position, SqlNode... operands) {
            List<SqlNode> arguments = new ArrayList<SqlNode>();
            for (SqlNode operand : operands) {
                if (operand instanceof SqlNodeList) {
                    arguments.addAll(((SqlNodeList) operand).getList());
                } else {
                    arguments.add(operand);
                }
            }
            if (argument != null) {
                arguments.add(SqlLiteral.createCharString(argument, position));
            }
            SqlCall call = new SqlUnresolvedFunction(new SqlIdentifier(function, position), null, null, null, null,
                    SqlFunctionCategory.USER_DEFINED_FUNCTION).createCall(position, arguments);
            return negated ? SqlStdOperatorTable.NOT.createCall(position, call) : call;
        }
    };
}

/** A sign before an operand that is a function. */
JAVACODE SqlPrefixOperator prefix(final String function) {
    return new SqlPrefixOperator(function, SqlKind.OTHER, 36, null, null, null) {
        public SqlCall createCall(SqlLiteral qualifier, SqlParserPos position, SqlNode... operands) {
            return new SqlUnresolvedFunction(new SqlIdentifier(function, position), null, null, null, null,
                    SqlFunctionCategory.USER_DEFINED_FUNCTION).createCall(position, operands);
        }
    };
}

/** What stands in brackets: an expression, or the bounds of a slice as a list, NULL for one that is left out. */
SqlNode Subscript() :
{
    SqlNode from = null;
    SqlNode to = null;
    final SqlParserPos position;
}
{
    (
        <COLON> { position = getPos(); }
        [ to = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        {
            return slice(from, to, position);
        }
    |
        from = Expression(ExprContext.ACCEPT_SUB_QUERY)
        [
            <COLON> { SqlParserPos colon = getPos(); }
            [ to = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
            {
                return slice(from, to, colon);
            }
        ]
        { return from; }
    )
}

JAVACODE SqlNode slice(SqlNode from, SqlNode to, SqlParserPos position) {
    return new SqlNodeList(
            Arrays.asList(
                    from == null ? SqlLiteral.createNull(position) : from,
                    to == null ? SqlLiteral.createNull(position) : to),
            position);
}
