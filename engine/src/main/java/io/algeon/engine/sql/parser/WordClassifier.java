package io.algeon.engine.sql.parser;

import io.algeon.engine.function.BareInterval;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells keywords from names before the grammar sees them.
 *
 * <p>The grammar reserves some 350 words, among them {@code value}, {@code year}, {@code date}, {@code partition} and
 * {@code row}. Nearly all of them can only be keywords in few places, which the neighbouring tokens tell: a word after
 * {@code AS} or a dot is a name; where an operand is expected, a word that does not begin a special form
 * ({@code DATE '...'}, {@code INTERVAL '1' DAY}, {@code EXTRACT(...)}) is a name; after a complete operand, a word that
 * does not continue a clause ({@code OVER}, {@code ROWS BETWEEN}) is an alias. A word that is a name gets the token kind
 * IDENTIFIER here, so that the grammar's own lists do not matter.
 *
 * <p>A string literal in the place of a table name becomes a quoted name: {@code FROM 'data/*.parquet'}.
 */
final class WordClassifier extends TokenRewriter {
    /** Words that are keywords wherever they stand, but after AS or a dot. */
    private static final boolean[] RESERVED = kinds(
            ALL,
            AND,
            ANY,
            ARRAY,
            AS,
            ASYMMETRIC,
            BETWEEN,
            BOTH,
            CASE,
            CAST,
            CROSS,
            CURRENT_CATALOG,
            CURRENT_DATE,
            CURRENT_ROLE,
            CURRENT_SCHEMA,
            CURRENT_TIME,
            CURRENT_TIMESTAMP,
            CURRENT_USER,
            DISTINCT,
            ELSE,
            END,
            EXCEPT,
            EXISTS,
            FALSE,
            FETCH,
            FOR,
            FROM,
            FULL,
            GROUP,
            HAVING,
            ILIKE,
            IN,
            INNER,
            INTERSECT,
            INTO,
            IS,
            JOIN,
            LATERAL,
            LEADING,
            LEFT,
            LIKE,
            LIMIT,
            LOCALTIME,
            LOCALTIMESTAMP,
            NATURAL,
            NOT,
            NULL,
            OFFSET,
            ON,
            OR,
            ORDER,
            OUTER,
            QUALIFY,
            RIGHT,
            SELECT,
            SESSION_USER,
            SIMILAR,
            SOME,
            SYMMETRIC,
            TABLE,
            TABLESAMPLE,
            THEN,
            TO,
            TRAILING,
            TRUE,
            UNION,
            USING,
            VALUES,
            WHEN,
            WHERE,
            WINDOW,
            WITH);

    /** Reserved words that cannot begin an operand: where one is expected, they are names. */
    private static final boolean[] NAMES_AS_OPERANDS = kinds(END, OFFSET, LIMIT, LEFT, RIGHT, FULL, VALUES, WINDOW, TO);

    /** After these, an operand or a name follows. */
    private static final boolean[] BEFORE_OPERAND = kinds(
            LPAREN,
            LBRACKET,
            COMMA,
            COLON,
            EQ,
            GT,
            LT,
            LE,
            GE,
            NE,
            NE2,
            PLUS,
            MINUS,
            STAR,
            SLASH,
            PERCENT_REMAINDER,
            CONCAT,
            CARET,
            AMPERSAND,
            VERTICAL_BAR,
            HASH,
            LEFTSHIFT,
            RIGHT_SHIFT,
            TILDE,
            TILDE_STAR,
            NOT_TILDE,
            NOT_TILDE_STAR,
            TWO_TILDES,
            TWO_TILDES_STAR,
            NOT_TWO_TILDES,
            NOT_TWO_TILDES_STAR,
            STARTS_WITH,
            JSON_ARROW,
            JSON_TEXT_ARROW,
            JSON_PATH,
            JSON_TEXT_PATH,
            CONTAINS_ALL,
            CONTAINED_IN,
            OVERLAP,
            SQUARE_ROOT,
            CUBE_ROOT,
            AT_SIGN,
            LIMIT,
            OFFSET,
            NAMED_ARGUMENT_ASSIGNMENT,
            SELECT,
            DISTINCT,
            ALL,
            WHERE,
            AND,
            OR,
            NOT,
            ON,
            BY,
            HAVING,
            WHEN,
            THEN,
            ELSE,
            CASE,
            BETWEEN,
            LIKE,
            ILIKE,
            USING,
            FROM,
            JOIN,
            QUALIFY,
            ESCAPE,
            SYMMETRIC,
            ASYMMETRIC,
            INTO,
            TABLE,
            WINDOW,
            RECURSIVE,
            OVER);

    /** After these, an operand is complete: what follows continues the clause or is an alias. */
    private static final boolean[] AFTER_OPERAND = kinds(
            IDENTIFIER,
            QUOTED_IDENTIFIER,
            UNICODE_QUOTED_IDENTIFIER,
            UNSIGNED_INTEGER_LITERAL,
            DECIMAL_NUMERIC_LITERAL,
            APPROX_NUMERIC_LITERAL,
            QUOTED_STRING,
            PREFIXED_STRING_LITERAL,
            UNICODE_STRING_LITERAL,
            C_STYLE_ESCAPED_STRING_LITERAL,
            BINARY_STRING_LITERAL,
            HOOK,
            RPAREN,
            RBRACKET,
            END,
            NULL,
            TRUE,
            FALSE,
            UNKNOWN,
            CURRENT_DATE,
            CURRENT_TIME,
            CURRENT_TIMESTAMP,
            LOCALTIME,
            LOCALTIMESTAMP,
            CURRENT_USER,
            CURRENT_SCHEMA,
            CURRENT_CATALOG,
            SESSION_USER);

    /** Words that continue a clause after a complete operand, whatever follows. */
    private static final boolean[] CONTINUATIONS = kinds(
            ASC,
            ASOF,
            COLLATE,
            DESC,
            ESCAPE,
            FOLLOWING,
            MATCH_CONDITION,
            MATCH_RECOGNIZE,
            NULLS,
            OVER,
            PLACING,
            PRECEDING,
            RLIKE,
            SEPARATOR,
            SET,
            UESCAPE);

    /** Words that begin a literal if a string follows. */
    private static final boolean[] LITERAL_PREFIXES = kinds(DATE, TIME, TIMESTAMP, DATETIME, UUID, DECIMAL);

    private static final boolean[] STRINGS =
            kinds(QUOTED_STRING, UNICODE_STRING_LITERAL, C_STYLE_ESCAPED_STRING_LITERAL, PREFIXED_STRING_LITERAL);

    private static final boolean[] UNITS = kinds(
            YEAR, YEARS, QUARTER, QUARTERS, MONTH, MONTHS, WEEK, WEEKS, DAY, DAYS, HOUR, HOURS, MINUTE, MINUTES, SECOND,
            SECONDS);

    /** Words whose parenthesis the grammar reads in a way of its own; all other calls are calls of a name. */
    private static final boolean[] SPECIAL_CALLS = kinds(
            ARRAY_AGG,
            ARRAY_CONCAT_AGG,
            CEIL,
            CEILING,
            CONVERT,
            CUBE,
            CURSOR,
            EXTRACT,
            FLOOR,
            GROUP_CONCAT,
            INTERVAL,
            JSON_ARRAY,
            JSON_ARRAYAGG,
            JSON_EXISTS,
            JSON_OBJECT,
            JSON_OBJECTAGG,
            JSON_QUERY,
            JSON_VALUE,
            MAP,
            MULTISET,
            OVERLAY,
            PERCENTILE_CONT,
            PERCENTILE_DISC,
            PERIOD,
            POSITION,
            ROLLUP,
            ROW,
            SAFE_CAST,
            STRING_AGG,
            SUBSTRING,
            TIMESTAMPADD,
            TIMESTAMPDIFF,
            TRANSLATE,
            TRIM,
            TRY_CAST,
            UNIQUE,
            UNNEST);

    /** Functions in whose parentheses FROM does not begin a FROM clause. */
    private static final boolean[] FROM_FUNCTIONS = kinds(EXTRACT, TRIM, SUBSTRING, OVERLAY, POSITION);

    /** Functions with clauses after their arguments. */
    private static final boolean[] JSON_FUNCTIONS =
            kinds(JSON_ARRAY, JSON_EXISTS, JSON_OBJECT, JSON_QUERY, JSON_VALUE, JSON_ARRAYAGG, JSON_OBJECTAGG);

    /** Functions whose first argument is a time unit. */
    private static final boolean[] UNIT_FUNCTIONS = kinds(EXTRACT, TIMESTAMPADD, TIMESTAMPDIFF);

    /** Kinds of words that were taken for names, for those that are no names after all: types. */
    private final Map<Token, Integer> keywords = new IdentityHashMap<>();

    private int maxDepth;

    WordClassifier(List<Token> tokens) {
        super(tokens);
        classify();
    }

    /** Whether a word is a keyword wherever it stands, but after AS or a dot. */
    static boolean isReserved(int kind) {
        return RESERVED[kind];
    }

    /** Whether an operand has to follow. */
    static boolean needsOperand(Token token) {
        return BEFORE_OPERAND[token.kind] && !RESERVED[token.kind]
                || token.kind == LIKE
                || token.kind == AND
                || token.kind == OR;
    }

    /** Whether an operand or a name follows a token of that kind. */
    static boolean isBeforeOperand(int kind) {
        return kind >= 0 && BEFORE_OPERAND[kind];
    }

    /** Whether an operand ends with a token of this kind. */
    static boolean endsOperand(int kind) {
        return AFTER_OPERAND[kind];
    }

    static boolean isTimeUnit(int kind) {
        return UNITS[kind];
    }

    /** The kind that a word had which was taken for a name; null if it was not. */
    @Nullable
    Integer keyword(Token token) {
        return keywords.get(token);
    }

    /** Deepest nesting of parentheses, brackets and CASE. */
    int maxDepth() {
        return maxDepth;
    }

    private void classify() {
        Deque<Integer> openers = new ArrayDeque<>();
        boolean pendingInterval = false;
        boolean inType = false;
        int typeDepth = 0;
        int nesting = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            int previous = kind(i - 1);
            int next = kind(i + 1);
            if (inType && openers.size() < typeDepth) {
                inType = false;
            }
            if (token.kind == LPAREN) {
                openers.push(previous);
                maxDepth = Math.max(maxDepth, ++nesting);
            } else if (token.kind == RPAREN) {
                openers.poll();
                nesting--;
                if (inType && openers.size() < typeDepth) {
                    inType = false;
                }
            } else if (token.kind == QUOTED_STRING && isTablePosition(i, openers)) {
                SqlTokens.asName(token);
            } else if (token.kind >= 1 && token.kind <= ZONE) {
                int opener = openers.isEmpty() ? EOF : openers.peek();
                boolean isUnit = UNITS[token.kind];
                if (previous == INFIX_CAST || inType) {
                    pendingInterval = false;
                } else if (isUnit
                        && (pendingInterval && previous != INTERVAL || previous == TO && kind(i - 2) != DOT)) {
                    pendingInterval = next == TO;
                } else if (isName(token.kind, i, previous, next, opener)) {
                    keywords.put(token, token.kind);
                    token.kind = IDENTIFIER;
                } else if (token.kind == INTERVAL) {
                    if (next == QUOTED_STRING && !UNITS[kind(i + 2)]) {
                        qualify(i + 1);
                    }
                    pendingInterval = true;
                } else if (token.kind == CASE) {
                    maxDepth = Math.max(maxDepth, ++nesting);
                } else if (token.kind == END) {
                    nesting--;
                } else if (token.kind == AS && (opener == CAST || opener == TRY_CAST || opener == SAFE_CAST)) {
                    inType = true;
                    typeDepth = openers.size();
                }
            }
        }
    }

    /** Gives the text of an interval without a qualifier the standard's form and qualifier. */
    private void qualify(int i) {
        Token literal = tokens.get(i);
        String text = literal.image.substring(1, literal.image.length() - 1);
        BareInterval interval = BareInterval.parse(text);
        if (interval == null) {
            throw SyntaxErrors.at(
                    literal,
                    "an interval of years and months, or one of days, hours, minutes and seconds, such as '1 day' or '2"
                            + " hours 30 minutes'; add an interval of each where both are needed");
        }
        literal.image = "'" + interval.text() + "'";
        int at = i + 1;
        for (String word : interval.unit().split(" ")) {
            Token unit = new Token();
            unit.kind = switch (word) {
                case "MONTH" -> MONTH;
                case "DAY" -> DAY;
                case "TO" -> TO;
                default -> SECOND;
            };
            unit.image = word;
            unit.beginLine = literal.endLine;
            unit.beginColumn = literal.endColumn;
            unit.endLine = literal.endLine;
            unit.endColumn = literal.endColumn;
            tokens.add(at++, unit);
        }
    }

    private boolean isTablePosition(int i, Deque<Integer> openers) {
        int previous = kind(i - 1);
        if (previous == JOIN) {
            return true;
        }
        return previous == FROM
                && kind(i - 2) != DISTINCT
                && (openers.isEmpty() || openers.peek() == EOF || !FROM_FUNCTIONS[openers.peek()]);
    }

    private boolean isName(int word, int i, int previous, int next, int opener) {
        if (previous == DOT) {
            return true;
        }
        if (word == ORDINALITY && previous == WITH && kind(i - 2) == RPAREN
                || word == REPEATABLE && previous == RPAREN && next == LPAREN) {
            return false;
        }
        if (previous == AS) {
            return word != SELECT
                    && word != WITH
                    && (word != VALUES || next != LPAREN && next != ROW)
                    && word != TABLE
                    && !(word == NOT && next != COMMA);
        }
        if (previous == WITH) {
            boolean begins = next == AS || next == LPAREN;
            return begins && (!RESERVED[word] || NAMES_AS_OPERANDS[word]);
        }
        if (i == 0) {
            return false;
        }
        if (next == DOT) {
            return !RESERVED[word];
        }
        if (BEFORE_OPERAND[previous]) {
            return RESERVED[word]
                    ? NAMES_AS_OPERANDS[word] && next != LPAREN && next != ROW
                    : !beginsSpecialForm(word, i, previous, next, opener);
        }
        if (AFTER_OPERAND[previous]) {
            return !RESERVED[word] && !continuesClause(word, i, previous, next, opener);
        }
        return false;
    }

    /** Whether a word where an operand is expected begins something that only the keyword can begin. */
    private boolean beginsSpecialForm(int word, int i, int previous, int next, int opener) {
        if (next == LPAREN) {
            return SPECIAL_CALLS[word];
        }
        if (LITERAL_PREFIXES[word] && (STRINGS[next] || next == WITH && isOneOf(kind(i + 2), TIME, LOCAL))) {
            return true;
        }
        return switch (word) {
            case INTERVAL ->
                STRINGS[next]
                        || isOneOf(next, UNSIGNED_INTEGER_LITERAL, DECIMAL_NUMERIC_LITERAL, HOOK)
                        || isOneOf(next, MINUS, PLUS) && (STRINGS[kind(i + 2)] || UNITS[kind(i + 3)])
                        || (next == IDENTIFIER || next >= 1 && next <= ZONE) && UNITS[kind(i + 2)];
            case PARTITION -> next == BY;
            case GROUPING -> next == SETS;
            case UNBOUNDED -> isOneOf(next, PRECEDING, FOLLOWING);
            case CURRENT -> next == ROW;
            case NEXT -> next == VALUE;
            case MAP, MULTISET -> next == LBRACKET;
            case ROWS, RANGE -> previous == LPAREN && opener == OVER && beginsFrame(next);
            case RECURSIVE -> false;
            case DEFAULT_ -> isOneOf(next, COMMA, RPAREN);
            case UNKNOWN -> previous != SELECT && previous != COMMA;
            case EMPTY, ERROR -> previous == ON && JSON_FUNCTIONS[opener];
            case KEY -> opener == JSON_OBJECT && !isOneOf(next, COLON, COMMA, VALUE);
            default ->
                opener != EOF
                        && previous == LPAREN
                        && UNIT_FUNCTIONS[opener]
                        && (next == FROM && opener == EXTRACT || next == COMMA && UNITS[word]);
        };
    }

    /** Whether a word after a complete operand continues the clause, as opposed to an alias. */
    private boolean continuesClause(int word, int i, int previous, int next, int opener) {
        if (CONTINUATIONS[word]) {
            return true;
        }
        if (UNITS[word]) {
            // (a - b) DAY, but not count(*) day
            return previous == RPAREN && isSubtraction(i - 1);
        }
        return switch (word) {
            case ABSENT, DEFAULT_, EMPTY, ERROR, RETURNING, WITHOUT, VALUE -> JSON_FUNCTIONS[opener];
            case FILTER, PIVOT, UNPIVOT -> next == LPAREN || word != FILTER && isOneOf(next, INCLUDE, EXCLUDE);
            case AT -> next == TIME && kind(i + 2) == ZONE;
            case WITHIN -> isOneOf(next, GROUP, DISTINCT);
            case RESPECT, IGNORE -> next == NULLS;
            case PARTITION -> next == BY;
            case ROW, ROWS ->
                isOneOf(next, ONLY, FETCH) || isOneOf(kind(i - 2), OFFSET, FIRST, NEXT) || beginsFrame(next);
            case RANGE -> beginsFrame(next);
            case ONLY -> false;
            case FORMAT -> isOneOf(next, JSON) || STRINGS[next];
            case MEMBER, SUBMULTISET -> next == OF;
            case MULTISET -> isOneOf(next, UNION, EXCEPT, INTERSECT);
            case EXCLUDE -> isOneOf(next, CURRENT, GROUP, TIES, NO);
            case ALLOW, DISALLOW -> next == PARTIAL;
            case OVERLAPS -> next == LPAREN;
            default -> false;
        };
    }

    private boolean beginsFrame(int next) {
        return isOneOf(
                next, BETWEEN, UNBOUNDED, CURRENT, UNSIGNED_INTEGER_LITERAL, DECIMAL_NUMERIC_LITERAL, INTERVAL, HOOK);
    }

    /** Whether the parenthesis that closes here opened after something else than a function's name. */
    private boolean isSubtraction(int closing) {
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            if (kind(i) == RPAREN) {
                depth++;
            } else if (kind(i) == LPAREN && --depth == 0) {
                int before = kind(i - 1);
                return before == LPAREN || before == COMMA || before == SELECT || before == WHERE || before == AND;
            }
        }
        return false;
    }

    private static boolean[] kinds(int... kinds) {
        boolean[] set = new boolean[tokenImage.length];
        for (int kind : kinds) {
            set[kind] = true;
        }
        return set;
    }
}
