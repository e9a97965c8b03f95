package io.algeon.tck.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference pages say what the code says, and links lead somewhere. */
class DocumentationTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    @Test
    void everyErrorCodeHasItsRow() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/errors.md"));
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(page).contains("| " + code.number() + " | " + code.code() + " | " + code.sqlState() + " |");
        }
        assertThat(page.lines().filter(line -> line.matches("\\| \\d+ .*"))).hasSize(ErrorCode.values().length);
    }

    @Test
    void everyPropertyHasItsRow() throws IOException, SQLException {
        String page = Files.readString(ROOT.resolve("docs/url.md"));
        Driver driver = DriverManager.getDriver("jdbc:algeon:");
        for (DriverPropertyInfo property : driver.getPropertyInfo("jdbc:algeon:", new Properties())) {
            assertThat(page).contains("| `" + property.name + "` |");
        }
    }

    @Test
    void linksBetweenPagesLeadSomewhere() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")) {
            pages.add(ROOT.resolve(page));
        }
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                assertThat(page.resolveSibling(links.group(1)).normalize())
                        .as("link in " + page)
                        .exists();
            }
        }
    }
}
