package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One way to call a function.
 *
 * @param parameters families of the arguments, in order
 * @param variadic whether the last parameter may repeat
 * @param result the result's type
 */
public record Signature(List<TypeFamily> parameters, boolean variadic, ResultRule result) {
    public Signature {
        parameters = List.copyOf(parameters);
    }

    static Signature of(ResultRule result, TypeFamily... parameters) {
        return new Signature(List.of(parameters), false, result);
    }

    static Signature variadic(ResultRule result, TypeFamily... parameters) {
        return new Signature(List.of(parameters), true, result);
    }

    /** Whether the arguments fit without conversion. */
    public boolean accepts(List<SqlType> arguments) {
        int count = parameters.size();
        if (arguments.size() != count && !(variadic && arguments.size() > count)) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!parameters.get(Math.min(i, count - 1)).accepts(arguments.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The parameters as documentation shows them, such as {@code (character, integer)}. */
    @Override
    public String toString() {
        return parameters.stream()
                .map(family -> family.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "(", variadic ? ", ...)" : ")"));
    }
}
