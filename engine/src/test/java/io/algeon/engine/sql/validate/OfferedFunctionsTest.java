package io.algeon.engine.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.function.FunctionRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What SQL offers and what the registry runs are the same. */
class OfferedFunctionsTest {
    @Test
    void functionsBehindSpecialSyntax_areRegistered() {
        assertThat(List.of(
                        "add",
                        "subtract",
                        "multiply",
                        "divide",
                        "modulo",
                        "negate",
                        "equal",
                        "less",
                        "like",
                        "ilike",
                        "similar_to",
                        "concat",
                        "substring",
                        "position",
                        "overlay",
                        "extract",
                        "date_trunc",
                        "floor",
                        "ceil",
                        "trim_both",
                        "trim_leading",
                        "trim_trailing"))
                .allSatisfy(name ->
                        assertThat(FunctionRegistry.scalar(name)).as(name).isNotNull());
    }

    @Test
    void registeredFunctions_canBeCalled() {
        assertThat(OperatorTable.INSTANCE.functionNames())
                .contains("upper", "lower", "char_length", "length", "substr", "concat", "date_trunc", "date_part");
    }
}
