package io.algeon.engine.sql.parser;

import java.util.List;

/** Reads and changes the tokens of a statement by their numbers; the base of all that puts other spellings into the grammar's. */
abstract class TokenRewriter implements SqlGrammarConstants {
    /** The statement's tokens, which are changed in place. */
    final List<Token> tokens;

    TokenRewriter(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** The kind of a token, EOF where there is none. */
    final int kind(int i) {
        return i < 0 || i >= tokens.size() ? EOF : tokens.get(i).kind;
    }

    static boolean isOneOf(int kind, int... candidates) {
        for (int candidate : candidates) {
            if (kind == candidate) {
                return true;
            }
        }
        return false;
    }

    /** Whether a token is this word, whatever its kind, but in double quotes. */
    final boolean isWord(int i, String word) {
        return i >= 0
                && i < tokens.size()
                && kind(i) != QUOTED_IDENTIFIER
                && tokens.get(i).image.equalsIgnoreCase(word);
    }

    /** The parenthesis that closes the one at {@code opening}; -1 if none does. */
    final int closing(int opening) {
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

    /** The parenthesis that the one at {@code closing} closes; 0 if there is none. */
    final int opening(int closing) {
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

    /** A token of another kind in the same place. */
    static Token copy(Token place, int kind, String image) {
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
