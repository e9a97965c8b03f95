package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code COPY {table [(columns)] | (query)} TO 'path' [[WITH] (options)]} and {@code COPY table FROM}, also with PostgreSQL's older options without
 * parentheses ({@code CSV HEADER DELIMITER ';'}). The query is cut out and parsed as if it stood alone.
 */
final class CopyParser {
    private final String sql;
    private final SqlTokens tokens;
    private final List<String> tableName = new ArrayList<>();
    private final List<String> columnNames = new ArrayList<>();

    CopyParser(String sql, SqlTokens tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    /** The statement, whose first word is COPY. */
    ParsedStatement statement() {
        tokens.getNextToken();
        boolean parenthesised = tokens.peek().kind == SqlGrammarConstants.LPAREN;
        String query = parenthesised ? parenthesised() : table();
        if (!parenthesised && tokens.accept("FROM")) {
            CopySource source = new CopySource(tableName, columnNames, path(), options());
            end();
            return source;
        }
        if (!tokens.accept("TO")) {
            throw SyntaxErrors.at(tokens.peek(), parenthesised ? "TO" : "TO or FROM");
        }
        String path = path();
        Map<String, @Nullable Object> options = options();
        end();
        ParsedStatement parsed = StatementParser.parse(query);
        if (!(parsed instanceof ParsedStatement.Query rows)) {
            throw new EngineException(
                    ErrorCode.SQL_INVALID, "COPY writes the rows of a query (SELECT, VALUES, WITH) or of a table.");
        }
        return new ParsedStatement.Query(rows.tree(), rows.parameters(), new CopyTarget(path, options));
    }

    private void end() {
        if (tokens.peek().kind != SqlGrammarConstants.EOF) {
            throw SyntaxErrors.at(tokens.peek(), "the end of the statement");
        }
    }

    /** The text between the parentheses that come next, in its place, so that errors name the right line and column. */
    private String parenthesised() {
        tokens.getNextToken();
        int start = index(tokens.peek());
        int depth = 1;
        Token token = tokens.peek();
        while (depth > 0) {
            token = tokens.getNextToken();
            if (token.kind == SqlGrammarConstants.EOF) {
                throw SyntaxErrors.at(token, ")");
            }
            depth += token.kind == SqlGrammarConstants.LPAREN ? 1 : token.kind == SqlGrammarConstants.RPAREN ? -1 : 0;
        }
        return sql.substring(0, start).replaceAll("[^\\n\\r]", " ") + sql.substring(start, index(token));
    }

    private int index(Token token) {
        return SqlParserUtil.lineColToIndex(sql, token.beginLine, token.beginColumn);
    }

    /** A query for the rows of the table that is named next, perhaps with columns. */
    private String table() {
        int start = index(tokens.peek());
        Token last = tokens.getNextToken();
        tableName.add(unquoted(last));
        while (tokens.accept(".")) {
            last = tokens.getNextToken();
            tableName.add(unquoted(last));
        }
        String name = sql.substring(start, SqlParserUtil.lineColToIndex(sql, last.endLine, last.endColumn) + 1);
        if (tokens.peek().kind != SqlGrammarConstants.LPAREN) {
            return "SELECT * FROM " + name;
        }
        tokens.getNextToken();
        int first = index(tokens.peek());
        Token token;
        do {
            columnNames.add(unquoted(tokens.getNextToken()));
            token = tokens.getNextToken();
        } while (token.image.equals(","));
        if (token.kind != SqlGrammarConstants.RPAREN) {
            throw SyntaxErrors.at(token, ", or )");
        }
        return "SELECT " + sql.substring(first, index(token)) + " FROM " + name;
    }

    private static String unquoted(Token token) {
        String image = token.image;
        return token.kind == SqlGrammarConstants.QUOTED_IDENTIFIER
                ? image.substring(1, image.length() - 1).replace("\"\"", "\"")
                : image;
    }

    private String path() {
        Token token = tokens.getNextToken();
        String image = token.image;
        if (token.kind == SqlGrammarConstants.QUOTED_STRING) {
            return image.substring(1, image.length() - 1).replace("''", "'");
        }
        if (token.kind == SqlGrammarConstants.QUOTED_IDENTIFIER) {
            return image.substring(1, image.length() - 1).replace("\"\"", "\"");
        }
        throw SyntaxErrors.at(token, "a path in quotes");
    }

    private Map<String, @Nullable Object> options() {
        Map<String, @Nullable Object> options = new LinkedHashMap<>();
        tokens.accept("WITH");
        boolean listed = tokens.accept("(");
        while (tokens.peek().kind != SqlGrammarConstants.EOF
                && !tokens.peek().image.equals(")")) {
            String name = tokens.getNextToken().image.toLowerCase(Locale.ROOT);
            if (name.startsWith("\"")) {
                name = name.substring(1, name.length() - 1);
            }
            if (!name.matches("[a-z_][a-z_0-9]*")) {
                throw SyntaxErrors.at(tokens.peek(), "the name of an option");
            }
            if (name.equals("force") && tokens.accept("QUOTE")) {
                name = "force_quote";
            }
            boolean assigned = tokens.accept("=") || !listed && tokens.accept("AS");
            if (!assigned && listed) {
                tokens.accept("TO");
            }
            Token next = tokens.peek();
            boolean bare = next.image.equals(",") || next.image.equals(")") || next.kind == SqlGrammarConstants.EOF;
            boolean word = !listed && isFlag(name);
            options.put(name, bare || word ? Boolean.TRUE : value());
            if (listed && !tokens.accept(",") && !tokens.peek().image.equals(")")) {
                throw SyntaxErrors.at(tokens.peek(), ", or )");
            }
        }
        if (listed && !tokens.accept(")")) {
            throw SyntaxErrors.at(tokens.peek(), ")");
        }
        return options;
    }

    /** Whether an older option stands alone. */
    private static boolean isFlag(String name) {
        return switch (name) {
            case "csv", "header", "overwrite", "append" -> true;
            default -> false;
        };
    }

    private @Nullable Object value() {
        Token token = tokens.getNextToken();
        String image = token.image;
        if (image.equals("(") || image.equals("[")) {
            List<@Nullable Object> values = new ArrayList<>();
            String end = image.equals("(") ? ")" : "]";
            while (!tokens.accept(end)) {
                values.add(value());
                if (!tokens.accept(",") && !tokens.peek().image.equals(end)) {
                    throw SyntaxErrors.at(tokens.peek(), ", or " + end);
                }
            }
            return values;
        }
        if (image.equals("-") && tokens.peek().image.matches("[0-9.]+")) {
            return new BigDecimal(tokens.getNextToken().image).negate();
        }
        if (token.kind == SqlGrammarConstants.QUOTED_STRING) {
            return image.substring(1, image.length() - 1).replace("''", "'");
        }
        if (token.kind == SqlGrammarConstants.QUOTED_IDENTIFIER) {
            return image.substring(1, image.length() - 1).replace("\"\"", "\"");
        }
        if (image.matches("[0-9]+(\\.[0-9]*)?")) {
            return new BigDecimal(image);
        }
        return switch (image.toUpperCase(Locale.ROOT)) {
            case "TRUE", "ON" -> Boolean.TRUE;
            case "FALSE", "OFF" -> Boolean.FALSE;
            case "NULL" -> null;
            default -> {
                if (!image.matches("[A-Za-z_*][A-Za-z_0-9]*")) {
                    throw SyntaxErrors.at(token, "the value of an option");
                }
                yield image;
            }
        };
    }
}
