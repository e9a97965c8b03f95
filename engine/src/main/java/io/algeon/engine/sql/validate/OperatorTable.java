package io.algeon.engine.sql.validate;

import io.algeon.engine.function.AggregateFunction;
import io.algeon.engine.function.FunctionAliases;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.sql.type.Aggregates;
import io.algeon.engine.sql.type.RegistryAggregate;
import io.algeon.engine.sql.type.RegistryFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * What can be called: Calcite's operators and special forms, its aggregates and window functions, and every function of
 * the registry under its names in SQL. A function that does not run is not here.
 */
final class OperatorTable implements SqlOperatorTable {
    /** Calcite's functions with a syntax or typing of their own, which the translator maps one by one. */
    private static final Set<SqlOperator> SPECIAL_FUNCTIONS = Set.of(
            SqlStdOperatorTable.CAST,
            SqlStdOperatorTable.EXTRACT,
            SqlStdOperatorTable.TRIM,
            SqlStdOperatorTable.SUBSTRING,
            SqlStdOperatorTable.POSITION,
            SqlStdOperatorTable.OVERLAY,
            SqlStdOperatorTable.FLOOR,
            SqlStdOperatorTable.CEIL,
            SqlStdOperatorTable.MOD,
            SqlStdOperatorTable.TIMESTAMP_ADD,
            SqlStdOperatorTable.TIMESTAMP_DIFF,
            SqlStdOperatorTable.GROUPING,
            SqlStdOperatorTable.GROUPING_ID,
            SqlStdOperatorTable.GROUP_ID,
            SqlStdOperatorTable.CURRENT_DATE,
            SqlStdOperatorTable.CURRENT_USER,
            SqlStdOperatorTable.CURRENT_SCHEMA,
            SqlStdOperatorTable.CURRENT_CATALOG,
            SqlStdOperatorTable.SESSION_USER,
            SqlStdOperatorTable.YEAR,
            SqlStdOperatorTable.QUARTER,
            SqlStdOperatorTable.MONTH,
            SqlStdOperatorTable.WEEK,
            SqlStdOperatorTable.DAYOFYEAR,
            SqlStdOperatorTable.DAYOFMONTH,
            SqlStdOperatorTable.DAYOFWEEK,
            SqlStdOperatorTable.HOUR,
            SqlStdOperatorTable.MINUTE,
            SqlStdOperatorTable.SECOND);

    private static final Map<String, String> AGGREGATE_ALIASES =
            Map.of("stddev", "stddev_samp", "variance", "var_samp");

    /** Registry names that are operators in SQL, not functions. */
    private static final Set<String> OPERATORS_ONLY = Set.of(
            "equal",
            "not_equal",
            "less",
            "less_or_equal",
            "greater",
            "greater_or_equal",
            "is_distinct_from",
            "is_not_distinct_from",
            "not",
            "is_null",
            "is_not_null",
            "is_true",
            "is_false",
            "is_not_true",
            "is_not_false",
            "concat",
            "trim_both",
            "trim_leading",
            "trim_trailing",
            "concat_ignore_null",
            "extract",
            "substring",
            "floor",
            "ceil",
            "position",
            "overlay",
            "like",
            "ilike",
            "similar_to",
            "array",
            "map",
            "row",
            "mod");

    static final OperatorTable INSTANCE = new OperatorTable();

    private final Map<String, List<SqlOperator>> operators = new HashMap<>();

    private OperatorTable() {
        for (SqlOperator operator : SqlStdOperatorTable.instance().getOperatorList()) {
            if (isOffered(operator)) {
                add(operator);
            }
        }
        add(SqlLibraryOperators.INFIX_CAST);
        add(SqlLibraryOperators.SAFE_CAST);
        add(SqlLibraryOperators.TRY_CAST);
        add(SqlLibraryOperators.ILIKE);
        add(SqlLibraryOperators.NOT_ILIKE);
        add(SqlLibraryOperators.BOOL_AND);
        add(SqlLibraryOperators.BOOL_OR);
        add(SqlLibraryOperators.STRING_AGG);
        for (SqlOperator own : OwnOperators.all()) {
            List<SqlOperator> stock = operators.getOrDefault(key(own.getName()), new ArrayList<>());
            stock.removeIf(operator -> operator.getSyntax() == own.getSyntax());
        }
        for (SqlOperator own : OwnOperators.all()) {
            add(own);
        }
        add(OwnOperators.GROUPS_OFFSET);
        add(OwnOperators.EMPTY_ARRAY);
        operators.remove("PERCENTILE_CONT");
        operators.remove("PERCENTILE_DISC");
        for (AggregateFunction aggregate : FunctionRegistry.aggregates()) {
            if (operators.getOrDefault(key(aggregate.name()), List.of()).isEmpty()) {
                add(new RegistryAggregate(aggregate.name(), aggregate));
            }
        }
        for (Map.Entry<String, String> alias : AGGREGATE_ALIASES.entrySet()) {
            AggregateFunction aggregate = FunctionRegistry.aggregate(alias.getValue());
            if (aggregate != null) {
                add(new RegistryAggregate(alias.getKey(), aggregate));
            }
        }
        for (ScalarFunction function : FunctionRegistry.scalars()) {
            if (!OPERATORS_ONLY.contains(function.name())) {
                addFunction(function.name(), function);
            }
        }
        for (Map.Entry<String, String> alias : FunctionAliases.NAMES.entrySet()) {
            ScalarFunction function = FunctionRegistry.scalar(alias.getValue());
            if (function != null) {
                addFunction(alias.getKey(), function);
            }
        }
    }

    /** Whether a function of that name, whatever its case, is an aggregate. */
    boolean isAggregate(String name) {
        return operators.getOrDefault(key(name), List.of()).stream().anyMatch(SqlAggFunction.class::isInstance);
    }

    /** Other names of functions and aggregates, sorted. */
    Map<String, String> aliases() {
        Map<String, String> aliases = new TreeMap<>(FunctionAliases.NAMES);
        aliases.putAll(AGGREGATE_ALIASES);
        aliases.values()
                .removeIf(name -> FunctionRegistry.scalar(name) == null && FunctionRegistry.aggregate(name) == null);
        return aliases;
    }

    /** A function of the registry as an operator, also where SQL has a syntax of its own for it. */
    SqlOperator function(String registryName) {
        return new RegistryFunction(
                registryName, java.util.Objects.requireNonNull(FunctionRegistry.scalar(registryName), registryName));
    }

    private static boolean isOffered(SqlOperator operator) {
        if (SPECIAL_FUNCTIONS.contains(operator)) {
            return true;
        }
        if (operator instanceof SqlAggFunction aggregate) {
            if (SqlKind.AVG_AGG_FUNCTIONS.contains(aggregate.getKind()) && aggregate.getKind() != SqlKind.AVG) {
                // deviations and variances are DOUBLE, as the registry says
                return false;
            }
            return aggregate.requiresOver() || FunctionRegistry.aggregate(Aggregates.registryName(aggregate)) != null;
        }
        return !(operator instanceof SqlFunction);
    }

    private void addFunction(String name, ScalarFunction function) {
        // PERIOD has an operator CONTAINS
        if (operators.getOrDefault(key(name), List.of()).stream().noneMatch(SqlFunction.class::isInstance)) {
            add(new RegistryFunction(name, function));
        }
    }

    private void add(SqlOperator operator) {
        operators
                .computeIfAbsent(key(operator.getName()), name -> new ArrayList<>())
                .add(operator);
    }

    private static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher nameMatcher) {
        if (!name.isSimple()) {
            return;
        }
        for (SqlOperator operator : operators.getOrDefault(key(name.getSimple()), List.of())) {
            boolean function = syntax == SqlSyntax.FUNCTION && operator instanceof SqlFunction;
            if (function || operator.getSyntax() == syntax) {
                found.add(operator);
            }
        }
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return operators.values().stream().flatMap(List::stream).toList();
    }

    /** Names of what is called like a function, lower case, sorted. */
    Set<String> functionNames() {
        Set<String> names = new TreeSet<>();
        for (List<SqlOperator> overloads : operators.values()) {
            for (SqlOperator operator : overloads) {
                if (operator instanceof SqlFunction && !operator.getName().startsWith("$")) {
                    names.add(operator.getName().toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
