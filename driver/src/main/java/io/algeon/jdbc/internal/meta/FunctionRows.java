package io.algeon.jdbc.internal.meta;

import io.algeon.engine.function.AggregateFunction;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of getFunctions and getFunctionColumns, from the engine's registry; one specific name a signature. Functions belong to no
 * schema.
 */
final class FunctionRows {
    /** Operators and plan functions, which have syntax of their own and cannot be called by name. */
    private static final Set<ScalarFunction.Category> OPERATORS = Set.of(
            ScalarFunction.Category.COMPARISON, ScalarFunction.Category.LOGIC, ScalarFunction.Category.ARITHMETIC);

    private record Entry(String name, String remarks, List<Signature> signatures) {}

    private FunctionRows() {}

    private static List<Entry> entries(@Nullable String catalog, @Nullable String schema, @Nullable String pattern) {
        // functions are in no schema: only a pattern that says so, or anything, finds them
        if (schema != null && !schema.isEmpty() && !schema.equals("%")) {
            return List.of();
        }
        NamePattern names = new NamePattern(pattern);
        List<Entry> entries = new ArrayList<>();
        for (ScalarFunction function : FunctionRegistry.scalars()) {
            if (!OPERATORS.contains(function.category())) {
                entries.add(new Entry(
                        function.name(), function.description() + " " + function.example(), function.signatures()));
            }
        }
        for (AggregateFunction function : FunctionRegistry.aggregates()) {
            entries.add(new Entry(
                    function.name(),
                    "Aggregate. " + function.description() + " " + function.example(),
                    function.signatures()));
        }
        entries.removeIf(entry -> !names.matches(entry.name()));
        entries.sort((left, right) -> left.name().compareTo(right.name()));
        return entries;
    }

    static List<@Nullable Object[]> functions(
            @Nullable String catalog, @Nullable String schema, @Nullable String pattern) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Entry entry : entries(catalog, schema, pattern)) {
            for (int i = 0; i < entry.signatures().size(); i++) {
                rows.add(new @Nullable Object[] {
                    null,
                    null,
                    entry.name(),
                    entry.name() + entry.signatures().get(i) + ": " + entry.remarks(),
                    DatabaseMetaData.functionNoTable,
                    specificName(entry, i)
                });
            }
        }
        rows.addAll(TableFunctionRows.functions(schema, pattern));
        rows.sort(Comparator.comparing(row -> String.valueOf(row[2])));
        return rows;
    }

    static List<@Nullable Object[]> columns(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String functionPattern,
            @Nullable String columnPattern) {
        NamePattern columns = new NamePattern(columnPattern);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Entry entry : entries(catalog, schema, functionPattern)) {
            for (int i = 0; i < entry.signatures().size(); i++) {
                List<TypeFamily> parameters = entry.signatures().get(i).parameters();
                for (int p = 0; p < parameters.size(); p++) {
                    String name = "p" + (p + 1);
                    if (columns.matches(name)) {
                        rows.add(parameterRow(entry.name(), name, parameters.get(p), p + 1, specificName(entry, i)));
                    }
                }
            }
        }
        rows.addAll(TableFunctionRows.columns(schema, functionPattern, columns));
        rows.sort(Comparator.comparing(row -> String.valueOf(row[2])));
        return rows;
    }

    private static String specificName(Entry entry, int signature) {
        return entry.signatures().size() == 1 ? entry.name() : entry.name() + "_" + (signature + 1);
    }

    private static @Nullable Object[] parameterRow(
            String function, String name, TypeFamily family, int position, String specificName) {
        return new @Nullable Object[] {
            null,
            null,
            function,
            name,
            DatabaseMetaData.functionColumnIn,
            code(family),
            family.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            null,
            null,
            null,
            10,
            DatabaseMetaData.functionNullable,
            null,
            null,
            position,
            "YES",
            specificName
        };
    }

    /** The code that stands for the family. */
    private static int code(TypeFamily family) {
        return switch (family) {
            case BOOLEAN -> Types.BOOLEAN;
            case INTEGER -> Types.BIGINT;
            case DECIMAL, EXACT, NUMERIC -> Types.DECIMAL;
            case FLOATING -> Types.DOUBLE;
            case CHARACTER, TEXT -> Types.VARCHAR;
            case BINARY -> Types.VARBINARY;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case TIMESTAMP -> Types.TIMESTAMP;
            case TIMESTAMP_WITH_TIME_ZONE -> Types.TIMESTAMP_WITH_TIMEZONE;
            case ARRAY, ARRAY_OF_TEXT -> Types.ARRAY;
            case ROW -> Types.STRUCT;
            case MAP -> Types.JAVA_OBJECT;
            case ANY, ELEMENT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_SECOND, UUID -> Types.OTHER;
        };
    }
}
