package io.algeon.engine.function;

import java.util.List;
import java.util.Objects;

/**
 * An aggregate of the registry; its loops are in {@code engine.operator}.
 *
 * @param name name in {@code AggregateCall}, snake_case
 * @param signatures ways to call it
 * @param ordered whether the result depends on the order of the rows
 * @param description one sentence
 * @param example a use of it
 */
public record AggregateFunction(
        String name, List<Signature> signatures, boolean ordered, String description, String example) {
    public AggregateFunction {
        Objects.requireNonNull(name);
        signatures = List.copyOf(signatures);
    }

    /** The result's type for these arguments, null if no signature accepts them. */
    public io.algeon.metadata.type.@org.jspecify.annotations.Nullable SqlType resultType(
            List<io.algeon.metadata.type.SqlType> arguments) {
        for (Signature signature : signatures) {
            if (signature.accepts(arguments)) {
                return signature.result().derive(arguments);
            }
        }
        return null;
    }
}
