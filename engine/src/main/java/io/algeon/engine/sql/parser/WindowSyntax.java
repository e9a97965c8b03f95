package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.List;

/**
 * Forms around windows that the grammar does not have, put into its own, token by token; {@link WindowForms} completes some of
 * them in the tree:
 *
 * <ul>
 *   <li>{@code GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW}: {@code ROWS BETWEEN "$GROUPS"(1) PRECEDING AND CURRENT ROW}; without
 *       offsets, RANGE means the same
 *   <li>{@code f(x IGNORE NULLS) OVER}: {@code f(x) IGNORE NULLS OVER}
 *   <li>{@code SELECT DISTINCT ON (a, b) c}: {@code SELECT "$DISTINCT_ON"(a, b), c}
 * </ul>
 */
final class WindowSyntax extends TokenRewriter {
    /** Marks an offset that counts groups of peers. */
    static final String GROUPS_OFFSET = "$GROUPS";

    /** Marks the expressions of DISTINCT ON. */
    static final String DISTINCT_ON = "$DISTINCT_ON";

    private WindowSyntax(List<Token> tokens) {
        super(tokens);
    }

    /** Rewrites the tokens in place. */
    static void rewrite(List<Token> tokens) {
        new WindowSyntax(tokens).rewrite();
    }

    private void rewrite() {
        for (int i = 0; i < tokens.size(); i++) {
            if (kind(i) == DISTINCT && kind(i - 1) == SELECT && kind(i + 1) == ON && kind(i + 2) == LPAREN) {
                distinctOn(i);
            } else if ((kind(i) == IGNORE || kind(i) == RESPECT)
                    && kind(i + 1) == NULLS
                    && kind(i + 2) == RPAREN
                    && kind(i - 1) != LPAREN) {
                tokens.add(i, tokens.remove(i + 2));
            } else if (isWord(i, "GROUPS") && beginsFrame(i)) {
                groups(i);
            }
        }
    }

    private void distinctOn(int i) {
        int end = closing(i + 2);
        if (end < 0) {
            return;
        }
        tokens.add(end + 1, copy(tokens.get(end), COMMA, ","));
        Token on = tokens.remove(i + 1);
        tokens.set(i, copy(on, QUOTED_IDENTIFIER, '"' + DISTINCT_ON + '"'));
    }

    private boolean beginsFrame(int i) {
        boolean begins = switch (kind(i + 1)) {
            case BETWEEN, UNBOUNDED, UNSIGNED_INTEGER_LITERAL, HOOK -> true;
            case CURRENT -> kind(i + 2) == ROW;
            default -> false;
        };
        return begins && kind(i - 1) != DOT && kind(i - 1) != COMMA && kind(i - 1) != BY && isInWindow(i);
    }

    /** Whether the parenthesis around is that of OVER (...) or of WINDOW w AS (...). */
    private boolean isInWindow(int i) {
        int depth = 0;
        for (int at = i - 1; at >= 0; at--) {
            if (kind(at) == RPAREN) {
                depth++;
            } else if (kind(at) == LPAREN && depth-- == 0) {
                return kind(at - 1) == OVER || kind(at - 1) == AS;
            }
        }
        return false;
    }

    private void groups(int i) {
        boolean between = kind(i + 1) == BETWEEN;
        List<int[]> offsets = new ArrayList<>();
        int from = between ? i + 2 : i + 1;
        int depth = 0;
        for (int at = from; at < tokens.size() && depth >= 0; at++) {
            switch (kind(at)) {
                case LPAREN -> depth++;
                case RPAREN -> depth--;
                case PRECEDING, FOLLOWING -> {
                    if (kind(at - 1) != UNBOUNDED) {
                        offsets.add(new int[] {from, at});
                    }
                }
                case AND -> from = depth == 0 ? at + 1 : from;
                default -> {}
            }
        }
        boolean counts = !offsets.isEmpty();
        tokens.set(i, copy(tokens.get(i), counts ? ROWS : RANGE, counts ? "ROWS" : "RANGE"));
        for (int number = offsets.size() - 1; number >= 0; number--) {
            int[] offset = offsets.get(number);
            Token first = tokens.get(offset[0]);
            tokens.add(offset[1], copy(tokens.get(offset[1] - 1), RPAREN, ")"));
            tokens.add(offset[0], copy(first, LPAREN, "("));
            tokens.add(offset[0], copy(first, QUOTED_IDENTIFIER, '"' + GROUPS_OFFSET + '"'));
        }
    }
}
