package io.algeon.jdbc.internal.connection;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JDBC's escape syntax in braces, turned into SQL: {@code {d '...'}}, {@code {t '...'}}, {@code {ts '...'}},
 * {@code {fn f(...)}}, {@code {oj ...}}, {@code {escape '...'}}, {@code {limit n}}. Braces in literals, quoted names and comments
 * are left alone.
 */
final class EscapeSyntax {
    private static final int NOT_IN_BRACES = 0;

    /** JDBC's scalar functions that have another name here. */
    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("UCASE", "UPPER"),
            Map.entry("LCASE", "LOWER"),
            Map.entry("LENGTH", "CHAR_LENGTH"),
            Map.entry("IFNULL", "COALESCE"),
            Map.entry("CEILING", "CEIL"),
            Map.entry("LOG", "LN"),
            Map.entry("CHAR", "CHR"),
            Map.entry("RAND", "RANDOM"),
            Map.entry("TRUNCATE", "TRUNC"));

    /** Those that are called without parentheses here. */
    private static final Map<String, String> CONSTANTS = Map.of(
            "NOW", "CURRENT_TIMESTAMP",
            "CURDATE", "CURRENT_DATE",
            "CURTIME", "CURRENT_TIME",
            "CURRENT_DATE", "CURRENT_DATE",
            "CURRENT_TIME", "CURRENT_TIME",
            "CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP",
            "USER", "CURRENT_USER",
            "DATABASE", "CURRENT_CATALOG");

    /** Types of CONVERT, without {@code SQL_}, that have another name here. */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("BIT", "BOOLEAN"),
            Map.entry("FLOAT", "DOUBLE"),
            Map.entry("DECIMAL", "DECIMAL(38, 10)"),
            Map.entry("NUMERIC", "DECIMAL(38, 10)"),
            Map.entry("CHAR", "VARCHAR"),
            Map.entry("LONGVARCHAR", "VARCHAR"),
            Map.entry("WVARCHAR", "VARCHAR"),
            Map.entry("BINARY", "VARBINARY"),
            Map.entry("LONGVARBINARY", "VARBINARY"),
            Map.entry("GUID", "UUID"));

    private final String sql;
    private int at;

    private EscapeSyntax(String sql) {
        this.sql = sql;
    }

    /** The statement without escapes; the same text if it has none. */
    static String translate(String sql) throws SQLException {
        return sql.indexOf('{') < 0 ? sql : new EscapeSyntax(sql).sequence(NOT_IN_BRACES);
    }

    /**
     * Text up to the end, or up to and without the closing brace.
     *
     * @param opened where the brace to be closed stands, counted from 1
     */
    private String sequence(int opened) throws SQLException {
        StringBuilder text = new StringBuilder(sql.length());
        while (at < sql.length()) {
            char c = sql.charAt(at);
            int end = endOfQuoted(c);
            if (end > at) {
                text.append(sql, at, end);
                at = end;
            } else if (c == '{') {
                at++;
                text.append(escape());
            } else if (c == '}' && opened != NOT_IN_BRACES) {
                at++;
                return text.toString();
            } else {
                text.append(c);
                at++;
            }
        }
        if (opened != NOT_IN_BRACES) {
            throw SqlExceptions.of(
                    ErrorCode.SQL_PARSE,
                    "The JDBC escape that starts at character " + opened + " has no closing brace.");
        }
        return text.toString();
    }

    /** End of the literal, quoted name or comment that starts here; the present place if none does. */
    private int endOfQuoted(char c) {
        if (c == '\'' || c == '"') {
            int close = sql.indexOf(c, at + 1);
            return close < 0 ? sql.length() : close + 1;
        }
        if (sql.startsWith("--", at)) {
            int close = sql.indexOf('\n', at);
            return close < 0 ? sql.length() : close;
        }
        if (sql.startsWith("/*", at)) {
            int close = sql.indexOf("*/", at + 2);
            return close < 0 ? sql.length() : close + 2;
        }
        return at;
    }

    private String escape() throws SQLException {
        int opened = at;
        while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
            at++;
        }
        int start = at;
        while (at < sql.length() && (Character.isLetter(sql.charAt(at)) || sql.charAt(at) == '?')) {
            at++;
        }
        String keyword = sql.substring(start, at).toLowerCase(Locale.ROOT);
        String body = sequence(opened).strip();
        return switch (keyword) {
            case "d" -> "DATE " + body;
            case "t" -> "TIME " + body;
            case "ts" -> "TIMESTAMP " + body;
            case "oj" -> body;
            case "escape" -> "ESCAPE " + body;
            case "limit" -> "LIMIT " + body;
            case "fn" -> function(body);
            case "call", "?" -> throw SqlExceptions.unsupported("Calling a stored procedure");
            default ->
                throw SqlExceptions.of(
                        ErrorCode.SQL_PARSE,
                        "Unknown JDBC escape '{" + keyword + "' at character " + opened
                                + "; known are d, t, ts, fn, oj, escape and limit.");
        };
    }

    private static String function(String call) {
        int parenthesis = call.indexOf('(');
        String name = (parenthesis < 0 ? call : call.substring(0, parenthesis)).strip();
        String upper = name.toUpperCase(Locale.ROOT);
        String arguments = parenthesis < 0 ? "" : call.substring(parenthesis);
        String constant = CONSTANTS.get(upper);
        if (constant != null
                && (arguments.isEmpty() || arguments.replace(" ", "").equals("()"))) {
            return constant;
        }
        List<String> values = arguments(arguments);
        if (upper.equals("CONVERT") && values.size() == 2) {
            return "CAST(" + values.get(0) + " AS " + type(values.get(1)) + ")";
        } else if (upper.equals("INSERT") && values.size() == 4) {
            return "OVERLAY(" + values.get(0) + " PLACING " + values.get(3) + " FROM " + values.get(1) + " FOR "
                    + values.get(2) + ")";
        } else if (upper.equals("DAYOFWEEK") && values.size() == 1) {
            // Sunday is 1 to JDBC, 0 to SQL
            return "(DAYOFWEEK(" + values.get(0) + ") + 1)";
        }
        return FUNCTIONS.getOrDefault(upper, name) + arguments;
    }

    private static String type(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        String plain = upper.startsWith("SQL_") ? upper.substring(4) : upper;
        return TYPES.getOrDefault(plain, plain);
    }

    /** What stands between the commas of a list in parentheses; nothing if there is something behind it. */
    private static List<String> arguments(String list) {
        List<String> arguments = new ArrayList<>();
        int depth = 0;
        int start = 1;
        char quote = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (depth == 1 && (c == ',' || c == ')')) {
                arguments.add(list.substring(start, i).strip());
                start = i + 1;
                depth -= c == ')' ? 1 : 0;
            } else if (c == ')') {
                depth--;
            }
        }
        return start == list.length() ? arguments : List.of();
    }
}
