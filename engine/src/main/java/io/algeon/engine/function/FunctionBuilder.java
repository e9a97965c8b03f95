package io.algeon.engine.function;

import io.algeon.engine.function.ScalarFunction.Category;
import java.util.ArrayList;
import java.util.List;

/** Writes a registry entry: strict, infallible, cheap and deterministic unless it says otherwise. */
final class FunctionBuilder {
    private final Category category;
    private final String name;
    private final List<Signature> signatures = new ArrayList<>();
    private boolean strict = true;
    private boolean fallible;
    private boolean expensive;
    private boolean deterministic = true;
    private String description = "";
    private String example = "";

    private FunctionBuilder(Category category, String name) {
        this.category = category;
        this.name = name;
    }

    static FunctionBuilder function(Category category, String name) {
        return new FunctionBuilder(category, name);
    }

    FunctionBuilder takes(ResultRule result, TypeFamily... parameters) {
        signatures.add(Signature.of(result, parameters));
        return this;
    }

    FunctionBuilder takesMany(ResultRule result, TypeFamily... parameters) {
        signatures.add(Signature.variadic(result, parameters));
        return this;
    }

    /** The implementation sets the result's NULLs. */
    FunctionBuilder handlesNulls() {
        strict = false;
        return this;
    }

    FunctionBuilder fallible() {
        fallible = true;
        return this;
    }

    FunctionBuilder expensive() {
        expensive = true;
        return this;
    }

    FunctionBuilder volatileResult() {
        deterministic = false;
        return this;
    }

    FunctionBuilder says(String newDescription, String newExample) {
        description = newDescription;
        example = newExample;
        return this;
    }

    ScalarFunction by(FunctionImplementation.Factory implementation) {
        return new ScalarFunction(
                name,
                category,
                signatures,
                strict,
                fallible,
                expensive,
                deterministic,
                description,
                example,
                implementation);
    }
}
