package io.algeon.engine.tablefunction;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.tablefunction.registry.TableFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** docs/table-functions.md says what the registry says. With {@code -Dalgeon.write-docs=true} its lists are written anew. */
class TableFunctionReferenceTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/table-functions.md");
    private static final String MARK = "<!-- written from the registry by TableFunctionReferenceTest -->\n";

    @Test
    void page_describesEveryFunction() throws IOException {
        String page = Files.readString(PAGE);
        String expected = page.substring(0, page.indexOf(MARK)) + MARK + reference();
        if (Boolean.getBoolean("algeon.write-docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/table-functions.md is stale; run this test with -Dalgeon.write-docs=true")
                .isEqualTo(expected);
    }

    private static String reference() {
        StringBuilder page = new StringBuilder();
        Set<String> families = new TreeSet<>();
        TableFunctions.all().forEach(function -> families.add(function.family()));
        for (String family : families) {
            page.append("\n## ")
                    .append(family.substring(0, 1).toUpperCase(java.util.Locale.ROOT))
                    .append(family.substring(1))
                    .append("\n");
            for (TableFunction function : TableFunctions.all()) {
                if (function.family().equals(family)) {
                    describe(function, page);
                }
            }
        }
        return page.toString();
    }

    private static void describe(TableFunction function, StringBuilder page) {
        page.append("\n### ")
                .append(function.name())
                .append("\n\n")
                .append(function.summary())
                .append(function.runsOnGpu() ? " Runs on the CPU and on a GPU.\n" : " Runs on the CPU.\n");
        page.append("\n| argument | takes | default | meaning |\n|---|---|---|---|\n");
        for (Argument argument : function.arguments()) {
            if (argument instanceof Argument.Relation relation) {
                StringBuilder fields = new StringBuilder();
                for (Argument.Field field : relation.fields()) {
                    fields.append(fields.isEmpty() ? "" : ", ")
                            .append(field.name())
                            .append(field.required() ? "" : " (optional)");
                }
                row(
                        page,
                        relation.name(),
                        "relation: " + fields,
                        relation.required() ? "" : "none",
                        relation.meaning());
            } else {
                Argument.Option option = (Argument.Option) argument;
                String limits = option.limits().toString();
                row(
                        page,
                        option.name(),
                        option.type().expectation() + (limits.isEmpty() ? "" : ", " + limits),
                        option.required() ? "" : option.defaultText(),
                        option.meaning());
            }
        }
        page.append("\n| column | type | meaning |\n|---|---|---|\n");
        for (OutputColumn column : function.columns()) {
            page.append("| `")
                    .append(column.name())
                    .append("` | ")
                    .append(column.typeText())
                    .append(" | ")
                    .append(column.meaning())
                    .append(" |\n");
        }
    }

    private static void row(StringBuilder page, String name, String takes, String usual, String meaning) {
        page.append("| `")
                .append(name)
                .append("` | ")
                .append(takes)
                .append(" | ")
                .append(usual)
                .append(" | ")
                .append(meaning)
                .append(" |\n");
    }
}
