package io.algeon.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.parquet.DuckDb;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryCatalogTest {
    @TempDir
    Path root;

    private final FooterCache footers = new FooterCache(1 << 20);

    private Path write(String name, String query) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return DuckDb.write(file, query, "");
    }

    private DirectoryCatalog open() {
        return new DirectoryCatalog(root, footers);
    }

    private static void assertCode(ThrowingCallable call, ErrorCode code, String... parts) {
        assertThatThrownBy(call).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }

    @Test
    void filesFoldersAndSubfoldersAreTablesAndSchemas() throws IOException {
        write("orders.parquet", "SELECT 1 AS o");
        write("Part.PARQUET", "SELECT 1 AS p");
        write("events/part-1.parquet", "SELECT 1 AS e");
        write("events/part-2.parquet", "SELECT 2 AS e");
        write("byday/day=2024-01-01/x.parquet", "SELECT 1 AS e");
        write("spark.parquet/part-0.parquet", "SELECT 1 AS e");
        write("sales/a.parquet", "SELECT 1 AS a");
        write("sales/b.parquet", "SELECT 'x' AS b");
        write("sales/deep/c.parquet", "SELECT 1 AS c");
        write("_temporary/t.parquet", "SELECT 1 AS t");
        Files.createFile(root.resolve("_SUCCESS"));
        Files.createFile(root.resolve(".orders.parquet.crc"));
        Files.writeString(root.resolve("readme.txt"), "hello");
        Files.createDirectories(root.resolve("pictures"));
        DirectoryCatalog catalog = open();
        assertThat(catalog.schemas()).containsExactly("main", "sales");
        assertThat(catalog.tables("main")).containsExactlyInAnyOrder("Part", "byday", "events", "orders", "spark");
        assertThat(catalog.tables("SALES")).containsExactly("a", "b", "deep");
        assertThat(catalog.tables("none")).isEmpty();
        assertThat(catalog.table("main", "events").orElseThrow().snapshot().rowCount())
                .isEqualTo(2);
        assertThat(catalog.table("Main", "part").orElseThrow().definition().name())
                .isEqualTo("Part");
        assertThat(catalog.table("sales", "DEEP").orElseThrow().definition().schema())
                .isEqualTo("sales");
        assertThat(catalog.table("main", "byday").orElseThrow().definition().columns())
                .hasSize(2);
        assertThat(catalog.table("main", "_SUCCESS")).isEmpty();
        assertThat(catalog.table("main", "../orders")).isEmpty();
        assertThat(catalog.table("main", "nothing")).isEmpty();
    }

    @Test
    void namesThatDifferInCaseNeedTheExactSpelling() throws IOException {
        write("aB.parquet", "SELECT 1 AS x");
        write("Ab.parquet", "SELECT 2 AS y");
        DirectoryCatalog catalog = open();
        assertThat(catalog.table("main", "Ab")
                        .orElseThrow()
                        .definition()
                        .columns()
                        .get(0)
                        .name())
                .isEqualTo("y");
        assertCode(() -> catalog.table("main", "ab"), ErrorCode.OBJECT_AMBIGUOUS, "aB.parquet", "Ab.parquet");
    }

    @Test
    void lookUpsSeeWhatChanged() throws IOException {
        DirectoryCatalog catalog = open();
        assertThat(catalog.tables("main")).isEmpty();
        Path file = write("t.parquet", "SELECT 1 AS x");
        TableSource first = catalog.table("main", "t").orElseThrow();
        assertThat(catalog.table("main", "t").orElseThrow()).isSameAs(first);
        long version = catalog.version();
        write("t.parquet", "SELECT 'longer' AS y");
        assertThat(catalog.table("main", "t")
                        .orElseThrow()
                        .definition()
                        .columns()
                        .get(0)
                        .name())
                .isEqualTo("y");
        assertThat(catalog.version()).isNotEqualTo(version);
        Files.delete(file);
        assertThat(catalog.table("main", "t")).isEmpty();
        assertCode(first::snapshot, ErrorCode.SOURCE_NOT_FOUND, file.toString());
    }

    @Test
    void pathsAndGlobsAreTables() throws IOException {
        write("data/a-1.parquet", "SELECT 1 AS x");
        Path second = write("data/a-2.parquet", "SELECT 2 AS x");
        Files.copy(second, root.resolve("noextension"));
        Files.writeString(root.resolve("data/t.csv"), "x\n1\n");
        Files.writeString(root.resolve("data/t.bin"), "x\n1\n");
        DirectoryCatalog catalog = open();
        assertThat(catalog.files("data/a-*.parquet").orElseThrow().snapshot().rowCount())
                .isEqualTo(2);
        assertThat(catalog.files(root + "/data/a-1.parquet")
                        .orElseThrow()
                        .snapshot()
                        .rowCount())
                .isEqualTo(1);
        assertThat(catalog.files("file:data/a-1.parquet")
                        .orElseThrow()
                        .snapshot()
                        .rowCount())
                .isEqualTo(1);
        assertThat(catalog.files(root.toUri() + "data/*.parquet")
                        .orElseThrow()
                        .snapshot()
                        .rowCount())
                .isEqualTo(2);
        assertThat(catalog.files("./data/").orElseThrow().snapshot().rowCount()).isEqualTo(2);
        assertThat(catalog.files("noextension").orElseThrow().snapshot().rowCount())
                .isEqualTo(1);
        assertThat(catalog.files("orders")).isEmpty();
        assertCode(() -> catalog.files("data/none.parquet"), ErrorCode.SOURCE_NOT_FOUND, root + "/data/none.parquet");
        assertCode(() -> catalog.files("data/none-*.parquet"), ErrorCode.SOURCE_NOT_FOUND, root.toString());
        assertCode(() -> catalog.files("data/t.bin"), ErrorCode.SOURCE_UNSUPPORTED, "t.bin");
        assertThat(new MemoryCatalog("memory", footers)
                        .files(root + "/data")
                        .orElseThrow()
                        .snapshot()
                        .rowCount())
                .isEqualTo(2);
    }

    @Test
    void whatIsNoDirectoryDoesNotOpen() throws IOException {
        Path file = write("t.parquet", "SELECT 1 AS x");
        assertCode(() -> new DirectoryCatalog(root.resolve("none"), footers), ErrorCode.SOURCE_NOT_FOUND, "none");
        assertCode(() -> new DirectoryCatalog(file, footers), ErrorCode.SOURCE_UNREADABLE, "t.parquet");
    }

    @Test
    void fiveThousandTablesAreListedWithoutOpeningThem() throws IOException {
        for (int i = 0; i < 5000; i++) {
            Files.writeString(root.resolve("t" + i + ".parquet"), "no footer to read");
        }
        DirectoryCatalog catalog = open();
        assertThat(catalog.tables("main")).hasSize(5000);
        assertCode(() -> catalog.table("main", "t7"), ErrorCode.SOURCE_CORRUPT, "t7.parquet");
    }
}
