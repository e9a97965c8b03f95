package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Parses one statement. What is not a query is read here, word by word; queries, also those behind EXPLAIN, are the
 * generated grammar's.
 */
public final class StatementParser {
    /** First words of statements that other databases have and this one refuses by name. */
    private static final Set<String> UNSUPPORTED = Set.of(
            "ANALYZE",
            "ATTACH",
            "CALL",
            "CHECKPOINT",
            "COMMENT",
            "DEALLOCATE",
            "DECLARE",
            "DETACH",
            "EXECUTE",
            "EXPORT",
            "GRANT",
            "IMPORT",
            "INSTALL",
            "LOAD",
            "LOCK",
            "PRAGMA",
            "PREPARE",
            "REFRESH",
            "REPLACE",
            "REVOKE",
            "UPSERT",
            "VACUUM");

    /** Statements that make tables, or are about the session. */
    private static final Set<String> DEFINING = Set.of(
            "CREATE",
            "ALTER",
            "DROP",
            "TRUNCATE",
            "SET",
            "RESET",
            "USE",
            "BEGIN",
            "START",
            "COMMIT",
            "ROLLBACK",
            "SAVEPOINT");

    private final String sql;
    private final SqlTokens tokens;

    private StatementParser(String sql) {
        this.sql = sql;
        this.tokens = new SqlTokens(sql);
    }

    /**
     * Parses the text of a statement; one semicolon at the end is allowed.
     *
     * @throws EngineException {@code sql_parse}, or {@code unsupported_statement} for what is known and not done
     */
    public static ParsedStatement parse(String sql) {
        StatementParser parser;
        try {
            parser = new StatementParser(sql);
        } catch (TokenMgrError e) {
            throw SyntaxErrors.of(e, sql);
        }
        Token first = parser.tokens.peek();
        try {
            return parser.statement();
        } catch (ParseException e) {
            throw SyntaxErrors.of(e, parser.tokens);
        } catch (CalciteContextException e) {
            String word = parser.tokens.wordAt(e.getPosLine(), e.getPosColumn()).toUpperCase(Locale.ROOT);
            throw UNSUPPORTED.contains(word) ? unsupported(word) : SyntaxErrors.of(e, first);
        }
    }

    private ParsedStatement statement() throws ParseException {
        String verb = tokens.peek().image.toUpperCase(Locale.ROOT);
        if (UNSUPPORTED.contains(verb)) {
            throw unsupported(verb);
        }
        return switch (verb) {
            case "" -> throw new EngineException(ErrorCode.SQL_PARSE, "The statement is empty.");
            case "EXPLAIN" -> explain();
            case "COPY" -> new CopyParser(sql, tokens).statement();
            case "SET" -> set();
            case "RESET" -> {
                tokens.getNextToken();
                yield new ParsedStatement.SetOption(name(), null);
            }
            case "DESCRIBE", "DESC" -> {
                tokens.getNextToken();
                yield new ParsedStatement.Describe(relation());
            }
            case "SUMMARIZE" -> {
                tokens.getNextToken();
                int start = SqlParserUtil.lineColToIndex(sql, tokens.peek().beginLine, tokens.peek().beginColumn);
                boolean table = isRelation();
                ParsedStatement.Query query = relation();
                String text =
                        sql.substring(Math.min(start, sql.length())).strip().replaceAll(";+$", "");
                yield new ParsedStatement.Summarize(query, table ? "SELECT * FROM " + text : text);
            }
            case "SHOW" -> {
                tokens.getNextToken();
                String catalogQuery = CatalogStatements.query(tokens);
                if (catalogQuery != null) {
                    yield parse(catalogQuery);
                }
                if (tokens.accept("COLUMNS")) {
                    if (!tokens.accept("FROM")) {
                        require("IN");
                    }
                    yield new ParsedStatement.Describe(relation());
                }
                yield new ParsedStatement.ShowOption(rest("the name of a setting"));
            }
            case "USE" -> {
                tokens.getNextToken();
                tokens.accept("SCHEMA");
                ParsedStatement use = new ParsedStatement.UseSchema(unquoted(tokens.getNextToken()));
                end();
                yield use;
            }
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE" -> transaction(verb);
            case "INSERT", "UPDATE", "DELETE", "MERGE" -> new ChangeParser(sql, tokens).statement();
            case "WITH" -> with();
            case "CREATE", "ALTER", "DROP", "TRUNCATE" -> new DefinitionParser(sql, tokens).statement();
            default -> query();
        };
    }

    private ParsedStatement with() throws ParseException {
        if (tokens.changesWithin()) {
            return new ChangingWithParser(sql, tokens).statement();
        }
        return changesRows() ? new ChangeParser(sql, tokens).statement() : query();
    }

    /** Whether the queries of WITH, which comes next, are those of a statement that changes rows. */
    private boolean changesRows() {
        int verb = tokens.clauseEnd(2, "SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "MERGE");
        String word = tokens.at(verb).image.toUpperCase(Locale.ROOT);
        return tokens.at(verb - 1).kind == SqlGrammarConstants.RPAREN && ChangeParser.VERBS.contains(word);
    }

    /** Isolation levels and modes behind BEGIN are accepted: every transaction reads one state, and may write. */
    private ParsedStatement transaction(String verb) {
        tokens.getNextToken();
        switch (verb) {
            case "BEGIN", "START" -> {
                return new ParsedStatement.TransactionControl("BEGIN", null);
            }
            case "COMMIT", "END" -> {
                return new ParsedStatement.TransactionControl("COMMIT", null);
            }
            case "SAVEPOINT" -> {
                return new ParsedStatement.TransactionControl("SAVEPOINT", name());
            }
            case "RELEASE" -> {
                tokens.accept("SAVEPOINT");
                return new ParsedStatement.TransactionControl("RELEASE", name());
            }
            default -> {
                if (!tokens.accept("WORK")) {
                    tokens.accept("TRANSACTION");
                }
                if (tokens.accept("TO")) {
                    tokens.accept("SAVEPOINT");
                    return new ParsedStatement.TransactionControl("ROLLBACK TO", name());
                }
                end();
                return new ParsedStatement.TransactionControl("ROLLBACK", null);
            }
        }
    }

    private static EngineException unsupported(String verb) {
        return new EngineException(
                ErrorCode.UNSUPPORTED_STATEMENT,
                verb + " statements are not supported. Statements that run are queries (SELECT, WITH, VALUES, TABLE),"
                        + " INSERT, UPDATE, DELETE, MERGE, CREATE, ALTER, DROP, TRUNCATE, EXPLAIN, SET, RESET, SHOW, USE,"
                        + " BEGIN, COMMIT, ROLLBACK, SAVEPOINT.");
    }

    /** Whether the name of a table comes next, or a table function, and not a query. */
    private boolean isRelation() {
        return switch (tokens.peek().kind) {
            case SqlGrammarConstants.SELECT,
                    SqlGrammarConstants.WITH,
                    SqlGrammarConstants.VALUES,
                    SqlGrammarConstants.TABLE,
                    SqlGrammarConstants.LPAREN -> false;
            default -> true;
        };
    }

    /** A query, or the name of a table, a file or a call of a table function: all of its columns. */
    private ParsedStatement.Query relation() throws ParseException {
        if (tokens.peek().kind == SqlGrammarConstants.EOF) {
            throw SyntaxErrors.at(tokens.peek(), "a query or the name of a table");
        }
        if (isRelation()) {
            tokens.insertSelectAll();
        }
        return query();
    }

    private ParsedStatement explain() throws ParseException {
        tokens.getNextToken();
        if (tokens.accept("PLAN")) {
            require("FOR");
        }
        boolean analyze = tokens.accept("ANALYZE");
        tokens.accept("VERBOSE");
        boolean json = false;
        // EXPLAIN (FORMAT JSON), and not the parenthesis of EXPLAIN (SELECT ...)
        if (tokens.peek().kind == SqlGrammarConstants.LPAREN
                && tokens.followedBy("FORMAT", "ANALYZE", "VERBOSE", "COSTS")) {
            tokens.getNextToken();
            do {
                if (tokens.accept("FORMAT")) {
                    Token format = tokens.getNextToken();
                    json = format.image.equalsIgnoreCase("JSON");
                    if (!json && !format.image.equalsIgnoreCase("TEXT")) {
                        throw SyntaxErrors.at(format, "JSON or TEXT");
                    }
                } else if (tokens.accept("ANALYZE")) {
                    analyze = !tokens.accept("FALSE") && !tokens.accept("OFF");
                    tokens.accept("TRUE");
                    tokens.accept("ON");
                } else {
                    tokens.getNextToken();
                    if (!tokens.accept("TRUE") && !tokens.accept("FALSE") && !tokens.accept("ON")) {
                        tokens.accept("OFF");
                    }
                }
            } while (tokens.accept(","));
            require(")");
        }
        String verb = tokens.peek().image.toUpperCase(Locale.ROOT);
        if (UNSUPPORTED.contains(verb) || DEFINING.contains(verb)) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_STATEMENT,
                    "EXPLAIN shows the plans of queries and of INSERT, UPDATE, DELETE and MERGE; " + verb
                            + " has none.");
        }
        if (verb.equals("WITH")) {
            return new ParsedStatement.Explain(with(), analyze, json);
        }
        if (ChangeParser.VERBS.contains(verb)) {
            return new ParsedStatement.Explain(new ChangeParser(sql, tokens).statement(), analyze, json);
        }
        if (verb.equals("COPY") && new CopyParser(sql, tokens).statement() instanceof ParsedStatement.Query copy) {
            return new ParsedStatement.Explain(copy, analyze, json);
        }
        return new ParsedStatement.Explain(query(), analyze, json);
    }

    private ParsedStatement set() {
        tokens.getNextToken();
        if (tokens.accept("TRANSACTION")) {
            return new ParsedStatement.TransactionControl("SET TRANSACTION", null);
        }
        boolean session = tokens.accept("SESSION") || tokens.accept("LOCAL");
        if (session && tokens.accept("CHARACTERISTICS")) {
            return new ParsedStatement.TransactionControl("SET TRANSACTION", null);
        }
        if (tokens.accept("TIME")) {
            require("ZONE");
            String zone = rest("a time zone");
            boolean standard = zone.equalsIgnoreCase("LOCAL") || zone.equalsIgnoreCase("DEFAULT");
            return new ParsedStatement.SetOption("time_zone", standard ? null : zone);
        }
        String name = unquoted(tokens.getNextToken());
        while (tokens.accept(".")) {
            name += "." + unquoted(tokens.getNextToken());
        }
        boolean assigned = tokens.accept("=") || tokens.accept("TO");
        if (name.equalsIgnoreCase("schema")) {
            return new ParsedStatement.UseSchema(rest("the name of a schema"));
        }
        if (!assigned) {
            throw SyntaxErrors.at(tokens.peek(), "= or TO");
        }
        String value = rest("a value");
        return new ParsedStatement.SetOption(name, value.equalsIgnoreCase("DEFAULT") ? null : value);
    }

    private ParsedStatement.Query query() throws ParseException {
        SqlGrammar grammar = StatementReader.grammar(sql, tokens);
        SqlNode tree = ResultLabels.add(adjusted(grammar.SqlQueryEof(), tokens), sql);
        return new ParsedStatement.Query(tree, tokens.parameters());
    }

    /** A tree of the grammar with what it cannot say itself. */
    static SqlNode adjusted(SqlNode parsed, SqlTokens tokens) {
        SqlNode tree = parsed;
        if (FileFunctions.prefixes().stream().anyMatch(tokens::hasWordStartingWith)) {
            tree = FileFunctions.rewrite(tree);
        }
        if (tokens.hasWordStartingWith("listagg")
                || tokens.hasWordStartingWith("string_agg")
                || tokens.hasWordStartingWith("array_agg")
                || tokens.hasWordStartingWith("percentile_")
                || tokens.hasWordStartingWith("quantile_")
                || tokens.hasWordStartingWith("mode")
                || tokens.hasWordStartingWith("group_concat")) {
            tree = OrderedAggregates.rewrite(tree);
        }
        if (SelectForms.isNeeded(tokens)) {
            tree = SelectForms.rewrite(tree);
        }
        if (LimitForms.isNeeded(tokens)) {
            tree = LimitForms.rewrite(tree);
        }
        if (tokens.hasWordStartingWith("over") || tokens.hasWordStartingWith("\"$DISTINCT_ON")) {
            tree = WindowForms.rewrite(tree);
        }
        if (tokens.callsOneOf(SeriesForms.NAMES) || tokens.callsInFrom()) {
            tree = SeriesForms.rewrite(tree);
        }
        if (FunctionForms.isNeeded(tokens)) {
            tree = FunctionForms.rewrite(tree);
        }
        return ChainBalancer.balance(tree);
    }

    private String name() {
        String name = unquoted(tokens.getNextToken());
        end();
        return name;
    }

    private void require(String word) {
        if (!tokens.accept(word)) {
            throw SyntaxErrors.at(tokens.peek(), word);
        }
    }

    private void end() {
        if (tokens.peek().kind != SqlGrammarConstants.EOF) {
            throw SyntaxErrors.at(tokens.peek(), "the end of the statement");
        }
    }

    /** The rest of the statement as written, without the quotes if it is one quoted word. */
    private String rest(String expected) {
        Token first = tokens.getNextToken();
        if (first.kind == SqlGrammarConstants.EOF) {
            throw SyntaxErrors.at(first, expected);
        }
        if (tokens.peek().kind == SqlGrammarConstants.EOF) {
            return unquoted(first);
        }
        int start = SqlParserUtil.lineColToIndex(sql, first.beginLine, first.beginColumn);
        Token last = first;
        while (tokens.peek().kind != SqlGrammarConstants.EOF) {
            last = tokens.getNextToken();
        }
        return sql.substring(start, SqlParserUtil.lineColToIndex(sql, last.endLine, last.endColumn) + 1);
    }

    static String unquoted(Token token) {
        @Nullable String image = token.image;
        return switch (token.kind) {
            case SqlGrammarConstants.QUOTED_STRING ->
                image.substring(1, image.length() - 1).replace("''", "'");
            case SqlGrammarConstants.QUOTED_IDENTIFIER ->
                image.substring(1, image.length() - 1).replace("\"\"", "\"");
            default -> image;
        };
    }
}
