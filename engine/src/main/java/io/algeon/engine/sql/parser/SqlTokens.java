package io.algeon.engine.sql.parser;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * All tokens of a statement, in the grammar's spelling and with words told apart from names ({@link WordClassifier}), for the
 * grammar and for those who read statements word by word. Semicolons at the end are dropped.
 */
final class SqlTokens extends SqlGrammarTokenManager {

    private final List<Token> tokens = new ArrayList<>();
    private int position;
    private int end = Integer.MAX_VALUE;
    private final WordClassifier words;

    SqlTokens(String sql) {
        this(new SourceText(sql), sql.length());
    }

    private SqlTokens(SourceText source, int length) {
        super(new SimpleCharStream(new StringReader(source.text()), 1, 1, Math.max(length + 1, 64)));
        input_stream.setTabSize(1);
        SwitchTo(DQID);
        Token token;
        int functionEscapes = 0;
        do {
            token = super.getNextToken();
            if (token.kind == LBRACE_FN) {
                // {fn f(x)} is f(x)
                functionEscapes++;
            } else if (token.kind == RBRACE && functionEscapes > 0 && !closesDateEscape()) {
                functionEscapes--;
            } else {
                String dollarString = source.dollarString(token.beginLine, token.beginColumn);
                if (dollarString != null) {
                    token.image = "'" + dollarString.replace("'", "''") + "'";
                }
                tokens.add(token);
            }
        } while (token.kind != EOF);
        while (tokens.size() > 1 && tokens.get(tokens.size() - 2).kind == SEMICOLON) {
            tokens.remove(tokens.size() - 2);
        }
        SyntaxVariants.rewrite(tokens);
        LiteralSyntax.rewrite(tokens);
        QuerySyntax.rewrite(tokens);
        WindowSyntax.rewrite(tokens);
        words = new WordClassifier(tokens);
    }

    /** The word that begins there; empty if none does. */
    String wordAt(int line, int column) {
        for (Token token : tokens) {
            if (token.beginLine == line && token.beginColumn == column) {
                return token.image;
            }
        }
        return "";
    }

    /** The token after this one. */
    Token after(Token token) {
        int index = tokens.indexOf(token);
        return tokens.get(Math.min(index + 1, tokens.size() - 1));
    }

    @Override
    public Token getNextToken() {
        if (position >= end) {
            return endBefore(tokens.get(position));
        }
        Token token = tokens.get(position);
        if (position < tokens.size() - 1) {
            position++;
        }
        return token;
    }

    private static Token endBefore(Token next) {
        Token token = new Token();
        token.kind = EOF;
        token.image = next.image;
        token.beginLine = next.beginLine;
        token.beginColumn = next.beginColumn;
        token.endLine = next.endLine;
        token.endColumn = next.endColumn;
        return token;
    }

    /** Lets the statement end before this token, for whoever reads on. */
    void setEnd(int newEnd) {
        end = newEnd;
    }

    /** Number of the token that comes next. */
    int position() {
        return position;
    }

    Token at(int number) {
        return tokens.get(number);
    }

    /** Goes back to just behind a token that was read, the last one of those that were. */
    void continueAfter(Token token) {
        while (position > 0 && tokens.get(position - 1) != token) {
            position--;
        }
    }

    /** Consumes the next tokens if they are these words, all of them. */
    boolean acceptAll(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (position + i >= tokens.size()) {
                return false;
            }
            Token token = tokens.get(position + i);
            if (token.kind == QUOTED_IDENTIFIER
                    || token.kind == QUOTED_STRING
                    || !token.image.equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        position += words.length;
        return true;
    }

    /** Whether the next token can be a name. */
    boolean isNameHere() {
        Token token = peek();
        return token.kind == IDENTIFIER
                || token.kind == QUOTED_IDENTIFIER
                || token.kind >= 1
                        && token.kind <= ZONE
                        && !WordClassifier.isReserved(token.kind)
                        && Character.isLetter(token.image.charAt(0));
    }

    /**
     * Number of the token from here on that ends what is being read: one of these clauses' first words (or first two), a comma
     * or parenthesis outside of the present ones only if {@code clauses} names it, or the end of the statement.
     */
    int clauseEnd(String... clauses) {
        return clauseEnd(0, clauses);
    }

    /** As {@link #clauseEnd(String...)}, but the next {@code skipped} tokens are not such words. */
    int clauseEnd(int skipped, String... clauses) {
        int depth = 0;
        for (int i = position; i < tokens.size(); i++) {
            int kind = kind(i);
            if (kind == LPAREN || kind == LBRACKET || kind == CASE) {
                depth++;
            } else if (kind == RPAREN || kind == RBRACKET || kind == END) {
                if (--depth < 0) {
                    return i;
                }
            } else if (depth == 0 && i >= position + skipped && kind != QUOTED_IDENTIFIER && kind != QUOTED_STRING) {
                for (String clause : clauses) {
                    if (begins(clause, i)) {
                        return i;
                    }
                }
            }
        }
        return tokens.size() - 1;
    }

    private boolean begins(String clause, int i) {
        int space = clause.indexOf(' ');
        String first = space < 0 ? clause : clause.substring(0, space);
        return tokens.get(i).image.equalsIgnoreCase(first)
                && (space < 0 || tokens.get(i + 1).image.equalsIgnoreCase(clause.substring(space + 1)));
    }

    /** Takes the words from here to {@code until} for keywords again, as a type's name has them. */
    void restoreKeywords(int until) {
        for (int i = position; i < until; i++) {
            Integer kind = words.keyword(tokens.get(i));
            // the grammar has no type of that name, the catalog has
            if (kind != null && kind != DATETIME) {
                tokens.get(i).kind = kind;
            }
        }
    }

    /** Whether the last tokens are those of {d '...'}, {t '...'} or {ts '...'}, which a brace closes. */
    private boolean closesDateEscape() {
        int before = kind(tokens.size() - 2);
        return before == LBRACE_D || before == LBRACE_T || before == LBRACE_TS;
    }

    /** The token that comes next, not consumed. */
    Token peek() {
        return tokens.get(position);
    }

    /** Puts {@code SELECT * FROM} before the next token, which is a table's name if it is a string. */
    void insertSelectAll() {
        Token next = peek();
        tokens.add(position, word(next, FROM, "FROM"));
        tokens.add(position, word(next, STAR, "*"));
        tokens.add(position, word(next, SELECT, "SELECT"));
        if (next.kind == QUOTED_STRING) {
            asName(next);
        }
    }

    private static Token word(Token place, int kind, String image) {
        Token token = new Token();
        token.kind = kind;
        token.image = image;
        token.beginLine = place.beginLine;
        token.beginColumn = place.beginColumn;
        token.endLine = place.beginLine;
        token.endColumn = place.beginColumn;
        return token;
    }

    static void asName(Token token) {
        token.kind = QUOTED_IDENTIFIER;
        String text = token.image.substring(1, token.image.length() - 1).replace("''", "'");
        token.image = '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Consumes the next token if it is this word. */
    boolean accept(String word) {
        if (peek().image.equalsIgnoreCase(word)) {
            getNextToken();
            return true;
        }
        return false;
    }

    /** Whether the token after the next one is one of these words. */
    boolean followedBy(String... words) {
        String image = position + 1 < tokens.size() ? tokens.get(position + 1).image : "";
        for (String word : words) {
            if (word.equalsIgnoreCase(image)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a token starts with this, whatever the case. */
    boolean hasWordStartingWith(String prefix) {
        for (Token token : tokens) {
            if (token.image.regionMatches(true, 0, prefix, 0, prefix.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of these functions, in upper case, is called. */
    boolean callsOneOf(Set<String> names) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i + 1).kind == LPAREN
                    && names.contains(tokens.get(i).image.toUpperCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is {@code ARRAY(SELECT ...)}. */
    boolean hasArrayOfQuery() {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (kind(i) == ARRAY && kind(i + 1) == LPAREN) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is {@code ARRAY[]}. */
    boolean hasEmptyArray() {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (kind(i) == ARRAY && kind(i + 1) == LBRACKET && kind(i + 2) == RBRACKET) {
                return true;
            }
        }
        return false;
    }

    /** Whether an item of WITH changes rows. */
    boolean changesWithin() {
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if (kind(i - 1) == AS && kind(i) == LPAREN && QuerySyntax.beginsChange(tokens, i + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether something is called right behind FROM, JOIN or a comma. */
    boolean callsInFrom() {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (isOneOf(kind(i), FROM, JOIN, COMMA, LATERAL) && kind(i + 1) == IDENTIFIER && kind(i + 2) == LPAREN) {
                return true;
            }
        }
        return false;
    }

    /** Whether ANY, SOME or ALL follows a comparison operator. */
    boolean comparesWithAnyOrAll() {
        for (int i = 1; i < tokens.size(); i++) {
            if (isOneOf(kind(i), ANY, SOME, ALL) && isOneOf(kind(i - 1), EQ, NE, NE2, LT, LE, GT, GE)) {
                return true;
            }
        }
        return false;
    }

    /** Whether LIMIT or OFFSET is followed by a query. */
    boolean limitsByQuery() {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (isOneOf(kind(i), LIMIT, OFFSET)
                    && kind(i + 1) == LPAREN
                    && isOneOf(kind(i + 2), LPAREN, SELECT, WITH, VALUES)) {
                return true;
            }
        }
        return false;
    }

    /** Number of parameter markers. */
    int parameters() {
        int count = 0;
        for (Token token : tokens) {
            count += token.kind == HOOK ? 1 : 0;
        }
        return count;
    }

    int size() {
        return tokens.size();
    }

    /** Deepest nesting of parentheses, brackets and CASE. */
    int maxDepth() {
        return words.maxDepth();
    }

    private int kind(int i) {
        return i < 0 || i >= tokens.size() ? EOF : tokens.get(i).kind;
    }

    private static boolean isOneOf(int kind, int... candidates) {
        for (int candidate : candidates) {
            if (kind == candidate) {
                return true;
            }
        }
        return false;
    }
}
