package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * Reads the parts of a statement one after the other: words and names here, expressions, queries and types by the generated
 * grammar, which goes on where this stopped and the other way round. Parameters are numbered through the whole statement.
 */
class StatementReader {
    /** Longest name; the same as the longest that any metadata column promises. */
    private static final int MAX_IDENTIFIER_LENGTH = 1024;

    private final String sql;
    private final SqlTokens tokens;
    private final SqlGrammar grammar;

    StatementReader(String sql, SqlTokens tokens) {
        this.sql = sql;
        this.tokens = tokens;
        this.grammar = grammar(sql, tokens);
    }

    /** A grammar over the tokens, with the house's settings. */
    static SqlGrammar grammar(String sql, SqlTokens tokens) {
        SqlGrammar grammar = new SqlGrammar(tokens);
        grammar.setQuotedCasing(Casing.UNCHANGED);
        grammar.setUnquotedCasing(Casing.UNCHANGED);
        grammar.setIdentifierMaxLength(MAX_IDENTIFIER_LENGTH);
        grammar.setConformance(Conformance.INSTANCE);
        grammar.setOriginalSql(sql);
        return grammar;
    }

    final String sql() {
        return sql;
    }

    final SqlTokens tokens() {
        return tokens;
    }

    final Token peek() {
        return tokens.peek();
    }

    final boolean peekIs(String... words) {
        for (String word : words) {
            if (peek().image.equalsIgnoreCase(word) && peek().kind != SqlGrammarConstants.QUOTED_IDENTIFIER) {
                return true;
            }
        }
        return false;
    }

    /** Consumes these words if they come next, all of them. */
    final boolean accept(String... words) {
        return tokens.acceptAll(words);
    }

    final void require(String... words) {
        for (String word : words) {
            if (!tokens.accept(word)) {
                throw SyntaxErrors.at(peek(), word);
            }
        }
    }

    final boolean atEnd() {
        return peek().kind == SqlGrammarConstants.EOF;
    }

    final void end() {
        if (!atEnd()) {
            throw SyntaxErrors.at(peek(), "the end of the statement");
        }
    }

    static SqlParserPos position(Token token) {
        return new SqlParserPos(token.beginLine, token.beginColumn, token.endLine, token.endColumn);
    }

    /** A name without dots. */
    final SqlIdentifier simpleName(String what) {
        Token token = peek();
        if (!tokens.isNameHere()) {
            throw SyntaxErrors.at(
                    token,
                    Character.isLetter(token.image.isEmpty() ? ' ' : token.image.charAt(0))
                            ? what + "; " + token.image.toUpperCase(Locale.ROOT)
                                    + " is reserved, in double quotes it is a name"
                            : what);
        }
        tokens.getNextToken();
        SqlParserPos at = position(token);
        if (token.kind == SqlGrammarConstants.QUOTED_IDENTIFIER) {
            String name = token.image.substring(1, token.image.length() - 1).replace("\"\"", "\"");
            return new SqlIdentifier(name, at.withQuoting(true));
        }
        return new SqlIdentifier(token.image, at);
    }

    /** A name, with or without schema and database. */
    final SqlIdentifier name(String what) {
        List<String> names = new ArrayList<>();
        List<SqlParserPos> positions = new ArrayList<>();
        SqlIdentifier part = simpleName(what);
        SqlParserPos all = part.getParserPosition();
        while (true) {
            names.add(part.getSimple());
            positions.add(part.getParserPosition());
            if (!accept(".")) {
                break;
            }
            part = simpleName(what);
            all = all.plus(part.getParserPosition());
        }
        return new SqlIdentifier(names, null, all, positions);
    }

    /** Names in parentheses. */
    final List<SqlIdentifier> names(String what) {
        require("(");
        List<SqlIdentifier> names = new ArrayList<>();
        do {
            names.add(simpleName(what));
        } while (accept(","));
        require(")");
        return names;
    }

    /** A production of the grammar. */
    interface Production<T> {
        T read(SqlGrammar grammar) throws ParseException;
    }

    /**
     * Lets the grammar read from here on, up to {@code end} at most.
     *
     * @param end number of a token, which the grammar takes for the end of the statement
     */
    final <T> T read(int end, Production<T> production) throws ParseException {
        tokens.setEnd(end);
        grammar.ReInit(tokens);
        grammar.switchTo(org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState.DQID);
        T read = production.read(grammar);
        tokens.continueAfter(grammar.token);
        tokens.setEnd(Integer.MAX_VALUE);
        return read;
    }

    final SqlNode expression(int end) throws ParseException {
        return StatementParser.adjusted(read(end, SqlGrammar::StatementExpression), tokens);
    }

    final SqlNode expression() throws ParseException {
        return expression(Integer.MAX_VALUE);
    }

    /** A query, which ends at {@code end}. */
    final SqlNode query(int end) throws ParseException {
        SqlNode query = read(end, SqlGrammar::StatementQuery);
        if (tokens.position() < end && !atEnd()) {
            throw SyntaxErrors.at(peek(), "the end of the query");
        }
        return StatementParser.adjusted(query, tokens);
    }

    /** What stands in FROM, which ends at {@code end}. */
    final SqlNode from(int end) throws ParseException {
        return StatementParser.adjusted(read(end, SqlGrammar::FromClause), tokens);
    }

    /** RETURNING, if it comes; empty if not. */
    final List<SqlNode> returning() throws ParseException {
        if (!accept("RETURNING")) {
            return List.of();
        }
        List<SqlNode> items = new ArrayList<>();
        do {
            read(Integer.MAX_VALUE, g -> {
                g.AddSelectItem(items);
                return items;
            });
        } while (accept(","));
        SqlNodeList labelled = new SqlNodeList(items, SqlParserPos.ZERO);
        ResultLabels.label(labelled, sql);
        List<SqlNode> adjusted = new ArrayList<>();
        for (SqlNode item : labelled) {
            adjusted.add(StatementParser.adjusted(item, tokens));
        }
        return adjusted;
    }

    /** The text between two tokens, the second one excluded. */
    final String text(Token first, int end) {
        int start = SqlParserUtil.lineColToIndex(sql, first.beginLine, first.beginColumn);
        Token last = tokens.at(end - 1);
        return sql.substring(start, SqlParserUtil.lineColToIndex(sql, last.endLine, last.endColumn) + 1)
                .strip();
    }

    /** A whole number, with or without a sign. */
    final long wholeNumber() {
        boolean negative = accept("-");
        Token token = peek();
        try {
            long value = Long.parseLong((negative ? "-" : "") + token.image);
            tokens.getNextToken();
            return value;
        } catch (NumberFormatException notANumber) {
            throw SyntaxErrors.at(token, "a whole number");
        }
    }

    static EngineException unsupported(Token at, String what) {
        return new EngineException(
                ErrorCode.UNSUPPORTED_FEATURE, what + " (line " + at.beginLine + ", column " + at.beginColumn + ").");
    }
}
