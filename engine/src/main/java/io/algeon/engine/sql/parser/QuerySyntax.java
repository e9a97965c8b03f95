package io.algeon.engine.sql.parser;

import java.util.List;

/**
 * Forms of queries that the grammar does not have, put into its own, token by token:
 *
 * <ul>
 *   <li>{@code WITH q AS MATERIALIZED (...)}: without the hint
 *   <li>{@code FETCH FIRST 3 ROWS WITH TIES}: {@code LIMIT "$TIES"(3)}, which {@link LimitForms} completes; {@code FETCH FIRST
 *       (SELECT ...) ROWS ONLY}: {@code LIMIT (SELECT ...)}
 *   <li>{@code FROM t AS x PIVOT (...)}: {@code FROM (SELECT * FROM t AS x) PIVOT (...)}, likewise UNPIVOT
 * </ul>
 */
final class QuerySyntax implements SqlGrammarConstants {
    /** Marks a limit that lets rows in which are equal to the last one. */
    static final String TIES = "$TIES";

    private final List<Token> tokens;

    private QuerySyntax(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Rewrites the tokens in place. */
    static void rewrite(List<Token> tokens) {
        new QuerySyntax(tokens).rewrite();
    }

    private void rewrite() {
        for (int i = 0; i < tokens.size(); i++) {
            switch (kind(i)) {
                case LPAREN -> {
                    if (isWord(i - 1, "MATERIALIZED")
                            && (kind(i - 2) == AS || kind(i - 2) == NOT && kind(i - 3) == AS)) {
                        int hint = kind(i - 2) == NOT ? i - 2 : i - 1;
                        tokens.subList(hint, i).clear();
                        i = hint;
                    }
                    if (kind(i - 1) == AS) {
                        refuseChange(i + 1);
                    }
                }
                case FETCH -> fetch(i);
                case OFFSET -> {
                    int end = kind(i + 1) == LPAREN ? closing(i + 1) : -1;
                    if (end > 0 && (kind(end + 1) == ROW || kind(end + 1) == ROWS)) {
                        tokens.remove(end + 1);
                    }
                }
                case PIVOT, UNPIVOT -> {
                    if (kind(i + 1) == LPAREN || kind(i + 2) == NULLS) {
                        i += wrapAliased(i);
                    }
                }
                default -> {}
            }
        }
    }

    private void refuseChange(int i) {
        boolean changes = kind(i) == DELETE && kind(i + 1) == FROM
                || (kind(i) == INSERT || kind(i) == MERGE) && kind(i + 1) == INTO
                || kind(i) == UPDATE && kind(i + 2) == SET;
        if (changes) {
            throw StatementReader.unsupported(
                    tokens.get(i),
                    "Within WITH there are queries only. Write the change first, with RETURNING, and what follows as a"
                            + " statement of its own in the same transaction");
        }
    }

    private void fetch(int i) {
        if (kind(i + 1) != FIRST && kind(i + 1) != NEXT) {
            return;
        }
        int count = i + 2;
        int end = kind(count) == LPAREN ? closing(count) : count;
        int rows = end + 1;
        if (end < 0 || kind(rows) != ROW && kind(rows) != ROWS) {
            return;
        }
        boolean ties = kind(rows + 1) == WITH && isWord(rows + 2, "TIES");
        if (!ties && !(kind(count) == LPAREN && kind(rows + 1) == ONLY)) {
            return;
        }
        if (ties) {
            tokens.set(rows, copy(tokens.get(rows), RPAREN, ")"));
            tokens.subList(rows + 1, rows + 3).clear();
            tokens.add(count, copy(tokens.get(count), LPAREN, "("));
            tokens.add(count, copy(tokens.get(count), QUOTED_IDENTIFIER, '"' + TIES + '"'));
        } else {
            tokens.subList(rows, rows + 2).clear();
        }
        tokens.set(i, copy(tokens.get(i), LIMIT, "LIMIT"));
        tokens.remove(i + 1);
    }

    /** Puts a query around a table with an alias before i; the number of tokens that came in front. */
    private int wrapAliased(int i) {
        int alias = i - 1;
        if (kind(alias) == RPAREN) {
            alias = opening(alias) - 1;
        }
        if (alias < 1 || !isName(alias)) {
            return 0;
        }
        int table = kind(alias - 1) == AS ? alias - 2 : alias - 1;
        int start = table;
        if (kind(table) == RPAREN) {
            start = opening(table);
            if (isName(start - 1)) {
                start--;
            }
        } else if (!isName(table) && kind(table) != QUOTED_STRING) {
            return 0;
        }
        while (kind(start - 1) == DOT) {
            start -= 2;
        }
        if (kind(start - 1) != FROM && kind(start - 1) != COMMA && kind(start - 1) != JOIN) {
            return 0;
        }
        Token first = tokens.get(start);
        tokens.add(i, copy(tokens.get(i - 1), RPAREN, ")"));
        tokens.addAll(
                start,
                List.of(
                        copy(first, LPAREN, "("),
                        copy(first, SELECT, "SELECT"),
                        copy(first, STAR, "*"),
                        copy(first, FROM, "FROM")));
        return 5;
    }

    private boolean isName(int i) {
        return kind(i) == IDENTIFIER
                || kind(i) == QUOTED_IDENTIFIER
                || kind(i) >= 1
                        && kind(i) <= ZONE
                        && Character.isLetter(tokens.get(i).image.charAt(0))
                        && kind(i) != FROM
                        && kind(i) != COMMA
                        && kind(i) != JOIN
                        && kind(i) != AS
                        && kind(i) != SELECT;
    }

    private int closing(int opening) {
        int depth = 0;
        for (int i = opening; i < tokens.size(); i++) {
            if (kind(i) == LPAREN) {
                depth++;
            } else if (kind(i) == RPAREN && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private int opening(int closing) {
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            if (kind(i) == RPAREN) {
                depth++;
            } else if (kind(i) == LPAREN && --depth == 0) {
                return i;
            }
        }
        return 0;
    }

    private boolean isWord(int i, String word) {
        return i >= 0
                && i < tokens.size()
                && kind(i) != QUOTED_IDENTIFIER
                && tokens.get(i).image.equalsIgnoreCase(word);
    }

    private int kind(int i) {
        return i < 0 || i >= tokens.size() ? EOF : tokens.get(i).kind;
    }

    private static Token copy(Token place, int kind, String image) {
        Token token = new Token();
        token.kind = kind;
        token.image = image;
        token.beginLine = place.beginLine;
        token.beginColumn = place.beginColumn;
        token.endLine = place.endLine;
        token.endColumn = place.endColumn;
        return token;
    }
}
