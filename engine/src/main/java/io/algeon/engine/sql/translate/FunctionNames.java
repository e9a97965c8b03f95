package io.algeon.engine.sql.translate;

import io.algeon.engine.sql.type.RegistryFunction;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlOperator;

/** Registry names of the functions that Calcite names otherwise. */
final class FunctionNames {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("||", "concat"),
            Map.entry("CHARACTER_LENGTH", "char_length"),
            Map.entry("LENGTH", "char_length"),
            Map.entry("LEN", "char_length"),
            Map.entry("POW", "power"),
            Map.entry("CEILING", "ceil"),
            Map.entry("TRUNC", "truncate"),
            Map.entry("NOW", "current_timestamp"),
            Map.entry("TODAY", "current_date"),
            Map.entry("SESSION_USER", "current_user"),
            Map.entry("SYSTEM_USER", "current_user"),
            Map.entry("SIMILAR TO", "similar_to"),
            Map.entry("SUBSTR", "substring"));

    private static final Set<String> EXECUTION_CONSTANTS = Set.of(
            "current_date",
            "current_time",
            "current_timestamp",
            "localtime",
            "localtimestamp",
            "current_user",
            "current_schema",
            "current_catalog");

    private FunctionNames() {}

    static String of(SqlOperator operator) {
        if (operator instanceof RegistryFunction registered) {
            return registered.function().name();
        }
        String name = operator.getName().toUpperCase(Locale.ROOT);
        return NAMES.getOrDefault(name, name.toLowerCase(Locale.ROOT));
    }

    static boolean isExecutionConstant(String name) {
        return EXECUTION_CONSTANTS.contains(name);
    }
}
