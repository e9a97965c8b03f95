package io.algeon.engine.sql.validate;

import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.sql.parser.NearMatches;
import io.algeon.engine.tablefunction.registry.TableFunctions;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validation errors in the user's words: code, position, the name, and names that may have been meant. Calcite's
 * messages are recognised by their text, which its version fixes; tests hold one statement for each.
 */
final class ValidationErrors {
    /** One message of Calcite and what becomes of it. */
    private record Rule(Pattern pattern, BiFunction<ValidationErrors, Matcher, EngineException> error) {
        static Rule of(String pattern, BiFunction<ValidationErrors, Matcher, EngineException> error) {
            return new Rule(Pattern.compile(pattern, Pattern.DOTALL), error);
        }

        /** A rule whose message has the groups of the pattern in place of %s. */
        static Rule of(String pattern, ErrorCode code, String message) {
            return of(pattern, (errors, matcher) -> {
                Object[] groups = new Object[matcher.groupCount()];
                for (int i = 0; i < groups.length; i++) {
                    groups[i] = matcher.group(i + 1);
                }
                return errors.error(code, String.format(Locale.ROOT, message, groups));
            });
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of(
                    "Object '([^']*)' not found within 'read_parquet'.*",
                    (errors, matcher) -> errors.files(matcher.group(1))),
            Rule.of("Object '(.*?)' not found(?: within '(.*?)')?(?:; did you mean .*)?", ValidationErrors::table),
            Rule.of("Table '(.*?)' not found(?:; did you mean .*)?", ValidationErrors::alias),
            Rule.of(
                    "Column '(.*?)' not found in any table(?:; did you mean .*)?",
                    (errors, matcher) -> errors.column(matcher.group(1), null)),
            Rule.of(
                    "Column '(.*?)' not found in table '(.*?)'(?:; did you mean .*)?",
                    (errors, matcher) -> errors.column(matcher.group(1), matcher.group(2))),
            Rule.of("Unknown (?:identifier|field) '(.*?)'", ValidationErrors::identifier),
            Rule.of(
                    "Column '(.*?)' is ambiguous",
                    ErrorCode.FIELD_AMBIGUOUS,
                    "The column '%s' is ambiguous: several tables have it. Write the table's name or alias before it."),
            Rule.of(
                    "Column name '(.*?)' in NATURAL join or USING clause is not unique on one side of join",
                    ErrorCode.FIELD_AMBIGUOUS,
                    "The column '%s' of NATURAL JOIN or USING occurs several times on one side of the join."),
            Rule.of(
                    "Duplicate relation name '(.*?)' in FROM clause",
                    ErrorCode.OBJECT_AMBIGUOUS,
                    "The name '%s' stands twice in FROM. Give one of the tables another alias."),
            Rule.of(
                    "Expression '(.*?)' is not being grouped",
                    ErrorCode.GROUPING_INVALID,
                    "'%s' is neither in GROUP BY nor inside an aggregate function."),
            Rule.of(
                    "Aggregate expression is illegal in (.*?) clause",
                    ErrorCode.GROUPING_INVALID,
                    "Aggregate functions cannot stand in %s."),
            Rule.of(
                    "Aggregate expressions cannot be nested",
                    ErrorCode.GROUPING_INVALID,
                    "Aggregate functions cannot be nested; aggregate in a sub-query first."),
            Rule.of(
                    "Windowed aggregate expression is illegal in (.*?) clause",
                    ErrorCode.GROUPING_INVALID,
                    "Window functions cannot stand in %s; compute them in a sub-query, or use QUALIFY."),
            Rule.of(
                    "FILTER must not contain aggregate expression",
                    ErrorCode.GROUPING_INVALID,
                    "FILTER cannot contain aggregate functions."),
            Rule.of(
                    "(GROUPING\\w*|GROUP_ID) operator may only occur in .*",
                    ErrorCode.GROUPING_INVALID,
                    "%s can only stand in a query with GROUP BY."),
            Rule.of(
                    "Argument to (\\w+) operator must be a grouped expression",
                    ErrorCode.GROUPING_INVALID,
                    "The argument of %s must be one of the expressions of GROUP BY."),
            Rule.of(
                    "Expression '(.*?)' is not in the select clause",
                    ErrorCode.GROUPING_INVALID,
                    "With SELECT DISTINCT, ORDER BY can only sort by what is selected; '%s' is not."),
            Rule.of("No match found for function signature (.*)", ValidationErrors::function),
            Rule.of(
                    "Invalid number of arguments to function '(.*?)'. Was expecting (\\d+) arguments",
                    (errors, matcher) -> errors.error(
                            ErrorCode.FUNCTION_NOT_FOUND,
                            "The function " + matcher.group(1).toLowerCase(Locale.ROOT) + " takes " + matcher.group(2)
                                    + (matcher.group(2).equals("1") ? " argument." : " arguments."))),
            Rule.of(
                    "Cannot apply '\\$SCALAR_QUERY' to arguments.*",
                    ErrorCode.SQL_INVALID,
                    "A sub-query used as a value must return one column."),
            Rule.of(
                    "Cannot apply 'ITEM' to arguments of type '(.*?)'\\. Supported.*",
                    (errors, matcher) -> errors.error(
                            ErrorCode.TYPE_MISMATCH,
                            "x[y] is an array's element at a number, a map's value for a key or a row's field by name or"
                                    + " number; it cannot be " + types(matcher.group(1)) + ".")),
            Rule.of(
                    "(?:INNER, LEFT, RIGHT, FULL, or ASOF|.*) join requires a condition.*",
                    ErrorCode.SQL_INVALID,
                    "This join needs a condition: ON or USING. CROSS JOIN needs none."),
            Rule.of(
                    "Cannot specify condition .* following CROSS JOIN",
                    ErrorCode.SQL_INVALID,
                    "CROSS JOIN has no condition. Write JOIN instead, or drop ON or USING."),
            Rule.of(
                    "Cannot specify NATURAL keyword with ON or USING clause",
                    ErrorCode.SQL_INVALID,
                    "NATURAL JOIN compares the columns of one name; it takes no ON or USING."),
            Rule.of(
                    "String literal continued on same line",
                    ErrorCode.SQL_PARSE,
                    "Two string literals follow each other. Join them with ||."),
            Rule.of(
                    "Binary literal string must contain .*",
                    ErrorCode.SQL_PARSE,
                    "A binary literal consists of pairs of hexadecimal digits, such as X'00FF'."),
            Rule.of(
                    "Number of columns must match number of query columns",
                    ErrorCode.SQL_INVALID,
                    "The list of column names and the query have different numbers of columns."),
            Rule.of(
                    "List of column aliases must have same degree as table; table has (\\d+) columns? .*whereas alias list has (\\d+) columns?.*",
                    ErrorCode.SQL_INVALID,
                    "The list of column names has %2$s names for %1$s columns."),
            Rule.of("SELECT \\* requires a FROM clause", ErrorCode.SQL_INVALID, "SELECT * needs a FROM clause."),
            Rule.of(
                    "'(.*?)' is not a valid time frame.*",
                    ErrorCode.SQL_INVALID,
                    "There is no unit of time '%s'. Units are year, quarter, month, week, day, hour, minute and second."),
            Rule.of(
                    "Argument to function '(.*?)' must be a literal",
                    ErrorCode.SQL_INVALID,
                    "An argument of %s must be a constant."),
            Rule.of(
                    "ROW type does not have a field named '(.*?)'.*",
                    ErrorCode.FIELD_NOT_FOUND,
                    "The row has no field '%s'."),
            Rule.of(
                    "Aggregate expression '(.*?)' must not contain a WITHIN GROUP clause|WITHIN GROUP not allowed with (.*?) function",
                    (errors, matcher) -> errors.error(
                            ErrorCode.SQL_INVALID,
                            "WITHIN GROUP is for aggregates that depend on an order; "
                                    + String.valueOf(matcher.group(1) == null ? matcher.group(2) : matcher.group(1))
                                            .toLowerCase(Locale.ROOT)
                                    + " does not.")),
            Rule.of(
                    "SELECT \\* EXCLUDE/EXCEPT list contains unknown column\\(s\\): (.*)",
                    ErrorCode.FIELD_NOT_FOUND,
                    "There is no column '%s' to leave out of the star."),
            Rule.of(
                    "Cannot apply 'UNNEST' to arguments of type 'UNNEST\\((.*)\\)'\\. Supported.*",
                    (errors, matcher) -> errors.error(
                            ErrorCode.TYPE_MISMATCH,
                            "UNNEST, and a function in FROM that is no table function, gives rows of an array or a map; a"
                                    + " value of type " + types(matcher.group(1)) + " has none.")),
            Rule.of(
                    "Cannot apply '(.*?)' to arguments of type '(.*?)'\\. Supported form\\(s\\): (.*)",
                    ValidationErrors::operands),
            Rule.of(
                    "Cast function cannot convert value of type (.*?)(?: NOT NULL)? to type (.*?)(?: NOT NULL)?",
                    (errors, matcher) -> errors.error(
                            ErrorCode.TYPE_MISMATCH,
                            "A value of type " + types(matcher.group(1)) + " cannot be cast to "
                                    + types(matcher.group(2)) + ".")),
            Rule.of(
                    "Values passed to (.*?) operator must have compatible types",
                    ErrorCode.TYPE_MISMATCH,
                    "The values of %s have no common type, or different numbers of columns."),
            Rule.of(
                    "Values in expression list must have compatible types",
                    ErrorCode.TYPE_MISMATCH,
                    "The values in the list have no common type. Cast them to one."),
            Rule.of(
                    "Illegal mixing of types in CASE or COALESCE statement",
                    ErrorCode.TYPE_MISMATCH,
                    "The alternatives of CASE or COALESCE have no common type. Cast them to one."),
            Rule.of(
                    "Type mismatch in column (\\d+) of (.*)",
                    ErrorCode.TYPE_MISMATCH,
                    "Column %s of the two sides of %s has no common type. Cast one of them."),
            Rule.of(
                    "Column count mismatch in (.*)",
                    ErrorCode.TYPE_MISMATCH,
                    "The two sides of %s have different numbers of columns."),
            Rule.of(
                    "Column '(.*?)' matched using NATURAL keyword or USING clause has incompatible types: cannot compare '(.*?)' to '(.*?)'",
                    ErrorCode.TYPE_MISMATCH,
                    "The column '%s' of NATURAL JOIN or USING has types that cannot be compared: %s and %s."),
            Rule.of(
                    "(WHERE|HAVING|ON|QUALIFY|FILTER) clause must be a condition",
                    ErrorCode.TYPE_MISMATCH,
                    "%s needs a condition: an expression of type BOOLEAN."),
            Rule.of(
                    "Illegal use of dynamic parameter",
                    ErrorCode.PARAMETER_INVALID,
                    "The type of this parameter cannot be told. Cast it: CAST(? AS type)."),
            Rule.of(
                    "Ordinal out of range",
                    ErrorCode.SQL_INVALID,
                    "The position in ORDER BY or GROUP BY is not one of the result's columns."),
            Rule.of("Unknown datatype name '(.*?)'", ErrorCode.TYPE_MISMATCH, "There is no type '%s'."),
            Rule.of(
                    "Window '(.*?)' not found",
                    ErrorCode.OBJECT_NOT_FOUND,
                    "There is no window '%s' in the WINDOW clause."),
            Rule.of(
                    "Cannot return multiple columns from a sub-query|.*Cardinality.*",
                    ErrorCode.SQL_INVALID,
                    "A sub-query in this place must return one column."),
            Rule.of(
                    "Illegal (\\w+) literal '?(.*?)'?: not in format '(.*?)'",
                    ErrorCode.CAST_INVALID,
                    "'%2$s' is not a valid %1$s; the format is '%3$s'."),
            Rule.of("Illegal INTERVAL literal (.*?); at .*", ErrorCode.CAST_INVALID, "%s is not a valid interval."),
            Rule.of("Illegal interval literal format (.*?) for (.*)", ErrorCode.CAST_INVALID, "%s is not a valid %s."),
            Rule.of(
                    "OVER clause is necessary for window functions",
                    ErrorCode.SQL_INVALID,
                    "A window function needs an OVER clause."),
            Rule.of(
                    "Numeric literal '(.*?)' out of range",
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "The number %s is out of range: exact numbers have up to 38 digits."));

    private final int line;
    private final int column;
    private final Throwable cause;
    private final Catalog catalog;
    private final List<String> schemaPath;
    private final StatementNames names;

    private ValidationErrors(
            int line, int column, Throwable cause, Catalog catalog, List<String> schemaPath, StatementNames names) {
        this.line = line;
        this.column = column;
        this.cause = cause;
        this.catalog = catalog;
        this.schemaPath = schemaPath;
        this.names = names;
    }

    /**
     * The error for one of Calcite's.
     *
     * @param schemaPath schemas in which tables were looked up
     * @param names names that the statement uses and those that it could
     */
    static EngineException of(
            CalciteContextException error, Catalog catalog, List<String> schemaPath, StatementNames names) {
        Throwable cause = error.getCause();
        if (cause instanceof EngineException known) {
            return known;
        }
        String text = String.valueOf((cause == null ? error : cause).getMessage());
        ValidationErrors errors =
                new ValidationErrors(error.getPosLine(), error.getPosColumn(), error, catalog, schemaPath, names);
        for (Rule rule : RULES) {
            Matcher matcher = rule.pattern().matcher(text);
            if (matcher.matches()) {
                return rule.error().apply(errors, matcher);
            }
        }
        return errors.error(ErrorCode.SQL_INVALID, sentence(text));
    }

    private static String sentence(String text) {
        String trimmed = text.strip();
        return trimmed.endsWith(".") || trimmed.endsWith("?") ? trimmed : trimmed + ".";
    }

    private EngineException error(ErrorCode code, String message) {
        String position = line > 0 ? " (line " + line + ", column " + column + ")" : "";
        int end = message.indexOf(". ");
        String text = end < 0 && message.endsWith(".")
                ? message.substring(0, message.length() - 1) + position + "."
                : end < 0 ? message + position + "." : message.substring(0, end) + position + message.substring(end);
        return new EngineException(code, text, cause);
    }

    private static String didYouMean(String name, Collection<String> candidates) {
        // Calcite gives a table its own name as alias, so the mistyped name is among the aliases
        List<String> near = NearMatches.of(
                name,
                candidates.stream()
                        .filter(candidate -> !candidate.equalsIgnoreCase(name))
                        .toList());
        return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    }

    private EngineException files(String path) {
        return error(
                ErrorCode.SOURCE_NOT_FOUND,
                "No file of a known format matches '" + FileRead.parse(path).title() + "'.");
    }

    private EngineException table(Matcher matcher) {
        String name = matcher.group(1);
        String within = matcher.group(2);
        List<String> candidates = new ArrayList<>(names.relations());
        if (names.qualifiers().contains(name)) {
            return error(
                    ErrorCode.SCHEMA_NOT_FOUND,
                    "There is no schema '" + name + "'." + didYouMean(name, catalog.schemas()));
        }
        if (within == null) {
            for (String schema : catalog.schemas()) {
                boolean onPath = schemaPath.stream().anyMatch(schema::equalsIgnoreCase);
                for (String table : catalog.tables(schema)) {
                    candidates.add(onPath ? table : schema + "." + table);
                }
            }
            String unqualified = name.toLowerCase(Locale.ROOT);
            String elsewhere = candidates.stream()
                    .filter(candidate -> candidate.toLowerCase(Locale.ROOT).endsWith("." + unqualified))
                    .findFirst()
                    .map(candidate -> " Did you mean " + candidate + "?")
                    .orElse("");
            String hint = elsewhere.isEmpty() ? didYouMean(name, candidates) : elsewhere;
            if (hint.isEmpty() && looksLikeFile(name)) {
                return files(name);
            }
            return error(ErrorCode.OBJECT_NOT_FOUND, "There is no table '" + name + "'." + hint);
        }
        for (String schema : catalog.schemas()) {
            if (schema.equalsIgnoreCase(within)
                    || within.toLowerCase(Locale.ROOT).endsWith("." + schema.toLowerCase(Locale.ROOT))) {
                candidates.addAll(catalog.tables(schema));
            }
        }
        return error(
                ErrorCode.OBJECT_NOT_FOUND,
                "There is no table '" + name + "' in '" + within + "'." + didYouMean(name, candidates));
    }

    private static boolean looksLikeFile(String name) {
        return name.contains("/") || name.contains("*") || name.contains("\\") || name.matches(".*\\.\\w+");
    }

    private EngineException alias(Matcher matcher) {
        return alias(matcher.group(1));
    }

    private EngineException alias(String name) {
        if (names.columns().stream().anyMatch(name::equalsIgnoreCase)) {
            return error(
                    ErrorCode.OBJECT_NOT_FOUND,
                    "There is no table or alias '" + name + "' in FROM. A field of the column is written (" + name
                            + ").field.");
        }
        return error(
                ErrorCode.OBJECT_NOT_FOUND,
                "There is no table or alias '" + name + "' in FROM." + didYouMean(name, names.relations()));
    }

    private EngineException identifier(Matcher matcher) {
        String name = matcher.group(1);
        if (name.equals("*")) {
            return error(ErrorCode.SQL_INVALID, "Only count takes *.");
        } else if (names.starQualifiers().contains(name)) {
            return alias(name);
        }
        return names.types().contains(name)
                ? error(ErrorCode.TYPE_MISMATCH, "There is no type '" + name + "'.")
                : column(name, null);
    }

    private EngineException column(String name, @Nullable String table) {
        return error(
                ErrorCode.FIELD_NOT_FOUND,
                "There is no column '" + name + "'" + (table == null ? "." : " in '" + table + "'.")
                        + didYouMean(name, names.columns()));
    }

    private EngineException function(Matcher matcher) {
        String signature = matcher.group(1);
        int parenthesis = signature.indexOf('(');
        String name = (parenthesis < 0 ? signature : signature.substring(0, parenthesis)).toLowerCase(Locale.ROOT);
        Set<String> functions = new TreeSet<>(OperatorTable.INSTANCE.functionNames());
        TableFunctions.all().forEach(function -> functions.add(function.name()));
        if (TableFunctions.find(name) != null) {
            return error(
                    ErrorCode.SQL_INVALID,
                    "The function " + name + " gives a relation: it stands in FROM, as in SELECT * FROM " + name
                            + "(...).");
        }
        if (functions.contains(name)) {
            return error(
                    ErrorCode.FUNCTION_NOT_FOUND,
                    "The function " + name + " cannot be called with these arguments: " + types(signature) + ".");
        }
        return error(
                ErrorCode.FUNCTION_NOT_FOUND, "There is no function '" + name + "'." + didYouMean(name, functions));
    }

    private EngineException operands(Matcher matcher) {
        String operator = matcher.group(1);
        String arguments = types(matcher.group(2));
        boolean function =
                Character.isLetter(operator.charAt(0)) && matcher.group(2).contains("(");
        String forms = matcher.group(3).replaceAll("\\s*\\R\\s*", " or ").replace("'", "");
        return error(
                ErrorCode.TYPE_MISMATCH,
                function
                        ? "The function " + operator.toLowerCase(Locale.ROOT) + " cannot take " + arguments
                                + ". It takes " + types(forms) + "."
                        : "The operator " + operator + " cannot take " + arguments + ". Cast an operand.");
    }

    private static String types(String text) {
        return text.replace("<", "")
                .replace(">", "")
                .replaceAll(" CHARACTER SET \"UTF-8\"", "")
                .replace(" ASYMMETRIC", "")
                .replace(" NOT NULL", "")
                .replaceAll("(?i)RECORDTYPE", "ROW")
                .replaceAll(" EXPR\\$\\d+", "")
                .replaceAll("\\bNOT(?=[A-Z])", "NOT ");
    }
}
