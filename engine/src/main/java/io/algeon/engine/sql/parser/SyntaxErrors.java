package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/** What went wrong while parsing, in a sentence: where, what was found, a few things that would have fitted. */
final class SyntaxErrors {
    /** More alternatives than this help nobody. */
    private static final int MAX_EXPECTED = 8;

    /** What is named first among the alternatives, in this order. */
    private static final List<String> COMMON = List.of(
            "\"SELECT\"",
            "\"FROM\"",
            "\"WHERE\"",
            "\"GROUP\"",
            "\"HAVING\"",
            "\"ORDER\"",
            "\"LIMIT\"",
            "\"OFFSET\"",
            "\"FETCH\"",
            "\"UNION\"",
            "\"JOIN\"",
            "\"ON\"",
            "\"USING\"",
            "\"AS\"",
            "\"AND\"",
            "\"OR\"",
            "\"THEN\"",
            "\"WHEN\"",
            "\"ELSE\"",
            "\"END\"",
            "\"BY\"",
            "\"VALUES\"",
            "\"WITH\"",
            "\"IN\"",
            "\"LIKE\"",
            "\"BETWEEN\"",
            "\"NULL\"",
            "\",\"",
            "\")\"",
            "\"(\"",
            "\"]\"",
            "\";\"");

    private static final Set<String> KEYWORDS = Set.of(
            "\"FROM\"",
            "\"WHERE\"",
            "\"GROUP\"",
            "\"HAVING\"",
            "\"ORDER\"",
            "\"LIMIT\"",
            "\"OFFSET\"",
            "\"UNION\"",
            "\"JOIN\"",
            "\"USING\"",
            "\"SELECT\"",
            "\"INNER\"",
            "\"OUTER\"");

    private SyntaxErrors() {}

    /** The grammar found a token that it did not expect. */
    static EngineException of(ParseException error, SqlTokens tokens) {
        Token last = error.currentToken;
        if (last == null) {
            return new EngineException(ErrorCode.SQL_PARSE, "The statement cannot be parsed.", error);
        }
        Token found = last.next;
        if (found.image.equals("'") || found.image.equals("\"")) {
            String what = found.image.equals("'") ? "a string" : "a quoted name";
            return new EngineException(
                    ErrorCode.SQL_PARSE,
                    "Syntax error " + position(found) + ": " + what + " begins here and has no closing quote.",
                    error);
        }
        if (found.kind == SqlGrammarConstants.SEMICOLON) {
            return new EngineException(
                    ErrorCode.SQL_PARSE,
                    "Syntax error " + position(found) + ": one statement can be run at a time; another follows the"
                            + " semicolon.",
                    error);
        }
        Token following = tokens.after(found);
        if (WordClassifier.needsOperand(found) && !WordClassifier.needsOperand(last) && cannotBeginOperand(following)) {
            // the grammar looked ahead and gave up at the operator
            return at(following, "an expression after '" + found.image + "'");
        }
        if (last.kind == SqlGrammarConstants.LIMIT
                || last.kind == SqlGrammarConstants.OFFSET
                || (last.kind == SqlGrammarConstants.FIRST || last.kind == SqlGrammarConstants.NEXT)
                        && found.kind == SqlGrammarConstants.MINUS) {
            return at(found, "a whole number that is not negative, or ?");
        }
        Set<String> expected = new LinkedHashSet<>();
        Set<String> possible = new LinkedHashSet<>();
        boolean anyExpression = false;
        boolean anyName = false;
        for (int[] sequence : error.expectedTokenSequences) {
            String image = error.tokenImage[sequence[0]];
            possible.add(image);
            anyExpression |= sequence[0] == SqlGrammarConstants.UNSIGNED_INTEGER_LITERAL;
            anyName |= sequence[0] == SqlGrammarConstants.IDENTIFIER;
        }
        if (anyExpression) {
            expected.add("an expression");
        } else if (anyName) {
            expected.add("a name");
        }
        for (String common : COMMON) {
            if (possible.contains(common)
                    && expected.size() < MAX_EXPECTED
                    && !(anyExpression && isOperandStart(common))) {
                expected.add(Character.isLetter(common.charAt(1)) ? plain(common) : "'" + plain(common) + "'");
            }
        }
        if (possible.contains("<EOF>")) {
            expected.add("the end of the statement");
        }
        if (expected.isEmpty()) {
            for (String image : possible) {
                if (expected.size() < MAX_EXPECTED && image.startsWith("\"")) {
                    expected.add(plain(image));
                }
            }
        }
        String meant = suggestion(found, possible);
        if (meant == null) {
            // a mistyped keyword was taken for an alias
            meant = suggestion(last, KEYWORDS);
        }
        return new EngineException(
                ErrorCode.SQL_PARSE,
                "Syntax error " + position(found) + ": found " + describe(found)
                        + (expected.isEmpty() ? "." : ", expected " + list(new ArrayList<>(expected)) + ".")
                        + (meant == null ? "" : " Did you mean " + meant + "?"),
                error);
    }

    private static boolean cannotBeginOperand(Token token) {
        return switch (token.kind) {
            case SqlGrammarConstants.EOF,
                    SqlGrammarConstants.EQ,
                    SqlGrammarConstants.NE,
                    SqlGrammarConstants.LT,
                    SqlGrammarConstants.GT,
                    SqlGrammarConstants.LE,
                    SqlGrammarConstants.GE,
                    SqlGrammarConstants.SLASH,
                    SqlGrammarConstants.CONCAT,
                    SqlGrammarConstants.COMMA,
                    SqlGrammarConstants.RPAREN,
                    SqlGrammarConstants.SEMICOLON,
                    SqlGrammarConstants.FROM,
                    SqlGrammarConstants.WHERE,
                    SqlGrammarConstants.GROUP,
                    SqlGrammarConstants.HAVING,
                    SqlGrammarConstants.ORDER,
                    SqlGrammarConstants.AND,
                    SqlGrammarConstants.OR -> true;
            default -> false;
        };
    }

    /** The tokens make no sense: an open string or comment, a character that SQL does not use. */
    static EngineException of(TokenMgrError error, String sql) {
        String message = String.valueOf(error.getMessage());
        int line = number(message, "line ");
        int column = number(message, "column ");
        int index = line < 1 ? sql.length() : SqlParserUtil.lineColToIndex(sql, line, Math.max(column, 1));
        String what;
        if (message.contains("<EOF>")) {
            what = "the statement ends within a string, a quoted name or a comment";
        } else {
            int character = index < sql.length() ? sql.codePointAt(index) : ' ';
            what = character == '\''
                    ? "a string begins that has no closing quote"
                    : character == '"'
                            ? "a quoted name begins that is empty or has no closing quote"
                            : "the character '" + Character.toString(character) + "' cannot stand here";
        }
        return new EngineException(
                ErrorCode.SQL_PARSE, "Syntax error at line " + line + ", column " + column + ": " + what + ".");
    }

    /** The grammar itself refused what it had read. */
    static EngineException of(CalciteContextException error, Token first) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        if (String.valueOf(cause.getMessage()).startsWith("Non-query expression")
                && error.getPosLine() == first.beginLine
                && error.getPosColumn() == first.beginColumn) {
            List<String> near =
                    NearMatches.of(first.image, List.of("SELECT", "WITH", "VALUES", "TABLE", "EXPLAIN", "SHOW"));
            return new EngineException(
                    ErrorCode.SQL_PARSE,
                    "Syntax error " + position(first) + ": " + describe(first) + " does not begin a statement."
                            + (near.isEmpty() ? "" : " Did you mean " + near.get(0) + "?"),
                    error);
        }
        String message = String.valueOf(cause.getMessage());
        String what = message.startsWith("'LIMIT start, count'")
                ? "LIMIT takes one number; write LIMIT count OFFSET start"
                : message.startsWith("Non-query expression")
                        ? "a query is expected here"
                        : message.startsWith("Query expression encountered")
                                ? "a query cannot stand here; an expression is expected"
                                : message.startsWith("BETWEEN operator has no terminating AND")
                                        ? "BETWEEN needs two bounds: BETWEEN low AND high"
                                        : message;
        return new EngineException(
                ErrorCode.SQL_PARSE,
                "Syntax error at line " + error.getPosLine() + ", column " + error.getPosColumn() + ": " + what + ".",
                error);
    }

    /** A token that does not fit, in statements that are not the grammar's. */
    static EngineException at(Token found, String expected) {
        return new EngineException(
                ErrorCode.SQL_PARSE,
                "Syntax error " + position(found) + ": found " + describe(found) + ", expected " + expected + ".");
    }

    private static String position(Token token) {
        return "at line " + token.beginLine + ", column " + token.beginColumn;
    }

    private static String describe(Token token) {
        return token.kind == SqlGrammarConstants.EOF ? "the end of the statement" : "'" + token.image + "'";
    }

    private static boolean isOperandStart(String image) {
        return image.equals("\"(\"") || image.equals("\"NULL\"");
    }

    private static @Nullable String suggestion(Token found, Set<String> possible) {
        if (found.kind != SqlGrammarConstants.IDENTIFIER) {
            return null;
        }
        List<String> words = new ArrayList<>();
        for (String image : possible) {
            if (image.length() > 3 && Character.isLetter(image.charAt(1))) {
                words.add(plain(image));
            }
        }
        List<String> near = NearMatches.of(found.image, words);
        return near.isEmpty() ? null : near.get(0);
    }

    private static String plain(String image) {
        return image.substring(1, image.length() - 1);
    }

    private static String list(List<String> items) {
        if (items.size() == 1) {
            return items.get(0);
        }
        return String.join(", ", items.subList(0, items.size() - 1)) + " or " + items.get(items.size() - 1);
    }

    private static int number(String text, String after) {
        int start = text.indexOf(after);
        int value = 0;
        if (start >= 0) {
            for (int i = start + after.length(); i < text.length() && Character.isDigit(text.charAt(i)); i++) {
                value = value * 10 + text.charAt(i) - '0';
            }
        }
        return value;
    }
}
