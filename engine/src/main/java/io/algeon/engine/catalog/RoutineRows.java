package io.algeon.engine.catalog;

import io.algeon.engine.function.AggregateFunction;
import io.algeon.engine.function.FunctionAliases;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.function.TypeFamily;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.engine.tablefunction.registry.TableFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of information_schema about functions; they are the same for every database. */
final class RoutineRows {
    private final String catalog;

    RoutineRows(String catalog) {
        this.catalog = catalog;
    }

    /** A way to call a function: its name there, what it is, and the function. */
    private record Call(
            String name, String kind, String category, Signature signature, String description, String example) {}

    private static List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        Map<String, ScalarFunction> names = new TreeMap<>();
        FunctionRegistry.scalars().forEach(function -> names.put(function.name(), function));
        FunctionAliases.NAMES.forEach((alias, name) -> {
            ScalarFunction function = FunctionRegistry.scalar(name);
            if (function != null) {
                names.putIfAbsent(alias, function);
            }
        });
        names.forEach((name, function) -> {
            for (Signature signature : function.signatures()) {
                calls.add(new Call(
                        name,
                        "FUNCTION",
                        function.category().name().toLowerCase(Locale.ROOT),
                        signature,
                        function.description(),
                        function.example()));
            }
        });
        for (AggregateFunction function : FunctionRegistry.aggregates()) {
            for (Signature signature : function.signatures()) {
                calls.add(new Call(
                        function.name(),
                        "AGGREGATE",
                        "aggregate",
                        signature,
                        function.description(),
                        function.example()));
            }
        }
        return calls;
    }

    List<List<@Nullable Object>> routines() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int number = 0;
        for (Call call : calls()) {
            rows.add(Arrays.asList(
                    catalog,
                    InformationSchema.NAME,
                    specific(call.name(), ++number),
                    call.name(),
                    call.kind(),
                    call.category(),
                    call.signature().toString(),
                    call.description(),
                    call.example()));
        }
        for (TableFunction function : TableFunctions.all()) {
            List<String> arguments =
                    function.arguments().stream().map(Argument::name).toList();
            rows.add(Arrays.asList(
                    catalog,
                    InformationSchema.NAME,
                    specific(function.name(), ++number),
                    function.name(),
                    "TABLE FUNCTION",
                    function.family(),
                    "(" + String.join(", ", arguments) + ")",
                    function.summary(),
                    null));
        }
        return rows;
    }

    private static String specific(String name, int number) {
        return name + "_" + number;
    }

    List<List<@Nullable Object>> parameters() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int number = 0;
        for (Call call : calls()) {
            String specific = specific(call.name(), ++number);
            List<TypeFamily> parameters = call.signature().parameters();
            for (int i = 0; i < parameters.size(); i++) {
                boolean repeats = call.signature().variadic() && i == parameters.size() - 1;
                rows.add(row(
                        specific,
                        i + 1,
                        null,
                        parameters.get(i).name().toLowerCase(Locale.ROOT) + (repeats ? ", ..." : ""),
                        null));
            }
        }
        for (TableFunction function : TableFunctions.all()) {
            String specific = specific(function.name(), ++number);
            int position = 0;
            for (Argument argument : function.arguments()) {
                String type = argument instanceof Argument.Option option
                        ? option.type().sqlType().toString()
                        : "TABLE";
                String otherwise =
                        argument instanceof Argument.Option option && !option.required() ? option.defaultText() : null;
                rows.add(row(specific, ++position, argument.name(), type, otherwise));
            }
        }
        return rows;
    }

    private List<@Nullable Object> row(
            String specific, int position, @Nullable String name, String type, @Nullable String otherwise) {
        return Arrays.asList(catalog, InformationSchema.NAME, specific, position, "IN", name, type, otherwise);
    }
}
