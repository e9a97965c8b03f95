package io.algeon.cuda.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ships agrees with what it is made from. */
class KernelNameTest {
    private static final Path SOURCES = Path.of("src/main/cuda");
    private static final Path PTX = Path.of("src/main/resources/io/algeon/cuda/ptx");

    @ParameterizedTest
    @EnumSource(KernelModule.class)
    void entryPointsOfTheText_areTheNames(KernelModule module) {
        List<String> named = Arrays.stream(KernelName.values())
                .filter(name -> name.module() == module)
                .map(KernelName::symbol)
                .toList();

        assertThat(KernelSignature.parse(module.ptx()).keySet()).containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void everyTextIsAModule() throws IOException {
        try (Stream<Path> files = Files.list(PTX)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".ptx")))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(KernelModule.values())
                            .map(module -> module.fileName() + ".ptx")
                            .toList());
        }
    }

    @Test
    void everyKernel_hasItsFiguresInTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/gpu.md"));
        for (KernelName kernel : KernelName.values()) {
            assertThat(page)
                    .as("run src/main/cuda/kernel-figures.sh")
                    .containsPattern("(?m)^\\| `" + kernel.symbol().replaceFirst("_kernel$", "")
                            + "` \\| \\d+ / \\d+ / \\d+ \\|");
        }
    }

    /** Fails after a change of a kernel without src/main/cuda/build-ptx.sh, or when its results were not committed together. */
    @Test
    void hashOfTheSources_isThatOfTheBuild() throws IOException, NoSuchAlgorithmException {
        StringBuilder lines = new StringBuilder();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> names = files.filter(file -> file.toString().matches(".*\\.(cu|cuh|h)"))
                    .map(file -> SOURCES.relativize(file).toString())
                    .sorted()
                    .toList();
            for (String name : names) {
                lines.append(name)
                        .append(' ')
                        .append(sha256(Files.readAllBytes(SOURCES.resolve(name))))
                        .append('\n');
            }
        }
        String built = Files.readString(PTX.resolve("sources.sha256")).strip();

        assertThat(sha256(lines.toString().getBytes(StandardCharsets.UTF_8)))
                .as("run src/main/cuda/build-ptx.sh")
                .isEqualTo(built);
    }

    private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
