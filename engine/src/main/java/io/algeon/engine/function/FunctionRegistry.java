package io.algeon.engine.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every scalar function and aggregate that the engine knows, by name. Immutable. */
public final class FunctionRegistry {
    private static final Map<String, ScalarFunction> SCALARS = scalarsByName();
    private static final Map<String, AggregateFunction> AGGREGATES = aggregatesByName();

    private FunctionRegistry() {}

    /** The scalar function of that name, null if there is none. */
    public static @Nullable ScalarFunction scalar(String name) {
        return SCALARS.get(name);
    }

    /** All scalar functions, by category. */
    public static Collection<ScalarFunction> scalars() {
        return SCALARS.values();
    }

    /** The aggregate of that name, null if there is none. */
    public static @Nullable AggregateFunction aggregate(String name) {
        return AGGREGATES.get(name);
    }

    /** All aggregates. */
    public static Collection<AggregateFunction> aggregates() {
        return AGGREGATES.values();
    }

    private static Map<String, ScalarFunction> scalarsByName() {
        List<ScalarFunction> all = new ArrayList<>();
        all.addAll(OperatorFunctions.all());
        all.addAll(MathFunctions.all());
        all.addAll(NumberFunctions.all());
        all.addAll(PatternFunctions.all());
        all.addAll(RegexFunctions.all());
        all.addAll(DateTimeFunctions.all());
        all.addAll(StringFunctions.all());
        all.addAll(TextFunctions.all());
        all.addAll(FormatFunctions.all());
        all.addAll(BinaryFunctions.all());
        all.addAll(ConditionalFunctions.all());
        all.addAll(SystemFunctions.all());
        all.addAll(SequenceFunctions.all());
        all.addAll(NestedFunctions.all());
        all.addAll(ArrayFunctions.all());
        all.addAll(SeriesFunctions.all());
        all.addAll(JsonFunctions.all());
        Map<String, ScalarFunction> map = new LinkedHashMap<>();
        for (ScalarFunction function : all) {
            if (map.put(function.name(), function) != null) {
                throw new IllegalStateException("Function " + function.name() + " is registered twice");
            }
        }
        return Collections.unmodifiableMap(map);
    }

    private static Map<String, AggregateFunction> aggregatesByName() {
        Map<String, AggregateFunction> map = new LinkedHashMap<>();
        for (AggregateFunction function : AggregateFunctions.all()) {
            map.put(function.name(), function);
        }
        return Collections.unmodifiableMap(map);
    }
}
