package io.algeon.engine.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.function.AggregateFunction;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.function.Signature;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.testing.Constants;
import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every function of the registry can be called from SQL, as its example shows; docs/functions.md lists them all. With
 * {@code -Dalgeon.write-docs=true} the page is written anew.
 */
class FunctionReferenceTest {
    private static final FakeCatalog CATALOG = Statements.allTypes();
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/functions.md");

    static Collection<ScalarFunction> scalars() {
        return FunctionRegistry.scalars();
    }

    static Collection<AggregateFunction> aggregates() {
        return FunctionRegistry.aggregates();
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void exampleOfFunction_isTrue(ScalarFunction function) {
        PlanNode node =
                Statements.query(CATALOG, "SELECT " + function.example()).plan();
        while (!(node instanceof PlanNode.Project || node instanceof PlanNode.Values)) {
            node = node.inputs().get(0);
        }
        Expr value = node instanceof PlanNode.Project project
                ? project.expressions().get(0)
                : ((PlanNode.Values) node).rows().get(0).get(0);
        assertThat(Constants.EVALUATOR.evaluate(value)).as(function.example()).isEqualTo(true);
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void aggregate_canBeCalled(AggregateFunction function) {
        for (Signature signature : function.signatures()) {
            String arguments = signature.parameters().stream()
                    .map(family -> switch (family) {
                        case BOOLEAN -> "b";
                        case CHARACTER -> "s";
                        case FLOATING -> "x";
                        case INTERVAL_YEAR_MONTH -> "INTERVAL '1' YEAR";
                        case INTERVAL_DAY_SECOND -> "INTERVAL '1' DAY";
                        default -> "i";
                    })
                    .collect(Collectors.joining(", "));
            String call = function.name().startsWith("percentile_")
                    ? function.name() + "(0.5) WITHIN GROUP (ORDER BY i)"
                    : function.name() + "(" + (arguments.isEmpty() ? "*" : arguments) + ")";
            assertThat(Statements.query(CATALOG, "SELECT " + call + " FROM t").columns())
                    .as(call)
                    .hasSize(1);
        }
    }

    @Test
    void page_listsTheFunctions() throws IOException {
        String page = page();
        if (Boolean.getBoolean("algeon.write-docs")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/functions.md is stale; run this test with -Dalgeon.write-docs=true")
                .isEqualTo(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Functions

                What can be called, with an example of each that is true. Written from the function registry by
                FunctionReferenceTest.

                The result is NULL if an argument is, but where the text or the column *NULL* says otherwise (*own*: the function
                decides). Functions marked *fails* end the statement with an error for arguments that have no result; CASE, AND
                and WHERE keep them from rows that do not need them. Text counts and compares characters (code points), of any
                script; case follows Unicode.
                """);
        for (ScalarFunction.Category category : ScalarFunction.Category.values()) {
            String name =
                    category.name().charAt(0) + category.name().substring(1).toLowerCase(Locale.ROOT);
            page.append("\n## ")
                    .append(name)
                    .append(
                            "\n\n| function | arguments | gives | NULL | errors | example |\n|---|---|---|---|---|---|\n");
            for (ScalarFunction function : FunctionRegistry.scalars()) {
                if (function.category() == category) {
                    row(
                            page,
                            function.name(),
                            function.signatures(),
                            function.description() + " | " + (function.strict() ? "" : "own") + " | "
                                    + (function.fallible() ? "fails" : ""),
                            function.example());
                }
            }
        }
        page.append("\n## Aggregates\n\n| function | arguments | gives | example |\n|---|---|---|---|\n");
        for (AggregateFunction function : FunctionRegistry.aggregates()) {
            row(page, function.name(), function.signatures(), function.description(), function.example());
        }
        page.append("\n## Other names\n\n| name | is |\n|---|---|\n");
        OperatorTable.INSTANCE
                .aliases()
                .forEach((alias, name) -> page.append("| `")
                        .append(alias)
                        .append("` | `")
                        .append(name)
                        .append("` |\n"));
        return page.toString();
    }

    private static void row(
            StringBuilder page, String name, List<Signature> signatures, String description, String example) {
        List<String> arguments = new ArrayList<>();
        for (Signature signature : signatures) {
            if (!arguments.contains(signature.toString())) {
                arguments.add(signature.toString());
            }
        }
        page.append("| `")
                .append(name)
                .append("` | ")
                .append(String.join(", ", arguments))
                .append(" | ")
                .append(description.replace("||", "\\|\\|").replace("| operator", "\\| operator"))
                .append(" | `")
                .append(example.replace("|", "\\|"))
                .append("` |\n");
    }
}
