package io.algeon.metadata.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePatternTest {
    @TempDir
    Path root;

    @BeforeEach
    void makeFiles() throws IOException {
        for (String name : List.of(
                "a.parquet",
                "b.csv",
                "part-2.parquet",
                "part-10.parquet",
                "_SUCCESS",
                ".a.parquet.crc",
                "x/one.parquet",
                "x/y/two.parquet",
                "x/y/z/three.parquet",
                "x/_temporary/0.parquet",
                "odd[1].parquet",
                "größe 1.parquet")) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
    }

    private List<String> expand(String pattern) {
        return FilePattern.expand(root, pattern).stream()
                .map(file -> root.toAbsolutePath()
                        .normalize()
                        .relativize(file.path())
                        .toString())
                .toList();
    }

    @Test
    void aPathIsItselfAndAFolderItsFiles() {
        assertThat(expand("a.parquet")).containsExactly("a.parquet");
        assertThat(expand(root.resolve("a.parquet").toString())).containsExactly("a.parquet");
        assertThat(expand("./x/../a.parquet")).containsExactly("a.parquet");
        assertThat(expand("x")).containsExactly("x/one.parquet", "x/y/two.parquet", "x/y/z/three.parquet");
        assertThat(expand("none.parquet")).isEmpty();
        assertThat(expand("odd[1].parquet")).containsExactly("odd[1].parquet");
    }

    @Test
    void wildcardsMatchVisibleNamesInNaturalOrder() {
        assertThat(expand("part-*.parquet")).containsExactly("part-2.parquet", "part-10.parquet");
        assertThat(expand("part-?.parquet")).containsExactly("part-2.parquet");
        assertThat(expand("[ab].*")).containsExactly("a.parquet", "b.csv");
        assertThat(expand("[!a].csv")).containsExactly("b.csv");
        assertThat(expand("{a,part-{2,10}}.parquet")).containsExactly("a.parquet", "part-2.parquet", "part-10.parquet");
        assertThat(expand("*/*.parquet")).containsExactly("x/one.parquet");
        assertThat(expand("gr*.parquet")).containsExactly("größe 1.parquet");
        assertThat(expand("_*")).containsExactly("_SUCCESS");
        assertThat(expand("*[")).isEmpty();
        assertThat(expand("{a")).isEmpty();
        assertThat(expand("none/*.parquet")).isEmpty();
    }

    @Test
    void twoStarsMatchAnyDepth() {
        assertThat(expand("x/**/*.parquet")).containsExactly("x/one.parquet", "x/y/two.parquet", "x/y/z/three.parquet");
        assertThat(expand("**/two.parquet")).containsExactly("x/y/two.parquet");
        assertThat(expand("x/**")).containsExactly("x/one.parquet", "x/y/two.parquet", "x/y/z/three.parquet");
        assertThat(expand(root + "/x/**/t*")).containsExactly("x/y/two.parquet", "x/y/z/three.parquet");
    }

    @Test
    void severalPatternsGiveEachFileOnce() {
        assertThat(FilePattern.expandAll(root, List.of("x/one.parquet", "x/*", "a.*")))
                .hasSize(2);
    }

    @Test
    void whatCannotBeAPatternSaysSo() {
        assertThatThrownBy(() -> expand("[z-a].parquet"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ARGUMENT_INVALID));
        assertThatThrownBy(() -> expand("{a,b}".repeat(12)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ARGUMENT_INVALID));
        assertThatThrownBy(() -> expand("a\0*.parquet"))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
    }

    @Test
    void identityChangesWithTheContent() throws IOException {
        Path file = root.resolve("a.parquet");
        FileIdentity before = FileIdentity.of(file);
        assertThat(FileIdentity.of(file)).isEqualTo(before);
        Files.writeString(file, "longer than before");
        assertThat(FileIdentity.of(file)).isNotEqualTo(before);
    }
}
