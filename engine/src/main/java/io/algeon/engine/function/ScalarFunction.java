package io.algeon.engine.function;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A scalar function of the registry.
 *
 * @param name name in {@code Expr.Call}, snake_case
 * @param category chapter of the documentation
 * @param signatures ways to call it; the first that accepts the arguments applies
 * @param strict NULL if any argument is NULL; else the function decides
 * @param fallible whether some arguments without NULL make it fail, so that it must not be evaluated for rows that do not
 *     need it
 * @param expensive whether evaluating it for rows that do not need it is worth avoiding
 * @param deterministic whether equal arguments give equal results within one execution
 * @param description one sentence
 * @param example an expression and its value, such as {@code upper('abc') = 'ABC'}
 * @param implementation the CPU loops
 */
public record ScalarFunction(
        String name,
        Category category,
        List<Signature> signatures,
        boolean strict,
        boolean fallible,
        boolean expensive,
        boolean deterministic,
        String description,
        String example,
        FunctionImplementation.Factory implementation) {

    /** Chapter of the documentation. */
    public enum Category {
        COMPARISON,
        LOGIC,
        ARITHMETIC,
        MATHEMATICS,
        STRING,
        PATTERN,
        BINARY,
        DATETIME,
        CONDITIONAL,
        NESTED,
        JSON,
        SYSTEM
    }

    public ScalarFunction {
        Objects.requireNonNull(name);
        signatures = List.copyOf(signatures);
    }

    /** The result's type for these arguments, null if no signature accepts them. */
    public @Nullable SqlType resultType(List<SqlType> arguments) {
        for (Signature signature : signatures) {
            if (signature.accepts(arguments)) {
                return signature.result().derive(arguments);
            }
        }
        return null;
    }
}
