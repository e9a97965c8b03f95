package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Forms of queries that the grammar does not have, put into its own, token by token:
 *
 * <ul>
 *   <li>{@code WITH q AS MATERIALIZED (...)}: without the hint
 *   <li>{@code FETCH FIRST 3 ROWS WITH TIES}: {@code LIMIT "$TIES"(3)}, which {@link LimitForms} completes; {@code FETCH FIRST
 *       (SELECT ...) ROWS ONLY}: {@code LIMIT (SELECT ...)}
 *   <li>{@code substring(x FOR 3)}: {@code substring(x FROM 1 FOR 3)}
 *   <li>{@code FROM t SELECT a WHERE b}, {@code FROM t}: {@code SELECT a FROM t WHERE b}, {@code SELECT * FROM t}
 *   <li>{@code json_agg(x ORDER BY y)}, {@code json_object_agg}: calls that {@link JsonAggregates} completes
 *   <li>{@code SELECT unnest(a)}, {@code SELECT * EXCLUDE (a)}: calls of {@code "$UNNEST"} and {@code "$EXCLUDE"}, which
 *       {@link SelectForms} completes; {@code SELECT * REPLACE (x AS a)}: {@code "$REPLACE"}, see {@link ReplacingStar}
 *   <li>{@code FROM t AS x PIVOT (...)}: {@code FROM (SELECT * FROM t AS x) PIVOT (...)}, likewise UNPIVOT
 * </ul>
 */
final class QuerySyntax extends TokenRewriter {
    /** Marks a limit that lets rows in which are equal to the last one. */
    static final String TIES = "$TIES";

    /** Marks UNNEST in a list of SELECT. */
    static final String UNNEST = "$UNNEST";

    /** Marks a star without some columns; the first argument is the table's name, or this for all. */
    static final String EXCLUDE = "$EXCLUDE";

    /** Marks a star some of whose columns are other expressions; the first argument is as for {@link #EXCLUDE}, or such a call. */
    static final String REPLACE = "$REPLACE";

    private QuerySyntax(List<Token> tokens) {
        super(tokens);
    }

    /** Rewrites the tokens in place. */
    static void rewrite(List<Token> tokens) {
        new QuerySyntax(tokens).rewrite();
    }

    private void rewrite() {
        if (kind(0) == FROM) {
            selectFirst(0);
        }
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
                        refuseInnerChange(i + 1);
                    }
                    if (kind(i + 1) == FROM && kind(i - 1) != TRIM) {
                        selectFirst(i + 1);
                    }
                }
                case SqlGrammarConstants.UNNEST -> {
                    if (kind(i + 1) == LPAREN && isWithinSelected(i)) {
                        tokens.set(i, copy(tokens.get(i), QUOTED_IDENTIFIER, '"' + UNNEST + '"'));
                    }
                }
                case STAR -> {
                    boolean without = (isWord(i + 1, "EXCLUDE") || kind(i + 1) == EXCEPT) && kind(i + 2) == LPAREN;
                    if (without && kind(i + 3) != SELECT && isSelected(i)) {
                        exclude(i);
                    } else if (isWord(i + 1, "REPLACE") && kind(i + 2) == LPAREN && isSelected(i)) {
                        replace(i);
                    }
                }
                case IDENTIFIER -> {
                    if (kind(i + 1) == LPAREN && JsonAggregates.isName(tokens.get(i).image)) {
                        wrapJsonAggregate(i);
                        i += 2;
                    }
                }
                case FETCH -> fetch(i);
                case FOR -> {
                    if (kind(i + 1) == UPDATE || isWord(i + 1, "SHARE") || kind(i + 1) == NO && isWord(i + 2, "KEY")) {
                        throw StatementReader.unsupported(
                                tokens.get(i),
                                "Queries lock no rows: a transaction reads one state, and of two that change a row the later"
                                        + " fails with SQLState 40001. Leave FOR UPDATE and FOR SHARE out");
                    }
                    substring(i);
                }
                case INTO -> {
                    if (kind(0) == SELECT && kind(i - 1) != INSERT && kind(i - 1) != MERGE) {
                        throw StatementReader.unsupported(
                                tokens.get(i),
                                "SELECT INTO makes no table here. Write CREATE TABLE name AS SELECT ...");
                    }
                }
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

    /** Puts the SELECT clause before FROM, {@code SELECT *} if there is none. */
    private void selectFirst(int from) {
        int select = -1;
        int end = from + 1;
        for (int depth = 0; end < tokens.size() && kind(end) != EOF && depth >= 0; end++) {
            switch (kind(end)) {
                case LPAREN -> depth++;
                case RPAREN -> depth--;
                case SELECT -> select = depth == 0 && select < 0 ? end : select;
                case WHERE, GROUP, HAVING, ORDER, LIMIT, OFFSET, UNION, EXCEPT, INTERSECT, QUALIFY -> {
                    if (depth == 0) {
                        depth = -2;
                    }
                }
                default -> {}
            }
            if (depth < 0) {
                break;
            }
        }
        Token place = tokens.get(from);
        if (select < 0 || select > end) {
            tokens.addAll(from, List.of(copy(place, SELECT, "SELECT"), copy(place, STAR, "*")));
            return;
        }
        List<Token> selected = new ArrayList<>(tokens.subList(select, end));
        tokens.subList(select, end).clear();
        tokens.addAll(from, selected);
    }

    /** Whether what stands at i is an item of SELECT, and neither in FROM nor an argument. */
    private boolean isSelected(int i) {
        if (kind(i - 1) == SELECT || kind(i - 1) == DISTINCT) {
            return true;
        }
        int before = i - 1;
        while (kind(before) == DOT) {
            before -= 2;
        }
        int depth = 0;
        for (int at = before; at >= 0; at--) {
            switch (kind(at)) {
                case RPAREN, RBRACKET -> depth++;
                case LPAREN, LBRACKET -> {
                    if (--depth < 0) {
                        return false;
                    }
                }
                case SELECT -> {
                    if (depth == 0) {
                        return kind(before) == COMMA || kind(before) == SELECT;
                    }
                }
                case FROM, WHERE, GROUP, ORDER, VALUES, SET -> {
                    if (depth == 0) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    /** Whether a token is part of an expression in the list of a SELECT. */
    private boolean isWithinSelected(int i) {
        int depth = 0;
        for (int at = i - 1; at >= 0; at--) {
            switch (kind(at)) {
                case RPAREN, RBRACKET -> depth++;
                case LPAREN, LBRACKET -> depth = Math.max(0, depth - 1);
                case SELECT -> {
                    if (depth == 0) {
                        return true;
                    }
                }
                case GROUP, ORDER -> {
                    if (depth == 0) {
                        return kind(at + 1) == BY;
                    }
                }
                case FROM, WHERE, VALUES, SET -> {
                    if (depth == 0) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    /** {@code t.* EXCLUDE (a, b)} becomes {@code "$EXCLUDE"(t, a, b)}. */
    private void exclude(int star) {
        Token place = tokens.get(star);
        int first = star;
        List<Token> table = new ArrayList<>();
        while (kind(first - 1) == DOT) {
            table.addAll(0, tokens.subList(first - 2, first - (table.isEmpty() ? 1 : 0)));
            first -= 2;
        }
        if (table.isEmpty()) {
            table.add(copy(place, QUOTED_IDENTIFIER, '"' + EXCLUDE + '"'));
        }
        List<Token> call = new ArrayList<>();
        call.add(copy(place, QUOTED_IDENTIFIER, '"' + EXCLUDE + '"'));
        call.add(tokens.get(star + 2));
        call.addAll(table);
        call.add(copy(place, COMMA, ","));
        tokens.subList(first, star + 3).clear();
        tokens.addAll(first, call);
        int end = closing(first + 1);
        if (end > 0 && isWord(end + 1, "REPLACE") && kind(end + 2) == LPAREN) {
            // "$EXCLUDE"(t, a) REPLACE (x AS b) becomes "$REPLACE"("$EXCLUDE"(t, a), x, b)
            separate(end + 2);
            tokens.set(end + 2, copy(place, COMMA, ","));
            tokens.remove(end + 1);
            tokens.add(first, copy(place, LPAREN, "("));
            tokens.add(first, copy(place, QUOTED_IDENTIFIER, '"' + REPLACE + '"'));
        }
    }

    /** {@code t.* REPLACE (x AS a, y AS b)} becomes {@code "$REPLACE"(t, x, a, y, b)}. */
    private void replace(int star) {
        Token place = tokens.get(star);
        int first = star;
        List<Token> table = new ArrayList<>();
        while (kind(first - 1) == DOT) {
            table.addAll(0, tokens.subList(first - 2, first - (table.isEmpty() ? 1 : 0)));
            first -= 2;
        }
        if (table.isEmpty()) {
            table.add(copy(place, QUOTED_IDENTIFIER, '"' + REPLACE + '"'));
        }
        separate(star + 2);
        List<Token> call = new ArrayList<>();
        call.add(copy(place, QUOTED_IDENTIFIER, '"' + REPLACE + '"'));
        call.add(tokens.get(star + 2));
        call.addAll(table);
        call.add(copy(place, COMMA, ","));
        tokens.subList(first, star + 3).clear();
        tokens.addAll(first, call);
    }

    /** Puts a comma for each AS of the list in a parenthesis. */
    private void separate(int parenthesis) {
        int end = closing(parenthesis);
        int depth = 0;
        for (int at = parenthesis + 1; at < end; at++) {
            depth += isOneOf(kind(at), LPAREN, LBRACKET) ? 1 : isOneOf(kind(at), RPAREN, RBRACKET) ? -1 : 0;
            if (depth == 0 && kind(at) == AS) {
                tokens.set(at, copy(tokens.get(at), COMMA, ","));
            }
        }
    }

    /**
     * {@code json_agg(x ORDER BY y) FILTER (WHERE c)} becomes {@code "$JSON_AGG"(STRING_AGG(x ORDER BY y) FILTER (WHERE c))}, which
     * {@link JsonAggregates} completes.
     */
    private void wrapJsonAggregate(int i) {
        int end = closing(i + 1);
        if (end < 0) {
            return;
        }
        if (isWord(end + 1, "FILTER") && kind(end + 2) == LPAREN) {
            end = Math.max(end, closing(end + 2));
        }
        if (kind(end + 1) == OVER) {
            end = kind(end + 2) == LPAREN ? Math.max(end, closing(end + 2)) : end + 2;
        }
        Token name = tokens.get(i);
        Token last = tokens.get(Math.min(end, tokens.size() - 1));
        tokens.add(end + 1, copy(last, RPAREN, ")"));
        tokens.set(i, copy(name, STRING_AGG, "STRING_AGG"));
        tokens.add(i, copy(name, LPAREN, "("));
        tokens.add(i, copy(name, QUOTED_IDENTIFIER, '"' + JsonAggregates.marker(name.image) + '"'));
    }

    /** {@code substring(x FOR n)} has FROM 1. */
    private void substring(int i) {
        int depth = 0;
        for (int at = i - 1; at > 0; at--) {
            if (kind(at) == RPAREN) {
                depth++;
            } else if (kind(at) == FROM && depth == 0) {
                return;
            } else if (kind(at) == LPAREN && --depth < 0) {
                if (kind(at - 1) == SUBSTRING) {
                    tokens.addAll(
                            i,
                            List.of(
                                    copy(tokens.get(i), FROM, "FROM"),
                                    copy(tokens.get(i), UNSIGNED_INTEGER_LITERAL, "1")));
                }
                return;
            }
        }
    }

    /** Whether a statement that changes rows begins there. */
    static boolean beginsChange(List<Token> tokens, int i) {
        String verb = word(tokens, i);
        String next = word(tokens, i + 1);
        return switch (verb) {
            case "INSERT", "MERGE" -> next.equals("INTO");
            case "DELETE" -> next.equals("FROM");
            case "UPDATE" -> !next.equals(")") && !next.equals(",");
            default -> false;
        };
    }

    private static String word(List<Token> tokens, int i) {
        return i < tokens.size() ? tokens.get(i).image.toUpperCase(Locale.ROOT) : "";
    }

    /** Changes stand within a WITH that belongs to the whole statement, so that each is made once. */
    private void refuseInnerChange(int i) {
        int depth = 0;
        for (int at = 0; at < i; at++) {
            depth += kind(at) == LPAREN ? 1 : kind(at) == RPAREN ? -1 : 0;
        }
        if (depth > 1 && beginsChange(tokens, i)) {
            throw StatementReader.unsupported(
                    tokens.get(i),
                    "A WITH that changes rows stands at the beginning of the whole statement, not within a query of it");
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
}
