package io.algeon.engine.sql.parser;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** SHOW TABLES and its like as queries of information_schema. */
final class CatalogStatements {
    private final SqlTokens tokens;

    private CatalogStatements(SqlTokens tokens) {
        this.tokens = tokens;
    }

    /** The query for what stands after SHOW, all tokens consumed; null, and none consumed, if that is a setting. */
    static @Nullable String query(SqlTokens tokens) {
        return new CatalogStatements(tokens).query();
    }

    private @Nullable String query() {
        String what = tokens.peek().image.toUpperCase(Locale.ROOT);
        return switch (what) {
            case "TABLES" -> tables("table_name", "");
            case "VIEWS" -> tables("table_name", "table_type = 'VIEW' AND ");
            case "SCHEMAS", "DATABASES" -> {
                tokens.getNextToken();
                yield "SELECT schema_name FROM information_schema.schemata WHERE TRUE" + like("schema_name")
                        + " ORDER BY 1";
            }
            case "FUNCTIONS" -> {
                tokens.getNextToken();
                yield "SELECT routine_name, routine_type, category, arguments, description, example FROM"
                        + " information_schema.routines WHERE TRUE" + like("routine_name") + " ORDER BY 1, 4";
            }
            case "SETTINGS" -> {
                tokens.getNextToken();
                yield "SELECT name, value, default_value, description FROM information_schema.settings WHERE TRUE"
                        + like("name") + " ORDER BY 1";
            }
            default -> null;
        };
    }

    private String tables(String name, String condition) {
        tokens.getNextToken();
        String schema = "CURRENT_SCHEMA";
        if (tokens.accept("FROM") || tokens.accept("IN")) {
            schema = literal(StatementParser.unquoted(tokens.getNextToken()));
        }
        return "SELECT " + name + ", table_type FROM information_schema.tables WHERE " + condition
                + "lower(table_schema) = lower(" + schema + ")" + like(name) + " ORDER BY 1";
    }

    /** An optional LIKE at the end of the statement, which ignores case. */
    private String like(String column) {
        String condition = "";
        if (tokens.accept("LIKE") || tokens.accept("ILIKE")) {
            condition = " AND " + column + " ILIKE " + literal(StatementParser.unquoted(tokens.getNextToken()));
        }
        if (tokens.peek().kind != SqlGrammarConstants.EOF) {
            throw SyntaxErrors.at(tokens.peek(), "the end of the statement");
        }
        return condition;
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
